//! Ports of the file services.

use crate::picture::{PictureFormat, Pixels};
use crate::place::Place;
use crate::refusal::Refusal;
use crate::text::FileText;
use crate::upload::{Unattached, Upload};
use async_trait::async_trait;
use bytes::Bytes;
use facility_audit::entry::Audited;
use facility_kernel::{Actor, StoreError, Timestamp, UploadId, UserId};
use futures_core::Stream;
use std::fmt;
use std::ops::Range;
use std::pin::Pin;

/// Storage for uploads.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UploadRepository: Send + Sync {
    async fn find(&self, id: UploadId) -> Result<Option<Upload>, StoreError>;

    /// Returns the upload whose ticket has this fingerprint.
    async fn find_by_ticket(&self, ticket_fingerprint: &str) -> Result<Option<Upload>, StoreError>;

    /// Returns the pictures with these ids that can be shown, in any order. Others are omitted.
    async fn pictures(&self, ids: Vec<UploadId>) -> Result<Vec<Upload>, StoreError>;

    /// Returns texts that name a picture and belong to records which this reader may read at this time. `None` if nothing
    /// but drafts uses it. Some may still withhold it from the reader, in a portion.
    ///
    /// MUST include a text without portions, if there is one, and at most a fixed number of others: the caller looks into
    /// each of them.
    async fn readable_places(
        &self,
        picture: UploadId,
        reader: &Actor,
        now: Timestamp,
    ) -> Result<Option<Vec<Place>>, StoreError>;

    /// Returns the text of a file. `None` if nothing is stored about it.
    async fn text(&self, id: UploadId) -> Result<Option<FileText>, StoreError>;

    /// Returns the totals of this user's files that nothing but drafts uses, including uploads in progress.
    async fn unattached(&self, owner: UserId) -> Result<Unattached, StoreError>;

    async fn issue(&self, upload: Audited<Upload>) -> Result<(), StoreError>;

    /// Uses up the ticket: its status changes from issued to uploading, for one caller only. Errors: `Stale` for all
    /// others. Not recorded in the audit log; `finish` records the result.
    async fn spend(&self, id: UploadId) -> Result<(), StoreError>;

    /// Writes the result of an upload: its status changes from uploading to stored or refused. From then on, the text of
    /// a stored file waits to be read. Errors: `Stale` if it
    /// has another status.
    async fn finish(&self, upload: Audited<Upload>) -> Result<(), StoreError>;

    /// Claims a file: its status changes from stored to final. Errors: `Stale` if it has another status.
    async fn claim(&self, id: Audited<UploadId>) -> Result<(), StoreError>;
}

/// Bytes that arrive in pieces.
pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, std::io::Error>> + Send>>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBlob {
    pub size: u64,
}

/// An object in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlobEntry {
    /// Its key. An interrupted write may leave an object under a key that no caller chose.
    pub key: String,
    /// When it was last written, by the store's clock.
    pub written_at: Timestamp,
}

/// Why storing or reading bytes failed.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The sender disconnected or sent an error. Nothing is stored.
    #[error("the body was interrupted")]
    Interrupted(#[source] std::io::Error),
    #[error("no such object")]
    NotFound,
    /// The store does not respond, or refuses the request.
    #[error("the object store is unavailable: {0}")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Stores a body under a key. MUST be durable when it returns, MUST store nothing if the body ends with an error,
    /// and MUST NOT hold more than a few pieces of it in memory.
    async fn put(&self, key: &str, body: ByteStream) -> Result<StoredBlob, BlobError>;

    async fn get(&self, key: &str, range: Option<Range<u64>>) -> Result<ByteStream, BlobError>;

    /// Deletes an object. Does nothing if it does not exist.
    async fn delete(&self, key: &str) -> Result<(), BlobError>;

    /// Lists at most `limit` objects, up to 1000, under `uploads/` in key order, starting after `after`. Fewer than
    /// `limit` means the end of the list. An empty `after` starts at the first key.
    async fn list(&self, after: &str, limit: usize) -> Result<Vec<BlobEntry>, BlobError>;

    /// Checks that the store responds.
    async fn ping(&self) -> Result<(), BlobError>;
}

/// The bytes of files that records hold.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait HeldFiles: Send + Sync {
    /// Deletes the bytes of an upload that nothing holds since a committed change. Best effort: after a failure the
    /// bytes are unreachable, and a sweep deletes them later.
    async fn discard(&self, upload: UploadId);
}

/// A picture that was decoded and encoded again, without metadata.
pub struct PreparedPicture {
    pub pixels: Pixels,
    /// The media type of all sizes.
    pub format: PictureFormat,
    pub full: Bytes,
    /// 1,280 pixels wide. `None` if the full size is not wider.
    pub medium: Option<Bytes>,
    /// 480 pixels wide. `None` if the full size is not wider.
    pub small: Option<Bytes>,
    /// Held as long as the bytes are in memory: it limits the number of pictures in memory.
    pub place: Option<Box<dyn Send + Sync>>,
}

impl fmt::Debug for PreparedPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreparedPicture")
            .field("pixels", &self.pixels)
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

/// Why a picture could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error(transparent)]
    Refused(Refusal),
    /// Too many other pictures wait to be read.
    #[error("too many pictures are waiting")]
    Busy,
    /// The bytes could not be read, or the reader could not be started.
    #[error("the picture cannot be read now: {0}")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Reads uploaded pictures.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PictureReader: Send + Sync {
    /// Decodes a picture and encodes it again. Recognizes PNG, JPEG, WebP and GIF by content.
    ///
    /// MUST decode where neither memory nor time beyond fixed limits can be used, MUST refuse pictures above
    /// [`MAX_PIXELS`](crate::picture::MAX_PIXELS) and [`MAX_SIDE`](crate::picture::MAX_SIDE) before decoding them, and MUST keep no metadata, except that the orientation is
    /// applied. MUST NOT read two pictures of one `account` at a time, so that others need not wait for all of them.
    async fn prepare(&self, account: Option<UserId>, bytes: ByteStream) -> Result<PreparedPicture, PictureError>;
}
