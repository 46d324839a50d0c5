//! Drafts. Every statement is restricted to the owner.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{documents, drafts};
use crate::events::relay::{notify, personal};
use crate::storage::documents::prepared;
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::uploads;
use crate::storage::kernel::replies;
use crate::storage::submissions::draft_rows::{Columns, Row, find, find_edit, locked, locked_edit, revising};
use crate::storage::submissions::{edits, submitted, waiting};
use crate::storage::{AdvisoryLock, exact, lock, read};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_audit::topics::{Event, Topic, Topics};
use facility_documents::previews::preview_for;
use facility_documents::sealed::Sealed;
use facility_files::file::AttachedFiles;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Clearance, DocumentId, DraftId, StoreError, Timestamp, UploadId, UserId};
use facility_submissions::draft::{
    Draft, DraftChange, DraftDeletion, DraftState, DraftSubmission, DraftSummary, EditDraftChange, MAX_DRAFTS,
    SavedDraft, SubmissionWithdrawal,
};
use facility_submissions::ports::drafts::{DraftRefused, DraftRepository, SaveDraftError};
use facility_submissions::submission::Submission;

/// Counts this user's drafts.
pub(crate) fn count(conn: &mut AnyConn, owner: UserId) -> Result<u64, DbError> {
    let rows: i64 = drafts::table.filter(drafts::owner_id.eq(owner.to_string())).count().get_result(conn)?;
    Ok(exact(rows))
}

/// Makes the draft hold a file, if it has one.
fn hold(
    conn: &mut AnyConn,
    owner: UserId,
    id: DraftId,
    files: &AttachedFiles,
) -> Result<Result<(), DraftRefused>, DbError> {
    Ok(uploads::attach(conn, files, owner, Holder::Draft(id))?.map_err(|_taken| DraftRefused::FileTaken))
}

/// Makes a draft hold those pictures of its text that its owner uploaded.
pub(crate) fn hold_pictures(conn: &mut AnyConn, draft: &Draft) -> Result<(), DbError> {
    let Some(content) = &draft.text.content else { return Ok(()) };
    refs::hold_own_pictures(conn, content, draft.owner, Holder::Draft(draft.id))
}

/// Writes a new draft and returns it, or returns an existing one that revises the same submission. A refused draft
/// writes nothing.
fn create(conn: &mut AnyConn, draft: &Draft) -> Result<Result<Draft, DraftRefused>, DbError> {
    // Concurrent creations must neither exceed the maximum nor make two drafts that revise the same submission.
    lock(conn, AdvisoryLock::Drafts)?;
    if let Some(submission) = draft.revises
        && let Some(begun) = revising(conn, draft.owner, submission)?
    {
        return Ok(Ok(begun));
    }
    insert(conn, draft, &draft.text.attached())
}

/// Replaces the text of a draft. A refused change writes nothing.
fn save(conn: &mut AnyConn, change: &DraftChange) -> Result<Result<SavedDraft, DraftRefused>, DbError> {
    let Some(stored) = locked(conn, change.owner, change.id)? else { return Ok(Err(DraftRefused::Gone)) };
    if stored.text == change.text {
        return Ok(Ok(SavedDraft { draft: stored, released: Vec::new() }));
    }
    if stored.revision != change.expected {
        return Ok(Err(DraftRefused::Stale(Box::new(stored))));
    }
    let (before, after) = (stored.text.attached(), &change.text.attached());
    if let Err(refused) = hold(conn, change.owner, change.id, &after.without(&before))? {
        return Ok(Err(refused));
    }
    let draft = Draft {
        text: change.text.clone(),
        revision: change.revision.clone(),
        updated_at: change.at,
        attachments: Vec::new(),
        ..stored
    };
    let row = replace(conn, &draft)?;
    let released = refs::release(conn, &before.without(after), Holder::Draft(change.id))?;
    Ok(Ok(SavedDraft { draft: row.draft(conn)?, released }))
}

