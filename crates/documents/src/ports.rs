//! Ports of the document services.

use crate::batch::Batch;
use crate::change::DocumentChange;
use crate::comments::CommentRecord;
use crate::comments::change::{CommentDeletion, CommentEdit, NewComment};
use crate::comments::error::CommentError;
use crate::comments::talk::Person;
use crate::comments::view::VisibleComment;
use crate::compare::{Comparison, Purpose, Texts};
use crate::label::ShortLabel;
use crate::links::{LinkedRecord, Target};
use crate::search::DocumentFilter;
use crate::search::terms::Terms;
use crate::templates::{Template, TemplateChange};
use crate::trash::{Purge, Restoration, TrashedDocument};
use crate::versions::VersionRecord;
use crate::view::Stored;
use crate::visibility::Visibility;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_files::file::FilePath;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{
    Clearance, CommentId, Cursor, DocumentId, Page, PageRequest, StoreError, TemplateId, Timestamp, UploadId, UserId,
    VersionId,
};
use facility_users::news::Notification;

/// A document that has a file, or had it in an earlier version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileCarrier {
    pub document: DocumentId,
    /// The level required to read the version with the file: at least the document's.
    pub required: Clearance,
}

/// Storage for documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentRepository: Send + Sync {
    /// Returns the document with this id, even if it is unreleased: the caller decides who may see it.
    async fn find(&self, id: DocumentId) -> Result<Option<Stored>, StoreError>;

    /// Returns the documents with these ids, like [`find`](Self::find), in any order and in one read. Missing ones are
    /// omitted. All texts are in memory at once, so callers request few documents.
    async fn find_some(&self, ids: Vec<DocumentId>) -> Result<Vec<Stored>, StoreError>;

    /// Returns the document with this file, now or in an earlier version, whose reading requires the lowest level. MUST
    /// consider those that are released to `reader`, whatever their level, and those of `owner`. MUST NOT take longer for
    /// many documents than to look up each of them.
    async fn find_by_file(
        &self,
        file: FilePath,
        reader: Visibility,
        owner: UserId,
    ) -> Result<Option<FileCarrier>, StoreError>;

    /// Whether any documents, including those in the trash, or their earlier versions hold this file.
    async fn is_with_documents(&self, file: FilePath) -> Result<bool, StoreError>;

    /// Makes the change and records it in one transaction.
    ///
    /// MUST fail with `Stale` if a document to revise or delete is gone or has another version. A published document
    /// MUST hold its file, and each of its earlier versions theirs. A revision MUST keep the previous version and MUST
    /// be found in searches only by its own words. A deleted document MUST be found only through [`TrashRepository`],
    /// together with everything that belongs to it, and MUST keep its hold on its files; its pending edits are
    /// withdrawn. MUST advance the content-changed timestamp.
    async fn commit(&self, change: Audited<DocumentChange>) -> Result<(), StoreError>;
}

/// The links between documents. A title leads to a document that has it, or had it in a version that the reader may
/// read.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentLinks: Send + Sync {
    /// Resolves these targets, in their order. Each leads to the oldest matching document that `visibility` admits,
    /// including archived ones.
    async fn resolve(
        &self,
        targets: Vec<Target>,
        visibility: Visibility,
    ) -> Result<Vec<Option<LinkedRecord>>, StoreError>;

    /// Returns the other documents, newest first, that `visibility` admits and whose text, as the reader reads it, has
    /// a link which leads to this document as in [`resolve`](Self::resolve). Also returns their total number.
    async fn backlinks(
        &self,
        id: DocumentId,
        visibility: Visibility,
        page: PageRequest,
    ) -> Result<(Page<LinkedRecord>, u64), StoreError>;
}

