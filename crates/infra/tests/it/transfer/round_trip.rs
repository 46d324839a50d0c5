//! A database survives a round trip through an archive.

use super::{FILE, FILE_ID, Members, empty_like, export, fill, id, import, members, objects, stored};
use crate::documents::{shown, typed};
use crate::harness::{Fixture, on_each_database};
use crate::users::{admin, create};
use facility_documents::ports::{DocumentQueries as _, DocumentRepository as _};
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::visibility::Visibility;
use facility_infra::storage::documents::store::DocumentStore;
use facility_infra::transfer::export::ExportOptions;
use facility_kernel::PageRequest;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_transfer::error::TransferError;
use facility_transfer::manifest::Manifest;
use futures_util::TryStreamExt as _;

on_each_database![
    archive_leaves_every_record_equal_in_the_other_database,
    imported_documents_are_found_counted_and_shown,
    secrets_and_drafts_are_exported_only_on_request,
    second_import_leaves_every_record_and_reports_it,
    records_with_the_same_name_under_another_id_are_used_instead,
    second_factors_are_not_exported,
    import_without_its_audit_entry_changes_nothing,
    file_that_does_not_match_its_record_stops_the_export,
];

const EVERYTHING: ExportOptions = ExportOptions { credentials: true, drafts: true };

/// Creates an empty database of the other kind if there is a PostgreSQL server, else of the same kind.
fn other(f: &Fixture) -> Fixture {
    if f.is_sqlite() { Fixture::postgres().unwrap_or_else(Fixture::sqlite) } else { Fixture::sqlite() }
}

/// Returns the members that are equal in every export of the same records.
fn records(archive: &[u8]) -> Members {
    let mut members = members(archive);
    members.remove("manifest.json");
    members.remove("audit.ndjson");
    members
}

fn assert_same(one: &[u8], other: &[u8]) {
    let (one, other) = (records(one), records(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(bytes), text(&other[name]), "{name}");
    }
}

async fn second_factors_are_not_exported(f: Fixture) {
    fill(&f).await;
    f.execute("UPDATE users SET two_factor_enabled = TRUE").await.unwrap();
    let archive = export(&f, EVERYTHING).await.unwrap();
    let other = other(&f);
    import(&other, &archive).await.unwrap();
    // Without their secrets and codes the accounts could never sign in.
    assert_eq!(other.count("SELECT count(*) AS n FROM users WHERE two_factor_enabled").await, 0);
    assert_eq!(f.count("SELECT count(*) AS n FROM users WHERE NOT two_factor_enabled").await, 0);
}

async fn archive_leaves_every_record_equal_in_the_other_database(f: Fixture) {
    fill(&f).await;
    let archive = export(&f, EVERYTHING).await.unwrap();
    let other = other(&f);
    let report = import(&other, &archive).await.unwrap();
    assert!(report.kinds.values().all(|kind| kind.left == 0 && kind.mapped == 0), "{report:?}");
    let there = export(&other, EVERYTHING).await.unwrap();
    assert_same(&archive, &there);
    // Then import it back into a database of the first kind.
    let back = empty_like(&f);
    import(&back, &there).await.unwrap();
    assert_same(&archive, &export(&back, EVERYTHING).await.unwrap());
    for derived in ["document_links", "document_titles", "document_variants", "document_texts"] {
        let sql = format!("SELECT count(*) AS n FROM {derived}");
        let count = f.count(sql.clone()).await;
        assert_eq!((other.count(sql.clone()).await, back.count(sql).await), (count, count), "{derived}");
        assert!(count > 0, "{derived}");
    }
    let manifest: Manifest = serde_json::from_slice(&members(&archive)["manifest.json"]).unwrap();
    let counts: Vec<(&str, u64)> = manifest.counts.iter().map(|(kind, n)| (kind.as_str(), *n)).collect();
    assert_eq!(
        counts,
        [
            ("comments", 2),
            ("counters", 1),
            ("documents", 2),
            ("drafts", 1),
            ("edit-steps", 1),
            ("edits", 1),
            ("file-refs", 4),
            ("files", 2),
            ("imported-pages", 1),
            ("sections", 2),
            ("submission-steps", 1),
            ("submissions", 1),
            ("templates", 1),
            ("trash", 1),
            ("trashed-rows", 5),
            ("users", 3),
            ("versions", 2),
            ("watches", 2),
        ]
    );
    assert_eq!(manifest.members.len(), records(&archive).len() + 1);
    assert_eq!(other.count("SELECT count(*) AS n FROM audit_log").await, 1);
}

async fn imported_documents_are_found_counted_and_shown(f: Fixture) {
    let source = Fixture::sqlite();
    fill(&source).await;
    import(&f, &export(&source, ExportOptions::default()).await.unwrap()).await.unwrap();
    let repo = DocumentStore::new(f.db.clone());
    let reader = Visibility::of(&actor(9, 5, true), TEST_NOW);
    let shelf = || DocumentFilter::all(Shelf::Repository(reader));
    let found = DocumentFilter { search: typed("\"brass lantern\""), ..shelf() };
    let page = repo.summaries(found, PageRequest::FIRST).await.unwrap();
    let ids: Vec<String> = page.items.iter().map(|item| item.document.id.to_string()).collect();
    assert_eq!(ids, [id(0x101)]);
    assert_eq!(page.items[0].files.first().map(|file| file.attachment.name.as_str()), Some("notes é.md"));
    assert_eq!(repo.count(shelf()).await.unwrap(), 1, "the other one is archived");
    let preview = shown(page.items.into_iter().next().unwrap()).preview;
    assert!(preview.starts_with("A brass lantern"), "{preview}");
    let archived = repo.find(id(0x102).parse().unwrap()).await.unwrap().unwrap();
    assert!(archived.document.placement.is_archived());
    let bytes = objects(&f).get(&format!("uploads/{FILE_ID}"), None).await.unwrap();
    assert_eq!(bytes.try_concat_bytes().await, FILE);
}

