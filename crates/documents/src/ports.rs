//! What the document rules need from outside.

use crate::batch::Batch;
use crate::change::DocumentChange;
use crate::comments::CommentRecord;
use crate::comments::change::{CommentDeletion, CommentEdit, NewComment};
use crate::comments::error::CommentError;
use crate::comments::talk::Person;
use crate::comments::view::VisibleComment;
use crate::compare::{Comparison, Purpose, Texts};
use crate::document::Document;
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
use facility_kernel::idempotency::Remember;
use facility_kernel::{
    Clearance, CommentId, Cursor, DocumentId, Page, PageRequest, StoreError, TemplateId, Timestamp, UploadId, UserId,
    VersionId,
};
use facility_users::news::Notification;

/// Access to single documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentRepository: Send + Sync {
    /// Returns the document with this id, including unreleased ones: the caller decides who may see it.
    async fn find(&self, id: DocumentId) -> Result<Option<Stored>, StoreError>;

    /// Returns the documents with these ids as [`find`](Self::find) does, in no order, in one read. Those that are gone
    /// are left out. Their texts are in memory together, so callers ask for few.
    async fn find_some(&self, ids: Vec<DocumentId>) -> Result<Vec<Stored>, StoreError>;

    /// Returns the documents with this file, and those that had it in an earlier version: as they were then, with the
    /// level that is required to read that version, which is at least the document's.
    async fn find_by_file(&self, file: FilePath) -> Result<Vec<Document>, StoreError>;

    /// Returns whether documents, those in the trash included, or their earlier versions hold this file.
    async fn is_with_documents(&self, file: FilePath) -> Result<bool, StoreError>;

    /// Makes the change and records it, both or neither.
    ///
    /// MUST fail with `Stale` when a document to revise or delete is gone or has another version. A published document
    /// MUST hold its file, and each of its earlier versions theirs. A revision MUST keep the version before it, and be
    /// found in searches by its own words only. A deleted document MUST be found by nothing but [`TrashRepository`],
    /// with all that belongs to it, and keep its hold on its files; its pending edits are withdrawn. MUST advance the
    /// content-changed timestamp.
    async fn commit(&self, change: Audited<DocumentChange>) -> Result<(), StoreError>;
}

/// The links of documents. A title leads to a document that has it, or had it in a version that the reader may read.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentLinks: Send + Sync {
    /// Returns where each of these targets leads, in their order: to the oldest document that it names among those that
    /// `visibility` admits, including archived ones.
    async fn resolve(
        &self,
        targets: Vec<Target>,
        visibility: Visibility,
    ) -> Result<Vec<Option<LinkedRecord>>, StoreError>;

    /// Returns the other documents that `visibility` admits and that have a link in the text that its reader reads
    /// which leads to this one as in [`resolve`](Self::resolve), newest first, with the number of all of them.
    async fn backlinks(
        &self,
        id: DocumentId,
        visibility: Visibility,
        page: PageRequest,
    ) -> Result<(Page<LinkedRecord>, u64), StoreError>;
}

