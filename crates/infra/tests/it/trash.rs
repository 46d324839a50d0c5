//! Deleted documents: no read finds them until they are restored.

use crate::archive::{Commits as _, archived_in, create as create_section, moved};
use crate::comments::{comment, create as comment_on, new as new_comment};
use crate::documents::{deletion, owners, publish, searching};
use crate::harness::{Fixture, batch, on_each_database, readable};
use crate::search_index::revise;
use crate::uploads::finished;
use diesel::{QueryableByName, RunQueryDsl};
use facility_archive::section::testing::section;
use facility_documents::document::{Document, Placement};
use facility_documents::ports::{DocumentQueries as _, DocumentRepository as _};
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::services::trash::Trash;
use facility_documents::trash::{Purge, Restoration, TRASH_RETENTION, TrashedDocument};
use facility_documents::visibility::testing::{document, everything};
use facility_files::file::FilePath;
use facility_files::ports::MockHeldFiles;
use facility_infra::clock::UuidIds;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, context, numbered};
use facility_kernel::{Clearance, DomainError as _, Limit, PageRequest, RequestContext, StoreError, UploadId, UserId};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    deleted_document_is_found_by_nothing_and_restored_as_it_was,
    every_table_that_names_documents_is_considered,
    pending_edits_are_withdrawn_and_decided_ones_return,
    trash_is_listed_last_deleted_first,
    files_are_held_in_the_trash_and_released_by_the_purge,
    damaged_document_does_not_prevent_purging_others,
    only_one_of_a_concurrent_restoration_and_purge_succeeds,
    comment_during_a_deletion_goes_to_the_trash_with_the_document,
    document_returns_to_the_repository_if_its_section_closed,
    nothing_is_restored_or_purged_without_its_entry,
];

fn by() -> UserId {
    UserId::Account(numbered(1))
}

async fn delete(f: &Fixture, document: &Document) {
    DocumentStore::new(f.db.clone()).commit(f.audited(deletion(document))).await.unwrap();
}

async fn restore(f: &Fixture, document: &Document) -> Result<(), StoreError> {
    f.trash().restore(f.audited(Restoration { id: document.id })).await
}

/// Purges a document in the trash, and returns the released uploads.
pub async fn purge(f: &Fixture, document: &Document) -> Result<Vec<UploadId>, StoreError> {
    f.trash().purge(f.audited(Purge { id: document.id })).await
}

fn level(n: i64) -> Clearance {
    Clearance::parse(n).unwrap()
}

const NOTIFIED: &str = "INSERT INTO notifications (id, user_id, kind, title, entity_type, entity_id, created_at) \
    SELECT id, submitted_by, 'edit_approved', title, 'document', id, 1 FROM documents";

async fn deleted_document_is_found_by_nothing_and_restored_as_it_was(f: Fixture) {
    owners(&f).await;
    let (documents, comments) = (DocumentStore::new(f.db.clone()), f.comments());
    let (versions, trash) = (f.versions(), f.trash());
    let first = document(1, 1, 1).saying("The \"gate\" opens. {{3|Quietly\ttoo}} \\ 漢字");
    publish(&f, &first).await;
    publish(&f, &document(2, 1, 1).saying("another gate")).await;
    let second = Document { version: 2, ..first.clone() }.saying("The gate closes. {{3|Quietly}}");
    revise(&documents, &f, second.clone()).await.unwrap();
    comment_on(&f, &*comments, 1, 1).await.unwrap();
    f.execute(NOTIFIED).await.unwrap();
    let everything = || DocumentFilter::all(Shelf::Everything(Clearance::MAX));
    let state = async || {
        let page = PageRequest::FIRST;
        (
            documents.find(first.id).await.unwrap(),
            versions.list(first.id, level(5), true, page).await.unwrap(),
            comments.list(first.id, level(5), page).await.unwrap(),
            documents.count(everything()).await.unwrap(),
            documents.count(searching("quietly")).await.unwrap(),
            documents.count(searching("gate")).await.unwrap(),
            f.count("SELECT COUNT(*) AS n FROM notifications").await,
        )
    };
    let before = state().await;
    // The owner is notified of the comment.
    assert_eq!((before.3, before.4, before.5, before.6), (2, 1, 2, 3));
    delete(&f, &second).await;
    let gone = state().await;
    assert_eq!((gone.0, gone.1.items.len(), gone.2.0.items.len()), (None, 0, 0));
    assert_eq!((gone.3, gone.4, gone.5, gone.6), (1, 0, 1, 1));
    assert_eq!(trash.find(document(2, 1, 1).id).await.unwrap(), None);
    restore(&f, &second).await.unwrap();
    assert_eq!(state().await, before);
    assert_eq!(trash.find(first.id).await.unwrap(), None);
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM trashed_rows").await, 0);
    // A restored document can be changed and deleted a second time.
    delete(&f, &second).await;
    restore(&f, &second).await.unwrap();
    revise(&documents, &f, Document { version: 3, ..second.clone() }.saying("Now open")).await.unwrap();
    assert_eq!(documents.count(searching("gate")).await.unwrap(), 1);
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = diesel::sql_types::Text)]
    name: String,
}

