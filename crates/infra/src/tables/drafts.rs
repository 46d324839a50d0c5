//! Drafts. Every statement names the owner.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{documents, drafts};
use crate::tables::file_refs::{self, Holder};
use crate::tables::{AdvisoryLock, edits, exact, lock, read, read_optional, submissions, uploads};
use diesel::prelude::*;
use facility_documents::file::Attachment;
use facility_documents::previews::{preview_for, previews};
use facility_documents::sealed::Sealed;
use facility_kernel::{Clearance, DocumentId, DraftId, SubmissionId, Timestamp, UploadId, UserId};
use facility_submissions::draft::{
    Draft, DraftChange, DraftDeletion, DraftRevision, DraftSubmission, DraftSummary, DraftText,
    EditDraftChange, MAX_DRAFTS, SavedDraft, SubmissionWithdrawal,
};
use facility_submissions::ports::drafts::DraftRefused;
use facility_submissions::submission::Submission;
use std::collections::HashMap;

const TABLE: &str = "drafts";

/// A draft's row without its content.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = drafts, treat_none_as_default_value = false)]
struct Columns {
    id: String,
    owner_id: String,
    title: Option<String>,
    preview: String,
    category: Option<String>,
    clearance_level: Option<i32>,
    file_path: Option<String>,
    revision: String,
    created_at: i64,
    updated_at: i64,
    revises: Option<String>,
    scheduled_release_at: Option<i64>,
    document_id: Option<String>,
    based_on_version: Option<i32>,
    change_description: Option<String>,
    revised_edit: Option<String>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = drafts, treat_none_as_default_value = false)]
struct Row {
    #[diesel(embed)]
    columns: Columns,
    content: Option<String>,
}

impl Columns {
    fn draft(
        self,
        content: Option<String>,
        attachments: &HashMap<String, Attachment>,
    ) -> Result<Draft, DbError> {
        let id = self.id.as_str();
        let bad = |column| DbError::Inconsistent { table: TABLE, column, row: id.to_owned() };
        let level = |n: i32| Clearance::parse(n.into()).map_err(|_refused| bad("clearance_level"));
        Ok(Draft {
            id: read(id, TABLE, "id", id)?,
            owner: read(&self.owner_id, TABLE, "owner_id", id)?,
            attachment: self.file_path.as_ref().and_then(|path| attachments.get(path)).cloned(),
            text: DraftText {
                category: read_optional(self.category.as_deref(), TABLE, "category", id)?,
                clearance: self.clearance_level.map(level).transpose()?,
                file: read_optional(self.file_path.as_deref(), TABLE, "file_path", id)?,
                release_at: self.scheduled_release_at.map(Timestamp::from_micros),
                based_on: self.based_on_version,
                change_description: self.change_description,
                revised_edit: read_optional(self.revised_edit.as_deref(), TABLE, "revised_edit", id)?,
                title: self.title,
                content,
            },
            revises: read_optional(self.revises.as_deref(), TABLE, "revises", id)?,
            edits: read_optional(self.document_id.as_deref(), TABLE, "document_id", id)?,
            revision: DraftRevision::named(self.revision),
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
        })
    }
}

impl Row {
    fn of(draft: &Draft) -> Self {
        let text = &draft.text;
        Self {
            columns: Columns {
                id: draft.id.to_string(),
                owner_id: draft.owner.to_string(),
                title: text.title.clone(),
                preview: start_of(draft),
                category: text.category.map(|category| category.as_str().to_owned()),
                clearance_level: text.clearance.map(|level| level.level().into()),
                file_path: text.file.map(|path| path.to_string()),
                revision: draft.revision.as_str().to_owned(),
                created_at: draft.created_at.as_micros(),
                updated_at: draft.updated_at.as_micros(),
                revises: draft.revises.map(|id| id.to_string()),
                scheduled_release_at: text.release_at.map(Timestamp::as_micros),
                document_id: draft.edits.map(|id| id.to_string()),
                based_on_version: text.based_on,
                change_description: text.change_description.clone(),
                revised_edit: text.revised_edit.map(|id| id.to_string()),
            },
            content: text.content.clone(),
        }
    }

    fn draft(self, conn: &mut AnyConn) -> Result<Draft, DbError> {
        let attachments = uploads::attachments(conn, std::iter::once(self.columns.file_path.as_deref()))?;
        self.columns.draft(self.content, &attachments)
    }
}

