//! Documents: single reads and lists.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::deadline::Deadline;
use crate::db::error::DbError;
use crate::db::gathering::Gathering;
use crate::search;
use crate::storage::documents::derived::unprepared;
use crate::storage::documents::prepared::Prepared;
use crate::storage::documents::{lists, prepared, published, revisions, trash};
use crate::storage::files::{places, refs};
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::change::DocumentChange;
use facility_documents::label::ShortLabel;
use facility_documents::ports::{DocumentQueries, DocumentRepository, FileCarrier};
use facility_documents::search::terms::Terms;
use facility_documents::search::{DocumentFilter, Search, Shelf};
use facility_documents::view::Stored;
use facility_documents::visibility::Visibility;
use facility_files::file::FilePath;
use facility_kernel::{Cursor, DocumentId, Page, PageRequest, StoreError, UserId};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Time limit of a search, including the wait for a free slot. With the transfer of the response it stays below a
/// second.
const SEARCH_TIME: Duration = Duration::from_millis(850);

/// Documents in the database. Only some of the connections may search, so that other reads never wait for searches.
#[derive(Clone)]
pub struct DocumentStore {
    db: Database,
    found: Gathering<DocumentId, Stored>,
    searches: Arc<Semaphore>,
}

impl DocumentStore {
    /// Creates the adapter for `db`.
    pub fn new(db: Database) -> Self {
        let searches = Arc::new(Semaphore::new(db.searches()));
        let found = Gathering::new(db.clone(), published::find, published::find_many);
        Self { db, found, searches }
    }

    /// Reads what the filter admits. Searches wait for a free slot.
    async fn filtered<T: Send + 'static>(
        &self,
        filter: DocumentFilter,
        read: impl FnOnce(&mut AnyConn, &DocumentFilter) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if filter.search.is_none() {
            return self.db.read(move |conn| read(conn, &filter)).await;
        }
        let deadline = Deadline::within(SEARCH_TIME);
        let Ok(permit) = tokio::time::timeout(deadline.left(), Arc::clone(&self.searches).acquire_owned()).await else {
            return Err(DbError::NoConnection("too many searches are waiting".to_owned()).into());
        };
        // The read holds the permit, and ends soon after its caller has gone away.
        self.db
            .read_until(deadline, move |conn| {
                let _permit = permit;
                read(conn, &filter)
            })
            .await
    }
}

fn apply(conn: &mut AnyConn, change: &DocumentChange, prepared: &Prepared) -> Result<(), DbError> {
    match (change, prepared) {
        (DocumentChange::Publish(document), Prepared::New(derived)) => published::insert(conn, document, derived),
        (DocumentChange::Revise(revision), Prepared::Revised(made)) => revisions::apply(conn, revision, made, &[]),
        (DocumentChange::Trash { id, version, by, at }, _) => trash::put(conn, *id, *version, *by, *at),
        (DocumentChange::Publish(_) | DocumentChange::Revise(_), _) => Err(unprepared()),
    }
}

#[async_trait]
impl DocumentRepository for DocumentStore {
    async fn find(&self, id: DocumentId) -> Result<Option<Stored>, StoreError> {
        self.found.get(id).await
    }

    async fn find_some(&self, ids: Vec<DocumentId>) -> Result<Vec<Stored>, StoreError> {
        self.db
            .read(move |conn| published::find_many(conn, &ids)?.into_iter().map(|(_id, record)| record).collect())
            .await
    }

    async fn find_by_file(
        &self,
        file: FilePath,
        reader: Visibility,
        owner: UserId,
    ) -> Result<Option<FileCarrier>, StoreError> {
        self.db.read(move |conn| places::carrier(conn, file, reader, owner)).await
    }

    async fn is_with_documents(&self, file: FilePath) -> Result<bool, StoreError> {
        self.db.read(move |conn| refs::is_with_documents(conn, file.upload_id())).await
    }

    async fn commit(&self, change: Audited<DocumentChange>) -> Result<(), StoreError> {
        let prepared = prepared::change(&self.db, change.change()).await?;
        self.db.commit(change, move |conn, change| apply(conn, change, &prepared)).await
    }
}

#[async_trait]
impl DocumentQueries for DocumentStore {
    async fn summaries(&self, filter: DocumentFilter, page: PageRequest) -> Result<Page<Stored>, StoreError> {
        self.filtered(filter, move |conn, filter| lists::summaries(conn, filter, page)).await
    }

    async fn records(&self, filter: DocumentFilter, page: PageRequest) -> Result<Page<Stored>, StoreError> {
        self.filtered(filter, move |conn, filter| lists::records(conn, filter, page)).await
    }

    async fn cursor_after_skip(
        &self,
        filter: DocumentFilter,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError> {
        self.filtered(filter, move |conn, filter| lists::cursor_after_skip(conn, filter, after, count)).await
    }

    async fn labelled(&self, label: ShortLabel, visibility: Visibility) -> Result<Vec<Stored>, StoreError> {
        self.db.read(move |conn| lists::labelled(conn, &label, visibility)).await
    }

    async fn suggestions(&self, terms: Terms, visibility: Visibility) -> Result<Vec<String>, StoreError> {
        // Takes a slot, like other searches.
        let search = Search { terms: Some(terms), ..Search::default() };
        let filter = DocumentFilter { search: Some(search), ..DocumentFilter::all(Shelf::Repository(visibility)) };
        self.filtered(filter, move |conn, filter| match filter.terms() {
            Some(terms) => search::suggestions::suggestions(conn, terms, visibility),
            None => Ok(Vec::new()),
        })
        .await
    }

    async fn count(&self, filter: DocumentFilter) -> Result<u64, StoreError> {
        if filter.search.is_none() {
            // The counters, which every list reads.
            return self.db.read_at_once(move |conn| lists::count(conn, &filter)).await;
        }
        self.filtered(filter, lists::count).await
    }
}
