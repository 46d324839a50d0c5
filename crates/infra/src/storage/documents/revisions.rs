//! New versions of documents: the document, its history, its files and its words in the index.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{document_versions, documents};
use crate::search;
use crate::search::words::Indexed;
use crate::storage::documents::derived::Derived;
use crate::storage::documents::published::Columns;
use crate::storage::documents::{links, watchers};
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::texts::{self, KnownWords};
use crate::storage::stored::{Stored as _, value};
use crate::storage::{clearance, read};
use diesel::prelude::*;
use facility_documents::change::Revision;
use facility_documents::comments::talk::news_of_version;
use facility_documents::document::Document;
use facility_documents::sealed::storage::unseal;
use facility_documents::title_key::title_key;
use facility_documents::versions::VersionRecord;
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, DocumentId, Timestamp, UserId, VersionId};

/// A document before a revision, its position and its previews.
struct Before {
    document: Document,
    position: i64,
    preview: String,
}

#[derive(Insertable)]
#[diesel(table_name = document_versions, treat_none_as_default_value = false)]
struct NewVersion<'a> {
    id: String,
    document_id: String,
    version_number: i32,
    title: &'a str,
    category: &'a str,
    clearance_level: i32,
    file_path: Option<String>,
    change_description: Option<&'a str>,
    created_by: String,
    created_at: i64,
    preview: Option<&'a str>,
    content: Option<&'a str>,
}

impl<'a> NewVersion<'a> {
    /// A document as written by this account, without its text.
    fn of(document: &'a Document, id: VersionId, author: UserId, at: Timestamp) -> Self {
        Self {
            id: id.to_string(),
            document_id: document.id.to_string(),
            version_number: document.version,
            title: &document.text.title,
            category: document.text.category.as_str(),
            clearance_level: document.clearance.level().into(),
            file_path: document.files.non_empty().store(),
            change_description: None,
            created_by: author.to_string(),
            created_at: at.as_micros(),
            preview: None,
            content: None,
        }
    }
}

/// A document's text before a revision, with its title, level and files.
pub(crate) struct TextBefore {
    pub(crate) files: AttachedFiles,
    level: Clearance,
    title: String,
    content: String,
}

impl TextBefore {
    /// Reads the text of this version, if it is the current one.
    pub(crate) fn find(conn: &mut AnyConn, id: DocumentId, version: i32) -> Result<Option<Self>, DbError> {
        let present: Option<(i32, String, String, Option<String>)> = documents::table
            .filter(documents::id.eq(id.to_string()).and(documents::version.eq(version)))
            .select((documents::clearance_level, documents::title, documents::content, documents::file_path))
            .first(conn)
            .optional()?;
        let Some((level, title, content, files)) = present else { return Ok(None) };
        let row = id.to_string();
        let level = clearance(level, "documents", "clearance_level", &row)?;
        let files: Option<AttachedFiles> = value(files, "documents", "file_path", &row)?;
        Ok(Some(Self { files: files.unwrap_or_default(), level, title, content }))
    }

    /// Returns what the search index has about it.
    pub(crate) fn indexed(&self) -> Indexed {
        Indexed::of(self.level, &self.title, &self.content)
    }
}

/// The derived data that a revision replaces and writes.
pub(crate) struct Derivation {
    /// What the index has about the previous version. `None` if it is no longer the current one.
    pub(crate) before: Option<Indexed>,
    /// The words of its files, if the new version has others.
    pub(crate) files_before: KnownWords,
    /// The derived data of the new version.
    pub(crate) after: Derived,
}

