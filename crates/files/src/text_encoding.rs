//! Detection of a text file's encoding from its bytes.
//!
//! A byte order mark decides. Without one, valid UTF-8 is UTF-8, alternating zero bytes indicate UTF-16, and everything
//! else is windows-1252, which editors on Western Windows systems use.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::str::from_utf8;

/// Number of bytes that are examined for the zeros of UTF-16 without a mark.
const HEAD: usize = 1024;

const UTF_8_MARK: &[u8] = b"\xEF\xBB\xBF";
const LITTLE_ENDIAN_MARK: &[u8] = b"\xFF\xFE";
const BIG_ENDIAN_MARK: &[u8] = b"\xFE\xFF";

/// Examines a file in pieces of any size and decides at the end.
#[derive(Debug, Default)]
pub struct TextCheck {
    head: Vec<u8>,
    /// The first bytes of a UTF-8 character that continues in the next piece.
    open: Vec<u8>,
    is_no_utf_8: bool,
    /// The first byte of a UTF-16 unit that continues in the next piece.
    half: Option<u8>,
    controls: Controls,
}

/// Whether there are control characters, by encoding.
#[derive(Debug, Default)]
struct Controls {
    bytes: bool,
    little_endian: bool,
    big_endian: bool,
}

impl TextCheck {
    /// Examines the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        let room = HEAD.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(room));
        for byte in bytes {
            self.controls.bytes |= is_control(u16::from(*byte));
            match self.half.take() {
                None => self.half = Some(*byte),
                Some(first) => {
                    self.controls.little_endian |= is_control(u16::from_le_bytes([first, *byte]));
                    self.controls.big_endian |= is_control(u16::from_be_bytes([first, *byte]));
                }
            }
        }
        if !self.is_no_utf_8 {
            self.open.extend_from_slice(bytes);
            match from_utf8(&self.open).map_err(|error| (error.error_len(), error.valid_up_to())) {
                Ok(_) => self.open.clear(),
                Err((None, valid)) => drop(self.open.drain(..valid)),
                Err((Some(_), _)) => self.is_no_utf_8 = true,
            }
        }
    }

    /// Returns the encoding. `None` if the file is not text.
    pub fn finish(&self) -> Option<&'static Encoding> {
        let is_little = !self.controls.little_endian && self.half.is_none();
        let is_big = !self.controls.big_endian && self.half.is_none();
        if self.head.starts_with(LITTLE_ENDIAN_MARK) {
            return is_little.then_some(UTF_16LE);
        } else if self.head.starts_with(BIG_ENDIAN_MARK) {
            return is_big.then_some(UTF_16BE);
        } else if !self.controls.bytes {
            let is_utf_8 = !self.is_no_utf_8 && self.open.is_empty();
            let is_marked = self.head.starts_with(UTF_8_MARK);
            return if is_utf_8 { Some(UTF_8) } else { (!is_marked).then_some(WINDOWS_1252) };
        }
        // Most characters of Latin scripts have a zero as their upper byte. Other scripts need the mark.
        let zeros = |first| self.head.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
        let (even, odd) = (zeros(0), zeros(1));
        if is_little && even == 0 && odd * 4 > self.head.len() {
            Some(UTF_16LE)
        } else {
            (is_big && odd == 0 && even * 4 > self.head.len()).then_some(UTF_16BE)
        }
    }
}

fn is_control(unit: u16) -> bool {
    unit < 0x20 && !matches!(unit, 0x09..=0x0D)
}

/// Decodes a file in any of these encodings, without its mark. `None` if it is not text.
pub fn decode(bytes: &[u8]) -> Option<String> {
    let mut check = TextCheck::default();
    check.feed(bytes);
    Some(check.finish()?.decode_with_bom_removal(bytes).0.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "Caf\u{e9} \u{2013} it\u{2019}s\r\nopen\u{c}";

    fn utf_16(text: &str, mark: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        format!("{mark}{text}").encode_utf16().flat_map(bytes).collect()
    }

    fn encodings() -> Vec<(&'static Encoding, Vec<u8>)> {
        vec![
            (UTF_8, TEXT.as_bytes().to_vec()),
            (UTF_8, format!("\u{feff}{TEXT}").into_bytes()),
            (UTF_16LE, utf_16(TEXT, "\u{feff}", u16::to_le_bytes)),
            (UTF_16BE, utf_16(TEXT, "\u{feff}", u16::to_be_bytes)),
            (UTF_16LE, utf_16(TEXT, "", u16::to_le_bytes)),
            (UTF_16BE, utf_16(TEXT, "", u16::to_be_bytes)),
            (WINDOWS_1252, b"Caf\xE9 \x96 it\x92s\r\nopen\x0C".to_vec()),
        ]
    }

    #[test]
    fn text_arrives_as_written_in_every_encoding() {
        for (encoding, bytes) in encodings() {
            let mut check = TextCheck::default();
            check.feed(&bytes);
            assert_eq!(check.finish(), Some(encoding), "{bytes:?}");
            assert_eq!(decode(&bytes).unwrap(), TEXT, "{}", encoding.name());
        }
        let cyrillic = "\u{414}\u{432}\u{435}\u{440}\u{44c}, \u{433}\u{434}\u{435} \u{442}\u{44b}?";
        assert_eq!(decode(&utf_16(cyrillic, "\u{feff}", u16::to_le_bytes)).unwrap(), cyrillic);
    }

    #[test]
    fn bytes_that_no_text_has_are_refused() {
        for bytes in [
            &b"MZ\x90\0\x03"[..],
            b"MZ\x90\0",
            b"\x7fELF\x02\x01\x01\0\0\0\0\0",
            b"a\0b",
            b"\0",
            b"\xFF\xFEa\0b",
            b"\xFF\xFE\x07\0",
            b"\xEF\xBB\xBF\xE9t",
            b"a\x1bb",
        ] {
            assert_eq!(decode(bytes), None, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn decision_does_not_depend_on_the_pieces(which in 0..7_usize, cut in 0..60_usize, second in 0..60_usize) {
            let (encoding, bytes) = encodings().swap_remove(which);
            let (a, b) = (cut.min(second).min(bytes.len()), cut.max(second).min(bytes.len()));
            let mut check = TextCheck::default();
            for piece in [&bytes[..a], &bytes[a..b], &bytes[b..]] {
                check.feed(piece);
            }
            prop_assert_eq!(check.finish(), Some(encoding));
        }
    }
}
