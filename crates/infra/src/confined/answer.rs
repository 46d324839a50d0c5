//! What a child process answers: one line of JSON, then bytes.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

/// Reads the whole input, at most one byte more than `most`, so that the caller notices a longer one.
pub fn read_input(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes an answer.
pub fn write(mut output: impl Write, header: &impl Serialize, blocks: &[&[u8]]) -> io::Result<()> {
    // One line: JSON escapes line breaks.
    serde_json::to_writer(&mut output, header)?;
    output.write_all(b"\n")?;
    for block in blocks {
        output.write_all(block)?;
    }
    output.flush()
}

/// Returns the header and the bytes of an answer. `None`: it is not one.
pub fn parse<H: DeserializeOwned>(answer: &[u8]) -> Option<(H, &[u8])> {
    let end = answer.iter().position(|byte| *byte == b'\n')?;
    let (header, rest) = answer.split_at_checked(end)?;
    Some((serde_json::from_slice(header).ok()?, rest.get(1..)?))
}
