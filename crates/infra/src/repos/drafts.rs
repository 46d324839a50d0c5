//! Drafts.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::events::relay::{notify, personal};
use crate::repos::{prepared, replies};
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::idempotency::Remember;
use facility_audit::topics::{Event, Topic, Topics};
use facility_kernel::{Clearance, DocumentId, DraftId, StoreError, Timestamp, UploadId, UserId};
use facility_submissions::draft::{
    Draft, DraftChange, DraftDeletion, DraftState, DraftSubmission, DraftSummary, EditDraftChange,
    SavedDraft, SubmissionWithdrawal,
};
use facility_submissions::ports::drafts::{DraftRefused, DraftRepository, SaveDraftError};
use facility_submissions::submission::Submission;

/// Drafts in the database.
#[derive(Clone)]
pub struct DraftRepo(Database);

impl DraftRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }

    /// Runs a write that is not recorded, and announces it to the owner. A refused one MUST have changed nothing.
    async fn write<T: Send + 'static>(
        &self,
        owner: UserId,
        at: Timestamp,
        mut write: impl FnMut(&mut AnyConn) -> Result<Result<T, DraftRefused>, DbError> + Send + 'static,
    ) -> Result<T, SaveDraftError> {
        let event = changed(owner, at);
        let told = event.clone();
        let written = self.0.write(move |conn| announced(conn, &told, &mut write)).await;
        self.finish(event, written)
    }

    /// Runs a recorded write, and announces it to the owner.
    async fn commit<C: Send + Sync + 'static, T: Send + 'static>(
        &self,
        (owner, at): (UserId, Timestamp),
        change: Audited<C>,
        mut apply: impl FnMut(&mut AnyConn, &C) -> Result<Result<T, DraftRefused>, DbError> + Send + 'static,
    ) -> Result<T, SaveDraftError> {
        let event = changed(owner, at);
        let told = event.clone();
        let apply = move |conn: &mut AnyConn, change: &C| announced(conn, &told, |conn| apply(conn, change));
        let written = self.0.commit_or_refuse(change, apply).await;
        self.finish(event, written)
    }

    fn finish<T>(
        &self,
        event: Event,
        written: Result<Result<T, DraftRefused>, StoreError>,
    ) -> Result<T, SaveDraftError> {
        let done = match written {
            Ok(done) => done.map_err(SaveDraftError::Refused)?,
            Err(error) => {
                return Err(
                    replies::repeat(&error).map_or(SaveDraftError::Store(error), SaveDraftError::Repeated)
                );
            }
        };
        if self.0.is_sqlite() {
            self.0.hints().relay(event);
        }
        Ok(done)
    }
}

/// What tells the owner's open screens that their drafts have changed.
pub(super) const fn changed(owner: UserId, at: Timestamp) -> Event {
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
impl DraftRepository for DraftRepo {
    async fn list(&self, owner: UserId, reader: Clearance) -> Result<Vec<DraftSummary>, StoreError> {
        self.0.read(move |conn| tables::drafts::list(conn, owner, reader)).await
    }

    async fn find_edit(&self, owner: UserId, document: DocumentId) -> Result<Option<Draft>, StoreError> {
        self.0.read(move |conn| tables::drafts::find_edit(conn, owner, document)).await
    }

    async fn save_edit(&self, change: EditDraftChange) -> Result<Draft, SaveDraftError> {
        let Draft { owner, updated_at, .. } = change.draft;
        self.write(owner, updated_at, move |conn| tables::drafts::save_edit(conn, &change)).await
    }

    async fn find(&self, owner: UserId, id: DraftId) -> Result<Option<Draft>, StoreError> {
        self.0.read(move |conn| tables::drafts::find(conn, owner, id)).await
    }

    async fn create(&self, draft: Draft, remember: Option<Remember>) -> Result<Draft, SaveDraftError> {
        let (owner, at) = (draft.owner, draft.created_at);
        let write = move |conn: &mut AnyConn| {
            let state =
                |draft: &Draft| DraftState { id: draft.id, revision: draft.revision.clone() }.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), state, |conn| {
                tables::drafts::create(conn, &draft)
            })
        };
        self.write(owner, at, write).await
    }

    async fn save(&self, change: DraftChange) -> Result<SavedDraft, SaveDraftError> {
        self.write(change.owner, change.at, move |conn| tables::drafts::save(conn, &change)).await
    }

    async fn delete(&self, deletion: Audited<DraftDeletion>) -> Result<Vec<UploadId>, SaveDraftError> {
        let DraftDeletion { owner, at, .. } = *deletion.change();
        self.commit((owner, at), deletion, tables::drafts::delete).await
    }

    async fn withdraw(&self, withdrawal: Audited<SubmissionWithdrawal>) -> Result<Draft, SaveDraftError> {
        let Draft { owner, created_at, .. } = withdrawal.change().draft;
        self.commit((owner, created_at), withdrawal, tables::drafts::withdraw).await
    }

    async fn submit(
        &self,
        submission: Audited<DraftSubmission>,
        remember: Option<Remember>,
    ) -> Result<Submission, SaveDraftError> {
        let made = &submission.change().new.submission;
        let told = (made.submitted_by, made.created_at);
        let preview = prepared::previews(&made.content).await.map_err(SaveDraftError::Store)?;
        let apply = move |conn: &mut AnyConn, change: &DraftSubmission| {
            let id = |made: &Submission| made.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                let Submission { submitted_by, content, .. } = &change.new.submission;
                if let Err(full) = tables::waiting::check_pending_quota(conn, *submitted_by, content)? {
                    return Ok(Err(DraftRefused::TooMuchWaiting(full)));
                }
                tables::drafts::submit(conn, change, &preview)
            })
        };
        self.commit(told, submission, apply).await
    }
}