/// Checks every table that references documents: it is copied to the trash exactly if its foreign key deletes its rows
/// with the document.
async fn every_table_that_names_documents_is_considered(f: Fixture) {
    let (columns, keys) = if f.is_sqlite() {
        (
            "SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND columns.name LIKE '%document_id'",
            "SELECT tables.name FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys \
             WHERE tables.type = 'table' AND keys.\"table\" = 'documents' AND keys.\"to\" = 'id' \
             AND keys.on_delete = 'CASCADE'",
        )
    } else {
        (
            "SELECT table_name::text AS name FROM information_schema.columns \
             WHERE table_schema = current_schema() AND column_name LIKE '%document_id'",
            "SELECT child.relname::text AS name FROM pg_constraint AS keys JOIN pg_class AS child \
             ON child.oid = keys.conrelid JOIN pg_attribute AS other ON other.attrelid = keys.confrelid \
             AND other.attnum = keys.confkey[1] WHERE keys.confrelid = 'documents'::regclass \
             AND keys.confdeltype = 'c' AND other.attname = 'id'",
        )
    };
    let names = async |sql: &'static str| {
        let rows: Vec<Named> = f.db.read(move |conn| Ok(diesel::sql_query(sql).load(conn)?)).await.unwrap();
        rows.into_iter().map(|row| row.name).collect::<Vec<_>>()
    };
    let carried = names(keys).await;
    // The access log and its readers, the documents themselves, links that have no target meanwhile, and the trash
    // itself.
    let left = ["document_access_log", "document_readers", "documents", "submissions", "trash", "trashed_rows"];
    for table in names(columns).await {
        assert_ne!(carried.contains(&table), left.contains(&table.as_str()), "{table}");
    }
    for table in ["comments", "document_edits", "document_versions"] {
        assert!(carried.contains(&table.to_owned()), "{table}");
    }
}

const EDITS: &str = "INSERT INTO document_edits (id, document_id, title, category, clearance_level, base_version, \
    base_clearance, status, submitted_by, approval_step, max_approval_steps, created_at, preview, content) \
    SELECT made.id, documents.id, 'T', 'OTHER', 1, 1, 1, made.status, submitted_by, 1, 1, 1, '', 'X' FROM documents, \
    (SELECT '00000000-0000-4000-8000-00000000000a' AS id, 'pending' AS status \
    UNION ALL SELECT '00000000-0000-4000-8000-00000000000b', 'approved') AS made; \
    INSERT INTO document_edit_steps (id, edit_id, step_number, approver_id, approver_username, status, approved_at) \
    SELECT id, id, 1, 'x', 'x', 'approved', 1 FROM document_edits";

