//! Ports of the export services.

use crate::error::TransferError;
use crate::manifest::Manifest;
use crate::staged::Staged;
use async_trait::async_trait;
use bytes::Bytes;
use facility_audit::entry::Audited;
use facility_files::ports::ByteStream;
use facility_kernel::{CommentId, DocumentId, StoreError, UserId};

/// Creates archives: at most one of the installation, and a few of users' own records, at the same time.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Exports: Send + Sync {
    /// Records the export and creates an archive of the whole installation, without password hashes and drafts.
    ///
    /// MUST contain one consistent state, which includes the audit entry. Errors: `rate_limited` while another one is
    /// being created; the bytes of a file are missing.
    async fn installation(&self, entry: Audited<()>) -> Result<Staged, TransferError>;

    /// Starts an archive of a user's own records. Errors: `rate_limited` if too many are being created.
    async fn begin(&self) -> Result<Box<dyn ArchiveWriter>, TransferError>;

    /// Records that a user has exported their own records.
    async fn record(&self, entry: Audited<()>) -> Result<(), TransferError>;
}

/// An archive that is being created. Dropping it deletes it.
#[async_trait]
pub trait ArchiveWriter: Send {
    /// Adds a member.
    async fn add(&mut self, name: &str, bytes: Bytes) -> Result<(), TransferError>;

    /// Adds a member of this size from a stream. Errors: the stream has another size.
    async fn stream(&mut self, name: &str, size: u64, bytes: ByteStream) -> Result<(), TransferError>;

    /// Adds a line to a member with records. All lines of a member MUST be added before the next member.
    async fn line(&mut self, name: &str, line: &serde_json::Value) -> Result<(), TransferError>;

    /// Adds the manifest, completed with the members, and returns the archive.
    async fn finish(self: Box<Self>, manifest: Manifest) -> Result<Staged, TransferError>;
}

/// Finds the records of one user.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait OwnRecords: Send + Sync {
    /// Returns the ids of the user's documents, oldest first, including those that they may not read.
    async fn documents(&self, owner: UserId) -> Result<Vec<DocumentId>, StoreError>;

    /// Returns the ids of the user's comments by document, oldest first, including those that they may not read.
    /// Comments on documents in the trash are omitted.
    async fn comments(&self, author: UserId) -> Result<Vec<(DocumentId, Vec<CommentId>)>, StoreError>;
}