/// Overwrites the row of a draft.
fn replace(conn: &mut AnyConn, draft: &Draft) -> Result<Row, DbError> {
    let content = draft.text.content.as_deref().unwrap_or_default();
    refs::release_unnamed_pictures(conn, content, Holder::Draft(draft.id), draft.updated_at)?;
    hold_pictures(conn, draft)?;
    let row = Row::of(draft);
    diesel::update(drafts::table.filter(drafts::id.eq(draft.id.to_string()))).set(&row).execute(conn)?;
    Ok(row)
}

/// Writes the text of an edit, into its author's draft for the document or into a new one. A refused change writes
/// nothing.
fn save_edit(conn: &mut AnyConn, change: &EditDraftChange) -> Result<Result<Draft, DraftRefused>, DbError> {
    let EditDraftChange { draft, expected, attached } = change;
    let Some(document) = draft.edits else { return Ok(Err(DraftRefused::Gone)) };
    let mut stored = locked_edit(conn, draft.owner, document)?;
    if stored.is_none() {
        // Concurrent saves must neither make two drafts nor exceed the maximum.
        lock(conn, AdvisoryLock::Drafts)?;
        stored = locked_edit(conn, draft.owner, document)?;
    }
    match (stored, expected) {
        (Some(stored), _) if stored.text == draft.text => Ok(Ok(stored)),
        (Some(stored), Some(expected)) if stored.revision == *expected => {
            let (before, after) = (stored.text.attached(), draft.text.attached());
            let new = after.without(attached).without(&before);
            if let Err(refused) = hold(conn, draft.owner, stored.id, &new)? {
                return Ok(Err(refused));
            }
            let Draft { text, revision, updated_at, .. } = draft.clone();
            let changed = Draft { text, revision, updated_at, ..stored };
            let row = replace(conn, &changed)?;
            refs::release(conn, &before.without(&after).without(attached), Holder::Draft(changed.id))?;
            Ok(Ok(row.draft(conn)?))
        }
        (Some(stored), _) => Ok(Err(DraftRefused::Stale(Box::new(stored)))),
        (None, Some(_)) => Ok(Err(DraftRefused::Gone)),
        (None, None) if !edits::hold_document(conn, document)? => Ok(Err(DraftRefused::Gone)),
        (None, None) => insert(conn, draft, &draft.text.attached().without(attached)),
    }
}

/// Writes a new draft that holds these files, unless its owner has the maximum number.
fn insert(conn: &mut AnyConn, draft: &Draft, files: &AttachedFiles) -> Result<Result<Draft, DraftRefused>, DbError> {
    if count(conn, draft.owner)? >= MAX_DRAFTS {
        return Ok(Err(DraftRefused::TooMany));
    }
    if let Err(refused) = hold(conn, draft.owner, draft.id, files)? {
        return Ok(Err(refused));
    }
    hold_pictures(conn, draft)?;
    let row = Row::of(draft);
    diesel::insert_into(drafts::table).values(&row).execute(conn)?;
    Ok(Ok(row.draft(conn)?))
}

/// Deletes the draft of an edit that its author has submitted, and whose pictures the edit holds. Returns whether there
/// was one.
pub(crate) fn delete_edit(conn: &mut AnyConn, owner: UserId, document: DocumentId) -> Result<bool, DbError> {
    let sent = drafts::table
        .filter(drafts::document_id.eq(document.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()));
    let ids: Vec<String> = diesel::delete(sent).returning(drafts::id).get_results(conn)?;
    for id in &ids {
        refs::release_all(conn, &[Holder::Draft(read(id, "drafts", "id", id)?)])?;
    }
    Ok(!ids.is_empty())
}

/// Deletes a draft and releases its files. Returns the uploads that nothing holds any more.
fn delete(conn: &mut AnyConn, deletion: &DraftDeletion) -> Result<Result<Vec<UploadId>, DraftRefused>, DbError> {
    let wanted = drafts::table
        .filter(drafts::id.eq(deletion.id.to_string()))
        .filter(drafts::owner_id.eq(deletion.owner.to_string()));
    if diesel::delete(wanted).execute(conn)? == 0 {
        return Ok(Err(DraftRefused::Gone));
    }
    Ok(Ok(refs::release_all(conn, &[Holder::Draft(deletion.id)])?))
}

