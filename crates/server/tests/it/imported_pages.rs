//! Imports of folders of pages, on the command line.

use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use crate::pictures::png;
use crate::transfer::output;
use facility_infra::testing::TestDatabase;
use facility_kernel::Timestamp;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, UNIX_EPOCH};

on_each_database![
    pages_become_documents_or_submissions,
    a_dry_run_reports_everything_and_changes_nothing,
    faults_prevent_an_import_or_are_left_out,
    links_and_pictures_come_along,
    links_of_submissions_name_titles,
    a_second_run_adds_what_is_new_or_changed,
    a_map_gives_categories_and_levels,
    folders_become_sections_and_authors_accounts,
    imported_documents_have_the_dates_of_their_files,
];

/// A stopped site with a user of level 2, and an empty folder.
pub async fn stopped(database: TestDatabase) -> (Site, PathBuf) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "vane", 2).await;
    site.terminate();
    let folder = site.database.folder().join("vault");
    std::fs::create_dir_all(folder.join("people")).unwrap();
    (site, folder)
}

/// Imports the folder as documents of level 1, with these flags.
pub fn import(site: &Site, folder: &Path, flags: &[&str]) -> Output {
    let folder = folder.display().to_string();
    let fixed = ["import", &folder, "--as", "documents", "--owner", "vane", "--level", "1"];
    site.facility(&[&fixed, flags].concat())
}

async fn pages_become_documents_or_submissions(database: TestDatabase) {
    let (mut site, folder) = stopped(database).await;
    std::fs::write(folder.join("a.md"), "---\ntitle: The keeper\ncategory: personnel\n---\nA log.").unwrap();
    std::fs::write(folder.join("people/b.MD"), "# A brass lantern\n\nBurns.").unwrap();
    let shown = folder.display().to_string();
    for (arguments, reason) in [
        (vec!["import", &shown], "--as"),
        (vec!["import", &shown, "--as", "documents", "--owner", "vane"], "--level"),
        (vec!["import", &shown, "--as", "submissions"], "--owner"),
        (vec!["import", &shown, "--as", "submissions", "--owner", "nobody"], "--owner nobody: User not found"),
        (vec!["import", &shown, "--as", "submissions", "--owner", "vane", "--level", "2"], "reviewers"),
    ] {
        let run = site.facility(&arguments);
        assert!(run.status.code() == Some(1) && output(&run).contains(reason), "{arguments:?}: {}", output(&run));
    }
    let documents = import(&site, &folder, &[]);
    assert!(documents.status.success() && output(&documents).contains("2 documents"), "{}", output(&documents));
    let submissions =
        site.facility(&["import", &shown, "--as", "submissions", "--owner", "vane", "--source", "another"]);
    assert!(output(&submissions).contains("2 submissions"), "{}", output(&submissions));
    assert!(!output(&submissions).contains('\r'), "progress without a terminal: {}", output(&submissions));
    assert_eq!(site.audited("installation_imported").await, 2);

    site.restart().await;
    let owner = site.sign_in("vane", PASSWORD).await;
    assert_eq!(owner.get("/api/documents?q=brass+lantern&limit=5").await.each("title"), ["A brass lantern"]);
    let kept = owner.get("/api/documents?q=keeper&limit=5").await;
    assert_eq!(kept.each("category"), ["PERSONNEL"]);
    let id = &kept.each("id")[0];
    assert_eq!(owner.get(&format!("/api/documents/{id}")).await.text("content"), "A log.");
    assert_eq!(owner.get("/api/user/submissions?limit=5").await.each("status"), ["pending", "pending"]);
}