async fn pending_edits_are_withdrawn_and_decided_ones_return(f: Fixture) {
    owners(&f).await;
    let plain = document(1, 1, 1);
    publish(&f, &plain).await;
    f.execute(EDITS).await.unwrap();
    let edits = "SELECT COUNT(*) AS n FROM document_edits";
    let steps = "SELECT COUNT(*) AS n FROM document_edit_steps";
    assert_eq!((f.count(edits).await, f.count(steps).await), (2, 2));
    delete(&f, &plain).await;
    assert_eq!((f.count(edits).await, f.count(steps).await), (0, 0));
    restore(&f, &plain).await.unwrap();
    assert_eq!((f.count(edits).await, f.count(steps).await), (1, 1));
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM document_edits WHERE status = 'approved'").await, 1);
}

async fn trash_is_listed_last_deleted_first(f: Fixture) {
    owners(&f).await;
    let trash = f.trash();
    for n in [2, 1, 3] {
        publish(&f, &document(n, 3, 2)).await;
        delete(&f, &document(n, 3, 2)).await;
    }
    let page = |after| PageRequest { limit: Limit::parse(2).unwrap(), after };
    let (first, total) = trash.list(page(None)).await.unwrap();
    let (rest, _) = trash.list(page(first.next)).await.unwrap();
    let ids: Vec<_> = first.items.iter().chain(&rest.items).map(|found| found.id).collect();
    assert_eq!((ids, total, rest.next), ([3, 1, 2].map(|n| document(n, 3, 2).id).to_vec(), 3, None));
    let plain = document(2, 3, 2);
    let expected = TrashedDocument {
        id: plain.id,
        title: plain.text.title.clone(),
        category: plain.text.category,
        clearance: level(3),
        owner: plain.owner,
        owner_username: "owner-2".to_owned(),
        version: 1,
        archive_section: None,
        created_at: TEST_NOW,
        updated_at: TEST_NOW,
        trashed_by: by(),
        trashed_by_username: "owner-1".to_owned(),
        trashed_at: TEST_NOW,
    };
    assert_eq!(trash.find(plain.id).await.unwrap(), Some(expected.clone()));
    assert_eq!(readable(trash.due(TEST_NOW, 10).await.unwrap()), []);
    let later = TEST_NOW.plus(Duration::from_secs(1));
    assert_eq!(readable(trash.due(later, 1).await.unwrap()), std::slice::from_ref(&expected));
    assert_eq!(expected.purged_at(), TEST_NOW.plus(TRASH_RETENTION));
}

async fn files_are_held_in_the_trash_and_released_by_the_purge(f: Fixture) {
    owners(&f).await;
    let documents = DocumentStore::new(f.db.clone());
    let (old, new) = (finished(&f, 1, 1).await, finished(&f, 2, 1).await);
    let first = Document { files: [old].into_iter().collect(), ..document(1, 1, 1) };
    let second = Document { files: [new].into_iter().collect(), version: 2, ..first.clone() };
    publish(&f, &first).await;
    revise(&documents, &f, second.clone()).await.unwrap();
    delete(&f, &second).await;
    let found =
        async |file| documents.find_by_file(file, everything(), by()).await.unwrap().map(|found| found.document);
    for file in [old, new].map(FilePath::of) {
        assert_eq!(found(file).await, None);
        assert!(documents.is_with_documents(file).await.unwrap());
    }
    restore(&f, &second).await.unwrap();
    assert_eq!(found(FilePath::of(new)).await, Some(second.id));
    delete(&f, &second).await;
    let mut released = purge(&f, &second).await.unwrap();
    released.sort_unstable();
    assert_eq!(released, [old, new]);
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM file_refs").await, 0);
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM trashed_rows").await, 0);
    assert!(matches!(purge(&f, &second).await, Err(StoreError::Stale)));
}

