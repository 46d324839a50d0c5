//! Ports of the archive services.

use crate::placing::PlacementChange;
use crate::section::{SectionChange, SectionRecord};
use crate::shelf::SectionShelf;
use crate::tree::Misplaced;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::document::Placement;
use facility_documents::view::Stored;
use facility_documents::visibility::Visibility;
use facility_kernel::{Clearance, Cursor, Page, PageRequest, SectionId, StoreError};
use std::collections::HashMap;

/// Why a change to the sections was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SectionRefusal {
    /// There are already [`MAX_SECTIONS`](crate::tree::MAX_SECTIONS).
    TooMany,
    /// The section cannot have this parent.
    Misplaced(Misplaced),
}

/// Storage for sections.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SectionRepository: Send + Sync {
    /// Returns the sections in order of creation. With `with_inactive`, includes inactive ones.
    async fn list(&self, with_inactive: bool) -> Result<Vec<SectionRecord>, StoreError>;

    /// Returns the section with this id, even if it is inactive.
    async fn find(&self, id: SectionId) -> Result<Option<SectionRecord>, StoreError>;

    /// Makes the change and records it in one transaction.
    ///
    /// MUST refuse a new section beyond [`MAX_SECTIONS`](crate::tree::MAX_SECTIONS), and a parent that
    /// [`tree::admit`](crate::tree::admit) refuses, even if several sections change concurrently. MUST fail with
    /// `Taken` if another section has the name, ignoring case, and with `Stale` if the section to update is gone or has
    /// changed.
    async fn commit(&self, change: Audited<SectionChange>) -> Result<Result<(), SectionRefusal>, StoreError>;
}

/// A document with a pending request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestRecord {
    pub record: Stored,
    /// The requester's username, even if the account was deleted.
    pub requested_by_username: String,
    /// The name of the requested section. `None` if it does not exist.
    pub section_name: Option<String>,
}

/// Lists of archived documents and of requests.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ArchiveQueries: Send + Sync {
    /// Counts the documents in each section that `reader` admits. Sections without such documents are omitted.
    async fn counts(&self, reader: Visibility) -> Result<HashMap<SectionId, u64>, StoreError>;

    /// Counts the documents on the shelf.
    async fn count(&self, shelf: SectionShelf) -> Result<u64, StoreError>;

    /// Returns a page of summaries of the shelf, most recently archived first. MUST contain exactly the documents of
    /// the section that the shelf's reader admits.
    async fn summaries(&self, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns a page of whole documents on the shelf, most recently archived first. MUST end the page before a
    /// document whose text would make it larger than a mebibyte, unless that is the first.
    async fn records(&self, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns the cursor after the first `count` documents on the shelf after `after`. `None` if there are fewer than
    /// `count`.
    async fn cursor_after_skip(
        &self,
        shelf: SectionShelf,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError>;

    /// Returns a page of the documents with a pending request, whatever their level, oldest request first. MUST end the
    /// page like [`records`](Self::records), for a reader of this level.
    async fn requests(&self, reader: Clearance, page: PageRequest) -> Result<Page<RequestRecord>, StoreError>;
}

/// The target section does not exist or is not active.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SectionClosed;

/// Storage for the placement of documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PlacementRepository: Send + Sync {
    /// Makes the change, notifies the requester and records the change, in one transaction. Returns the placement as
    /// written: its archiving time MUST be later than that of every other document in the section, and its request time
    /// later than that of every pending request, so that lists can be continued from any item.
    ///
    /// MUST fail with `Stale` unless the document has the placement and the version on which the decision is based.
    /// MUST refuse an inactive section, even if it becomes inactive at the same moment. The counts of documents and all
    /// lists MUST be updated in the same transaction. MUST advance the content-changed timestamp.
    async fn commit(&self, change: Audited<PlacementChange>) -> Result<Result<Placement, SectionClosed>, StoreError>;
}