async fn a_dry_run_reports_everything_and_changes_nothing(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    std::fs::create_dir(folder.join(".obsidian")).unwrap();
    std::fs::write(folder.join("a.md"), "---\nbad: a: b\n---\nText").unwrap();
    std::fs::write(folder.join("b.md"), "# B\n\n[[a]] [[c]] [[people/d]] <b>bold</b>").unwrap();
    std::fs::write(folder.join("people/d.md"), "---\ncategory: npc\ndate: 3rd of Ebb\ntags: [x]\n---\n# D").unwrap();
    std::fs::write(folder.join("unused.png"), png(1, 1)).unwrap();
    let report = site.database.folder().join("report.json");
    let run = import(&site, &folder, &["--dry-run", "--report", &report.display().to_string()]);
    assert_eq!(run.status.code(), Some(2), "{}", output(&run));
    for line in [
        "DRY RUN. Nothing was changed.",
        "folder, Obsidian",
        "records: 2 new, 0 changed, 0 already here",
        "category unknown, becomes OTHER      name them with --map FILE",
        "         1 npc",
        "people/d.md:3                date: 3rd of Ebb",
        "b.md:3                       <b>",
        "FAULTS  1 in 1 cause",
        "a.md:2",
        "NOT USED BY ANY NOTE  1 file",
        "LINKS  3",
        "target is in the source, but has a fault (1) or two meanings (0)",
        "Status 2: faults found.",
    ] {
        assert!(output(&run).contains(line), "{line}: {}", output(&run));
    }
    let report: Value = serde_json::from_str(&std::fs::read_to_string(report).unwrap()).unwrap();
    assert_eq!(report["faults"][0]["path"], "a.md");
    assert_eq!(report["links"]["keptAsText"][1]["detail"], "c");
    assert_eq!(report["unused"][0], "unused.png");
    std::fs::remove_file(folder.join("a.md")).unwrap();
    let clean = import(&site, &folder, &["--dry-run"]);
    assert!(clean.status.success() && !output(&clean).contains("FAULTS"), "{}", output(&clean));
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, 0);
    assert_eq!(site.audited("installation_imported").await, 0);
}

async fn faults_prevent_an_import_or_are_left_out(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    let outside = site.database.folder().join("secret.md");
    std::fs::write(&outside, "# Outside\n\nNot in the folder.").unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("linked.md")).unwrap();
    std::os::unix::fs::symlink(site.database.folder(), folder.join("linked")).unwrap();
    std::fs::write(folder.join("good.md"), "# Good\n\nSee [[bad]] and ![[broken.png]] and ![[gate.png]].").unwrap();
    std::fs::write(folder.join("gate.png"), png(2, 2)).unwrap();
    std::fs::write(folder.join("broken.png"), &png(9, 9)[..30]).unwrap();
    for (name, bytes) in [
        ("bad.md", &b"# A\n\n:::level 4\nNever closed"[..]),
        ("empty.md", b" \n"),
        ("long.md", &vec![b'x'; 200_001]),
        ("people/good.md", b"# good\n\nAgain"),
        ("sound.md", b"RIFF\0\0\0\x1b"),
        ("yaml.md", b"---\ntitle: \"Half\n---\nText"),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let stopped = import(&site, &folder, &[]);
    assert_eq!(stopped.status.code(), Some(2), "{}", output(&stopped));
    for line in [
        "FAULTS  7 in 7 causes",
        "text is longer than 200,000 characters      --long split",
        "two notes have one title      --same-title folder",
        "people/good.md               good, like good.md",
        "note is empty",
        "note is not text",
        "front matter is not valid",
        "picture cannot be decoded",
        "linked.md",
    ] {
        assert!(output(&stopped).contains(line), "{line}: {}", output(&stopped));
    }
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, 0);
    assert_eq!(site.count("SELECT count(*) AS n FROM uploads").await, 0);
    let skipped = import(&site, &folder, &["--on-fault", "skip"]);
    assert!(skipped.status.success() && output(&skipped).contains("1 documents"), "{}", output(&skipped));
    assert_eq!(site.count("SELECT count(*) AS n FROM documents WHERE content LIKE '%See [[bad]] and ![[broken.png]] and ![gate](file:%'").await, 1);
    assert_eq!(site.count("SELECT count(*) AS n FROM uploads WHERE kind = 'picture'").await, 1);
    let settled = import(&site, &folder, &["--on-fault", "skip", "--long", "split", "--same-title", "folder"]);
    assert!(settled.status.success() && output(&settled).contains("3 documents"), "{}", output(&settled));
    assert_eq!(site.count("SELECT count(*) AS n FROM documents WHERE title = 'good (people)'").await, 1);
    assert_eq!(site.count("SELECT count(*) AS n FROM documents WHERE title = 'long (part 2)'").await, 1);
}

