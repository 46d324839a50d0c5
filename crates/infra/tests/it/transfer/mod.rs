//! Exports and imports: a database survives a round trip through an archive, and a bad archive changes nothing.

mod hostile;
mod pages;
mod round_trip;
mod trash;

use crate::harness::Fixture;
use facility_files::ports::Blobs;
use facility_infra::objects::Objects;
use facility_infra::testing::test_keys;
use facility_infra::transfer::export::{ExportOptions, Exporter};
use facility_infra::transfer::import::{ImportReport, Importer};
use facility_kernel::testing::TEST_NOW;
use facility_transfer::error::TransferError;
use facility_transfer::manifest::{Manifest, MemberSum};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

/// The members of an archive by their names.
pub type Members = BTreeMap<String, Vec<u8>>;

/// The bytes of the file that [`FILL`] describes.
pub const FILE: &[u8] = b"Field notes, \xff and others";
pub const FILE_ID: &str = "00000000-0000-7000-8000-0000000000f1";
/// The file of the document in the trash.
pub const TRASHED_FILE_ID: &str = "00000000-0000-7000-8000-0000000000f3";

pub fn id(n: u32) -> String {
    format!("00000000-0000-4000-8000-{n:012x}")
}

pub fn objects(f: &Fixture) -> Arc<dyn Blobs> {
    let url = format!("file:{}", f.database.folder().join("objects").display());
    Arc::new(Objects::open(&url, &BTreeMap::new()).unwrap())
}

/// Creates an empty database of the same kind.
pub fn empty_like(f: &Fixture) -> Fixture {
    if f.is_sqlite() { Fixture::sqlite() } else { Fixture::postgres().unwrap() }
}

/// Returns the names of the stored files.
pub fn stored(f: &Fixture) -> Vec<String> {
    let folder = f.database.folder().join("objects/uploads");
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

pub async fn export(f: &Fixture, options: ExportOptions) -> Result<Vec<u8>, TransferError> {
    let exporter = Exporter::new(f.database.target().clone(), objects(f), Handle::current());
    spawn_blocking(move || {
        exporter.write(Vec::new(), options, TEST_NOW, &mut |_, _, _| {}).map(|(bytes, _counts)| bytes)
    })
    .await
    .unwrap()
}

pub async fn import(f: &Fixture, archive: &[u8]) -> Result<ImportReport, TransferError> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(archive).unwrap();
    import_file(f, file).await
}

pub async fn import_file(f: &Fixture, file: File) -> Result<ImportReport, TransferError> {
    let (target, key) = (f.database.target().clone(), test_keys().audit_chain());
    let importer = Importer::new(target, key, objects(f), Handle::current());
    let entry = f.entry();
    spawn_blocking(move || importer.import(&file, |_report| entry, &mut |_, _, _| {})).await.unwrap()
}

pub fn members(archive: &[u8]) -> Members {
    let mut tar = tar::Archive::new(zstd::Decoder::new(archive).unwrap());
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().display().to_string();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (name, bytes)
    };
    tar.entries().unwrap().map(read).collect()
}

/// The order in which an export writes members.
pub fn order(archive: &[u8]) -> Vec<String> {
    let mut tar = tar::Archive::new(zstd::Decoder::new(archive).unwrap());
    tar.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().display().to_string()).collect()
}

/// Appends a member of any name and type.
pub fn append(tar: &mut tar::Builder<Vec<u8>>, name: &str, kind: tar::EntryType, bytes: &[u8]) {
    let mut header = tar::Header::new_ustar();
    // Writes the name directly into the header, because the library refuses such names.
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    header.set_cksum();
    tar.append(&header, bytes).unwrap();
}

/// Packs the members in this order.
pub fn packed(order: &[String], members: &Members) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for name in order {
        append(&mut tar, name, tar::EntryType::Regular, &members[name]);
    }
    compressed(&tar.into_inner().unwrap())
}

