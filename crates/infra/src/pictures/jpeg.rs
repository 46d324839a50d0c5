//! Checks that a JPEG file does not end early (ISO/IEC 10918-1, annex B). Its decoder fills what is missing with gray.

/// Marks the end of the picture.
const END: u8 = 0xD9;

/// Whether the markers of this JPEG file lead to one that ends the picture. What follows it does not count, and
/// neither does the end of a preview in the metadata.
pub(super) fn is_complete(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == 0xFF) {
        rest = rest.get(at + 1..).unwrap_or_default();
        let next = match rest {
            [END, ..] => return true,
            // Fill bytes, and markers without a length: an escaped 0xFF of the data, restarts, the start of the file.
            [0xFF, ..] => Some(rest),
            [0x00 | 0x01 | 0xD0..=0xD8, after @ ..] => Some(after),
            [_segment, high, low, ..] => rest.get(1 + usize::from(u16::from_be_bytes([*high, *low]))..),
            _ => None,
        };
        let Some(next) = next else { return false };
        rest = next;
    }
    false
}
