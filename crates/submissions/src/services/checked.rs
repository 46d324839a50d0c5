//! Verifies the bytes of a file against the size and hash recorded on upload.

use bytes::Bytes;
use facility_files::ports::ByteStream;
use futures_util::StreamExt as _;
use sha2::{Digest, Sha256};
use std::io;

/// The state of a download that is being verified.
struct Checking {
    bytes: ByteStream,
    size: u64,
    sha256: String,
    passed: u64,
    digest: Sha256,
    /// The most recent piece, which is not passed on yet.
    held: Option<Bytes>,
}

/// Passes on a whole file piece by piece, but its last piece only if the file has this size and SHA-256. Otherwise the
/// stream ends with [`io::ErrorKind::InvalidData`] or, if it is too short, with [`io::ErrorKind::UnexpectedEof`], so
/// that wrong bytes never look like a complete file.
pub(super) fn checked(bytes: ByteStream, size: u64, sha256: String) -> ByteStream {
    let checking = Checking { bytes, size, sha256, passed: 0, digest: Sha256::new(), held: None };
    Box::pin(futures_util::stream::unfold(Some(checking), |checking| async move {
        match checking?.next().await {
            Ok(Some((piece, rest))) => Some((Ok(piece), rest)),
            Ok(None) => None,
            Err(error) => Some((Err(error), None)),
        }
    }))
}

impl Checking {
    /// Returns the next piece that may be passed on, and the rest of the stream.
    async fn next(mut self) -> io::Result<Option<(Bytes, Option<Self>)>> {
        while let Some(piece) = self.bytes.next().await {
            let piece = piece?;
            self.passed = self.passed.saturating_add(piece.len() as u64);
            if self.passed > self.size {
                return Err(differs("it is longer than its upload"));
            }
            self.digest.update(&piece);
            if let Some(before) = self.held.replace(piece) {
                return Ok(Some((before, Some(self))));
            }
        }
        if self.passed < self.size {
            let message = format!("it ended after {} of {} bytes", self.passed, self.size);
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        if hex::encode(self.digest.finalize()) == self.sha256 {
            Ok(self.held.map(|last| (last, None)))
        } else {
            Err(differs("its SHA-256 is not the one of its upload"))
        }
    }
}

fn differs(how: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, how)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream::iter;

    const FILE: &str = "one two three";

    /// Returns what a reader receives from these pieces, and the error at the end.
    async fn read(pieces: &[&str]) -> (String, Option<io::ErrorKind>) {
        let pieces: Vec<io::Result<Bytes>> = pieces.iter().map(|piece| Ok(Bytes::from((*piece).to_owned()))).collect();
        let sha256 = hex::encode(Sha256::digest(FILE));
        let mut stream = checked(Box::pin(iter(pieces)), FILE.len() as u64, sha256);
        let mut got = String::new();
        while let Some(piece) = stream.next().await {
            match piece {
                Ok(piece) => got.push_str(std::str::from_utf8(&piece).unwrap()),
                Err(error) => return (got, Some(error.kind())),
            }
        }
        (got, None)
    }

    #[tokio::test]
    async fn file_as_it_arrived_is_passed_on_whole() {
        for pieces in [&[FILE][..], &["one ", "two ", "three"], &["", "one two three", ""]] {
            assert_eq!(read(pieces).await, (FILE.to_owned(), None), "{pieces:?}");
        }
    }

    #[tokio::test]
    async fn last_piece_of_another_file_is_held_back() {
        use io::ErrorKind::{InvalidData, UnexpectedEof};
        for (pieces, got, kind) in [
            (&["one two thrEe"][..], "", InvalidData),
            (&["one ", "twO ", "three"], "one twO ", InvalidData),
            (&["one ", "two ", "three", "!"], "one two ", InvalidData),
            (&["one two three four"], "", InvalidData),
            (&["one ", "two "], "one ", UnexpectedEof),
            (&[], "", UnexpectedEof),
        ] {
            assert_eq!(read(pieces).await, (got.to_owned(), Some(kind)), "{pieces:?}");
        }
    }

    #[tokio::test]
    async fn interrupted_file_ends_with_its_error() {
        let pieces = [Ok(Bytes::from("one ")), Err(io::Error::from(io::ErrorKind::TimedOut))];
        let mut stream = checked(Box::pin(iter(pieces)), 13, String::new());
        assert_eq!(stream.next().await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(stream.next().await.is_none());
    }
}