pub fn compressed(tar: &[u8]) -> Vec<u8> {
    zstd::encode_all(tar, 3).unwrap()
}

/// Replaces a member and updates its entry in the manifest.
pub fn replace(members: &mut Members, name: &str, bytes: Vec<u8>) {
    let mut manifest: Manifest = serde_json::from_slice(&members["manifest.json"]).unwrap();
    let sha256 = hex::encode(Sha256::digest(&bytes));
    manifest.members.insert(name.to_owned(), MemberSum { size: bytes.len() as u64, sha256 });
    members.insert(name.to_owned(), bytes);
    members.insert("manifest.json".to_owned(), serde_json::to_vec(&manifest).unwrap());
}

/// Fills every exported table, with nulls, booleans, and text that needs escaping.
pub async fn fill(f: &Fixture) {
    let sql = FILL.replace("<tab>", "\t");
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
    let sha256 = hex::encode(Sha256::digest(FILE));
    let sql = format!("UPDATE uploads SET sha256 = '{sha256}', size = {} WHERE status = 'final'", FILE.len());
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
    facility_infra::testing::index_documents(&f.db).await.unwrap();
    facility_infra::testing::link_documents(&f.db).await.unwrap();
    for file in [FILE_ID, TRASHED_FILE_ID] {
        let body = futures_util::stream::iter([Ok(bytes::Bytes::from_static(FILE))]);
        objects(f).put(&format!("uploads/{file}"), Box::pin(body)).await.unwrap();
    }
    trash::delete(f).await;
}

const FILL: &str = r#"
INSERT INTO users (id, username, username_key, password_hash, access_key, clearance_level, is_admin, is_approved,
    two_factor_enabled, email, theme, session_timeout, last_activity, failed_login_attempts, created_at, deleted_at, revision,
    first_steps_hidden, mail_step_ticked, backup_step_ticked)
VALUES
    ('00000000-0000-4000-8000-000000000001', 'Mercer', 'mercer', '$argon2id$1', 'command', 5, TRUE, TRUE, FALSE,
        'mercer@example.org', 'green-matrix', 15, 7, 0, 1000, NULL, 3, TRUE, TRUE, FALSE),
    ('00000000-0000-4000-8000-000000000002', 'Vane', 'vane', '$argon2id$2', 'security', 3, FALSE, TRUE, FALSE, NULL,
        'amber-crt', 30, NULL, 2, 2000, 9000, 1, FALSE, FALSE, TRUE),
    ('emergency-access', 'emergency-access', 'emergency-access', NULL, 'command', 5, TRUE, TRUE, FALSE, NULL,
        'green-matrix', 15, NULL, 0, 1000, NULL, 1, FALSE, FALSE, FALSE);
INSERT INTO archive_sections (id, name, name_key, description, section_type, parent_section, display_order, is_active,
    metadata, created_by, created_at, updated_at)
VALUES
    ('00000000-0000-4000-8000-000000000011', 'Deep', 'deep', '', 'general', NULL, 0, TRUE, '{"a":"b"}',
        '00000000-0000-4000-8000-000000000001', 1, 1),
    ('00000000-0000-4000-8000-000000000012', 'Below', 'below', '', 'timeline', NULL, 1, FALSE, NULL,
        '00000000-0000-4000-8000-000000000001', 1, 2);
-- The older section is below the newer one.
UPDATE archive_sections SET parent_section = '00000000-0000-4000-8000-000000000012'
WHERE id = '00000000-0000-4000-8000-000000000011';
INSERT INTO templates (id, name, description, category, content, required_clearance, is_active, created_by, created_at,
    updated_at)
VALUES ('00000000-0000-4000-8000-000000000021', 'Sighting', 'A "form"', 'INCIDENT', '# X', 2, FALSE,
    '00000000-0000-4000-8000-000000000002', 5, 6);
