//! The trash.

use crate::db::Database;
use crate::repos::batch;
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_documents::ports::TrashRepository;
use facility_documents::trash::{Purge, Restoration, TrashedDocument};
use facility_kernel::{DocumentId, Page, PageRequest, StoreError, Timestamp, UploadId};

/// The trash in the database.
#[derive(Clone)]
pub struct TrashRepo(Database);

impl TrashRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl TrashRepository for TrashRepo {
    async fn list(&self, page: PageRequest) -> Result<(Page<TrashedDocument>, u64), StoreError> {
        self.0.read(move |conn| tables::trash::list(conn, page)).await
    }

    async fn find(&self, id: DocumentId) -> Result<Option<TrashedDocument>, StoreError> {
        self.0.read(move |conn| tables::trash::find(conn, id)).await
    }

    async fn due(&self, before: Timestamp, limit: u16) -> Result<Batch<TrashedDocument>, StoreError> {
        self.0.read(move |conn| tables::trash::due(conn, before, limit)).await.map(batch)
    }

    async fn restore(&self, change: Audited<Restoration>) -> Result<(), StoreError> {
        self.0.commit(change, tables::trash::restore).await
    }

    async fn purge(&self, change: Audited<Purge>) -> Result<Vec<UploadId>, StoreError> {
        let document = change.change().id;
        let purged = self.0.commit(change, tables::purging::purge).await;
        if let Err(StoreError::Internal(error)) = &purged {
            tracing::warn!(%document, %error, "a document cannot be purged");
        }
        purged
    }
}
