//! Files in ZIP archives.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use zip::ZipArchive;

pub(crate) fn invalid(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

pub(crate) fn unzip(path: &Path) -> io::Result<ZipArchive<BufReader<File>>> {
    ZipArchive::new(BufReader::new(File::open(path)?)).map_err(invalid)
}

/// Returns the bytes of a file in an archive. Errors: it has more than `max`, or cannot be read.
pub(crate) fn read_packed(archive: &Path, name: &str, max: u64) -> io::Result<Vec<u8>> {
    let mut archive = unzip(archive)?;
    let mut bytes = Vec::new();
    archive.by_name(name).map_err(invalid)?.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}