async fn links_and_pictures_come_along(database: TestDatabase) {
    let (mut site, folder) = stopped(database).await;
    std::fs::write(folder.join("map.png"), png(600, 20)).unwrap();
    std::fs::write(folder.join("people/plan.txt"), "The plan").unwrap();
    std::fs::write(
        folder.join("a.md"),
        "# First\n\n[[people/Bray|the keeper]], [her log](people/bray.md#the-log), ![[map.png|200]], \
         [plan](people/plan.txt), [[nowhere]], `[[people/Bray]]`",
    )
    .unwrap();
    std::fs::write(folder.join("people/Bray.md"), "---\nauthor: Edda\n---\n# Old Bray\n\n## The log\n\n[[Bray]]")
        .unwrap();
    let run = import(&site, &folder, &[]);
    assert!(run.status.success(), "{}", output(&run));
    assert!(output(&run).contains("3  resolve, 100.0 %"), "{}", output(&run));

    site.restart().await;
    let reader = site.sign_in("vane", PASSWORD).await;
    let found = reader.get("/api/documents?q=Bray&limit=5").await;
    let bray = found.each("id").into_iter().zip(found.each("title")).find(|(_, title)| title == "Old Bray").unwrap().0;
    let label = format!("DOC-{}", &bray[..8]);
    let first = reader.get("/api/documents?q=First&limit=5").await.each("id")[0].clone();
    let first = reader.get(&format!("/api/documents/{first}")).await;
    let content = first.text("content");
    for part in [
        format!("[[{label}|the keeper]]"),
        format!("[[{label}#the-log|her log]]"),
        "[plan](people/plan.txt), [[nowhere]], `[[people/Bray]]`".to_owned(),
    ] {
        assert!(content.contains(&part), "{part}: {content}");
    }
    let picture = content.split("![map|200](file:").nth(1).unwrap();
    let object = reader.get(&format!("/objects/{}", &picture[..36])).await;
    assert_eq!((object.status, object.header("content-type")), (200, "image/png"));
    assert_eq!(reader.get(&first.text("filePath")).await.bytes, b"The plan");
    let bray = reader.get(&format!("/api/documents/{bray}")).await;
    assert!(bray.text("content").ends_with("Written by Edda in the source\n"), "{}", bray.text("content"));
}

async fn links_of_submissions_name_titles(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    std::fs::write(folder.join("a.md"), "# First\n\n[[people/bray|the keeper]] [[odd]]").unwrap();
    std::fs::write(folder.join("people/bray.md"), "# Old Bray\n\nText").unwrap();
    std::fs::write(folder.join("odd.md"), "---\ntitle: 'Odd [x]'\n---\nText").unwrap();
    let shown = folder.display().to_string();
    let run = site.facility(&["import", &shown, "--as", "submissions", "--owner", "vane"]);
    assert!(run.status.success(), "{}", output(&run));
    let linked = "SELECT count(*) AS n FROM submissions WHERE content LIKE '%[[Old Bray|the keeper]] [[odd]]'";
    assert_eq!(site.count(linked).await, 1);
}

