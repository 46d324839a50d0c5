//! The final deletion of a document in the trash, with every trace of it.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{document_readers, notifications, submission_steps, submissions, trash};
use crate::search;
use crate::search::files::FileWords;
use crate::storage::documents::trashed_rows;
use crate::storage::documents::trashed_text::TrashedIndex;
use crate::storage::files::carriers;
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::texts;
use crate::storage::read;
use diesel::prelude::*;
use facility_kernel::{DocumentId, SubmissionId, UploadId};

/// Deletes a document in the trash and every trace of it: its words in the index, the submission that it came from, and
/// all notifications about both. Returns the uploads that nothing holds any more. Their paths are removed too.
///
/// The access log and the audit log keep their entries about it, which contain neither its title nor its text. Its row
/// MUST be claimed. Errors: [`DbError::Stale`] if it has another text than this.
pub(crate) fn purge(conn: &mut AnyConn, document: DocumentId, index: &TrashedIndex) -> Result<Vec<UploadId>, DbError> {
    index.check(conn, document)?;
    let id = document.to_string();
    let mut holders = vec![Holder::Document(document)];
    for version in trashed_rows::ids(conn, &id, "document_versions")? {
        holders.push(Holder::Version(read(&version, "trashed_rows", "content", &id)?));
    }
    for edit in trashed_rows::ids(conn, &id, "document_edits")? {
        holders.push(Holder::Edit(read(&edit, "trashed_rows", "content", &id)?));
    }
    for comment in trashed_rows::ids(conn, &id, "comments")? {
        holders.push(Holder::Comment(read(&comment, "trashed_rows", "content", &id)?));
    }
    for draft in trashed_rows::ids(conn, &id, "drafts")? {
        holders.push(Holder::Draft(read(&draft, "trashed_rows", "content", &id)?));
    }
    let files = texts::attached(conn, document)?;
    forget_words(conn, index, &files)?;
    let came_from = forget_submissions(conn, &id)?;
    let items: Vec<String> = std::iter::once(id.clone()).chain(came_from.iter().map(ToString::to_string)).collect();
    diesel::delete(notifications::table.filter(notifications::entity_id.eq_any(items))).execute(conn)?;
    diesel::delete(document_readers::table.filter(document_readers::document_id.eq(&id))).execute(conn)?;
    holders.extend(came_from.into_iter().map(Holder::Submission));
    exactly_one(diesel::delete(trash::table.filter(trash::document_id.eq(&id))).execute(conn)?)?;
    let released = refs::release_all(conn, &holders)?;
    carriers::forget(conn, &released)?;
    Ok(released)
}

/// Removes the words of a document in the trash and of its files from the index.
fn forget_words(conn: &mut AnyConn, index: &TrashedIndex, files: &[String]) -> Result<(), DbError> {
    let Some(position) = index.text.position else { return Ok(()) };
    search::index::forget(conn, position, &index.indexed)?;
    let words = index.files.of_attached(conn, files)?;
    search::files::replace(conn, position, &words, &FileWords::default())
}

/// Deletes the submissions that became this document, with their steps. Returns their ids.
fn forget_submissions(conn: &mut AnyConn, document: &str) -> Result<Vec<SubmissionId>, DbError> {
    let ids: Vec<String> =
        submissions::table.filter(submissions::document_id.eq(document)).select(submissions::id).load(conn)?;
    diesel::delete(submission_steps::table.filter(submission_steps::submission_id.eq_any(&ids))).execute(conn)?;
    diesel::delete(submissions::table.filter(submissions::id.eq_any(&ids))).execute(conn)?;
    ids.iter().map(|id| read(id, "submissions", "id", id)).collect()
}