/// Lists of documents. Every list is newest first, the descending order of publication, unless its filter has another
/// [`Order`](crate::search::Order).
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentQueries: Send + Sync {
    /// Returns a page of summaries; with required words in the filter, each has a snippet. MUST contain exactly the
    /// documents that the filter's shelf admits.
    async fn summaries(&self, filter: DocumentFilter, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns a page of whole documents. MUST end it before a document whose text would take the page over a
    /// mebibyte, unless that is the first: a page stays in memory until its reader has received it.
    async fn records(&self, filter: DocumentFilter, page: PageRequest) -> Result<Page<Stored>, StoreError>;

    /// Returns the cursor after the first `count` documents after `after`, or `None` when there are fewer than
    /// `count`.
    async fn cursor_after_skip(
        &self,
        filter: DocumentFilter,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError>;

    /// Returns the summaries of the documents whose ids start with the label, newest first, at most
    /// [`ShortLabel::MOST_FOUND`]. MUST contain exactly those that `visibility` admits, including archived ones.
    async fn labelled(&self, label: ShortLabel, visibility: Visibility) -> Result<Vec<Stored>, StoreError>;

    /// Returns up to [`MOST_SUGGESTIONS`](crate::search::near::MOST_SUGGESTIONS) near words for words of this search
    /// that occur in no document that `visibility` admits. Each MUST occur in one that it admits, and their order MUST
    /// NOT depend on any other document. None is archived.
    async fn suggestions(&self, terms: Terms, visibility: Visibility) -> Result<Vec<String>, StoreError>;

    /// Counts the documents that the filter admits; of a search, counts at most one more than
    /// [`MOST_COUNTED`](crate::search::MOST_COUNTED).
    async fn count(&self, filter: DocumentFilter) -> Result<u64, StoreError>;
}

/// The versions of documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait VersionRepository: Send + Sync {
    /// Returns the versions of this document up to this level, newest first, the current one included. Without
    /// `with_content` their contents are not read. With it, a page ends before a version whose text would take it over
    /// a mebibyte, unless that is the first.
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<VersionRecord>, StoreError>;

    /// Returns this version of this document, of whatever level, with its content.
    async fn find(&self, document: DocumentId, id: VersionId) -> Result<Option<VersionRecord>, StoreError>;

    /// Returns the version of this document with this number, of whatever level, with its content.
    async fn numbered(&self, document: DocumentId, number: i32) -> Result<Option<VersionRecord>, StoreError>;
}

/// The comments on documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait CommentRepository: Send + Sync {
    /// Returns a page of this document's comments up to this level, oldest first, and the number of all of them.
    /// Deleted ones are among them.
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        page: PageRequest,
    ) -> Result<(Page<CommentRecord>, u64), StoreError>;

    /// Returns this comment of this document, of whatever level.
    async fn find(&self, document: DocumentId, id: CommentId) -> Result<Option<CommentRecord>, StoreError>;

    /// Returns the comments with these ids, of whatever document and level, in no order, in one read. Those that are
    /// gone are left out.
    async fn find_some(&self, ids: Vec<CommentId>) -> Result<Vec<CommentRecord>, StoreError>;

    /// Writes the comment, tells people of it, makes its author watch the document, and records it, all or nothing, and
    /// with `remember` its id, once for its key.
    ///
    /// MUST fail with `stale` unless the document has the version that the comment was checked for. Errors:
    /// [`CommentError::Repeated`].
    async fn create(
        &self,
        comment: Audited<NewComment>,
        remember: Option<Remember>,
    ) -> Result<VisibleComment, CommentError>;

    /// Writes another text of a comment, tells those whom it names now and of whom nobody was told by it before, and
    /// records it, all or nothing. MUST fail with `Stale` when it is gone or deleted.
    async fn edit(&self, edit: Audited<CommentEdit>) -> Result<(), StoreError>;

    /// Marks the comment as deleted and records it, both or neither. Those that answer it no longer say so. MUST fail
    /// with `Stale` when it is gone or deleted.
    async fn delete(&self, deletion: Audited<CommentDeletion>) -> Result<(), StoreError>;
}

/// Those who read and watch documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Audience: Send + Sync {
    /// Returns the approved accounts with these names, in the form in which names are compared, and the one with this
    /// id.
    async fn people(&self, keys: Vec<String>, id: Option<UserId>) -> Result<Vec<Person>, StoreError>;

    /// Returns up to eight names of approved accounts of at least this level, except this one, whose compared form
    /// begins so, in the order of the alphabet; with `only_administrators` those of administrators.
    async fn readers(
        &self,
        level: Clearance,
        only_administrators: bool,
        beginning: String,
        except: UserId,
    ) -> Result<Vec<String>, StoreError>;

    /// Stores whether somebody watches a document. MUST have no effect if the document is gone.
    async fn watch(&self, document: DocumentId, user: UserId, watches: bool) -> Result<(), StoreError>;

    /// Returns whether somebody watches a document, if they said so or wrote a comment.
    async fn watches(&self, document: DocumentId, user: UserId) -> Result<Option<bool>, StoreError>;
}