/// Writes a new version, and notifies those who watch the document, except its author and those who are `informed`. The
/// previous version stays in the history with its files. Errors: [`DbError::Stale`] if the document is gone or has
/// another version.
pub(crate) fn apply(
    conn: &mut AnyConn,
    revision: &Revision,
    derivation: &Derivation,
    informed: &[UserId],
) -> Result<(), DbError> {
    let Derivation { before: old, files_before, after: derived } = derivation;
    let old = old.as_ref().ok_or(DbError::Stale)?;
    let Revision { before: number, after, .. } = revision;
    let expected =
        || documents::table.filter(documents::id.eq(after.id.to_string())).filter(documents::version.eq(*number));
    // Each change of these columns changes the version. So if the update finds the row, they have not changed, nor
    // since the derivation was made.
    let before: Option<(i64, String, String, Columns)> = expected()
        .select((documents::position, documents::preview, documents::content, Columns::as_select()))
        .first(conn)
        .optional()?;
    let (position, preview, had, columns) = before.ok_or(DbError::Stale)?;
    let before = Before { document: columns.document(had.into())?, position, preview };
    let content = unseal(&after.text.content);
    // Does not write the placement: a request to archive it may arrive at the same time.
    let touched = diesel::update(expected())
        .set((
            documents::title.eq(&after.text.title),
            documents::title_key.eq(title_key(&after.text.title)),
            documents::category.eq(after.text.category.as_str()),
            documents::clearance_level.eq(i32::from(after.clearance.level())),
            documents::file_path.eq(after.files.non_empty().store()),
            documents::version.eq(after.version),
            documents::updated_at.eq(after.updated_at.as_micros()),
            documents::preview.eq(&derived.previews),
            documents::content.eq(content),
        ))
        .execute(conn)?;
    exactly_one(touched)?;
    let kept = keep(conn, revision, &before)?;
    add(conn, revision)?;
    let had = texts::attached(conn, after.id)?;
    hand_files_over(conn, revision, &before, kept)?;
    let has = texts::attached(conn, after.id)?;
    links::replace(conn, before.position, after.clearance, &after.text.title, &derived.links)?;
    search::index::replace(conn, before.position, old, &derived.entry)?;
    if had != has {
        let (old, new) = (files_before.of_attached(conn, &had)?, derived.files.of_attached(conn, &has)?);
        search::files::replace(conn, before.position, &old, &new)?;
    }
    let informed: Vec<UserId> = informed.iter().copied().chain([revision.author]).collect();
    watchers::notify_watchers(conn, after.id, &informed, |id, watcher| news_of_version(id, watcher, after))
}

/// Stores the previous version, and returns its id.
fn keep(conn: &mut AnyConn, revision: &Revision, before: &Before) -> Result<VersionId, DbError> {
    let Before { document: was, preview, .. } = before;
    let (document, content) = (was.id, unseal(&was.text.content));
    let listed = document_versions::table
        .filter(document_versions::document_id.eq(document.to_string()))
        .filter(document_versions::version_number.eq(revision.before));
    let known: Option<String> = diesel::update(listed)
        .set((document_versions::preview.eq(Some(preview)), document_versions::content.eq(Some(content))))
        .returning(document_versions::id)
        .get_result(conn)
        .optional()?;
    if let Some(id) = known {
        return read(&id, "document_versions", "id", &id);
    }
    let id = VersionRecord::first_id(document);
    let row = NewVersion {
        preview: Some(preview),
        content: Some(content),
        ..NewVersion::of(was, id, was.owner, was.created_at)
    };
    diesel::insert_into(document_versions::table).values(row).execute(conn)?;
    Ok(id)
}

/// Lists the new version. Its text is in the document.
fn add(conn: &mut AnyConn, revision: &Revision) -> Result<(), DbError> {
    let after = &revision.after;
    let row = NewVersion {
        change_description: revision.description.as_deref(),
        ..NewVersion::of(after, revision.version, revision.author, after.updated_at)
    };
    diesel::insert_into(document_versions::table).values(row).execute(conn)?;
    Ok(())
}

/// Makes the previous version hold its files and its pictures, and the document those of the new version.
fn hand_files_over(conn: &mut AnyConn, revision: &Revision, before: &Before, kept: VersionId) -> Result<(), DbError> {
    let after = &revision.after;
    let had = &before.document.files;
    refs::hold_files(conn, had, Holder::Version(kept))?;
    if *had != after.files {
        refs::hand_over(conn, Holder::Document(after.id))?;
        refs::hold_files(conn, &after.files, Holder::Document(after.id))?;
    }
    refs::hold_pictures(conn, unseal(&before.document.text.content), Holder::Version(kept))?;
    refs::hold_pictures(conn, unseal(&after.text.content), Holder::Document(after.id))
}
