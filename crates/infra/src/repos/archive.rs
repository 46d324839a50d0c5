//! The archive: its sections, its documents and the requests.

use crate::db::Database;
use crate::tables::{self, archive_counts, archive_lists};
use async_trait::async_trait;
use facility_archive::placing::PlacementChange;
use facility_archive::ports::{
    ArchiveQueries, PlacementRepository, RequestRecord, SectionClosed, SectionRefusal, SectionRepository,
};
use facility_archive::section::{SectionChange, SectionRecord};
use facility_archive::shelf::SectionShelf;
use facility_audit::entry::Audited;
use facility_documents::document::{DocumentRecord, DocumentSummary, Placement};
use facility_documents::visibility::Visibility;
use facility_kernel::{Clearance, Cursor, Page, PageRequest, SectionId, StoreError};
use std::collections::HashMap;

/// The archive in the database.
#[derive(Clone)]
pub struct ArchiveRepo(Database);

impl ArchiveRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl SectionRepository for ArchiveRepo {
    async fn list(&self, with_inactive: bool) -> Result<Vec<SectionRecord>, StoreError> {
        self.0.read(move |conn| tables::sections::list(conn, with_inactive)).await
    }

    async fn find(&self, id: SectionId) -> Result<Option<SectionRecord>, StoreError> {
        self.0.read(move |conn| tables::sections::find(conn, id)).await
    }

    async fn commit(&self, change: Audited<SectionChange>) -> Result<Result<(), SectionRefusal>, StoreError> {
        self.0.commit_or_refuse(change, tables::sections::apply).await
    }
}

#[async_trait]
impl ArchiveQueries for ArchiveRepo {
    async fn counts(&self, reader: Visibility) -> Result<HashMap<SectionId, u64>, StoreError> {
        self.0.read(move |conn| archive_counts::of_all(conn, reader)).await
    }

    async fn count(&self, shelf: SectionShelf) -> Result<u64, StoreError> {
        self.0.read(move |conn| archive_counts::of_one(conn, shelf)).await
    }

    async fn summaries(
        &self,
        shelf: SectionShelf,
        page: PageRequest,
    ) -> Result<Page<DocumentSummary>, StoreError> {
        self.0.read(move |conn| archive_lists::summaries(conn, shelf, page)).await
    }

    async fn records(
        &self,
        shelf: SectionShelf,
        page: PageRequest,
    ) -> Result<Page<DocumentRecord>, StoreError> {
        self.0.read(move |conn| archive_lists::records(conn, shelf, page)).await
    }

    async fn cursor_after_skip(
        &self,
        shelf: SectionShelf,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError> {
        self.0.read(move |conn| archive_lists::cursor_after_skip(conn, shelf, after, count)).await
    }

    async fn requests(
        &self,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<RequestRecord>, StoreError> {
        self.0.read(move |conn| archive_lists::requests(conn, reader, page)).await
    }
}

#[async_trait]
impl PlacementRepository for ArchiveRepo {
    async fn commit(
        &self,
        change: Audited<PlacementChange>,
    ) -> Result<Result<Placement, SectionClosed>, StoreError> {
        self.0.commit_or_refuse(change, tables::archive::apply).await
    }
}