INSERT INTO uploads (id, ticket_hash, owner_id, status, filename, content_type, size, sha256, created_at, expires_at)
VALUES
    ('00000000-0000-7000-8000-0000000000f1', 'used', '00000000-0000-4000-8000-000000000002', 'final', 'notes é.md',
        'text/markdown', 1, 'x', 10, 20),
    ('00000000-0000-7000-8000-0000000000f2', 'open', '00000000-0000-4000-8000-000000000002', 'issued', NULL, NULL,
        NULL, NULL, 10, 20),
    ('00000000-0000-7000-8000-0000000000f3', 'used too', '00000000-0000-4000-8000-000000000002', 'final', 'plan.md',
        'text/markdown', 1, 'x', 10, 20);
INSERT INTO documents (id, title, content, category, clearance_level, file_path, submitted_by, is_archived, archive_section,
    archived_at, archived_by, archive_requested, archive_requested_at, archive_requested_by, archive_request_section,
    scheduled_release_at, version, created_at, updated_at)
VALUES
    ('00000000-0000-4000-8000-000000000101', 'The lantern', 'A brass lantern \ \n burns.

> Second  line<tab>

{{3|Under the step}} {{4|[[Nowhere]]}} [[A "quiet" room: é]]', 'RESEARCH', 1,
        '/objects/00000000-0000-7000-8000-0000000000f1', '00000000-0000-4000-8000-000000000002', FALSE, NULL, NULL, NULL,
        TRUE, 50, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000011', NULL, 2, 30, 40),
    ('00000000-0000-4000-8000-000000000102', 'A "quiet" room: é', '---
title: not front matter
---
Behind it', 'SITE', 5, NULL, '00000000-0000-4000-8000-000000000001', TRUE, '00000000-0000-4000-8000-000000000012', 60,
        '00000000-0000-4000-8000-000000000001', FALSE, NULL, NULL, NULL, 99000000, 1, 31, 41),
    ('00000000-0000-4000-8000-000000000103', 'Thrown away', 'A tin lantern. {{4|Rusty}} [[The lantern]]', 'SITE', 2,
        '/objects/00000000-0000-7000-8000-0000000000f3', '00000000-0000-4000-8000-000000000002', TRUE,
        '00000000-0000-4000-8000-000000000011', 61, '00000000-0000-4000-8000-000000000001', FALSE, NULL, NULL, NULL, NULL, 2,
        32, 42);
INSERT INTO document_versions (id, document_id, version_number, title, category, clearance_level, file_path,
    change_description, created_by, created_at, preview, content)
VALUES
    ('00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000101', 1, 'Old', 'OTHER', 1,
        '/objects/00000000-0000-7000-8000-0000000000f1', NULL, '00000000-0000-4000-8000-000000000002', 30, 'Before',
        'Before'),
    ('00000000-0000-4000-8000-000000000202', '00000000-0000-4000-8000-000000000101', 2, 'The lantern', 'RESEARCH', 1,
        '/objects/00000000-0000-7000-8000-0000000000f1', 'Why', '00000000-0000-4000-8000-000000000001', 40, NULL, NULL),
    ('00000000-0000-4000-8000-000000000203', '00000000-0000-4000-8000-000000000103', 1, 'Kept', 'SITE', 2,
        '/objects/00000000-0000-7000-8000-0000000000f1', NULL, '00000000-0000-4000-8000-000000000002', 32, 'Was', 'Was');
INSERT INTO submissions (id, title, content, category, status, submitted_by, reviewed_by,
    approval_step, max_approval_steps, document_id, created_at, reviewed_at, preview)
VALUES ('00000000-0000-4000-8000-000000000301', 'Sent', 'In', 'ENTITY', 'pending',
    '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 2, 2, NULL, 70, 71, 'In');
INSERT INTO submission_steps (id, submission_id, step_number, approver_id, approver_username, status, comments, approved_at)
VALUES ('00000000-0000-4000-8000-000000000311', '00000000-0000-4000-8000-000000000301', 1,
    '00000000-0000-4000-8000-000000000001', 'Mercer', 'approved', NULL, 71);
INSERT INTO document_edits (id, document_id, title, category, clearance_level, base_version, base_clearance,
    change_description, status, submitted_by, approval_step, max_approval_steps, created_at, preview, content)
VALUES ('00000000-0000-4000-8000-000000000401', '00000000-0000-4000-8000-000000000101', 'Lantern', 'RESEARCH', 2, 2, 1,
    'Brighter', 'pending', '00000000-0000-4000-8000-000000000002', 2, 2, 80, 'Now', 'Now'),
    ('00000000-0000-4000-8000-000000000403', '00000000-0000-4000-8000-000000000103', 'Tin', 'SITE', 2, 1, 2, NULL,
    'approved', '00000000-0000-4000-8000-000000000002', 1, 1, 81, 'Tin', 'Tin');
INSERT INTO document_edit_steps (id, edit_id, step_number, approver_id, approver_username, status, comments, approved_at)
VALUES ('00000000-0000-4000-8000-000000000411', '00000000-0000-4000-8000-000000000401', 1,
    '00000000-0000-4000-8000-000000000001', 'Mercer', 'approved', 'Good', 81),
    ('00000000-0000-4000-8000-000000000413', '00000000-0000-4000-8000-000000000403', 1,
    '00000000-0000-4000-8000-000000000001', 'Mercer', 'approved', NULL, 82);
INSERT INTO comments (id, document_id, clearance_level, author_id, quote, quote_level, deleted_by, created_at, updated_at,
    content)
VALUES
    ('00000000-0000-4000-8000-000000000601', '00000000-0000-4000-8000-000000000101', 1,
        '00000000-0000-4000-8000-000000000002', 'Under the step', 3, NULL, 92, 92, 'Is it "true"? {{4|No.}}'),
    ('00000000-0000-4000-8000-000000000602', '00000000-0000-4000-8000-000000000101', 1,
        '00000000-0000-4000-8000-000000000001', NULL, NULL, 'emergency-access', 93, 94, 'Mistaken'),
    ('00000000-0000-4000-8000-000000000603', '00000000-0000-4000-8000-000000000103', 2,
        '00000000-0000-4000-8000-000000000001', NULL, NULL, NULL, 95, 95, 'Away with it');
UPDATE comments SET answers_to = '00000000-0000-4000-8000-000000000601', answers_level = 1, edited_at = 94
    WHERE id = '00000000-0000-4000-8000-000000000602';
INSERT INTO imported_pages (source, path, hash, record_id, version)
VALUES ('vault', 'lantern.md', 'f00d', '00000000-0000-4000-8000-000000000101', 2);
INSERT INTO document_watches (document_id, user_id, watches)
VALUES
    ('00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000001', TRUE),
    ('00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000002', FALSE);
INSERT INTO drafts (id, owner_id, title, content, preview, category, clearance_level, file_path, revised_edit, revision,
    created_at, updated_at)
VALUES ('00000000-0000-4000-8000-000000000501', '00000000-0000-4000-8000-000000000002', NULL, 'Half', 'Half', NULL, NULL,
    NULL, '00000000-0000-4000-8000-000000000301', 'r1', 90, 91);
INSERT INTO file_refs (upload_id, holder_kind, holder_id)
VALUES
    ('00000000-0000-7000-8000-0000000000f1', 'document', '00000000-0000-4000-8000-000000000101'),
    ('00000000-0000-7000-8000-0000000000f1', 'version', '00000000-0000-4000-8000-000000000101'),
    ('00000000-0000-7000-8000-0000000000f3', 'document', '00000000-0000-4000-8000-000000000103'),
    ('00000000-0000-7000-8000-0000000000f1', 'version', '00000000-0000-4000-8000-000000000203');
UPDATE counters SET value = 7 WHERE name = 'incident';
"#;
