//! Writes an archive: a tar file compressed with Zstandard, with the SHA-256 of each member.

use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io::{self, Read, Seek as _, Write};
use tar::{Builder, EntryType, Header};
use transfer::{MANIFEST, Manifest, MemberSum};
use zstd::Encoder;

/// The level of compression: higher ones save little on text and take several times as long.
const LEVEL: i32 = 3;

/// An archive that is being written.
pub(super) struct ArchiveWriter<W: Write> {
    tar: Builder<Encoder<'static, W>>,
    members: BTreeMap<String, MemberSum>,
    /// Seconds since the epoch.
    made_at: u64,
}

/// Hashes and counts what it passes on.
struct Hashing<R> {
    inner: R,
    hash: Sha256,
    size: u64,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        self.size += read as u64;
        Ok(read)
    }
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive made at this time, in seconds since the epoch.
    pub(super) fn new(to: W, made_at: u64) -> io::Result<Self> {
        let mut encoder = Encoder::new(to, LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(Self { tar: Builder::new(encoder), members: BTreeMap::new(), made_at })
    }

    /// Adds a member of exactly `size` bytes. Returns its SHA-256. Errors: it has another size.
    pub(super) fn add(&mut self, name: &str, size: u64, content: impl Read) -> io::Result<String> {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_size(size);
        header.set_mode(0o600);
        header.set_mtime(self.made_at);
        let mut content = Hashing { inner: content.take(size), hash: Sha256::new(), size: 0 };
        self.tar.append_data(&mut header, name, &mut content)?;
        if content.size != size {
            let message = format!("{name} ended after {} of {size} bytes", content.size);
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        let sha256 = hex::encode(content.hash.finalize());
        self.members.insert(name.to_owned(), MemberSum { size, sha256: sha256.clone() });
        Ok(sha256)
    }

    /// Adds a member from a temporary file, from its start.
    pub(super) fn add_file(&mut self, name: &str, mut file: std::fs::File) -> io::Result<()> {
        file.rewind()?;
        let size = file.metadata()?.len();
        self.add(name, size, io::BufReader::new(file)).map(drop)
    }

    /// Adds the manifest with the members so far, and ends the archive.
    pub(super) fn finish(mut self, manifest: Manifest) -> io::Result<W> {
        let manifest = Manifest { members: std::mem::take(&mut self.members), ..manifest };
        let bytes = serde_json::to_vec_pretty(&manifest)?;
        self.add(MANIFEST, bytes.len() as u64, bytes.as_slice())?;
        self.tar.into_inner()?.finish()
    }
}
