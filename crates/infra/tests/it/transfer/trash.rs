//! Documents in the trash are exported, and can be restored after an import.

use super::{FILE, TRASHED_FILE_ID, empty_like, export, fill, id, import, objects};
use crate::documents::searching;
use crate::harness::{Fixture, on_each_database};
use facility_documents::change::DocumentChange;
use facility_documents::ports::{DocumentQueries as _, DocumentRepository as _};
use facility_documents::trash::{Purge, Restoration};
use facility_documents::view::Stored;
use facility_infra::storage::documents::store::DocumentStore;
use facility_infra::transfer::export::ExportOptions;
use facility_kernel::testing::TEST_NOW;
use facility_kernel::{Clearance, DocumentId, PageRequest};
use futures_util::TryStreamExt as _;

on_each_database![
    trashed_document_can_be_restored_after_an_import,
    ids_in_the_trash_are_taken,
    purged_document_releases_its_imported_files,
];

fn trashed() -> DocumentId {
    id(0x103).parse().unwrap()
}

/// Moves the document prepared for it to the trash.
pub async fn delete(f: &Fixture) {
    let documents = DocumentStore::new(f.db.clone());
    let by = id(1).parse().unwrap();
    let deletion = DocumentChange::Trash { id: trashed(), version: 2, by, at: TEST_NOW };
    documents.commit(f.audited(deletion)).await.unwrap();
}

async fn restore(f: &Fixture) -> Option<Stored> {
    f.trash().restore(f.audited(Restoration { id: trashed() })).await.unwrap();
    DocumentStore::new(f.db.clone()).find(trashed()).await.unwrap()
}

async fn trashed_document_can_be_restored_after_an_import(f: Fixture) {
    // Exports from each kind of database.
    let mut sources = vec![Fixture::sqlite()];
    sources.extend(Fixture::postgres());
    for source in sources {
        let target = empty_like(&f);
        fill(&source).await;
        let archive = export(&source, ExportOptions::default()).await.unwrap();
        import(&target, &archive).await.unwrap();
        let listed = target.trash().find(trashed()).await.unwrap();
        assert_eq!(listed, source.trash().find(trashed()).await.unwrap());
        let documents = DocumentStore::new(target.db.clone());
        assert_eq!(documents.count(searching("tin")).await.unwrap(), 0);

        let there = restore(&target).await.unwrap();
        assert_eq!(Some(&there), restore(&source).await.as_ref());
        assert!(there.document.placement.is_archived());
        let comments = async |f: &Fixture| {
            let repo = f.comments();
            repo.list(trashed(), Clearance::MAX, PageRequest::FIRST).await.unwrap()
        };
        let versions = async |f: &Fixture| {
            let repo = f.versions();
            repo.list(trashed(), Clearance::MAX, true, PageRequest::FIRST).await.unwrap().items
        };
        assert_eq!((comments(&target).await.1, versions(&target).await.len()), (1, 2));
        assert_eq!(comments(&target).await.0.items, comments(&source).await.0.items);
        assert_eq!(versions(&target).await, versions(&source).await);
        assert_eq!(target.count("SELECT count(*) AS n FROM document_edit_steps").await, 2);
        let bytes = objects(&target).get(&format!("uploads/{TRASHED_FILE_ID}"), None).await.unwrap();
        assert_eq!(bytes.try_collect::<Vec<_>>().await.unwrap().concat(), FILE);
        let held = format!("SELECT count(*) AS n FROM file_refs WHERE upload_id = '{TRASHED_FILE_ID}'");
        assert_eq!(target.count(held).await, 1);
        assert_eq!(target.count("SELECT count(*) AS n FROM trashed_rows").await, 0);
    }
}

async fn ids_in_the_trash_are_taken(f: Fixture) {
    let source = Fixture::sqlite();
    fill(&source).await;
    let in_trash = export(&source, ExportOptions::default()).await.unwrap();
    restore(&source).await.unwrap();
    let present = export(&source, ExportOptions::default()).await.unwrap();
    import(&f, &in_trash).await.unwrap();
    // A document of the archive is in the trash of the target.
    let report = import(&f, &present).await.unwrap();
    assert!(report.kinds["documents"].left_ids.contains(&id(0x103)), "{report:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM documents").await, 2);
    assert_eq!(f.count("SELECT count(*) AS n FROM document_versions").await, 2);
    // A document of the target is in the trash of the archive.
    restore(&f).await.unwrap();
    let report = import(&f, &in_trash).await.unwrap();
    assert_eq!(report.kinds["trash"].left_ids, [id(0x103)]);
    assert_eq!((report.kinds["trash"].added, report.kinds["trashed-rows"].added), (0, 0));
    assert_eq!(f.count("SELECT count(*) AS n FROM trash").await, 0);
    assert_eq!(f.count("SELECT count(*) AS n FROM documents").await, 3);
}

async fn purged_document_releases_its_imported_files(f: Fixture) {
    let source = Fixture::sqlite();
    fill(&source).await;
    import(&f, &export(&source, ExportOptions::default()).await.unwrap()).await.unwrap();
    let purge = f.audited(Purge { id: trashed() });
    let released = f.trash().purge(purge).await.unwrap();
    // Another document also uses the file of its earlier version.
    let released: Vec<String> = released.iter().map(ToString::to_string).collect();
    assert_eq!(released, [TRASHED_FILE_ID]);
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs").await, 2);
}
