//! Writes an archive: a tar file compressed with Zstandard, with the SHA-256 of each member.

use crate::hashing::HashingReader;
use facility_transfer::manifest::{Manifest, MemberSum};
use facility_transfer::member::MANIFEST;
use std::collections::BTreeMap;
use std::io;
use std::io::{Read, Seek as _, Write};
use tar::{Builder, EntryType, Header};
use zstd::Encoder;

/// zstd compression level. Higher levels save little on text and take several times as long.
const LEVEL: i32 = 3;

/// An archive that is being written.
pub(super) struct TarWriter<W: Write> {
    tar: Builder<Encoder<'static, W>>,
    members: BTreeMap<String, MemberSum>,
    /// Seconds since the epoch.
    made_at: u64,
}

impl<W: Write> TarWriter<W> {
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
        let mut content = HashingReader::new(content.take(size));
        self.tar.append_data(&mut header, name, &mut content)?;
        let (read, sha256) = content.finish();
        if read != size {
            let message = format!("{name} ended after {read} of {size} bytes");
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
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
