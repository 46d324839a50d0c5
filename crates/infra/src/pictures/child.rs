//! The child process that prepares a picture.

use super::prepare;
use super::prepared::Prepared;
use crate::confined::parent::NOT_LIMITED;
use crate::confined::{answer, limits};
use facility_files::refusal::Refusal;
use facility_files::upload::MAX_FILE_BYTES;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The argument that makes the program this child.
pub const ARGUMENT: &str = "read-picture";

/// The first line of the answer. The files follow, in this order.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Header {
    Prepared {
        width: u32,
        height: u32,
        media_type: String,
        full: usize,
        medium: Option<usize>,
        small: Option<usize>,
    },
    /// The reason of a refusal.
    Refused(String),
}

/// Limits this process, prepares the picture in the input and writes the answer. MUST be called before the process
/// opens files or starts threads, and end it.
pub fn run_child(input: impl Read, output: impl Write) -> ExitCode {
    if limits::apply().is_err() {
        return ExitCode::from(NOT_LIMITED);
    }
    match answer_to(input, output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_parent_is_gone) => ExitCode::FAILURE,
    }
}

pub(super) fn answer_to(input: impl Read, output: impl Write) -> io::Result<()> {
    let bytes = answer::read_input(input, MAX_FILE_BYTES)?;
    let prepared = if bytes.len() as u64 > MAX_FILE_BYTES { Err(Refusal::TooLarge) } else { prepare(&bytes) };
    match prepared {
        Ok(Prepared { width, height, format, full, medium, small }) => {
            let length = |file: &Option<Vec<u8>>| file.as_ref().map(Vec::len);
            let header = Header::Prepared {
                width,
                height,
                media_type: format.media_type().to_owned(),
                full: full.len(),
                medium: length(&medium),
                small: length(&small),
            };
            answer::write(output, &header, &[&full, &medium.unwrap_or_default(), &small.unwrap_or_default()])
        }
        Err(refusal) => answer::write(output, &Header::Refused(refusal.reason().to_owned()), &[]),
    }
}
