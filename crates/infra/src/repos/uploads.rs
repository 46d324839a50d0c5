//! Uploads.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_kernel::{StoreError, UploadId, UserId};
use facility_submissions::ports::UploadRepository;
use facility_submissions::upload::{Unattached, Upload, UploadStatus};

/// Uploads in the database.
#[derive(Clone)]
pub struct UploadRepo(Database);

impl UploadRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl UploadRepository for UploadRepo {
    async fn find(&self, id: UploadId) -> Result<Option<Upload>, StoreError> {
        self.0.read(move |conn| tables::uploads::find(conn, id)).await
    }

    async fn find_by_ticket(&self, ticket_fingerprint: &str) -> Result<Option<Upload>, StoreError> {
        let fingerprint = ticket_fingerprint.to_owned();
        self.0.read(move |conn| tables::uploads::find_by_ticket(conn, &fingerprint)).await
    }

    async fn unattached(&self, owner: UserId) -> Result<Unattached, StoreError> {
        self.0.read(move |conn| tables::uploads::unattached(conn, owner)).await
    }

    async fn issue(&self, upload: Audited<Upload>) -> Result<(), StoreError> {
        self.0.commit(upload, tables::uploads::issue).await
    }

    async fn spend(&self, id: UploadId) -> Result<(), StoreError> {
        let (from, to) = (UploadStatus::Issued, UploadStatus::Uploading);
        self.0.write(move |conn| tables::uploads::advance(conn, id, from, to)).await
    }

    async fn finish(&self, upload: Audited<Upload>) -> Result<(), StoreError> {
        self.0.commit(upload, tables::uploads::finish).await
    }

    async fn claim(&self, id: Audited<UploadId>) -> Result<(), StoreError> {
        let (from, to) = (UploadStatus::Stored, UploadStatus::Final);
        self.0.commit(id, move |conn, id| tables::uploads::advance(conn, *id, from, to)).await
    }
}