/// Concatenates the chunks of a stream.
trait Concatenate {
    async fn try_concat_bytes(self) -> Vec<u8>;
}

impl Concatenate for facility_files::ports::ByteStream {
    async fn try_concat_bytes(self) -> Vec<u8> {
        let pieces: Vec<bytes::Bytes> = self.try_collect().await.unwrap();
        pieces.concat()
    }
}

async fn secrets_and_drafts_are_exported_only_on_request(f: Fixture) {
    fill(&f).await;
    let archive = members(&export(&f, ExportOptions::default()).await.unwrap());
    assert!(!archive.contains_key("drafts.jsonl"));
    let users = String::from_utf8(archive["users.jsonl"].clone()).unwrap();
    assert!(users.contains("\"Mercer\"") && !users.contains("argon2") && !users.contains("hash"), "{users}");
    let archive = members(&export(&f, EVERYTHING).await.unwrap());
    assert!(String::from_utf8_lossy(&archive["users.jsonl"]).contains("$argon2id$1"));
    assert!(String::from_utf8_lossy(&archive["drafts.jsonl"]).contains("Half"));
}

async fn second_import_leaves_every_record_and_reports_it(f: Fixture) {
    let source = Fixture::sqlite();
    fill(&source).await;
    let archive = export(&source, EVERYTHING).await.unwrap();
    import(&f, &archive).await.unwrap();
    f.execute("UPDATE documents SET title = 'Changed here', version = 3").await.unwrap();
    f.execute("DELETE FROM document_versions").await.unwrap();
    f.execute("DELETE FROM comments").await.unwrap();
    let report = import(&f, &archive).await.unwrap();
    assert!(report.kinds.values().all(|kind| kind.added == 0), "{report:?}");
    assert_eq!(report.kinds["documents"].left_ids, [id(0x101), id(0x102)]);
    assert_eq!(report.kinds["versions"].left, 2, "they belong to a document that was left");
    assert_eq!(report.kinds["comments"].left, 2, "they belong to a document that was left");
    assert_eq!((&report.kinds["trash"].left_ids[..], report.kinds["trashed-rows"].left), (&[id(0x103)][..], 5));
    assert_eq!(f.count("SELECT count(*) AS n FROM documents WHERE title = 'Changed here'").await, 2);
}

async fn records_with_the_same_name_under_another_id_are_used_instead(f: Fixture) {
    let source = Fixture::sqlite();
    fill(&source).await;
    create(&f, admin(77, "MERCER")).await;
    let own = f.count("SELECT count(*) AS n FROM users").await;
    f.execute(
        "INSERT INTO archive_sections (id, name, name_key, description, section_type, display_order, is_active, created_by, \
         created_at, updated_at) SELECT '00000000-0000-4000-8000-0000000000aa', 'DEEP', 'deep', '', 'general', 0, TRUE, id, \
         1, 1 FROM users",
    )
    .await
    .unwrap();
    let report = import(&f, &export(&source, EVERYTHING).await.unwrap()).await.unwrap();
    assert_eq!((report.kinds["users"].mapped, report.kinds["sections"].mapped), (1, 1));
    assert_eq!(f.count("SELECT count(*) AS n FROM users").await, own + 2);
    let owned = "SELECT count(*) AS n FROM documents JOIN users ON users.id = submitted_by WHERE username = 'MERCER'";
    assert_eq!(f.count(owned).await, 1);
    let requested = "SELECT count(*) AS n FROM documents \
                     WHERE archive_request_section = '00000000-0000-4000-8000-0000000000aa'";
    assert_eq!(f.count(requested).await, 1);
}

async fn import_without_its_audit_entry_changes_nothing(f: Fixture) {
    let source = Fixture::sqlite();
    fill(&source).await;
    let archive = export(&source, EVERYTHING).await.unwrap();
    f.break_audit_log().await;
    import(&f, &archive).await.unwrap_err();
    assert_eq!(f.count("SELECT count(*) AS n FROM users").await, 0);
    assert_eq!(stored(&f), Vec::<String>::new());
}

async fn file_that_does_not_match_its_record_stops_the_export(f: Fixture) {
    fill(&f).await;
    let path = f.database.folder().join("objects/uploads").join(FILE_ID);
    for damage in [&b"Other"[..], &vec![b'x'; FILE.len()], &vec![b'x'; FILE.len() + 1]] {
        std::fs::write(&path, damage).unwrap();
        let error = export(&f, EVERYTHING).await.unwrap_err();
        assert!(matches!(&error, TransferError::BrokenFile { id, .. } if id == FILE_ID), "{error}");
    }
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(export(&f, EVERYTHING).await, Err(TransferError::BrokenFile { .. })));
}
