//! The search index and the links of imported documents.

use super::{empty_like, export, fill, import};
use crate::harness::{Fixture, on_each_database};
use crate::users::{create, user};
use facility_documents::document::Document;
use facility_documents::visibility::testing::document;
use facility_infra::testing::test_keys;
use facility_infra::transfer::export::ExportOptions;
use facility_infra::transfer::folder::{FolderImporter, ImportedRecord, MarkdownFile};
use facility_kernel::testing::TEST_NOW;
use tokio::task::spawn_blocking;

on_each_database![
    folder_import_reports_what_it_leaves_out_and_indexes_only_its_documents,
    archive_import_indexes_only_its_documents
];

/// Inserts a document without words, links and a preview, which a search for incomplete documents finds.
const BARE: &str = "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
     archive_requested, version, created_at, updated_at) \
     SELECT '00000000-0000-4000-9000-000000000001', 'Bare', 'Text', 'OTHER', 1, id, FALSE, FALSE, 1, 1, 1 \
     FROM users WHERE username = 'bearer'";

/// Returns how many documents lack a preview, a plain text, and a title in the table of link targets.
async fn bare(f: &Fixture) -> [i64; 3] {
    [
        f.count("SELECT count(*) AS n FROM documents WHERE preview = ''").await,
        f.count("SELECT count(*) AS n FROM documents WHERE position NOT IN (SELECT position FROM document_texts)")
            .await,
        f.count("SELECT count(*) AS n FROM documents WHERE position NOT IN (SELECT position FROM document_titles)")
            .await,
    ]
}

async fn folder_import_reports_what_it_leaves_out_and_indexes_only_its_documents(f: Fixture) {
    create(&f, user(1, "bearer")).await;
    f.execute(BARE).await.unwrap();
    let folder = f.database.folder().join("notes");
    std::fs::create_dir(&folder).unwrap();
    for n in 0..3 {
        std::fs::write(folder.join(format!("{n}.md")), "A lantern burns in [[Bare]].").unwrap();
    }
    std::fs::write(folder.join("1.md"), "---\ntags: [a]\nid: 7\n---\nText").unwrap();
    std::fs::write(folder.join("map.png"), "png").unwrap();
    std::fs::write(folder.join(".hidden"), "x").unwrap();
    let importer = FolderImporter::new(f.database.target().clone(), test_keys().audit_chain());
    let entry = f.entry();
    let run = move || {
        let mut n = 0;
        let make = |_file: MarkdownFile<'_>| {
            n += 1;
            Ok(ImportedRecord::Document(Box::new(Document { created_at: TEST_NOW, ..document(n, 1, 1) })))
        };
        importer.import(&folder, TEST_NOW, make, |_report| entry, &mut |_, _, _| {})
    };
    let report = spawn_blocking(run).await.unwrap().unwrap();
    assert_eq!(report.kinds["documents"].added, 3);
    assert_eq!(report.left_out, ["map.png: not a Markdown file", "1.md: tags, id of the front matter"]);
    assert_eq!(bare(&f).await, [1; 3]);
}

async fn archive_import_indexes_only_its_documents(f: Fixture) {
    fill(&f).await;
    let archive = export(&f, ExportOptions::default()).await.unwrap();
    let target = empty_like(&f);
    create(&target, user(1, "bearer")).await;
    target.execute(BARE).await.unwrap();
    assert!(import(&target, &archive).await.unwrap().kinds["documents"].added > 0);
    assert_eq!(bare(&target).await, [1; 3]);
}
