//! Reads an archive with limits: its content decides neither where anything is written nor how much memory is used.

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
const MAX_MEMBERS: usize = 500_000;
/// An archive may expand to this many bytes, plus [`MAX_EXPANSION`] times its own size.
const ALWAYS_ALLOWED: u64 = 1024 * 1024 * 1024;
/// Number of bytes to which each byte of an archive may expand.
const MAX_EXPANSION: u64 = 200;
/// Bytes that may follow the last member: the end of a tar file is padded with zeros.
const MAX_PADDING: u64 = 1024 * 1024;

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
    /// Reads all of it. The limit for its size bounds the memory.
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

/// Reports the progress by the bytes read from the file.
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

/// Returns the rank of a member in an archive. Errors: its kind is unknown.
fn rank(name: &str, member: Member<'_>) -> Result<usize, TransferError> {
    match member {
        Member::Document(_) => Ok(DOCUMENTS_RANK),
        Member::File(_) => Ok(FILES_RANK),
        Member::AuditLog => Ok(AUDIT_RANK),
        Member::Manifest => Ok(MANIFEST_RANK),
        Member::Records(kind) => catalog::find(kind)
            .map(|(_, rank)| rank)
            .ok_or_else(|| TransferError::damaged(name, "is of an unknown kind")),
    }
}

/// Calls `visit` with each member in order, after checking its name, type, size and rank.
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
    let most = ALWAYS_ALLOWED.saturating_add(total.saturating_mul(MAX_EXPANSION));
    let mut decoder = Decoder::new(Counting { file, step, done: 0, total, progress })?;
    decoder.window_log_max(WINDOW)?;
    let mut archive = Archive::new(decoder);
    let (mut expanded, mut last_rank, mut last_name) = (0_u64, 0, "the start".to_owned());
    // Raw, so that long names and sparse files appear as members of a refused type instead of using memory.
    for (number, entry) in archive.entries()?.raw(true).enumerate() {
        let after = |error: io::Error| {
            TransferError::damaged(format!("the data after {last_name}"), format!("cannot be read: {error}"))
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
        let Ok(member) = Member::parse(&name) else { return damaged("has a name that is not allowed") };
        let (size, rank) = (entry.size(), rank(&name, member)?);
        if size > member.max_bytes() {
            return damaged(&format!("has {size} bytes, more than the {} allowed", member.max_bytes()));
        }
        if rank < last_rank {
            return damaged(&format!("must come before {last_name}"));
        }
        expanded = expanded.saturating_add(size);
        if expanded > most || number >= MAX_MEMBERS {
            return Err(TransferError::TooLarge(format!(
                "at {name} it exceeds {MAX_MEMBERS} members, or {most} bytes when expanded"
            )));
        }
        let mut bytes = BufReader::new(entry);
        visit(member, Content { name: &name, size, bytes: &mut bytes })?;
        (last_rank, last_name) = (rank, name);
    }
    end(archive.into_inner(), &last_name)
}

/// Reads the data after the last member. This also verifies the checksum of the compression.
fn end(decoder: impl Read, last_name: &str) -> Result<(), TransferError> {
    let rest = format!("the data after {last_name}");
    let padding =
        io::copy(&mut decoder.take(MAX_PADDING + 1), &mut io::sink()).map_err(|error| unreadable(&rest, &error))?;
    if padding > MAX_PADDING {
        return Err(TransferError::damaged(rest, "is not the end of an archive"));
    }
    Ok(())
}
