//! Exports of BookStack as pages.

use std::fs;
use std::io::Write;

use super::*;

const DATA: &str = concat!(
    r#"{"instance":{"version":"v24.12"},"exported_at":"2026-01-02T03:04:05+00:00","book":{"id":1,"name":"Doors",
"description_html":"<p>All <b>doors</b>.</p>","tags":[{"name":"Area","value":"North"}],"chapters":[{"id":2,"name":"Red/Blue","pages":[{"id":4,"name":"Red","html":"<h2>A</h2><p>See <a href=\"[[bsexport:page:5]]\">the other</a> and <a href=\"[[bsexport:page:99]]\">gone</a>.</p><p><img src=\"[[bsexport:image:a.png]]\" alt=\"A\" width=\"90\"></p>","attachments":[{"name":"Plan","file":"b.pdf"},{"name":"Site","link":"https://a.example"}]}]}],"pages":[{"id":5,"name":"Blue","markdown":"**md** [x]([[bsexport:page:4]])"}]}"#,
    r#"}"#,
);

fn read_all(path: &Path) -> Collection {
    crate::wikis::read(path, crate::wikis::recognize(path).expect("kind"), &mut |_, _| {}).expect("collection")
}

fn zipped(folder: &Path) -> PathBuf {
    let path = folder.join("export.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&path).expect("file"));
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in [("data.json", DATA), ("files/a.png", "picture"), ("files/b.pdf", "plan"), ("files/../x", "x")]
    {
        zip.start_file(name, options).expect("entry");
        zip.write_all(text.as_bytes()).expect("entry");
    }
    zip.finish().expect("zip");
    path
}

#[test]
fn books_and_chapters_are_folders() {
    let folder = tempfile::tempdir().expect("folder");
    let collection = read_all(&zipped(folder.path()));
    let paths: Vec<_> = collection.pages.iter().map(|page| page.path.as_str()).collect();
    assert_eq!(paths, ["Doors", "Doors/Red-Blue/Red", "Doors/Blue"]);
    assert_eq!(collection.pages[0].tags, ["Area: North"]);
    assert_eq!(collection.pages[1].category.as_deref(), Some("Doors"));
}

#[test]
fn html_and_references_become_markdown() {
    let folder = tempfile::tempdir().expect("folder");
    let collection = read_all(&zipped(folder.path()));
    assert_eq!(
        collection.pages[1].revisions[0].markdown,
        "## A\n\nSee [[Doors/Blue|the other]] and gone.\n\n![A|90](files/a.png)\n\n- [Plan](files/b.pdf)\n- \
            [Site](https://a.example)"
    );
    assert_eq!(collection.pages[2].revisions[0].markdown, "**md** [[Doors/Red-Blue/Red|x]]");
    assert!(
        collection
            .changes
            .iter()
            .any(|change| change.cause == "link to a page that is not in the source, kept as words")
    );
}

#[test]
fn files_in_the_archive_can_be_opened() {
    let folder = tempfile::tempdir().expect("folder");
    let collection = read_all(&zipped(folder.path()));
    assert_eq!((collection.files.len(), collection.files[0].read(7).expect("bytes")), (2, b"picture".to_vec()));
    assert_eq!(collection.files[0].read(6).expect_err("limit").kind(), io::ErrorKind::FileTooLarge);
}

#[test]
fn an_unpacked_archive_reads_the_same() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("data.json"), DATA).expect("data");
    assert_eq!(read_all(folder.path()).pages.len(), 3);
}

#[test]
fn another_data_json_is_not_taken() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("data.json"), r#"{"book":{"name":"x"}}"#).expect("data");
    assert_eq!(crate::wikis::recognize(folder.path()), None);
}

#[test]
fn a_book_in_one_html_file_is_cut_into_pages() {
    let folder = tempfile::tempdir().expect("folder");
    let html = "<html><head><title>Doors</title></head><body class=\"export \
            export-format-html\"><h1>Doors</h1><p>About.</p>\
        <h1 id=\"chapter-2\">Red</h1><h1 id=\"page-4\">One</h1><p id=\"bkmrk-a\">a <em>b</em></p></body></html>";
    fs::write(folder.path().join("doors.html"), html).expect("html");
    let collection = read_all(folder.path());
    let pages: Vec<_> =
        collection.pages.iter().map(|page| (page.path.as_str(), page.revisions[0].markdown.as_str())).collect();
    assert_eq!(pages, [("Doors", "About."), ("Doors/Red/One", "a *b*")]);
}
