//! The search index and the links of imported documents.

use super::{empty_like, export, fill, import};
use crate::harness::{Fixture, on_each_database};
use crate::users::{create, user};
use facility_files::ports::{MockBlobs, MockPictureReader};
use facility_infra::clock::UuidIds;
use facility_infra::testing::test_keys;
use facility_infra::transfer::export::ExportOptions;
use facility_infra::transfer::pages::{Import, PageImporter, Prepared};
use facility_kernel::Clearance;
use facility_kernel::testing::TEST_NOW;
use facility_sources::collection::{Collection, Page, Revision};
use facility_sources::map::Map;
use facility_sources::plan::{Authors, Become, Options, Plan};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

on_each_database![page_import_indexes_only_its_documents, archive_import_indexes_only_its_documents];

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

async fn page_import_indexes_only_its_documents(f: Fixture) {
    create(&f, user(1, "bearer")).await;
    f.execute(BARE).await.unwrap();
    let page = |n: u8| Page {
        path: format!("{n}.md"),
        title: Some(format!("Lantern {n}")),
        revisions: vec![Revision { markdown: "Burns in [[Bare]].".to_owned(), ..Revision::default() }],
        ..Page::default()
    };
    let collection = Collection { pages: (0..3).map(page).collect(), ..Collection::default() };
    let options = Options {
        r#become: Become::Documents(Clearance::MIN),
        map: Map::default(),
        splits_long: false,
        adds_folders: false,
        authors: Authors::AsText,
        makes_sections: false,
        now: TEST_NOW,
    };
    let plan = Plan::new(collection, &HashMap::new(), options);
    let importer = PageImporter::new(
        (f.database.target().clone(), test_keys().audit_chain()),
        Arc::new(MockBlobs::new()),
        Arc::new(MockPictureReader::new()),
        Arc::new(UuidIds::default()),
        Handle::current(),
    );
    let entry = f.entry();
    let run = move || {
        let import = Import { source: "vault", owner: user(1, "bearer").id, now: TEST_NOW };
        importer.import(&plan, import, Prepared::default(), |_report| entry, &mut |_, _, _| {})
    };
    let report = spawn_blocking(run).await.unwrap().unwrap();
    assert_eq!(report.kinds["documents"].added, 3);
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
