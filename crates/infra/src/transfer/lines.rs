//! Records of one kind as lines of JSON: written through a temporary file, because a member's size precedes its
//! content, and read with a limit for each line.

use facility_transfer::error::TransferError;
use facility_transfer::front_matter::Fields;
use std::fs::File;
use std::io;
use std::io::{BufRead, BufWriter, Read as _, Write as _};

/// Maximum number of bytes of a line: the longest content, each character of it escaped, and the other fields.
const MAX_LINE_BYTES: u64 = 2 * facility_documents::text::MAX_STORED_BYTES as u64 + 4 * 1024 * 1024;

/// The lines of a member that is being written.
pub(super) struct LineFile {
    file: BufWriter<File>,
    /// Number of lines so far.
    pub(super) count: u64,
}

impl LineFile {
    /// Creates it in the folder for temporary files. It has no name, so it is deleted when it is closed.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), count: 0 })
    }

    pub(super) fn write(&mut self, line: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.file, line)?;
        self.file.write_all(b"\n")?;
        self.count += 1;
        Ok(())
    }

    pub(super) fn into_file(self) -> io::Result<File> {
        self.file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// Calls `each` with the fields of every line and the line's length. Errors: a line is too long, or not an object.
pub(super) fn each(
    member: &str,
    mut content: impl BufRead,
    mut each: impl FnMut(Fields, usize) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let read = content
            .by_ref()
            .take(MAX_LINE_BYTES + 1)
            .read_until(b'\n', &mut line)
            .map_err(|error| TransferError::damaged(member, format!("cannot be read: {error}")))?;
        if read == 0 {
            break;
        }
        if read as u64 > MAX_LINE_BYTES {
            return Err(TransferError::damaged(
                member,
                format!("has more than {MAX_LINE_BYTES} bytes in line {number}"),
            ));
        }
        let fields = serde_json::from_slice(&line)
            .map_err(|error| TransferError::damaged(member, format!("has an invalid line {number}: {error}")))?;
        each(fields, read)?;
    }
    Ok(())
}