/// Deletes all drafts of a user and releases their files.
pub(crate) fn delete_all(conn: &mut AnyConn, owner: UserId) -> Result<(), DbError> {
    let theirs = drafts::table.filter(drafts::owner_id.eq(owner.to_string()));
    let ids: Vec<String> = theirs.clone().select(drafts::id).load(conn)?;
    let holders: Vec<Holder> =
        ids.iter().map(|id| read(id, "drafts", "id", id).map(Holder::Draft)).collect::<Result<_, DbError>>()?;
    diesel::delete(theirs).execute(conn)?;
    refs::release_all(conn, &holders).map(|_| ())
}

/// Replaces a pending submission by a draft, which takes over its files.
fn withdraw(conn: &mut AnyConn, withdrawal: &SubmissionWithdrawal) -> Result<Result<Draft, DraftRefused>, DbError> {
    let SubmissionWithdrawal { id, draft } = withdrawal;
    lock(conn, AdvisoryLock::Drafts)?;
    if count(conn, draft.owner)? >= MAX_DRAFTS {
        return Ok(Err(DraftRefused::TooMany));
    }
    if !submitted::withdraw(conn, *id, draft)? {
        return Ok(Err(DraftRefused::Gone));
    }
    let row = Row::of(draft);
    diesel::insert_into(drafts::table).values(&row).execute(conn)?;
    Ok(Ok(row.draft(conn)?))
}

/// Replaces a draft by a submission, which takes over its files. Of concurrent calls, only one finds the draft.
fn submit(
    conn: &mut AnyConn,
    change: &DraftSubmission,
    preview: &Sealed<String>,
) -> Result<Result<Submission, DraftRefused>, DbError> {
    let wanted = drafts::table
        .filter(drafts::id.eq(change.id.to_string()))
        .filter(drafts::owner_id.eq(change.new.case.author.to_string()))
        .filter(drafts::document_id.is_null())
        .filter(drafts::revision.eq(change.expected.as_str()));
    if diesel::delete(wanted).execute(conn)? == 0 {
        return Ok(Err(DraftRefused::Gone));
    }
    refs::hand_over(conn, Holder::Draft(change.id))?;
    Ok(submitted::submit(conn, &change.new, preview)?.map_err(DraftRefused::Submission))
}

/// Runs a write that is not recorded, and announces it to the owner. A refused one MUST have changed nothing.
async fn write<T: Send + 'static>(
    db: &Database,
    owner: UserId,
    at: Timestamp,
    mut write: impl FnMut(&mut AnyConn) -> Result<Result<T, DraftRefused>, DbError> + Send + 'static,
) -> Result<T, SaveDraftError> {
    let event = changed(owner, at);
    let announcement = event.clone();
    let written = db.write(move |conn| announced(conn, &announcement, &mut write)).await;
    finish(db, event, written)
}

/// Runs a recorded write, and announces it to the owner.
async fn commit<C: Send + Sync + 'static, T: Send + 'static>(
    db: &Database,
    (owner, at): (UserId, Timestamp),
    change: Audited<C>,
    mut apply: impl FnMut(&mut AnyConn, &C) -> Result<Result<T, DraftRefused>, DbError> + Send + 'static,
) -> Result<T, SaveDraftError> {
    let event = changed(owner, at);
    let announcement = event.clone();
    let apply = move |conn: &mut AnyConn, change: &C| announced(conn, &announcement, |conn| apply(conn, change));
    let written = db.commit_or_refuse(change, apply).await;
    finish(db, event, written)
}

fn finish<T>(
    db: &Database,
    event: Event,
    written: Result<Result<T, DraftRefused>, StoreError>,
) -> Result<T, SaveDraftError> {
    let done = match written {
        Ok(done) => done.map_err(SaveDraftError::Refused)?,
        Err(error) => {
            return Err(replies::repeat(&error).map_or(SaveDraftError::Store(error), SaveDraftError::Repeated));
        }
    };
    if db.is_sqlite() {
        db.hints().relay(event);
    }
    Ok(done)
}

/// The event that tells the owner's open screens that their drafts have changed.
pub(crate) const fn changed(owner: UserId, at: Timestamp) -> Event {
    personal(Topics::of(&[Topic::Drafts]), owner, at)
}