/// The start of a draft. Passages of a new record are its owner's own words; those of a document have a start for each level.
fn start_of(draft: &Draft) -> String {
    let start = if draft.edits.is_some() { previews } else { facility_documents::plain::preview };
    draft.text.content.as_deref().map(start).unwrap_or_default()
}

/// Returns this user's drafts, the one that changed last first, with the starts of edits for a reader of this level.
pub(crate) fn list(
    conn: &mut AnyConn,
    owner: UserId,
    reader: Clearance,
) -> Result<Vec<DraftSummary>, DbError> {
    let rows: Vec<(Columns, Option<i32>)> = drafts::table
        .left_join(documents::table.on(documents::id.nullable().eq(drafts::document_id)))
        .filter(drafts::owner_id.eq(owner.to_string()))
        .order((drafts::updated_at.desc(), drafts::position.desc()))
        .select((Columns::as_select(), documents::clearance_level.nullable()))
        .load(conn)?;
    let attachments = uploads::attachments(conn, rows.iter().map(|(row, _)| row.file_path.as_deref()))?;
    rows.into_iter()
        .map(|(mut row, level)| {
            let stored = std::mem::take(&mut row.preview);
            let preview = match level {
                None => stored,
                Some(level) if level > reader.level().into() => String::new(),
                Some(_) => preview_for(&stored, reader).to_owned(),
            };
            Ok(DraftSummary { draft: row.draft(None, &attachments)?, preview })
        })
        .collect()
}

/// Counts this user's drafts.
pub(crate) fn count(conn: &mut AnyConn, owner: UserId) -> Result<u64, DbError> {
    let rows: i64 = drafts::table.filter(drafts::owner_id.eq(owner.to_string())).count().get_result(conn)?;
    Ok(exact(rows))
}

/// Returns this draft of a new record of this user.
pub(crate) fn find(conn: &mut AnyConn, owner: UserId, id: DraftId) -> Result<Option<Draft>, DbError> {
    let row: Option<Row> = drafts::table
        .filter(drafts::id.eq(id.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()))
        .filter(drafts::document_id.is_null())
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(|row| row.draft(conn)).transpose()
}

