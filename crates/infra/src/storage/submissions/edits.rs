//! Proposed edits of documents, and the steps of their approval.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{document_edits, documents};
use crate::storage::documents::derived::unprepared;
use crate::storage::documents::published as document_rows;
use crate::storage::documents::revisions::{self, Derivation};
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::uploads;
use crate::storage::submissions::approval_steps;
use crate::storage::submissions::resubmissions::{self, NewResubmission};
use crate::storage::users::notifications;
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_documents::document::Text;
use facility_documents::sealed::Sealed;
use facility_documents::sealed::storage::unseal;
use facility_documents::text::Category;
use facility_documents::view::Stored;
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, DocumentId, EditId, Timestamp, UserId};
use facility_submissions::case::{Case, REVIEW_WINDOW, Status};
use facility_submissions::edits::change::{EditReviewChange, NewEdit};
use facility_submissions::edits::{EditRecord, EditRequest};
use facility_submissions::reclassification::Reclassification;
use std::collections::HashMap;

pub(crate) const TABLE: &str = "document_edits";

columns! {
    /// The columns of an edit's row, except its position and its texts.
    pub(crate) struct Columns in document_edits, of edit: EditRequest {
        id: EditId = edit.case.id,
        document_id: DocumentId = edit.document_id,
        title: String = edit.text.title,
        category: Category = edit.text.category,
        clearance_level: Clearance = edit.clearance,
        base_version: i32 = edit.base_version,
        base_clearance: Clearance = edit.base_clearance,
        change_description: Option<String> = edit.change_description,
        file_path: Option<AttachedFiles> = edit.files,
        status: Status = edit.case.status,
        submitted_by: UserId = edit.case.author,
        reviewed_by: Option<UserId> = edit.case.reviewed_by,
        review_comments: Option<String> = edit.case.review_comments,
        approval_step: i32 = edit.case.approval_step,
        max_approval_steps: i32 = edit.case.max_approval_steps,
        timed_out_at: Option<Timestamp> = edit.case.timed_out_at,
        resubmitted_at: Option<Timestamp> = edit.case.resubmitted_at,
        resubmission_of: Option<EditId> = edit.case.resubmission_of,
        resubmitted_as: Option<EditId> = edit.case.resubmitted_as,
        attempt: i32 = edit.case.attempt,
        created_at: Timestamp = edit.case.created_at,
        reviewed_at: Option<Timestamp> = edit.case.reviewed_at,
    }
    fn edit(content: Sealed<String>) -> EditRequest = EditRequest {
        case: Case {
            author: submitted_by, id, status, reviewed_by, review_comments, approval_step, max_approval_steps,
            timed_out_at, resubmitted_at, resubmission_of, resubmitted_as, attempt, created_at, reviewed_at,
        },
        text: Text { title, category, content }, clearance: clearance_level,
        document_id, base_version, base_clearance, change_description, files: file_path,
    }
}

#[derive(Insertable)]
#[diesel(table_name = document_edits, treat_none_as_default_value = false)]
struct NewRow<'a> {
    #[diesel(embed)]
    columns: Columns,
    preview: String,
    content: &'a str,
}

/// An edit's position, columns, preview, content if it was read, and author's name.
pub(crate) type Row = (i64, Columns, String, Option<String>, String);

/// Whether an edit is pending, as SQL: see [`submission_rows::is_pending`].
pub(crate) fn is_pending() -> SqlLiteral<Bool> {
    sql("document_edits.status = 'pending'")
}

/// When an edit began to wait, as SQL.
pub(crate) fn waits_since() -> SqlLiteral<BigInt> {
    sql("COALESCE(document_edits.resubmitted_at, document_edits.created_at)")
}

/// Adds the documents and the steps. One statement each reads them for all rows. Leaves out an edit whose document was
/// deleted while they were read.
pub(crate) fn records_of(
    conn: &mut AnyConn,
    rows: Vec<Row>,
    with_content: bool,
) -> Result<Vec<(i64, EditRecord)>, DbError> {
    let ids: Vec<&str> = rows.iter().map(|(_, columns, ..)| columns.id.as_str()).collect();
    let mut steps = approval_steps::of(conn, resubmissions::EDITS, ids)?;
    let mut ids: Vec<&str> = rows.iter().map(|(_, columns, ..)| columns.document_id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let of: HashMap<DocumentId, Stored> = document_rows::records(conn, &ids, with_content)?;
    let files = uploads::attachments(conn, rows.iter().map(|(_, columns, ..)| columns.file_path.as_deref()))?;
    let revised = rows.iter().filter_map(|(_, columns, ..)| columns.resubmission_of.as_deref());
    let mut past = resubmissions::past(conn, resubmissions::EDITS, revised.collect())?;
    let mut records = Vec::with_capacity(rows.len());
    for (position, columns, preview, content, submitted_by_username) in rows {
        let edit = columns.edit(content.unwrap_or_default().into())?;
        let Some(document) = of.get(&edit.document_id).cloned() else { continue };
        let steps = steps.remove(&edit.case.id).unwrap_or_default();
        let preview = preview.into();
        let previous = edit.case.resubmission_of.and_then(|id| past.remove(&id));
        let attachments = files.of(edit.files.as_ref());
        let record = EditRecord { edit, document, attachments, submitted_by_username, steps, previous, preview };
        records.push((position, record));
    }
    Ok(records)
}

/// Why a new edit is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotProposed {
    /// Its document does not exist.
    NoDocument,
    /// The edit that it revises was already revised.
    AlreadyResubmitted,
    /// A file cannot be attached.
    FileTaken,
}

