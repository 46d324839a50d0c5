//! Hashes what is read, for the members of archives.

use sha2::{Digest as _, Sha256};
use std::io::{self, Read};

/// Hashes and counts what it passes on.
pub(crate) struct Hashing<R> {
    inner: R,
    hash: Sha256,
    size: u64,
}

impl<R: Read> Hashing<R> {
    /// Passes on what this reader gives.
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), size: 0 }
    }

    /// Returns the number of bytes that were read, and their SHA-256 in lower-case hexadecimal digits.
    pub(crate) fn finish(self) -> (u64, String) {
        (self.size, hex::encode(self.hash.finalize()))
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        self.size = self.size.saturating_add(read as u64);
        Ok(read)
    }
}