/// Returns the draft of this user's edit of this document.
pub(crate) fn find_edit(
    conn: &mut AnyConn,
    owner: UserId,
    document: DocumentId,
) -> Result<Option<Draft>, DbError> {
    let row: Option<Row> = drafts::table
        .filter(drafts::document_id.eq(document.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(|row| row.draft(conn)).transpose()
}

/// Returns the draft of this user's edit of this document, locked until the transaction ends.
fn locked_edit(conn: &mut AnyConn, owner: UserId, document: DocumentId) -> Result<Option<Draft>, DbError> {
    // As in `locked`.
    let wanted = drafts::table
        .filter(drafts::document_id.eq(document.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()));
    let found = diesel::update(wanted).set(drafts::updated_at.eq(drafts::updated_at)).execute(conn)?;
    if found == 0 { Ok(None) } else { find_edit(conn, owner, document) }
}

/// Returns this draft of a new record of this user, locked until the transaction ends.
fn locked(conn: &mut AnyConn, owner: UserId, id: DraftId) -> Result<Option<Draft>, DbError> {
    // SQLite has one writer, and its only lock is a write.
    let wanted =
        drafts::table.filter(drafts::id.eq(id.to_string())).filter(drafts::owner_id.eq(owner.to_string()));
    let found = diesel::update(wanted).set(drafts::updated_at.eq(drafts::updated_at)).execute(conn)?;
    if found == 0 { Ok(None) } else { find(conn, owner, id) }
}

/// Makes the draft hold a file, if it has one.
fn hold(
    conn: &mut AnyConn,
    owner: UserId,
    id: DraftId,
    file: Option<UploadId>,
) -> Result<Result<(), DraftRefused>, DbError> {
    let Some(upload) = file else { return Ok(Ok(())) };
    Ok(uploads::attach(conn, upload, owner, Holder::Draft(id))?.map_err(|_taken| DraftRefused::FileTaken))
}

/// Returns the draft of this user that revises this submission.
fn revising(conn: &mut AnyConn, owner: UserId, submission: SubmissionId) -> Result<Option<Draft>, DbError> {
    let row: Option<Row> = drafts::table
        .filter(drafts::owner_id.eq(owner.to_string()))
        .filter(drafts::revises.eq(submission.to_string()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(|row| row.draft(conn)).transpose()
}

/// Writes a new draft and returns it, or the one that revises the same submission. A refused one writes nothing.
pub(crate) fn create(conn: &mut AnyConn, draft: &Draft) -> Result<Result<Draft, DraftRefused>, DbError> {
    // Two windows at once must not both find the last room, or no draft of the same submission.
    lock(conn, AdvisoryLock::Drafts)?;
    if let Some(submission) = draft.revises
        && let Some(begun) = revising(conn, draft.owner, submission)?
    {
        return Ok(Ok(begun));
    }
    insert(conn, draft)
}

/// Replaces the text of a draft. A refused change writes nothing.
pub(crate) fn save(
    conn: &mut AnyConn,
    change: &DraftChange,
) -> Result<Result<SavedDraft, DraftRefused>, DbError> {
    let Some(stored) = locked(conn, change.owner, change.id)? else { return Ok(Err(DraftRefused::Gone)) };
    if stored.text == change.text {
        return Ok(Ok(SavedDraft { draft: stored, released: Vec::new() }));
    }
    if stored.revision != change.expected {
        return Ok(Err(DraftRefused::Stale(Box::new(stored))));
    }
    let (before, after) = (stored.text.upload(), change.text.upload());
    if before != after
        && let Err(refused) = hold(conn, change.owner, change.id, after)?
    {
        return Ok(Err(refused));
    }
    let draft = Draft {
        text: change.text.clone(),
        revision: change.revision.clone(),
        updated_at: change.at,
        attachment: None,
        ..stored
    };
    let row = replace(conn, &draft)?;
    let released = match before {
        Some(upload) if before != after => file_refs::release(conn, upload, Holder::Draft(change.id))?,
        _ => None,
    };
    Ok(Ok(SavedDraft { draft: row.draft(conn)?, released: released.into_iter().collect() }))
}

/// Writes another text of a draft.
fn replace(conn: &mut AnyConn, draft: &Draft) -> Result<Row, DbError> {
    let row = Row::of(draft);
    diesel::update(drafts::table.filter(drafts::id.eq(&row.columns.id)))
        .set((
            drafts::title.eq(row.columns.title.as_deref()),
            drafts::content.eq(row.content.as_deref()),
            drafts::preview.eq(&row.columns.preview),
            drafts::category.eq(row.columns.category.as_deref()),
            drafts::clearance_level.eq(row.columns.clearance_level),
            drafts::file_path.eq(row.columns.file_path.as_deref()),
            drafts::scheduled_release_at.eq(row.columns.scheduled_release_at),
            drafts::based_on_version.eq(row.columns.based_on_version),
            drafts::change_description.eq(row.columns.change_description.as_deref()),
            drafts::revised_edit.eq(row.columns.revised_edit.as_deref()),
            drafts::revision.eq(&row.columns.revision),
            drafts::updated_at.eq(row.columns.updated_at),
        ))
        .execute(conn)?;
    Ok(row)
}

/// Writes the text of an edit, into the draft that its author has of the document or into a new one. A refused change writes
/// nothing.
pub(crate) fn save_edit(
    conn: &mut AnyConn,
    change: &EditDraftChange,
) -> Result<Result<Draft, DraftRefused>, DbError> {
    let EditDraftChange { draft, expected } = change;
    let Some(document) = draft.edits else { return Ok(Err(DraftRefused::Gone)) };
    let mut stored = locked_edit(conn, draft.owner, document)?;
    if stored.is_none() {
        // Two windows at once must not both find no draft, or the last room.
        lock(conn, AdvisoryLock::Drafts)?;
        stored = locked_edit(conn, draft.owner, document)?;
    }
    match (stored, expected) {
        (Some(stored), _) if stored.text == draft.text => Ok(Ok(stored)),
        (Some(stored), Some(expected)) if stored.revision == *expected => {
            let Draft { text, revision, updated_at, .. } = draft.clone();
            let changed = Draft { text, revision, updated_at, ..stored };
            Ok(Ok(replace(conn, &changed)?.draft(conn)?))
        }
        (Some(stored), _) => Ok(Err(DraftRefused::Stale(Box::new(stored)))),
        (None, Some(_)) => Ok(Err(DraftRefused::Gone)),
        (None, None) if !edits::hold_document(conn, document)? => Ok(Err(DraftRefused::Gone)),
        (None, None) => insert(conn, draft),
    }
}

/// Writes a new draft, unless its owner has as many as they may have.
fn insert(conn: &mut AnyConn, draft: &Draft) -> Result<Result<Draft, DraftRefused>, DbError> {
    if count(conn, draft.owner)? >= MAX_DRAFTS {
        return Ok(Err(DraftRefused::TooMany));
    }
    if let Err(refused) = hold(conn, draft.owner, draft.id, draft.text.upload())? {
        return Ok(Err(refused));
    }
    let row = Row::of(draft);
    diesel::insert_into(drafts::table).values(&row).execute(conn)?;
    Ok(Ok(row.draft(conn)?))
}

/// Ends the draft of an edit that its author has sent. Returns whether there was one.
pub(crate) fn end_edit(conn: &mut AnyConn, owner: UserId, document: DocumentId) -> Result<bool, DbError> {
    let sent = drafts::table
        .filter(drafts::document_id.eq(document.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()));
    Ok(diesel::delete(sent).execute(conn)? > 0)
}

/// Deletes a draft and releases its file. Returns the uploads that nothing holds any more.
pub(crate) fn delete(
    conn: &mut AnyConn,
    deletion: &DraftDeletion,
) -> Result<Result<Vec<UploadId>, DraftRefused>, DbError> {
    let wanted = drafts::table
        .filter(drafts::id.eq(deletion.id.to_string()))
        .filter(drafts::owner_id.eq(deletion.owner.to_string()));
    if diesel::delete(wanted).execute(conn)? == 0 {
        return Ok(Err(DraftRefused::Gone));
    }
    Ok(Ok(file_refs::let_go(conn, &[Holder::Draft(deletion.id)])?))
}

/// Deletes all drafts of a user and releases their files.
pub(crate) fn delete_all(conn: &mut AnyConn, owner: UserId) -> Result<(), DbError> {
    let theirs = drafts::table.filter(drafts::owner_id.eq(owner.to_string()));
    let ids: Vec<String> = theirs.clone().select(drafts::id).load(conn)?;
    let holders: Vec<Holder> = ids
        .iter()
        .map(|id| read(id, "drafts", "id", id).map(Holder::Draft))
        .collect::<Result<_, DbError>>()?;
    diesel::delete(theirs).execute(conn)?;
    file_refs::let_go(conn, &holders).map(|_| ())
}

/// Replaces a pending submission by a draft, which takes over its file.
pub(crate) fn withdraw(
    conn: &mut AnyConn,
    withdrawal: &SubmissionWithdrawal,
) -> Result<Result<Draft, DraftRefused>, DbError> {
    let SubmissionWithdrawal { id, draft } = withdrawal;
    lock(conn, AdvisoryLock::Drafts)?;
    if count(conn, draft.owner)? >= MAX_DRAFTS {
        return Ok(Err(DraftRefused::TooMany));
    }
    if !submissions::withdraw(conn, *id, draft)? {
        return Ok(Err(DraftRefused::Gone));
    }
    let row = Row::of(draft);
    diesel::insert_into(drafts::table).values(&row).execute(conn)?;
    Ok(Ok(row.draft(conn)?))
}

/// Replaces a draft by a submission, which takes over its file. Of two at once, one finds the draft.
pub(crate) fn submit(
    conn: &mut AnyConn,
    change: &DraftSubmission,
    preview: &Sealed<String>,
) -> Result<Result<Submission, DraftRefused>, DbError> {
    let wanted = drafts::table
        .filter(drafts::id.eq(change.id.to_string()))
        .filter(drafts::owner_id.eq(change.new.submission.submitted_by.to_string()))
        .filter(drafts::document_id.is_null())
        .filter(drafts::revision.eq(change.expected.as_str()));
    if diesel::delete(wanted).execute(conn)? == 0 {
        return Ok(Err(DraftRefused::Gone));
    }
    file_refs::hand_over(conn, Holder::Draft(change.id))?;
    Ok(submissions::submit(conn, &change.new, preview)?.map_err(DraftRefused::Submission))
}
