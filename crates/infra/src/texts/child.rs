//! The child process that extracts the text of a file.

use super::extract;
use crate::confined::parent::NOT_LIMITED;
use crate::confined::{answer, limits};
use facility_files::kind::FileKind;
use facility_files::text::stored_text;
use facility_files::upload::MAX_FILE_BYTES;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The argument that starts the program as this child. The media type of the file follows.
pub const ARGUMENT: &str = "read-text";

/// Limits this process, reads a file of this media type from the input and writes its text. MUST be called before the
/// process opens files or starts threads, and MUST be the last thing that it does.
pub fn run_child(media_type: &str, input: impl Read, output: impl Write) -> ExitCode {
    if limits::apply().is_err() {
        return ExitCode::from(NOT_LIMITED);
    }
    match answer_to(media_type, input, output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_parent_is_gone) => ExitCode::FAILURE,
    }
}

/// The first line of the answer says whether there is a text. The text follows.
pub(super) fn answer_to(media_type: &str, input: impl Read, output: impl Write) -> io::Result<()> {
    let bytes = answer::read_input(input, MAX_FILE_BYTES)?;
    let text = FileKind::by_content_type(media_type).and_then(|kind| extract(kind, &bytes));
    answer::write(output, &text.is_some(), &[text.unwrap_or_default().as_bytes()])
}

/// Returns the text in the answer of a child. `None` if it has none or is malformed: a malicious file may control the
/// child.
pub(super) fn parsed(answer: &[u8]) -> Option<String> {
    let (has_text, text) = answer::parse::<bool>(answer)?;
    stored_text(std::str::from_utf8(text).ok().filter(|_| has_text)?)
}