/// Deleted documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait TrashRepository: Send + Sync {
    /// Returns a page of the trash, last deleted first, and the number of documents in it.
    async fn list(&self, page: PageRequest) -> Result<(Page<TrashedDocument>, u64), StoreError>;

    /// Returns the document with this id, if it is in the trash.
    async fn find(&self, id: DocumentId) -> Result<Option<TrashedDocument>, StoreError>;

    /// Returns up to `limit` documents that were deleted before this time, first deleted first.
    async fn due(&self, before: Timestamp, limit: u16) -> Result<Batch<TrashedDocument>, StoreError>;

    /// Makes a document what it was, with all that belonged to it except withdrawn edits, and records it, both or
    /// neither. An archived one whose section is not active returns to the repository. MUST fail with `Stale` when it
    /// is not in the trash. MUST advance the content-changed timestamp.
    async fn restore(&self, change: Audited<Restoration>) -> Result<(), StoreError>;

    /// Deletes a document in the trash permanently and records it, both or neither. Returns the uploads that nothing
    /// holds since then: they are unusable, and exactly one of several concurrent changes returns each. MUST fail with
    /// `Stale` when it is not in the trash.
    async fn purge(&self, change: Audited<Purge>) -> Result<Vec<UploadId>, StoreError>;
}

/// Comparisons of texts.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Comparing: Send + Sync {
    /// Compares the texts with [`compare`](crate::compare::compare). MUST NOT occupy a thread that serves other
    /// requests, and MUST bound how many comparisons run at the same time: one for each person and purpose, and
    /// readers' MUST NOT delay reviewers'. Errors: too many are waiting.
    async fn compare(&self, person: UserId, purpose: Purpose, texts: Texts) -> Result<Comparison, StoreError>;
}

/// Documents whose release date has passed and that are not announced yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Released {
    /// The time up to which releases had been announced when this was read.
    pub from: Timestamp,
    /// The time up to which releases are announced together with these.
    pub until: Timestamp,
    /// The documents, oldest first; at least one.
    pub documents: Vec<ReleasedDocument>,
}

/// A document whose release date has passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReleasedDocument {
    /// Its id.
    pub id: DocumentId,
    /// Its owner.
    pub owner: UserId,
    /// Its title.
    pub title: String,
}

/// Releases that are announced together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReleaseAnnouncement {
    /// The releases.
    pub released: Released,
    /// Tells the owners.
    pub news: Vec<Notification>,
}

/// Progress of announcing releases.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReleaseRepository: Send + Sync {
    /// Returns the next documents whose release date passed after their publication: those of the earliest dates
    /// first, and all of one date together. Returns `None` if nothing is left to announce. Dates before the first
    /// call ever are never announced.
    async fn passed(&self, now: Timestamp) -> Result<Option<Released>, StoreError>;

    /// Records that these releases are announced, together with the audit entry, both or neither. MUST fail with
    /// `Stale` unless releases are announced up to `from`: of several nodes only one succeeds. MUST advance the
    /// content-changed timestamp.
    async fn announce(&self, released: Audited<ReleaseAnnouncement>) -> Result<(), StoreError>;
}

/// Custom templates. The built-in ones are part of the program.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait TemplateRepository: Send + Sync {
    /// Returns the templates whose level is at most `max_level`, oldest first; with `with_retired` also those that are
    /// no longer offered.
    async fn list(&self, max_level: Clearance, with_retired: bool) -> Result<Vec<Template>, StoreError>;

    /// Counts the templates whose level is at most `max_level` and that are offered.
    async fn count(&self, max_level: Clearance) -> Result<u64, StoreError>;

    /// Returns the template with this id, also a retired one.
    async fn find(&self, id: TemplateId) -> Result<Option<Template>, StoreError>;

    /// Makes the change and records it, both or neither. Returns whether there was room for a new template: there are
    /// never more than [`MAX_TEMPLATES`](crate::templates::MAX_TEMPLATES), retired ones included.
    ///
    /// MUST fail with `Stale` when the template to update is gone or has changed since.
    async fn commit(&self, change: Audited<TemplateChange>) -> Result<bool, StoreError>;
}
