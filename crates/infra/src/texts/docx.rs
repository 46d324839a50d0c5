//! Texts of Word documents in the zipped XML format.

use facility_files::text::MAX_TEXT_CHARS;
use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};
use std::io::{BufRead, BufReader, Cursor, Read as _};
use zip::ZipArchive;

/// The parts with text, in the order of the result. Only the first one must exist.
const PARTS: [&str; 3] = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];
/// Maximum number of unpacked bytes that are read of a part, which may unpack to a thousand times its size.
const MAX_PART_BYTES: u64 = 32 * 1024 * 1024;
/// Elements without visible text: properties, such as tab positions, and repetitions of other elements.
const SKIPPED: [&[u8]; 5] = [b"pPr", b"rPr", b"Fallback", b"moveFrom", b"sectPr"];

/// Returns the text, with a line for each paragraph, heading and paragraph of a table cell. If the document is damaged,
/// returns the text before the damage. `None` if it is not a Word document.
pub(super) fn extract(bytes: &[u8]) -> Option<String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut text = String::new();
    for (index, part) in PARTS.into_iter().enumerate() {
        match archive.by_name(part) {
            Ok(part) => append(&mut text, BufReader::new(part.take(MAX_PART_BYTES))),
            Err(_missing) if index > 0 => {}
            Err(_missing) => return None,
        }
    }
    Some(text)
}

/// Appends the text of a part, up to more than is stored.
fn append(text: &mut String, part: impl BufRead) {
    let mut reader = Reader::from_reader(part);
    let (mut buffer, mut skipped) = (Vec::new(), Vec::new());
    let mut is_text = false;
    // A character has at most four bytes.
    while text.len() < 4 * MAX_TEXT_CHARS {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(element)) if SKIPPED.contains(&element.local_name().as_ref()) => {
                skipped.clear();
                if reader.read_to_end_into(element.name(), &mut skipped).is_err() {
                    return;
                }
            }
            Ok(Event::Start(element)) => match element.local_name().as_ref() {
                b"t" => is_text = true,
                other => push_sign(text, other),
            },
            Ok(Event::Empty(element)) => push_sign(text, element.local_name().as_ref()),
            Ok(Event::End(element)) => match element.local_name().as_ref() {
                b"t" => is_text = false,
                b"p" => text.push('\n'),
                _ => {}
            },
            Ok(Event::Text(piece)) if is_text => text.push_str(&piece.decode().unwrap_or_default()),
            Ok(Event::CData(piece)) if is_text => text.push_str(&piece.decode().unwrap_or_default()),
            Ok(Event::GeneralRef(reference)) if is_text => text.extend(character(&reference)),
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// Appends the character that an element stands for, if any.
fn push_sign(text: &mut String, element: &[u8]) {
    match element {
        b"tab" | b"ptab" => text.push('\t'),
        b"br" | b"cr" => text.push('\n'),
        b"noBreakHyphen" => text.push('-'),
        _ => {}
    }
}

/// Returns the character of a reference such as `&amp;`. Word documents declare no others.
fn character(reference: &BytesRef<'_>) -> Option<char> {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return Some(character);
    }
    let name: &[u8] = reference;
    Some(match name {
        b"amp" => '&',
        b"lt" => '<',
        b"gt" => '>',
        b"quot" => '"',
        b"apos" => '\'',
        _ => return None,
    })
}