/// Lists of documents. They are ordered by publication, newest first, unless the filter has another
/// [`Order`](crate::search::Order).
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentQueries: Send + Sync {
    /// Returns a page of summaries. If the filter has required words, each has a snippet. MUST contain exactly the
    /// documents that the filter's shelf admits.
    async fn summaries(&self, filter: DocumentFilter, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns a page of whole documents. MUST end the page before a document whose text would make it larger than a
    /// mebibyte, unless that is the first: a page stays in memory until its reader has received it.
    async fn records(&self, filter: DocumentFilter, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns the cursor after the first `count` documents after `after`. `None` if there are fewer than `count`.
    async fn cursor_after_skip(
        &self,
        filter: DocumentFilter,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError>;

    /// Returns the summaries of the documents whose ids start with the label, newest first, at most
    /// [`ShortLabel::MAX_FOUND`]. MUST contain exactly those that `visibility` admits, including archived ones.
    async fn labelled(&self, label: ShortLabel, visibility: Visibility) -> Result<Vec<Stored>, StoreError>;

    /// Suggests up to [`MAX_SUGGESTIONS`](crate::search::near::MAX_SUGGESTIONS) similar words for words of this
    /// search that occur in no document that `visibility` admits. Each suggestion MUST occur in such a document, and
    /// their order MUST NOT depend on any other document. Archived documents are ignored.
    async fn suggestions(&self, terms: Terms, visibility: Visibility) -> Result<Vec<String>, StoreError>;

    /// Counts the documents that the filter admits. A search counts at most one more than
    /// [`MAX_COUNTED`](crate::search::MAX_COUNTED).
    async fn count(&self, filter: DocumentFilter) -> Result<u64, StoreError>;
}

/// Storage for the versions of documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait VersionRepository: Send + Sync {
    /// Returns the versions of this document up to this level, newest first, including the current one. Without
    /// `with_content`, their contents are not read. With it, a page ends before a version whose text would make it
    /// larger than a mebibyte, unless that is the first.
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<VersionRecord>, StoreError>;

    /// Returns this version of this document with its content, whatever its level.
    async fn find(&self, document: DocumentId, id: VersionId) -> Result<Option<VersionRecord>, StoreError>;

    /// Returns the version of this document with this number and its content, whatever its level.
    async fn numbered(&self, document: DocumentId, number: i32) -> Result<Option<VersionRecord>, StoreError>;
}

/// Storage for comments on documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait CommentRepository: Send + Sync {
    /// Returns a page of this document's comments up to this level, oldest first and including deleted ones, and their
    /// total number.
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        page: PageRequest,
    ) -> Result<(Page<CommentRecord>, u64), StoreError>;

    /// Returns this comment on this document, whatever its level.
    async fn find(&self, document: DocumentId, id: CommentId) -> Result<Option<CommentRecord>, StoreError>;

    /// Returns the comments with these ids, on any document and of any level, in any order and in one read. Missing
    /// ones are omitted.
    async fn find_some(&self, ids: Vec<CommentId>) -> Result<Vec<CommentRecord>, StoreError>;

    /// Writes the comment, its notifications and its audit entry in one transaction, and makes its author watch the
    /// document. With `remember`, also stores its id, once per idempotency key.
    ///
    /// MUST fail with `stale` unless the document has the version against which the comment was checked. Errors:
    /// [`CommentError::Repeated`].
    async fn create(
        &self,
        comment: Audited<NewComment>,
        remember: Option<IdempotentRequest>,
    ) -> Result<VisibleComment, CommentError>;

    /// Writes the new text of a comment, its notifications and its audit entry in one transaction. Users who were
    /// already notified about the comment are not notified again. MUST fail with `Stale` if the comment is gone or
    /// deleted.
    async fn edit(&self, edit: Audited<CommentEdit>) -> Result<(), StoreError>;

    /// Marks the comment as deleted and records it in one transaction. Replies no longer refer to it. MUST fail with
    /// `Stale` if it is gone or deleted.
    async fn delete(&self, deletion: Audited<CommentDeletion>) -> Result<(), StoreError>;
}

/// The users who read and watch documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReaderRepository: Send + Sync {
    /// Returns the approved accounts with these usernames, in the form used for comparison, and the one with this id.
    async fn people(&self, keys: Vec<String>, id: Option<UserId>) -> Result<Vec<Person>, StoreError>;

    /// Returns up to eight names of approved accounts of at least this level, except this one, whose compared form has
    /// this prefix, in alphabetical order. With `only_administrators`, only administrators.
    async fn readers(
        &self,
        level: Clearance,
        only_administrators: bool,
        beginning: String,
        except: UserId,
    ) -> Result<Vec<String>, StoreError>;

    /// Stores whether a user watches a document. MUST have no effect if the document is gone.
    async fn watch(&self, document: DocumentId, user: UserId, watches: bool) -> Result<(), StoreError>;

    /// Returns whether a user watches a document. `None` if they neither chose nor wrote a comment.
    async fn watches(&self, document: DocumentId, user: UserId) -> Result<Option<bool>, StoreError>;
}