async fn a_second_run_adds_what_is_new_or_changed(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    for (name, text) in [("a", "One"), ("b", "One"), ("c", "One")] {
        std::fs::write(folder.join(format!("{name}.md")), format!("# {name}\n\n{text}")).unwrap();
    }
    assert!(import(&site, &folder, &[]).status.success());
    let again = import(&site, &folder, &[]);
    assert!(output(&again).contains("0 new, 0 changed, 3 already here"), "{}", output(&again));
    assert_eq!(site.audited("installation_imported").await, 1);
    std::fs::write(folder.join("a.md"), "# a\n\nTwo [[b]] [[d]]").unwrap();
    std::fs::write(folder.join("b.md"), "# b\n\nTwo").unwrap();
    std::fs::write(folder.join("d.md"), "# d\n\nNew").unwrap();
    std::fs::remove_file(folder.join("c.md")).unwrap();
    site.execute("UPDATE documents SET version = 2 WHERE title = 'b'".to_owned()).await;
    let third = import(&site, &folder, &[]);
    for line in ["1 new, 1 changed, 1 already here", "no longer in the source", "changed in the source and here"] {
        assert!(output(&third).contains(line), "{line}: {}", output(&third));
    }
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, 4);
    let changed = "SELECT count(*) AS n FROM documents WHERE title = 'a' AND version = 2 \
                   AND content LIKE '%Two [[DOC-%|b]] [[DOC-%|d]]'";
    assert_eq!(site.count(changed).await, 1);
    let versions = "SELECT count(*) AS n FROM document_versions WHERE content LIKE '%One'";
    assert_eq!(site.count(versions).await, 1);
    let fourth = import(&site, &folder, &["--dry-run"]);
    assert!(output(&fourth).contains("0 new, 0 changed, 3 already here"), "{}", output(&fourth));
}

async fn a_map_gives_categories_and_levels(database: TestDatabase) {
    let (site, folder) = stopped(database).await;
    std::fs::write(folder.join("people/a.md"), "---\ncategory: NPC\n---\n# A").unwrap();
    std::fs::write(folder.join("b.md"), "---\ncategory: npc\n---\n# B\n\n{{4|Low}}").unwrap();
    let map = site.database.folder().join("map.toml");
    std::fs::write(&map, "[category]\nnpc = \"ENTITY\"\n[level]\nnpc = 3\n\"people/\" = 4\n").unwrap();
    let run = import(&site, &folder, &["--map", &map.display().to_string()]);
    assert!(run.status.success(), "{}", output(&run));
    let level = |title: &str, level: u8| {
        format!(
            "SELECT count(*) AS n FROM documents WHERE title = '{title}' AND clearance_level = {level} AND category = 'ENTITY'"
        )
    };
    assert_eq!(site.count(&level("A", 4)).await, 1);
    assert_eq!(site.count(&level("B", 3)).await, 1);
    std::fs::write(&map, "[category]\nnpc = \"MONSTER\"\n").unwrap();
    let refused = import(&site, &folder, &["--map", &map.display().to_string()]);
    assert!(
        refused.status.code() == Some(1) && output(&refused).contains("MONSTER is not one of"),
        "{}",
        output(&refused)
    );
}

async fn imported_documents_have_the_dates_of_their_files(database: TestDatabase) {
    let (mut site, folder) = stopped(database).await;
    let put = |name: &str, text: &str, modified: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let modified: Timestamp = modified.parse().unwrap();
        let modified = UNIX_EPOCH + modified.since(Timestamp::EPOCH);
        std::fs::File::options().append(true).open(&path).unwrap().set_modified(modified).unwrap();
    };
    put("a.md", "---\ndate: 2021-03-04T05:06:07Z\n---\n# Third\n\nText.", "2020-01-01T00:00:00Z");
    put("b.md", "---\ncreated: 2019-05-01\n---\n# First\n\nText.", "2020-01-01T00:00:00Z");
    put("c.md", "---\ncreated: 2019-05-01\n---\n# Second\n\nText.", "2020-01-01T00:00:00Z");
    put("d.md", "# Fourth\n\nText.", "2022-01-01T00:00:00Z");
    put("e.md", "# Fifth\n\nText.", "2999-01-01T00:00:00Z");
    let shown = folder.display().to_string();
    let before = site.now();
    for kind in [&["documents", "--level", "1"][..], &["submissions", "--source", "another"]] {
        let run = site.facility(&[&["import", &*shown, "--owner", "vane", "--as"][..], kind].concat());
        assert!(run.status.success(), "{}", output(&run));
    }
    let distinct = "SELECT count(DISTINCT created_at) AS n FROM";
    assert_eq!(site.count(&format!("{distinct} documents WHERE created_at = updated_at")).await, 5);
    assert_eq!(site.count(&format!("{distinct} submissions")).await, 5);

    site.restart().await;
    let owner = site.sign_in("vane", PASSWORD).await;
    let documents = owner.get("/api/documents?limit=5").await;
    assert_eq!(documents.each("title"), ["Fifth", "Fourth", "Third", "Second", "First"]);
    let dates = documents.each("createdAt");
    assert_eq!(
        dates[1..],
        [
            "2022-01-01T00:00:00.000Z",
            "2021-03-04T05:06:07.000Z",
            "2019-05-01T00:00:00.000Z",
            "2019-05-01T00:00:00.000Z"
        ]
    );
    // The date of the last file is in the future, so it counts as new.
    assert!(dates[0].parse::<Timestamp>().unwrap() <= site.now(), "{dates:?}");
    assert!(dates[0].parse::<Timestamp>().unwrap().plus(Duration::from_secs(1)) > before, "{dates:?}");
    assert_eq!(owner.get("/api/documents?q=before:2020-01-01&limit=5").await.each("title"), ["Second", "First"]);
    // The three days for a review start with the import, whatever the file's date is.
    let reviewer = site.sign_in("administrator", ADMIN_PASSWORD).await;
    let waiting = reviewer.get("/api/admin/submissions?limit=5").await;
    assert_eq!(waiting.each("title"), ["First", "Second", "Third", "Fourth", "Fifth"]);
    for submitted in waiting.each("createdAt") {
        let submitted: Timestamp = submitted.parse().unwrap();
        assert!(submitted.plus(Duration::from_secs(1)) > before && submitted <= site.now());
    }
}

