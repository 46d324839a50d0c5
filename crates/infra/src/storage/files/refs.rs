//! Which records hold which uploaded files. A file is kept while anything holds it.
//!
//! A decision that depends on a file's holders first locks the upload's row: of two holders that release it
//! concurrently, the second one sees that it is the last.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{file_refs, file_texts, uploads};
use crate::storage::files::discarded;
use crate::storage::read;
use diesel::dsl::{exists, not, select};
use diesel::prelude::*;
use facility_documents::pictures;
use facility_files::file::AttachedFiles;
use facility_files::upload::{UploadKind, UploadStatus};
use facility_kernel::{
    CommentId, DocumentId, DraftId, EditId, SubmissionId, TemplateId, Timestamp, UploadId, UserId, VersionId,
};

/// The kind of holder for submissions.
pub(crate) const SUBMISSION: &str = "submission";
/// The kind of holder for drafts.
pub(crate) const DRAFT: &str = "draft";
/// The kind of holder for documents.
pub(super) const DOCUMENT: &str = "document";
/// The kind of holder for earlier versions of documents.
pub(super) const VERSION: &str = "version";
/// The kind of holder for edits.
pub(super) const EDIT: &str = "edit";
/// The kind of holder for comments.
pub(super) const COMMENT: &str = "comment";
/// The kind of holder for templates.
pub(super) const TEMPLATE: &str = "template";

/// A record that holds a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holder {
    /// A document.
    Document(DocumentId),
    /// An earlier version of a document.
    Version(VersionId),
    /// A submission that is not approved. After the approval its document holds the file.
    Submission(SubmissionId),
    /// A draft.
    Draft(DraftId),
    /// An edit, also a decided one, whose text can be revised.
    Edit(EditId),
    /// A comment.
    Comment(CommentId),
    /// A template, also a retired one.
    Template(TemplateId),
}

impl Holder {
    const fn kind(self) -> &'static str {
        match self {
            Self::Document(_) => DOCUMENT,
            Self::Version(_) => VERSION,
            Self::Submission(_) => SUBMISSION,
            Self::Draft(_) => DRAFT,
            Self::Edit(_) => EDIT,
            Self::Comment(_) => COMMENT,
            Self::Template(_) => TEMPLATE,
        }
    }

    fn id(self) -> String {
        match self {
            Self::Document(id) => id.to_string(),
            Self::Version(id) => id.to_string(),
            Self::Submission(id) => id.to_string(),
            Self::Draft(id) => id.to_string(),
            Self::Edit(id) => id.to_string(),
            Self::Comment(id) => id.to_string(),
            Self::Template(id) => id.to_string(),
        }
    }
}

/// Makes a record hold a file. Repeating it has no effect.
pub(crate) fn hold(conn: &mut AnyConn, upload: UploadId, holder: Holder) -> Result<(), DbError> {
    let row = (
        file_refs::upload_id.eq(upload.to_string()),
        file_refs::holder_kind.eq(holder.kind()),
        file_refs::holder_id.eq(holder.id()),
    );
    insert_if_absent!(conn, file_refs::table, row)?;
    Ok(())
}

/// Makes a record hold these files. Repeating it has no effect.
pub(crate) fn hold_files(conn: &mut AnyConn, files: &AttachedFiles, holder: Holder) -> Result<(), DbError> {
    files.uploads().try_for_each(|upload| hold(conn, upload, holder))
}

/// Returns the ids of the edits that hold this upload.
pub(crate) fn edits_with(conn: &mut AnyConn, upload: UploadId) -> Result<Vec<String>, DbError> {
    let held =
        file_refs::table.filter(file_refs::upload_id.eq(upload.to_string())).filter(file_refs::holder_kind.eq(EDIT));
    Ok(held.select(file_refs::holder_id).load(conn)?)
}

/// The pictures with these ids that can be shown, as a query.
pub(crate) fn shown_pictures(ids: Vec<String>) -> uploads::BoxedQuery<'static, <AnyConn as Connection>::Backend> {
    uploads::table
        .filter(uploads::id.eq_any(ids))
        .filter(uploads::kind.eq(UploadKind::Picture.as_str()))
        .filter(uploads::status.eq(UploadStatus::Final.as_str()))
        .into_boxed()
}

/// Makes a record hold the pictures that its text names. It holds them until it is deleted, even if its text changes:
/// that it holds a picture permits nobody to see it (`facility_submissions::services::pictures`).
pub(crate) fn hold_pictures(conn: &mut AnyConn, text: impl AsRef<str>, holder: Holder) -> Result<(), DbError> {
    hold_named(conn, text.as_ref(), None, holder)
}

/// Releases the pictures of a record that its text no longer names. For texts that anybody may change as often as they
/// like. Pictures that nothing holds then are kept as long as unused uploads, so that the change can be undone.
pub(crate) fn release_unnamed_pictures(
    conn: &mut AnyConn,
    text: &str,
    holder: Holder,
    now: Timestamp,
) -> Result<(), DbError> {
    let named: Vec<String> = pictures::named(text).iter().map(ToString::to_string).collect();
    let pictures = uploads::table.filter(uploads::kind.eq(UploadKind::Picture.as_str())).select(uploads::id);
    let released: Vec<String> = diesel::delete(
        file_refs::table
            .filter(file_refs::holder_kind.eq(holder.kind()))
            .filter(file_refs::holder_id.eq(holder.id()))
            .filter(file_refs::upload_id.ne_all(named))
            .filter(file_refs::upload_id.eq_any(pictures)),
    )
    .returning(file_refs::upload_id)
    .get_results(conn)?;
    if !released.is_empty() {
        diesel::update(uploads::table.filter(uploads::id.eq_any(released)))
            .set(uploads::expires_at.eq(now.as_micros()))
            .execute(conn)?;
    }
    Ok(())
}

