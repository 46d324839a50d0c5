//! Edits of documents.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::events::relay::notify;
use crate::repos::{batch, drafts, log_damaged, prepared, replies};
use crate::tables;
use crate::tables::edits::{NotProposed, Waits};
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::idempotency::Remember;
use facility_documents::batch::Batch;
use facility_documents::edits::error::EditError;
use facility_documents::edits::view::EditView;
use facility_documents::edits::{EditRecord, EditRequest};
use facility_kernel::{Clearance, EditId, Page, PageRequest, StoreError, Timestamp, UserId};
use facility_submissions::edits::{
    EditResubmission, EditReviewChange, EditTimeOut, EditTimeOutMark, EditWithdrawal, NewEdit, OwnEdit,
};
use facility_submissions::ports::EditRepository;
use facility_submissions::reclassification::Reclassification;

/// Edits in the database.
#[derive(Clone)]
pub struct EditRepo(Database);

impl EditRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl EditRepository for EditRepo {
    async fn find(&self, id: EditId) -> Result<Option<EditRecord>, StoreError> {
        self.0.read(move |conn| tables::edit_queue::find(conn, id)).await
    }

    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<EditRecord>, StoreError> {
        self.0
            .read(move |conn| tables::edit_queue::pending(conn, started_after, reader, with_content, page))
            .await
    }

    async fn pending_of(
        &self,
        owner: UserId,
        started_after: Timestamp,
        page: PageRequest,
    ) -> Result<Page<OwnEdit>, StoreError> {
        self.0.read(move |conn| tables::edit_queue::pending_of(conn, owner, started_after, page)).await
    }

    async fn authored(&self, owner: UserId, page: PageRequest) -> Result<Page<EditRecord>, StoreError> {
        self.0.read(move |conn| tables::edit_queue::authored(conn, owner, page)).await
    }

    async fn withdraw(&self, withdrawal: Audited<EditWithdrawal>) -> Result<(), StoreError> {
        self.0.commit(withdrawal, tables::edit_queue::withdraw).await
    }

    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Batch<EditTimeOut>, StoreError> {
        self.0.read(move |conn| tables::edit_queue::unmarked(conn, started_by, limit)).await.map(batch)
    }

    async fn mark_timed_out(&self, mark: Audited<EditTimeOutMark>) -> Result<(), StoreError> {
        log_damaged(self.0.commit(mark, tables::edit_queue::mark_timed_out).await)
    }

    async fn resubmit(&self, resubmission: Audited<EditResubmission>) -> Result<(), StoreError> {
        self.0.commit(resubmission, tables::edit_queue::resubmit).await
    }

    async fn propose(
        &self,
        edit: Audited<NewEdit>,
        remember: Option<Remember>,
    ) -> Result<EditView, EditError> {
        let EditRequest { submitted_by, created_at, .. } = edit.change().edit;
        let told = drafts::changed(submitted_by, created_at);
        let drafts_changed = told.clone();
        let apply = move |conn: &mut AnyConn, new: &NewEdit| {
            let id = |_made: &EditView| new.edit.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                let EditRequest { submitted_by, document_id, text, .. } = &new.edit;
                if let Err(full) = tables::waiting::check_pending_quota(conn, *submitted_by, &text.content)? {
                    return Ok(Err(full.into()));
                }
                let written = tables::edits::propose(conn, new)?;
                if written.is_ok() && tables::drafts::end_edit(conn, *submitted_by, *document_id)? {
                    notify(conn, &drafts_changed)?;
                }
                Ok(written.map(|()| new.shown.clone()).map_err(|refused| match refused {
                    NotProposed::NoDocument => EditError::NotFound,
                    NotProposed::AlreadyResubmitted => EditError::AlreadyResubmitted,
                }))
            })
        };
        match self.0.commit_or_refuse(edit, apply).await {
            Ok(written) => {
                if written.is_ok() && self.0.is_sqlite() {
                    self.0.hints().relay(told);
                }
                written
            }
            Err(error) => Err(replies::repeat(&error).map_or(EditError::Store(error), EditError::Repeated)),
        }
    }

    async fn reclassify(&self, change: Audited<Reclassification>) -> Result<(), EditError> {
        let derivation = prepared::revision(&self.0, &change.change().revision).await?;
        let apply = move |conn: &mut AnyConn, change: &Reclassification| {
            tables::edits::reclassify(conn, change, &derivation)
        };
        self.0.commit_or_refuse(change, apply).await?.map_err(|Waits| EditError::EditPending)
    }

    async fn review(&self, review: Audited<EditReviewChange>) -> Result<(), StoreError> {
        let decision = &review.change().decision;
        let preview = prepared::previews(&decision.after.text.content).await?;
        let derivation = match &decision.revision {
            Some(revision) => Some(prepared::revision(&self.0, revision).await?),
            None => None,
        };
        let apply = move |conn: &mut AnyConn, change: &EditReviewChange| {
            tables::edits::review(conn, change, &preview, derivation.as_ref())
        };
        self.0.commit(review, apply).await
    }
}
