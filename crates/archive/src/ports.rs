//! What the rules of the archive need from outside.

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

/// Why a change of the sections was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SectionRefusal {
    /// There are [`MAX_SECTIONS`](crate::tree::MAX_SECTIONS) already.
    TooMany,
    /// The section cannot have that parent.
    Misplaced(Misplaced),
}

/// The sections.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SectionRepository: Send + Sync {
    /// Returns the sections in the order of their creation; with `with_inactive` also those that are not active.
    async fn list(&self, with_inactive: bool) -> Result<Vec<SectionRecord>, StoreError>;

    /// Returns the section with this id, also an inactive one.
    async fn find(&self, id: SectionId) -> Result<Option<SectionRecord>, StoreError>;

    /// Makes the change and records it, both or neither.
    ///
    /// MUST refuse a new section when there are [`MAX_SECTIONS`](crate::tree::MAX_SECTIONS), and a parent that
    /// [`tree::admit`](crate::tree::admit) does not admit, also when several sections change at once. MUST fail with
    /// `Taken` when another section has the name in upper or lower case, and with `Stale` when the section to update is
    /// gone or has changed since.
    async fn commit(&self, change: Audited<SectionChange>) -> Result<Result<(), SectionRefusal>, StoreError>;
}

/// A document with a pending request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestRecord {
    /// The document.
    pub record: Stored,
    /// Name of the requester, also of a deleted account.
    pub requested_by_username: String,
    /// Name of the requested section. `None` if it does not exist.
    pub section_name: Option<String>,
}

/// Lists of archived documents and of requests.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ArchiveQueries: Send + Sync {
    /// Counts the documents of each section that `reader` admits. Sections without any are left out.
    async fn counts(&self, reader: Visibility) -> Result<HashMap<SectionId, u64>, StoreError>;

    /// Counts the documents of the shelf.
    async fn count(&self, shelf: SectionShelf) -> Result<u64, StoreError>;

    /// Returns a page of summaries of the shelf, the last archived first. MUST contain exactly the documents of the
    /// section that the shelf's reader admits.
    async fn summaries(&self, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns a page of whole documents of the shelf, the last archived first. MUST end it before a document whose
    /// text would take the page over a mebibyte, unless that is the first.
    async fn records(&self, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns the cursor after the first `count` documents of the shelf after `after`, or `None` when there are fewer
    /// than `count`.
    async fn cursor_after_skip(
        &self,
        shelf: SectionShelf,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError>;

    /// Returns a page of the documents with a pending request, whatever their level, the oldest request first. MUST end
    /// it as [`records`](Self::records) does, for a reader of this level.
    async fn requests(&self, reader: Clearance, page: PageRequest) -> Result<Page<RequestRecord>, StoreError>;
}

/// The section that a document would get into does not exist or is not active.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SectionClosed;

/// The places of documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PlacementRepository: Send + Sync {
    /// Makes the change, tells the requester and records it, all or nothing. Returns the place as written: a document
    /// MUST be archived at a time after that of every other one in the section, and a request MUST be later than every
    /// pending one, so that lists can be continued from any item.
    ///
    /// MUST fail with `Stale` unless the document is at the place and in the version on which the change was decided,
    /// and MUST refuse a document for a section that is not active, also when that changes at the same moment. The
    /// counts of documents and every list MUST follow in the same transaction. MUST advance the content-changed
    /// timestamp.
    async fn commit(&self, change: Audited<PlacementChange>) -> Result<Result<Placement, SectionClosed>, StoreError>;
}