/// Storage for deleted documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait TrashRepository: Send + Sync {
    /// Returns a page of the trash, last deleted first, and the number of documents in it.
    async fn list(&self, page: PageRequest) -> Result<(Page<TrashedDocument>, u64), StoreError>;

    /// Returns the document with this id if it is in the trash.
    async fn find(&self, id: DocumentId) -> Result<Option<TrashedDocument>, StoreError>;

    /// Returns up to `limit` documents that were deleted before this time, first deleted first.
    async fn due(&self, before: Timestamp, limit: u16) -> Result<Batch<TrashedDocument>, StoreError>;

    /// Restores a document with everything that belonged to it, except withdrawn edits, and records it in one
    /// transaction. An archived document whose section is not active returns to the repository. MUST fail with `Stale`
    /// if the document is not in the trash. MUST advance the content-changed timestamp.
    async fn restore(&self, change: Audited<Restoration>) -> Result<(), StoreError>;

    /// Permanently deletes a document in the trash and records it in one transaction. Returns the uploads that are no
    /// longer held: they become unusable, and exactly one of several concurrent changes returns each of them. MUST fail
    /// with `Stale` if the document is not in the trash.
    async fn purge(&self, change: Audited<Purge>) -> Result<Vec<UploadId>, StoreError>;
}

/// Comparisons of texts.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Comparing: Send + Sync {
    /// Compares the texts with [`compare`](crate::compare::compare). MUST NOT block a thread that serves other
    /// requests, and MUST limit concurrent comparisons to one per person and purpose. Comparisons for readers MUST NOT
    /// delay those for reviewers. Errors: too many are waiting.
    async fn compare(&self, person: UserId, purpose: Purpose, texts: Texts) -> Result<Comparison, StoreError>;
}

/// Documents whose release date has passed and whose release is not announced yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Released {
    /// The time up to which releases had been announced when this was read.
    pub from: Timestamp,
    /// The time up to which releases are announced together with these.
    pub until: Timestamp,
    /// The documents, oldest first. At least one.
    pub documents: Vec<ReleasedDocument>,
}

/// A document whose release date has passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReleasedDocument {
    pub id: DocumentId,
    pub owner: UserId,
    pub title: String,
}

/// Releases that are announced together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReleaseAnnouncement {
    pub released: Released,
    /// Tells the owners.
    pub news: Vec<Notification>,
}

/// Storage for the progress of release announcements.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReleaseRepository: Send + Sync {
    /// Returns the next documents whose release date passed after their publication: those with the earliest dates
    /// first, and all with the same date together. `None` if there is nothing left to announce. Dates before the very
    /// first call are never announced.
    async fn passed(&self, now: Timestamp) -> Result<Option<Released>, StoreError>;

    /// Records the announcement of these releases together with the audit entry in one transaction. MUST fail with
    /// `Stale` unless releases are announced up to `from`, so that only one of several nodes succeeds. MUST advance the
    /// content-changed timestamp.
    async fn announce(&self, released: Audited<ReleaseAnnouncement>) -> Result<(), StoreError>;
}

/// Storage for custom templates. The built-in ones are part of the program.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait TemplateRepository: Send + Sync {
    /// Returns the templates whose level is at most `max_level`, oldest first. With `with_retired`, includes those that
    /// are no longer offered.
    async fn list(&self, max_level: Clearance, with_retired: bool) -> Result<Vec<Template>, StoreError>;

    /// Counts the offered templates whose level is at most `max_level`.
    async fn count(&self, max_level: Clearance) -> Result<u64, StoreError>;

    /// Returns the template with this id, even if it is retired.
    async fn find(&self, id: TemplateId) -> Result<Option<Template>, StoreError>;

    /// Makes the change and records it in one transaction. Returns false if a new template would exceed
    /// [`MAX_TEMPLATES`](crate::templates::MAX_TEMPLATES), which includes retired ones.
    ///
    /// MUST fail with `Stale` if the template to update is gone or has changed.
    async fn commit(&self, change: Audited<TemplateChange>) -> Result<bool, StoreError>;
}
