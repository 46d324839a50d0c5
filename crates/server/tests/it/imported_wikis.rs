//! Imports of exports of wikis, on the command line.

use crate::harness::{PASSWORD, Site, on_each_database};
use crate::imported_pages::{import, stopped};
use crate::pictures::png;
use crate::transfer::output;
use facility_infra::testing::TestDatabase;
use facility_kernel::Timestamp;
use std::io::Write as _;
use std::path::Path;

on_each_database![
    a_dump_of_mediawiki_becomes_documents_with_versions,
    a_folder_of_dokuwiki_becomes_documents_with_versions,
    an_archive_of_bookstack_becomes_documents,
    a_copy_of_wikidot_becomes_documents_with_versions,
    an_export_that_cannot_be_read_says_what_to_do,
];

/// The first of January 2020, in seconds.
const SECOND: i64 = 1_577_836_800;

fn put(folder: &Path, files: &[(&str, &str)]) {
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
}

/// Imports two pages with a picture, of which `Red door` refers to the other one, and checks what it became.
async fn imported(mut site: Site, source: &Path, kind: &str, versions: i64) {
    let look = import(&site, source, &["--dry-run"]);
    assert!(look.status.success() && output(&look).contains(&format!("SOURCE  {kind}")), "{}", output(&look));
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, 0);
    let run = import(&site, source, &[]);
    assert!(run.status.success() && output(&run).contains("2 documents"), "{}", output(&run));
    let written = format!("SELECT count(*) AS n FROM documents WHERE title = 'Red door' AND version = {versions}");
    assert_eq!(site.count(&written).await, 1, "{}", output(&run));
    let again = import(&site, source, &[]);
    assert!(output(&again).contains("0 new, 0 changed, 2 already here"), "{}", output(&again));
    if versions > 1 {
        let first = "SELECT count(*) AS n FROM document_versions WHERE version_number = 1 AND content LIKE 'One%' \
                     AND change_description = 'first (by Ada in the source)'";
        assert_eq!(site.count(first).await, 1);
    }

    site.restart().await;
    let reader = site.sign_in("vane", PASSWORD).await;
    let found = reader.get("/api/documents?limit=5").await;
    let pages: Vec<(String, String)> = found.each("title").into_iter().zip(found.each("id")).collect();
    let id = |title: &str| pages.iter().find(|(known, _)| known == title).unwrap().1.clone();
    let door = reader.get(&format!("/api/documents/{}", id("Red door"))).await;
    let content = door.text("content");
    let link = format!("[[DOC-{}|the lamp]]", &id("Lamp")[..8]);
    assert!(content.contains(&link), "{content}");
    let picture = content.split("](file:").nth(1).unwrap();
    let object = reader.get(&format!("/objects/{}", &picture[..36])).await;
    assert_eq!((object.status, object.header("content-type")), (200, "image/png"));
    if versions > 1 {
        let created: Timestamp = door.text("createdAt").parse().unwrap();
        assert_eq!(created.as_micros() / 1_000_000, SECOND);
    }
}

async fn a_dump_of_mediawiki_becomes_documents_with_versions(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    let revision = |day: u8, comment: &str, text: &str| {
        format!(
            "<revision><timestamp>2020-01-0{day}T00:00:00Z</timestamp><contributor><username>Ada</username></contributor>\
             <comment>{comment}</comment><text>{text}</text></revision>"
        )
    };
    let (first, second) = (
        revision(1, "first", "One"),
        revision(2, "second", "'''Two''' [[Light|the lamp]] [[File:Gate.png|200px|The gate]]"),
    );
    let dump = format!(
        "<mediawiki version=\"0.11\"><page><title>Red door</title><ns>0</ns>{first}{second}</page>\
         <page><title>Lamp</title><ns>0</ns>{}</page><page><title>Light</title><ns>0</ns><redirect title=\"Lamp\"/>\
         </page><page><title>Talk:Lamp</title><ns>1</ns>{first}</page></mediawiki>",
        revision(3, "", "A lamp.")
    );
    put(&folder, &[("dump.xml", dump.as_str()), ("images/a/Gate.png", "")]);
    std::fs::write(folder.join("images/a/Gate.png"), png(300, 20)).unwrap();
    imported(site, &folder.join("dump.xml"), "MediaWiki", 2).await;
}

