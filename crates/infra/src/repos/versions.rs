//! The versions of documents.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_documents::ports::VersionRepository;
use facility_documents::versions::VersionRecord;
use facility_kernel::{Clearance, DocumentId, Page, PageRequest, StoreError, VersionId};

/// Versions in the database.
#[derive(Clone)]
pub struct VersionRepo(Database);

impl VersionRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl VersionRepository for VersionRepo {
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<VersionRecord>, StoreError> {
        self.0.read(move |conn| tables::versions::list(conn, document, max_level, with_content, page)).await
    }

    async fn find(&self, document: DocumentId, id: VersionId) -> Result<Option<VersionRecord>, StoreError> {
        self.0.read(move |conn| tables::versions::find(conn, document, id)).await
    }

    async fn numbered(&self, document: DocumentId, number: i32) -> Result<Option<VersionRecord>, StoreError> {
        self.0.read(move |conn| tables::versions::numbered(conn, document, number)).await
    }
}
