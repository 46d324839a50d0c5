//! What the rules about documents need from outside.

use crate::visibility::Visibility;
use crate::{Document, DocumentChange, DocumentFilter, DocumentRecord, DocumentSummary, ShortLabel};
use async_trait::async_trait;
use audit::Audited;
use kernel::{Cursor, DocumentId, Page, PageRequest, StoreError, Timestamp, UploadId};

/// Documents, one at a time.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentRepository: Send + Sync {
    /// The document with this id, drafts and unreleased ones too: the caller decides who sees it.
    async fn find(&self, id: DocumentId) -> Result<Option<DocumentRecord>, StoreError>;

    /// The documents that carry this file.
    async fn find_by_file(&self, file_path: &str) -> Result<Vec<Document>, StoreError>;

    /// Makes the change and records it, both or neither. Answers the uploads that nothing holds since then.
    ///
    /// MUST answer `Stale` when a document to be deleted is gone or its version is another. A published document MUST
    /// hold its file. Deleting MUST let it go in the same transaction: an upload that nothing else holds becomes unusable
    /// and is answered, by exactly one of several changes at once. MUST advance the content-changed timestamp.
    async fn commit(&self, change: Audited<DocumentChange>) -> Result<Vec<UploadId>, StoreError>;
}

/// Documents, many at a time. Every list is newest first: the order in which documents were published, descending.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentQueries: Send + Sync {
    /// A page of summaries; with words in the filter each has a snippet. MUST hold exactly the documents that the
    /// filter's shelf admits.
    async fn summaries(
        &self,
        filter: DocumentFilter,
        page: PageRequest,
    ) -> Result<Page<DocumentSummary>, StoreError>;

    /// A page of whole documents. MUST end it early, before a document whose text would take the page over a mebibyte,
    /// unless it is the first: a page is held in memory for as long as its reader takes.
    async fn records(
        &self,
        filter: DocumentFilter,
        page: PageRequest,
    ) -> Result<Page<DocumentRecord>, StoreError>;

    /// Where the first `count` documents behind `after` end, so that what follows the answer is the list without them;
    /// none when there are fewer than `count`.
    async fn behind(
        &self,
        filter: DocumentFilter,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError>;

    /// The summaries of the documents whose ids begin so, newest first, at most [`ShortLabel::MOST_FOUND`]. MUST hold exactly
    /// those that `visibility` admits, archived ones included.
    async fn labelled(
        &self,
        label: ShortLabel,
        visibility: Visibility,
    ) -> Result<Vec<DocumentSummary>, StoreError>;

    /// How many documents the filter admits.
    async fn count(&self, filter: DocumentFilter) -> Result<u64, StoreError>;
}

/// The bytes of the files that records hold.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait HeldFiles: Send + Sync {
    /// Removes the bytes of an upload that nothing holds since a committed change. Best effort: what fails here is removed
    /// later, and nobody can reach it meanwhile.
    async fn discard(&self, upload: UploadId);
}

/// Documents whose release date passed and is not announced yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Released {
    /// Up to when releases had been announced when this was read.
    pub from: Timestamp,
    /// Up to when they are announced with these.
    pub until: Timestamp,
    /// The documents, oldest first; at least one.
    pub documents: Vec<DocumentId>,
}

/// Which releases are announced.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReleaseRepository: Send + Sync {
    /// The next documents whose release date passed after they were published, those of the earliest dates first, and
    /// all of one date together; none where nothing is left to announce. What passed before the first call of all is
    /// never announced.
    async fn passed(&self, now: Timestamp) -> Result<Option<Released>, StoreError>;

    /// Notes that these releases are announced and records it, both or neither. MUST answer `Stale` unless releases
    /// are announced up to `from`: of several nodes one does it. MUST advance the content-changed timestamp.
    async fn announce(&self, released: Audited<Released>) -> Result<(), StoreError>;
}