/// Prevents a document from being deleted until the transaction ends. Returns whether it exists.
pub(crate) fn hold_document(conn: &mut AnyConn, id: DocumentId) -> Result<bool, DbError> {
    let of = documents::table.filter(documents::id.eq(id.to_string())).select(documents::position);
    let position: Option<i64> = match conn {
        AnyConn::Sqlite(c) => of.first(c).optional()?,
        AnyConn::Pg(c) => of.for_no_key_update().first(c).optional()?,
    };
    Ok(position.is_some())
}

/// Writes a new edit, or nothing if it is refused.
pub(crate) fn propose(conn: &mut AnyConn, new: &NewEdit) -> Result<Result<(), NotProposed>, DbError> {
    let edit = &new.edit;
    if !hold_document(conn, edit.document_id)? {
        return Ok(Err(NotProposed::NoDocument));
    }
    if let Some(revised) = edit.case.resubmission_of {
        let about = &edit.document_id.to_string();
        let (id, owner, revised) = (edit.case.id.to_string(), edit.case.author.to_string(), revised.to_string());
        let new = NewResubmission { id, revised, owner, about, at: edit.case.created_at };
        if !resubmissions::mark_resubmitted(conn, resubmissions::EDITS, &new)? {
            return Ok(Err(NotProposed::AlreadyResubmitted));
        }
    }
    let holder = Holder::Edit(edit.case.id);
    if let Some(files) = &edit.files {
        if uploads::attach(conn, &files.without(&new.attached), edit.case.author, holder)?.is_err() {
            return Ok(Err(NotProposed::FileTaken));
        }
        refs::hold_files(conn, files, holder)?;
    }
    let content = unseal(&edit.text.content);
    let preview = unseal(&new.preview).to_owned();
    let row = NewRow { columns: Columns::of(edit), preview, content };
    diesel::insert_into(document_edits::table).values(row).execute(conn)?;
    refs::hold_pictures(conn, content, holder)?;
    Ok(Ok(()))
}

/// An edit of the document is in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingEdit;

/// Writes a new version with another level or category, and the owner's notification. Refuses while an edit is in the
/// queue. The lock on the document serializes this with new edits.
pub(crate) fn reclassify(
    conn: &mut AnyConn,
    change: &Reclassification,
    derivation: &Derivation,
) -> Result<Result<(), PendingEdit>, DbError> {
    let after = &change.revision.after;
    if !hold_document(conn, after.id)? {
        return Err(DbError::Stale);
    }
    let waiting = document_edits::table
        .filter(document_edits::document_id.eq(after.id.to_string()))
        .filter(document_edits::status.eq(Status::Pending.as_str()))
        .select((document_edits::created_at, document_edits::resubmitted_at));
    let started_by = after.updated_at.minus(REVIEW_WINDOW).as_micros();
    let since = |(created, resubmitted): &(i64, Option<i64>)| resubmitted.unwrap_or(*created);
    if waiting.load(conn)?.iter().any(|times| since(times) > started_by) {
        return Ok(Err(PendingEdit));
    }
    let informed: Vec<_> = change.news.iter().map(|news| news.recipient).collect();
    revisions::apply(conn, &change.revision, derivation, &informed)?;
    change.news.as_ref().map_or(Ok(()), |news| notifications::insert(conn, news))?;
    Ok(Ok(()))
}

/// Writes a review with the previews of its text, its step, the new version of the document with the data derived from
/// it, and the author's notification.
pub(crate) fn review(
    conn: &mut AnyConn,
    change: &EditReviewChange,
    preview: &Sealed<String>,
    derivation: Option<&Derivation>,
) -> Result<(), DbError> {
    let decision = &change.decision;
    let after = &decision.after;
    let content = unseal(&after.text.content);
    let expected = document_edits::table
        .filter(document_edits::id.eq(after.case.id.to_string()))
        .filter(document_edits::status.eq(Status::Pending.as_str()))
        .filter(document_edits::approval_step.eq(decision.expected_step))
        .filter(document_edits::base_version.eq(decision.expected_base));
    let touched = diesel::update(expected)
        .set((
            document_edits::title.eq(&after.text.title),
            document_edits::category.eq(after.text.category.as_str()),
            document_edits::clearance_level.eq(i32::from(after.clearance.level())),
            document_edits::base_version.eq(after.base_version),
            document_edits::base_clearance.eq(i32::from(after.base_clearance.level())),
            document_edits::status.eq(after.case.status.as_str()),
            document_edits::reviewed_by.eq(after.case.reviewed_by.map(|id| id.to_string())),
            document_edits::review_comments.eq(after.case.review_comments.as_deref()),
            document_edits::approval_step.eq(after.case.approval_step),
            document_edits::max_approval_steps.eq(after.case.max_approval_steps),
            document_edits::reviewed_at.eq(after.case.reviewed_at.map(Timestamp::as_micros)),
            document_edits::preview.eq(unseal(preview)),
            document_edits::content.eq(content),
        ))
        .execute(conn)?;
    exactly_one(touched)?;
    approval_steps::insert(conn, resubmissions::EDITS, &decision.step)?;
    if let Some(revision) = &decision.revision {
        revisions::apply(conn, revision, derivation.ok_or_else(unprepared)?, &[decision.step.approver_id])?;
    }
    change.news.as_ref().map_or(Ok(()), |news| notifications::insert(conn, news))
}
