//! Submissions.

use crate::db::Database;
use crate::tables;
use ::submissions::ports::SubmissionRepository;
use ::submissions::review::ReviewChange;
use ::submissions::{NewSubmission, Submission, SubmissionRecord};
use async_trait::async_trait;
use audit::Audited;
use kernel::{Page, PageRequest, StoreError, SubmissionId, Timestamp, UserId};

/// Submissions in the database.
#[derive(Clone)]
pub struct SubmissionRepo(Database);

impl SubmissionRepo {
    /// Over this database.
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
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError> {
        self.0.read(move |conn| tables::submissions::pending(conn, started_after, page)).await
    }

    async fn by_owner(&self, owner: UserId, page: PageRequest) -> Result<Page<SubmissionRecord>, StoreError> {
        self.0.read(move |conn| tables::submissions::by_owner(conn, owner, page)).await
    }

    async fn submit(&self, submission: Audited<NewSubmission>) -> Result<Submission, StoreError> {
        self.0.commit(submission, tables::submissions::submit).await
    }

    async fn review(&self, review: Audited<ReviewChange>) -> Result<(), StoreError> {
        self.0.commit(review, tables::submissions::review).await
    }
}
