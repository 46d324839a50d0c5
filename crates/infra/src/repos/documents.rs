//! Documents, one at a time and many.

use crate::db::Database;
use crate::tables;
use ::documents::ports::{DocumentQueries, DocumentRepository};
use ::documents::{Document, DocumentChange, DocumentFilter, DocumentRecord, DocumentSummary};
use async_trait::async_trait;
use audit::Audited;
use kernel::{Cursor, DocumentId, Page, PageRequest, StoreError};

/// Documents in the database.
#[derive(Clone)]
pub struct DocumentRepo(Database);

impl DocumentRepo {
    /// Over this database.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl DocumentRepository for DocumentRepo {
    async fn find(&self, id: DocumentId) -> Result<Option<DocumentRecord>, StoreError> {
        self.0.read(move |conn| tables::documents::find(conn, id)).await
    }

    async fn find_by_file(&self, file_path: &str) -> Result<Vec<Document>, StoreError> {
        let path = file_path.to_owned();
        self.0.read(move |conn| tables::documents::find_by_file(conn, &path)).await
    }

    async fn commit(&self, change: Audited<DocumentChange>) -> Result<(), StoreError> {
        self.0.commit(change, tables::documents::apply).await
    }
}

#[async_trait]
impl DocumentQueries for DocumentRepo {
    async fn summaries(
        &self,
        filter: DocumentFilter,
        page: PageRequest,
    ) -> Result<Page<DocumentSummary>, StoreError> {
        self.0.read(move |conn| tables::documents::summaries(conn, &filter, page)).await
    }

    async fn records(
        &self,
        filter: DocumentFilter,
        page: PageRequest,
    ) -> Result<Page<DocumentRecord>, StoreError> {
        self.0.read(move |conn| tables::documents::records(conn, &filter, page)).await
    }

    async fn behind(
        &self,
        filter: DocumentFilter,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError> {
        self.0.read(move |conn| tables::documents::behind(conn, &filter, after, count)).await
    }

    async fn count(&self, filter: DocumentFilter) -> Result<u64, StoreError> {
        self.0.read(move |conn| tables::documents::count(conn, &filter)).await
    }
}