/// Runs a write and, unless it is refused, announces it when the transaction commits.
fn announced<T>(
    conn: &mut AnyConn,
    event: &Event,
    write: impl FnOnce(&mut AnyConn) -> Result<Result<T, DraftRefused>, DbError>,
) -> Result<Result<T, DraftRefused>, DbError> {
    let written = write(conn)?;
    if written.is_ok() {
        notify(conn, event)?;
    }
    Ok(written)
}

#[async_trait]
impl DraftRepository for Database {
    async fn list(&self, owner: UserId, reader: Clearance) -> Result<Vec<DraftSummary>, StoreError> {
        self.read(move |conn| {
            let rows: Vec<(Columns, String, Option<i32>)> = drafts::table
                .left_join(documents::table.on(documents::id.nullable().eq(drafts::document_id)))
                .filter(drafts::owner_id.eq(owner.to_string()))
                .order((drafts::updated_at.desc(), drafts::position.desc()))
                .select((Columns::as_select(), drafts::preview, documents::clearance_level.nullable()))
                .load(conn)?;
            let attachments = uploads::attachments(conn, rows.iter().map(|(row, ..)| row.file_path.as_deref()))?;
            rows.into_iter()
                .map(|(row, stored, level)| {
                    let preview = match level {
                        None => stored,
                        Some(level) if level > reader.level().into() => String::new(),
                        Some(_) => preview_for(&stored, reader).to_owned(),
                    };
                    Ok(DraftSummary { draft: row.draft(None, &attachments)?, preview })
                })
                .collect()
        })
        .await
    }

    async fn find_edit(&self, owner: UserId, document: DocumentId) -> Result<Option<Draft>, StoreError> {
        self.read(move |conn| find_edit(conn, owner, document)).await
    }

    async fn save_edit(&self, change: EditDraftChange) -> Result<Draft, SaveDraftError> {
        let Draft { owner, updated_at, .. } = change.draft;
        write(self, owner, updated_at, move |conn| save_edit(conn, &change)).await
    }

    async fn find(&self, owner: UserId, id: DraftId) -> Result<Option<Draft>, StoreError> {
        self.read(move |conn| find(conn, owner, id)).await
    }

    async fn create(&self, draft: Draft, remember: Option<IdempotentRequest>) -> Result<Draft, SaveDraftError> {
        let (owner, at) = (draft.owner, draft.created_at);
        let create = move |conn: &mut AnyConn| {
            let state = |draft: &Draft| DraftState { id: draft.id, revision: draft.revision.clone() }.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), state, |conn| create(conn, &draft))
        };
        write(self, owner, at, create).await
    }

    async fn save(&self, change: DraftChange) -> Result<SavedDraft, SaveDraftError> {
        write(self, change.owner, change.at, move |conn| save(conn, &change)).await
    }

    async fn delete(&self, deletion: Audited<DraftDeletion>) -> Result<Vec<UploadId>, SaveDraftError> {
        let DraftDeletion { owner, at, .. } = *deletion.change();
        commit(self, (owner, at), deletion, delete).await
    }

    async fn withdraw(&self, withdrawal: Audited<SubmissionWithdrawal>) -> Result<Draft, SaveDraftError> {
        let Draft { owner, created_at, .. } = withdrawal.change().draft;
        commit(self, (owner, created_at), withdrawal, withdraw).await
    }

    async fn submit(
        &self,
        submission: Audited<DraftSubmission>,
        remember: Option<IdempotentRequest>,
    ) -> Result<Submission, SaveDraftError> {
        let made = &submission.change().new;
        let recipient = (made.case.author, made.case.created_at);
        let preview = prepared::previews(&made.content).await.map_err(SaveDraftError::Store)?;
        let apply = move |conn: &mut AnyConn, change: &DraftSubmission| {
            let id = |made: &Submission| made.case.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                let Submission { case, content, .. } = &change.new;
                if let Err(full) = waiting::check_pending_quota(conn, case.author, content)? {
                    return Ok(Err(DraftRefused::TooMuchWaiting(full)));
                }
                submit(conn, change, &preview)
            })
        };
        commit(self, recipient, submission, apply).await
    }
}
