//! The bytes of files, between the object store and an archive.

use bytes::Bytes;
use facility_files::file::FilePath;
use facility_files::ports::{BlobError, Blobs, ByteStream};
use facility_kernel::UploadId;
use facility_transfer::error::TransferError;
use facility_transfer::staged::Staged;
use futures_util::{StreamExt as _, stream};
use std::fs::File;
use std::io;
use std::io::{Read, Seek as _};
use std::sync::Arc;
use tokio::io::AsyncReadExt as _;
use tokio::runtime::Handle;

/// Bytes that are read from a staged archive at a time.
const PIECE: usize = 256 * 1024;

/// The object store for code that may block.
#[derive(Clone)]
pub(super) struct Files {
    blobs: Arc<dyn Blobs>,
    runtime: Handle,
}

impl Files {
    /// `runtime` drives the store's calls. It MUST NOT be the runtime of the calling thread.
    pub(super) const fn new(blobs: Arc<dyn Blobs>, runtime: Handle) -> Self {
        Self { blobs, runtime }
    }

    /// Returns the bytes of a file. Errors: they are missing, or the store does not answer.
    pub(super) fn open(&self, id: UploadId) -> Result<StreamReader, TransferError> {
        let key = FilePath::of(id).object_key();
        let stream = self.runtime.block_on(self.blobs.get(&key, None)).map_err(|error| match error {
            BlobError::NotFound => {
                TransferError::BrokenFile { id: id.to_string(), reason: "it does not exist".to_owned() }
            }
            other => TransferError::Io(io::Error::other(other)),
        })?;
        Ok(StreamReader { stream, runtime: self.runtime.clone(), piece: Bytes::new() })
    }

    pub(super) fn put(&self, id: UploadId, bytes: Vec<u8>) -> Result<(), TransferError> {
        self.put_at(&FilePath::of(id).object_key(), bytes.into())
    }

    /// Stores bytes under this key.
    pub(super) fn put_at(&self, key: &str, bytes: Bytes) -> Result<(), TransferError> {
        let body = stream::iter([Ok(bytes)]);
        let stored = self.runtime.block_on(self.blobs.put(key, Box::pin(body)));
        stored.map(drop).map_err(|error| TransferError::Io(io::Error::other(error)))
    }

    pub(super) const fn runtime(&self) -> &Handle {
        &self.runtime
    }

    /// Deletes a file that nothing refers to. A failure is logged; the sweep deletes such files later.
    pub(super) fn discard(&self, id: UploadId) {
        self.discard_first(id, 1);
    }

    /// As [`Self::discard`], for a picture in all its sizes.
    pub(super) fn discard_picture(&self, id: UploadId) {
        self.discard_first(id, usize::MAX);
    }

    fn discard_first(&self, id: UploadId, objects: usize) {
        for key in FilePath::of(id).object_keys().take(objects) {
            if let Err(error) = self.runtime.block_on(self.blobs.delete(&key)) {
                tracing::warn!(%id, %error, "an imported file remains; the next sweep removes it");
            }
        }
    }
}

/// Returns a finished archive in an unnamed temporary file, which is deleted after its last reader.
pub(super) fn staged(mut file: File) -> io::Result<Staged> {
    let size = file.stream_position()?;
    file.rewind()?;
    let file = tokio::fs::File::from_std(file);
    let bytes = stream::try_unfold(file, |mut file| async move {
        let mut piece = Vec::with_capacity(PIECE);
        file.read_buf(&mut piece).await?;
        Ok(if piece.is_empty() { None } else { Some((Bytes::from(piece), file)) })
    });
    Ok(Staged { size, bytes: Box::pin(bytes) })
}

/// Reads a stream on a thread that may block.
pub(super) struct StreamReader {
    stream: ByteStream,
    runtime: Handle,
    piece: Bytes,
}

impl StreamReader {
    pub(super) fn new(stream: ByteStream, runtime: Handle) -> Self {
        Self { stream, runtime, piece: Bytes::new() }
    }
}

impl Read for StreamReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.runtime.block_on(self.stream.next()) {
                Some(piece) => self.piece = piece?,
                None => return Ok(0),
            }
        }
        let some = self.piece.split_to(buffer.len().min(self.piece.len()));
        for (to, from) in buffer.iter_mut().zip(&some) {
            *to = *from;
        }
        Ok(some.len())
    }
}
