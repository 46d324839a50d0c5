//! Reads an archive with limits: nothing in it decides where anything is written, and how much memory is used.

use super::catalog;
use super::catalog::{AUDIT_RANK, DOCUMENTS_RANK, FILES_RANK, MANIFEST_RANK};
use super::progress::{Progress, Step};
use crate::backup::DATABASE;
use facility_transfer::error::TransferError;
use facility_transfer::member::Member;
use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, Read, Seek as _};
use tar::{Archive, EntryType};
use zstd::Decoder;

/// Maximum size of the window of Zstandard, as a power of two. The encoder's own is 2 MiB.
const WINDOW: u32 = 23;
/// Maximum number of members.
const MOST_MEMBERS: usize = 500_000;
/// An archive may expand to this many bytes, and by [`MOST_EXPANDED`] beyond.
const ALWAYS_ALLOWED: u64 = 1024 * 1024 * 1024;
/// Number of bytes that each byte of an archive may become.
const MOST_EXPANDED: u64 = 200;
/// Bytes that may follow the last member: the end of a tar file is padded with zeros.
const MOST_PADDING: u64 = 1024 * 1024;

/// A member while it is read.
pub(super) struct Content<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its size in bytes.
    pub(super) size: u64,
    /// Its bytes.
    pub(super) bytes: &'a mut dyn BufRead,
}

impl Content<'_> {
    /// Reads all of it, which its limit bounds.
    pub(super) fn read_all(&mut self) -> Result<Vec<u8>, TransferError> {
        let mut bytes = Vec::new();
        self.bytes.read_to_end(&mut bytes).map_err(|error| unreadable(self.name, &error))?;
        Ok(bytes)
    }
}

/// Returns the error for a member whose bytes cannot be decoded.
pub(super) fn unreadable(name: &str, error: &io::Error) -> TransferError {
    TransferError::damaged(name, format!("cannot be read: {error}"))
}

/// Counts the bytes of the file for the progress.
struct Counting<'a, 'p> {
    file: File,
    step: Step,
    done: u64,
    total: u64,
    progress: &'a mut Progress<'p>,
}

impl Read for Counting<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        if read > 0 {
            self.done += read as u64;
            (self.progress)(self.step, self.done, self.total);
        }
        Ok(read)
    }
}

/// Returns the place of a member in an archive. Errors: it has no place.
fn rank(name: &str, member: Member<'_>) -> Result<usize, TransferError> {
    match member {
        Member::Document(_) => Ok(DOCUMENTS_RANK),
        Member::File(_) => Ok(FILES_RANK),
        Member::AuditLog => Ok(AUDIT_RANK),
        Member::Manifest => Ok(MANIFEST_RANK),
        Member::Records(kind) => catalog::find(kind)
            .map(|(_, rank)| rank)
            .ok_or_else(|| TransferError::damaged(name, "is of a kind that this program does not know")),
    }
}

/// Calls `visit` with each member in its order, after checking its name, type, size and place.
///
/// Errors: those of `visit`; a member that is not allowed; an archive that is truncated or expands too much.
pub(super) fn walk(
    file: &File,
    (step, progress): (Step, &mut Progress<'_>),
    mut visit: impl FnMut(Member<'_>, Content<'_>) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    let mut file = file.try_clone()?;
    file.rewind()?;
    let total = file.metadata()?.len();
    let most = ALWAYS_ALLOWED.saturating_add(total.saturating_mul(MOST_EXPANDED));
    let mut decoder = Decoder::new(Counting { file, step, done: 0, total, progress })?;
    decoder.window_log_max(WINDOW)?;
    let mut archive = Archive::new(decoder);
    let (mut expanded, mut last_rank, mut last_name) = (0_u64, 0, "the start".to_owned());
    // Raw, so that long names and sparse files are members of a type that is refused, instead of memory.
    for (number, entry) in archive.entries()?.raw(true).enumerate() {
        let after = |error: io::Error| {
            TransferError::damaged(format!("what follows {last_name}"), format!("cannot be read: {error}"))
        };
        let entry = entry.map_err(after)?;
        let path = entry.path_bytes();
        let name = std::str::from_utf8(&path).unwrap_or("?").chars().take(100).collect::<String>();
        let damaged = |reason: &str| Err(TransferError::damaged(name.as_str(), reason));
        if entry.header().entry_type() != EntryType::Regular {
            return damaged("is not a regular file");
        }
        if number == 0 && name == DATABASE {
            return Err(TransferError::Backup);
        }
        let Ok(member) = Member::parse(&name) else { return damaged("has a name that no member has") };
        let (size, rank) = (entry.size(), rank(&name, member)?);
        if size > member.max_bytes() {
            return damaged(&format!("has {size} bytes, more than the {} allowed", member.max_bytes()));
        }
        if rank < last_rank {
            return damaged(&format!("must come before {last_name}"));
        }
        expanded = expanded.saturating_add(size);
        if expanded > most || number >= MOST_MEMBERS {
            return Err(TransferError::TooLarge(format!(
                "at {name} it exceeds {MOST_MEMBERS} members, or {most} bytes when expanded"
            )));
        }
        let mut bytes = BufReader::new(entry);
        visit(member, Content { name: &name, size, bytes: &mut bytes })?;
        (last_rank, last_name) = (rank, name);
    }
    end(archive.into_inner(), &last_name)
}

/// Reads what follows the last member, which checks the compression's own checksum.
fn end(decoder: impl Read, last_name: &str) -> Result<(), TransferError> {
    let follows = format!("what follows {last_name}");
    let padding =
        io::copy(&mut decoder.take(MOST_PADDING + 1), &mut io::sink()).map_err(|error| unreadable(&follows, &error))?;
    if padding > MOST_PADDING {
        return Err(TransferError::damaged(follows, "is not the end of an archive"));
    }
    Ok(())
}
