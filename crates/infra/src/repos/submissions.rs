//! Submissions.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::repos::{batch, log_damaged, prepared, replies};
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::idempotency::Remember;
use facility_documents::batch::Batch;
use facility_kernel::{Clearance, Page, PageRequest, StoreError, SubmissionId, Timestamp, UserId};
use facility_submissions::edits::TimedOutItem;
use facility_submissions::ports::{SubmissionRepository, SubmitError};
use facility_submissions::review::ReviewChange;
use facility_submissions::submission::{
    NewSubmission, Resubmission, Submission, SubmissionRecord, TimeOut, TimeOutMark,
};

/// Submissions in the database.
#[derive(Clone)]
pub struct SubmissionRepo(Database);

impl SubmissionRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl SubmissionRepository for SubmissionRepo {
    async fn find(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError> {
        self.0.read(move |conn| tables::submissions::find(conn, id)).await
    }

    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError> {
        self.0.read(move |conn| tables::submissions::pending(conn, started_after, reader, page)).await
    }

    async fn by_owner(
        &self,
        owner: UserId,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError> {
        self.0.read(move |conn| tables::submissions::by_owner(conn, owner, reader, page)).await
    }

    async fn timed_out(
        &self,
        owner: UserId,
        started_by: Timestamp,
        page: PageRequest,
    ) -> Result<Page<TimedOutItem>, StoreError> {
        self.0.read(move |conn| tables::time_outs::timed_out(conn, owner, started_by, page)).await
    }

    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Batch<TimeOut>, StoreError> {
        self.0.read(move |conn| tables::time_outs::unmarked(conn, started_by, limit)).await.map(batch)
    }

    async fn levels_of_carriers(&self, file_path: &str) -> Result<Vec<Option<Clearance>>, StoreError> {
        let path = file_path.to_owned();
        self.0.read(move |conn| tables::submissions::levels_of_carriers(conn, &path)).await
    }

    async fn mark_timed_out(&self, mark: Audited<TimeOutMark>) -> Result<(), StoreError> {
        log_damaged(self.0.commit(mark, tables::time_outs::mark_timed_out).await)
    }

    async fn resubmit(&self, resubmission: Audited<Resubmission>) -> Result<(), StoreError> {
        self.0.commit(resubmission, tables::time_outs::resubmit).await
    }

    async fn submit(
        &self,
        submission: Audited<NewSubmission>,
        remember: Option<Remember>,
    ) -> Result<Submission, SubmitError> {
        let preview = prepared::previews(&submission.change().submission.content).await;
        let preview = preview.map_err(SubmitError::Store)?;
        let apply = move |conn: &mut AnyConn, new: &NewSubmission| {
            let id = |made: &Submission| made.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                let Submission { submitted_by, content, .. } = &new.submission;
                if let Err(full) = tables::waiting::check_pending_quota(conn, *submitted_by, content)? {
                    return Ok(Err(SubmitError::TooMuchWaiting(full)));
                }
                Ok(tables::submissions::submit(conn, new, &preview)?.map_err(SubmitError::Refused))
            })
        };
        match self.0.commit_or_refuse(submission, apply).await {
            Ok(written) => written,
            Err(error) => {
                Err(replies::repeat(&error).map_or(SubmitError::Store(error), SubmitError::Repeated))
            }
        }
    }

    async fn review(&self, review: Audited<ReviewChange>) -> Result<(), StoreError> {
        let derived = match &review.change().publish {
            Some(document) => Some(prepared::document(document).await?),
            None => None,
        };
        let apply = move |conn: &mut AnyConn, change: &ReviewChange| {
            tables::submissions::review(conn, change, derived.as_ref())
        };
        self.0.commit(review, apply).await
    }
}