async fn a_folder_of_dokuwiki_becomes_documents_with_versions(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    let changes = format!("{SECOND}\t192.0.2.1\tC\tred\tAda\tfirst\n{}\t192.0.2.1\tE\tred\tAda\tsecond\n", SECOND + 60);
    put(
        &folder,
        &[
            ("pages/red.txt", "====== Red door ======\nTwo [[items:lamp|the lamp]] {{gate.png?200}}"),
            ("pages/items/lamp.txt", "====== Lamp ======\nA lamp."),
            (format!("attic/red.{SECOND}.txt").as_str(), "One"),
            ("meta/red.changes", changes.as_str()),
            ("media/gate.png", ""),
        ],
    );
    std::fs::write(folder.join("media/gate.png"), png(300, 20)).unwrap();
    imported(site, &folder, "DokuWiki", 2).await;
}

async fn an_archive_of_bookstack_becomes_documents(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    let data = r#"{"instance":{"version":"v24.12"},"exported_at":"2026-01-02T03:04:05+00:00","chapter":{"id":1,
        "name":"Lamp","description_html":"<p>A lamp.</p>","pages":[{"id":4,"name":"Red door",
        "html":"<p>Two <a href=\"[[bsexport:chapter:1]]\">the lamp</a></p><img src=\"[[bsexport:image:gate.png]]\">"}]}}"#;
    let path = folder.join("export.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, bytes) in [("data.json", data.as_bytes()), ("files/gate.png", &png(300, 20)[..])] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap();
    imported(site, &path, "BookStack", 1).await;
}

async fn a_copy_of_wikidot_becomes_documents_with_versions(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    let meta = |name: &str, title: &str| {
        format!(
            r#"{{"name":"{name}","title":"{title}","files":[{{"name":"gate.png","file_id":7}}],"revisions":[
            {{"revision":0,"author":"Ada","stamp":{SECOND},"commentary":"first"}},
            {{"revision":1,"author":"Ada","stamp":{},"commentary":"second"}}]}}"#,
            SECOND + 60
        )
    };
    put(
        &folder,
        &[
            ("meta/pages/red-door.json", meta("red-door", "Red door").as_str()),
            ("meta/pages/lamp.json", meta("lamp", "Lamp").as_str()),
            ("pages/red-door/0.txt", "One"),
            ("pages/red-door/1.txt", "**Two** [[[lamp|the lamp]]] [[image gate.png]]"),
            ("pages/lamp/0.txt", "A lamp."),
            ("files/red-door/7", ""),
        ],
    );
    std::fs::write(folder.join("files/red-door/7"), png(300, 20)).unwrap();
    imported(site, &folder, "Wikidot", 2).await;
}

async fn an_export_that_cannot_be_read_says_what_to_do(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    put(&folder, &[("dump.xml.bz2", "BZh9")]);
    let packed = import(&site, &folder.join("dump.xml.bz2"), &[]);
    assert!(output(&packed).contains("bunzip2 --keep dump.xml.bz2"), "{}", output(&packed));
    put(&folder, &[("dump.xml", "<mediawiki></mediawiki>"), ("people/a.md", "# A")]);
    let mixed = import(&site, &folder, &[]);
    assert!(output(&mixed).contains("holds an export and Markdown"), "{}", output(&mixed));
    put(&folder, &[("other.xml", "<svg></svg>")]);
    let unknown = import(&site, &folder.join("other.xml"), &[]);
    assert!(output(&unknown).contains("--as is for folders and exports of wikis"), "{}", output(&unknown));
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, 0);
}