async fn folders_become_sections_and_authors_accounts(database: TestDatabase) {
    let (mut site, folder) = stopped(database).await;
    let text = |title: &str, author: &str| format!("---\nauthor: {author}\n---\n# {title}\n\nWords.");
    std::fs::write(folder.join("a.md"), text("The gate", "Vane")).unwrap();
    std::fs::write(folder.join("people/b.md"), text("The keeper", "Edda Marsh")).unwrap();
    std::fs::write(folder.join("people/c.md"), text("The miller", "Edda Marsh")).unwrap();
    let flags = ["--sections", "--authors", "as-accounts"];
    let run = import(&site, &folder, &flags);
    for expected in ["1  sections of the archive", "2  accounts, from authors", "1 sections", "1 users, 1 exist"] {
        assert!(run.status.success() && output(&run).contains(expected), "{expected}: {}", output(&run));
    }
    std::fs::write(folder.join("people/d.md"), text("The baker", "Edda Marsh")).unwrap();
    std::fs::write(folder.join("people/b.md"), text("The keeper", "Vane")).unwrap();
    let run = import(&site, &folder, &flags);
    assert!(
        output(&run).contains("1 exist under another id") && !output(&run).contains("1 users,"),
        "{}",
        output(&run)
    );
    let shown = folder.display().to_string();
    let refused = site.facility(&["import", &shown, "--as", "submissions", "--owner", "vane", "--sections"]);
    assert!(output(&refused).contains("--sections is for documents"), "{}", output(&refused));
    let reset = site.facility(&["admin", "reset-password", "edda-marsh"]);
    assert!(reset.status.success(), "{}", output(&reset));

    site.restart().await;
    let reader = site.sign_in("vane", PASSWORD).await;
    assert_eq!(reader.get("/api/documents?limit=5").await.each("title"), ["The gate"]);
    let sections = reader.get("/api/archive/sections").await;
    assert_eq!(sections.each("name"), ["people"]);
    let path = format!("/api/archive/documents/{}?limit=5", sections.each("id")[0]);
    let archived = reader.get(&path).await;
    assert_eq!(archived.each("title"), ["The baker", "The miller", "The keeper"]);
    assert_eq!(archived.each("submittedByUsername"), ["Edda-Marsh"; 3]);
    let versions = reader.get(&format!("/api/documents/{}/versions?limit=5", archived.each("id")[2])).await;
    assert_eq!(versions.each("createdByUsername"), ["vane", "Edda-Marsh"]);
    let level = "SELECT count(*) AS n FROM users WHERE username = 'Edda-Marsh' AND clearance_level = 1 AND is_approved";
    assert_eq!(site.count(level).await, 1);
}