/// Like [`hold_pictures`], but only for pictures that this user uploaded.
pub(crate) fn hold_own_pictures(conn: &mut AnyConn, text: &str, owner: UserId, holder: Holder) -> Result<(), DbError> {
    hold_named(conn, text, Some(owner), holder)
}

fn hold_named(conn: &mut AnyConn, text: &str, owner: Option<UserId>, holder: Holder) -> Result<(), DbError> {
    let named: Vec<String> = pictures::named(text).iter().map(ToString::to_string).collect();
    if named.is_empty() {
        return Ok(());
    }
    // So that none is discarded meanwhile because nothing else holds it.
    lock(conn, &named)?;
    let mut shown = shown_pictures(named);
    if let Some(owner) = owner {
        shown = shown.filter(uploads::owner_id.eq(owner.to_string()));
    }
    for id in shown.select(uploads::id).load::<String>(conn)? {
        let row = (
            file_refs::upload_id.eq(id),
            file_refs::holder_kind.eq(holder.kind()),
            file_refs::holder_id.eq(holder.id()),
        );
        insert_if_absent!(conn, file_refs::table, row)?;
    }
    Ok(())
}

/// Returns whether documents or their earlier versions hold a file. Those in the trash still do.
pub(crate) fn is_with_documents(conn: &mut AnyConn, upload: UploadId) -> Result<bool, DbError> {
    let held = file_refs::table
        .filter(file_refs::upload_id.eq(upload.to_string()))
        .filter(file_refs::holder_kind.eq_any([DOCUMENT, VERSION]));
    Ok(select(exists(held)).get_result(conn)?)
}

/// Removes a record's hold on its files without releasing them, because another record takes them over in the same
/// transaction.
pub(crate) fn hand_over(conn: &mut AnyConn, holder: Holder) -> Result<(), DbError> {
    diesel::delete(
        file_refs::table.filter(file_refs::holder_kind.eq(holder.kind())).filter(file_refs::holder_id.eq(holder.id())),
    )
    .execute(conn)?;
    Ok(())
}

/// Releases the files of these records. Returns the uploads that nothing holds any more; they are unusable from then
/// on.
pub(crate) fn release_all(conn: &mut AnyConn, holders: &[Holder]) -> Result<Vec<UploadId>, DbError> {
    let mut held: Vec<String> = Vec::new();
    for holder in holders {
        let theirs = file_refs::table
            .filter(file_refs::holder_kind.eq(holder.kind()))
            .filter(file_refs::holder_id.eq(holder.id()))
            .select(file_refs::upload_id);
        held.extend(theirs.load::<String>(conn)?);
    }
    if held.is_empty() {
        return Ok(Vec::new());
    }
    lock(conn, &held)?;
    for holder in holders {
        hand_over(conn, *holder)?;
    }
    discard_unheld(conn, &held)
}

/// Releases these files of a record. Returns the uploads that nothing holds any more; they are unusable from then on.
pub(crate) fn release(conn: &mut AnyConn, files: &AttachedFiles, holder: Holder) -> Result<Vec<UploadId>, DbError> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = files.uploads().map(|id| id.to_string()).collect();
    lock(conn, &ids)?;
    diesel::delete(
        file_refs::table
            .filter(file_refs::upload_id.eq_any(&ids))
            .filter(file_refs::holder_kind.eq(holder.kind()))
            .filter(file_refs::holder_id.eq(holder.id())),
    )
    .execute(conn)?;
    discard_unheld(conn, &ids)
}

/// Locks these uploads until the transaction ends.
pub(crate) fn lock(conn: &mut AnyConn, ids: &[String]) -> Result<(), DbError> {
    // SQLite has one writer, and its only lock is a write.
    diesel::update(uploads::table.filter(uploads::id.eq_any(ids)))
        .set(uploads::status.eq(uploads::status))
        .execute(conn)?;
    Ok(())
}

/// Marks those of these uploads that nothing holds as unusable, and returns them. Their names and other metadata are
/// removed, with their texts, and their bytes will be deleted from the object store (see [`discarded`](super::discarded)).
///
/// A separate statement after [`lock`], because a PostgreSQL statement sees other tables as they were when it started.
pub(crate) fn discard_unheld(conn: &mut AnyConn, ids: &[String]) -> Result<Vec<UploadId>, DbError> {
    let unheld = uploads::table
        .filter(uploads::id.eq_any(ids))
        .filter(uploads::status.ne(UploadStatus::Deleted.as_str()))
        .filter(not(exists(file_refs::table.filter(file_refs::upload_id.eq(uploads::id)))));
    let nothing = None::<String>;
    let discarded_ids: Vec<String> = diesel::update(unheld)
        .set((
            uploads::status.eq(UploadStatus::Deleted.as_str()),
            uploads::filename.eq(&nothing),
            uploads::content_type.eq(&nothing),
            uploads::size.eq(None::<i64>),
            uploads::sha256.eq(&nothing),
        ))
        .returning(uploads::id)
        .get_results(conn)?;
    discarded::add(conn, &discarded_ids)?;
    diesel::delete(file_texts::table.filter(file_texts::upload_id.eq_any(&discarded_ids))).execute(conn)?;
    discarded_ids.iter().map(|id| read(id, "uploads", "id", id)).collect()
}
