//! Hashes archive members while they are read.

use sha2::{Digest as _, Sha256};
use std::io::{self, Read};

/// A reader that hashes and counts the bytes that pass through it.
pub(crate) struct HashingReader<R> {
    inner: R,
    hash: Sha256,
    size: u64,
}

impl<R: Read> HashingReader<R> {
    /// Wraps this reader.
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), size: 0 }
    }

    /// Returns the number of bytes that were read, and their SHA-256 in lower-case hexadecimal digits.
    pub(crate) fn finish(self) -> (u64, String) {
        (self.size, hex::encode(self.hash.finalize()))
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        self.size = self.size.saturating_add(read as u64);
        Ok(read)
    }
}