async fn damaged_document_does_not_prevent_purging_others(f: Fixture) {
    owners(&f).await;
    for n in 1..=4 {
        publish(&f, &document(n, 1, 1)).await;
        delete(&f, &document(n, 1, 1)).await;
    }
    // The first cannot be decoded. The second cannot be purged, because its version has no id.
    f.execute("UPDATE trash SET category = 'damaged' WHERE position = 1").await.unwrap();
    let version = format!(
        "INSERT INTO trashed_rows (document_id, source, content) \
         VALUES ('{}', 'document_versions', '{{\"id\": \"damaged\"}}')",
        document(2, 1, 1).id
    );
    f.db.write(move |conn| batch(conn, &version)).await.unwrap();
    let mut files = MockHeldFiles::new();
    files.expect_discard().return_const(());
    let service = Trash {
        trash: f.trash(),
        documents: Arc::new(DocumentStore::new(f.db.clone())),
        files: Arc::new(files),
        ids: Arc::new(UuidIds::default()),
    };
    let late = RequestContext { now: TEST_NOW.plus(TRASH_RETENTION * 2), ..context() };
    let failed = service.purge_due(&late).await.unwrap_err();
    assert_eq!(failed.code(), "internal_error");
    assert_eq!(f.count("SELECT count(*) AS n FROM trash").await, 2);
    assert_eq!(f.count("SELECT count(*) AS n FROM trash WHERE position <= 2").await, 2);
}

async fn only_one_of_a_concurrent_restoration_and_purge_succeeds(f: Fixture) {
    owners(&f).await;
    let documents = DocumentStore::new(f.db.clone());
    for n in 1..=15 {
        let plain = document(n, 1, 1);
        publish(&f, &plain).await;
        delete(&f, &plain).await;
        let (restored, purged) = tokio::join!(restore(&f, &plain), purge(&f, &plain));
        assert_ne!(restored.is_ok(), purged.is_ok());
        assert!(matches!(restored, Ok(()) | Err(StoreError::Stale)));
        assert!(matches!(purged, Ok(_) | Err(StoreError::Stale)));
        assert_eq!(documents.find(plain.id).await.unwrap().is_some(), restored.is_ok());
    }
    let (one, other) = (document(20, 1, 1), document(20, 1, 1));
    publish(&f, &one).await;
    delete(&f, &one).await;
    let (one, other) = tokio::join!(restore(&f, &one), restore(&f, &other));
    assert_ne!(one.is_ok(), other.is_ok());
}

async fn comment_during_a_deletion_goes_to_the_trash_with_the_document(f: Fixture) {
    owners(&f).await;
    let comments = f.comments();
    let plain = document(1, 1, 1);
    publish(&f, &plain).await;
    let mut written = 0;
    for n in 1..=10 {
        let new = f.audited(new_comment(&f, comment(n, 1)).await);
        let (commented, ()) = tokio::join!(comments.create(new, None), delete(&f, &plain));
        written += i64::from(commented.is_ok());
        assert_eq!(f.count("SELECT COUNT(*) AS n FROM comments").await, 0);
        restore(&f, &plain).await.unwrap();
        assert_eq!(f.count("SELECT COUNT(*) AS n FROM comments").await, written);
    }
}

async fn document_returns_to_the_repository_if_its_section_closed(f: Fixture) {
    owners(&f).await;
    let (documents, archive) = (DocumentStore::new(f.db.clone()), f.db.clone());
    for n in [1, 2] {
        create_section(&f, &archive, section(n)).await.unwrap();
        publish(&f, &document(n, 1, 1)).await;
        archive.place(&f, moved(&document(n, 1, 1), archived_in(n))).await.unwrap().unwrap();
        delete(&f, &documents.find(document(n, 1, 1).id).await.unwrap().unwrap().document).await;
    }
    f.execute("UPDATE archive_sections SET is_active = FALSE WHERE position = 1").await.unwrap();
    for n in [1, 2] {
        restore(&f, &document(n, 1, 1)).await.unwrap();
        let found = documents.find(document(n, 1, 1).id).await.unwrap().unwrap().document;
        assert_eq!(found.placement.is_archived(), n == 2);
        assert_eq!(found.placement == Placement::REPOSITORY, n == 1);
    }
}

async fn nothing_is_restored_or_purged_without_its_entry(f: Fixture) {
    owners(&f).await;
    let plain = document(1, 1, 1);
    publish(&f, &plain).await;
    delete(&f, &plain).await;
    f.break_audit_log().await;
    assert!(restore(&f, &plain).await.is_err());
    assert!(purge(&f, &plain).await.is_err());
    assert!(f.trash().find(plain.id).await.unwrap().is_some());
    assert_eq!(DocumentStore::new(f.db.clone()).find(plain.id).await.unwrap(), None);
}
