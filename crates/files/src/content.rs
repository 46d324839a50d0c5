//! Recognition of a file's type by its content.

use crate::kind::FileKind;
use crate::refusal::{Format, Refusal};
use crate::text_encoding::TextCheck;

const PDF_MARK: &[u8] = b"%PDF-";
const OLE_MARK: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
const ZIP_MARK: &[u8] = b"PK\x03\x04";
const RTF_MARK: &[u8] = b"{\\rtf";
/// The first bytes of PNG, JPEG, GIF and WebP files.
const PICTURE_MARKS: [&[u8]; 4] = [b"\x89PNG", b"\xFF\xD8\xFF", b"GIF8", b"RIFF"];
/// Names of parts that occur uncompressed in every zipped XML Word document.
const DOCX_MARKS: [&[u8]; 2] = [b"[Content_Types].xml", b"word/"];
/// The name of the part that holds the encrypted content of an Office file, in UTF-16.
const PROTECTED_MARK: &[u8] = b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";
/// Signatures that are searched for in the whole file.
const INNER_MARKS: [&[u8]; 3] = [DOCX_MARKS[0], DOCX_MARKS[1], PROTECTED_MARK];
/// Maximum offset of the signature in a file. PDF readers allow this many bytes before it.
const HEAD: usize = 1024;

/// Checks a file's bytes as they arrive, in pieces of any size, and finally decides whether they match the kind.
#[derive(Debug)]
pub struct ContentCheck {
    kind: FileKind,
    head: Vec<u8>,
    text: TextCheck,
    found: [bool; INNER_MARKS.len()],
    tail: Vec<u8>,
}

impl ContentCheck {
    /// Creates a check for a file of this declared kind.
    pub fn new(kind: FileKind) -> Self {
        Self { kind, head: Vec::new(), text: TextCheck::default(), found: Default::default(), tail: Vec::new() }
    }

    /// Processes the next piece of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        let room = HEAD.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(room));
        self.text.feed(bytes);
        self.look_for_marks(bytes);
    }

    /// Searches the next piece for signatures. A signature may span two pieces, so the end of the last piece is
    /// searched again with the next one.
    fn look_for_marks(&mut self, bytes: &[u8]) {
        let begins = |mark: &[u8]| self.head.starts_with(mark) || mark.starts_with(&self.head);
        if !begins(ZIP_MARK) && !begins(OLE_MARK) {
            return;
        }
        self.tail.extend_from_slice(bytes);
        for (found, mark) in self.found.iter_mut().zip(INNER_MARKS) {
            *found = *found || self.tail.windows(mark.len()).any(|window| window == mark);
        }
        let keep = INNER_MARKS.iter().map(|mark| mark.len()).max().unwrap_or(0);
        let drop = self.tail.len().saturating_sub(keep);
        self.tail.drain(..drop);
    }

    /// Returns the media type of the file, with the encoding if it is text. Errors: the content does not match the
    /// kind, or is empty.
    pub fn finish(self) -> Result<String, Refusal> {
        let Self { kind, head, .. } = &self;
        if head.is_empty() {
            return Err(Refusal::Empty);
        }
        let encoding = self.text.finish();
        let [has_types, has_word, is_protected] = self.found;
        let format = if head.starts_with(ZIP_MARK) {
            if has_types && has_word { Format::Word } else { Format::Zip }
        } else if head.starts_with(OLE_MARK) {
            Format::OldOffice
        } else if head.starts_with(PDF_MARK) {
            Format::Pdf
        } else if head.starts_with(RTF_MARK) {
            Format::Rtf
        } else if PICTURE_MARKS.iter().any(|mark| head.starts_with(mark)) && encoding.is_none() {
            Format::Picture
        } else if *kind == FileKind::Pdf && head.windows(PDF_MARK.len()).any(|window| window == PDF_MARK) {
            Format::Pdf
        } else if encoding.is_some() {
            Format::Text
        } else {
            Format::Unknown
        };
        let media_type = kind.media_type();
        match (kind, format, encoding) {
            (_, Format::OldOffice, _) if is_protected => Err(Refusal::Protected),
            (FileKind::Txt | FileKind::Md, Format::Text | Format::Rtf, Some(encoding)) => {
                Ok(format!("{media_type}; charset={}", encoding.name().to_ascii_lowercase()))
            }
            (FileKind::Pdf, Format::Pdf, _)
            | (FileKind::Doc, Format::OldOffice, _)
            | (FileKind::Docx, Format::Word, _) => Ok(media_type.to_owned()),
            (_, format, _) => Err(Refusal::Content(format)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(kind: FileKind, pieces: &[&[u8]]) -> Result<String, Refusal> {
        let mut check = ContentCheck::new(kind);
        for piece in pieces {
            check.feed(piece);
        }
        check.finish()
    }

    const DOCX: &[u8] = b"PK\x03\x04....[Content_Types].xml....PK\x03\x04..word/document.xml";

    #[test]
    fn content_that_fits_the_name_gives_the_content_type() {
        for (kind, bytes, content_type) in [
            (FileKind::Txt, "plain t\u{e9}xt\r\n\u{c}\u{b}".as_bytes(), "text/plain; charset=utf-8"),
            (FileKind::Txt, b"\xFF\xFEa\0", "text/plain; charset=utf-16le"),
            (FileKind::Md, b"caf\xE9", "text/markdown; charset=windows-1252"),
            (FileKind::Md, b"# Title\n", "text/markdown; charset=utf-8"),
            (FileKind::Md, b"{\\rtf is a group\n", "text/markdown; charset=utf-8"),
            (FileKind::Txt, b"RIFF and GIF8\n", "text/plain; charset=utf-8"),
            (FileKind::Pdf, b"%PDF-1.7\n\0\x01", "application/pdf"),
            (FileKind::Pdf, b"mail\n%PDF-1.7\n\0\x01", "application/pdf"),
            (FileKind::Doc, OLE_MARK, "application/msword"),
        ] {
            assert_eq!(check(kind, &[bytes]).as_deref(), Ok(content_type), "{kind:?}");
        }
        assert!(check(FileKind::Docx, &[DOCX]).is_ok());
    }

    #[test]
    fn refusal_names_what_the_content_is() {
        let protected = [OLE_MARK, &[0; 90], PROTECTED_MARK].concat();
        for (kind, bytes, refusal) in [
            (FileKind::Txt, b"MZ\x90\0\x03".as_slice(), Refusal::Content(Format::Unknown)),
            (FileKind::Txt, b"%PDF-1.7\n", Refusal::Content(Format::Pdf)),
            (FileKind::Md, b"\x7fELF\x02\x01", Refusal::Content(Format::Unknown)),
            (FileKind::Md, b"\x89PNG\r\n\x1a\n\0", Refusal::Content(Format::Picture)),
            (FileKind::Pdf, b"plain text", Refusal::Content(Format::Text)),
            (FileKind::Doc, DOCX, Refusal::Content(Format::Word)),
            (FileKind::Doc, b"{\\rtf1\\ansi}", Refusal::Content(Format::Rtf)),
            (FileKind::Docx, b"PK\x03\x04 some other archive", Refusal::Content(Format::Zip)),
            (FileKind::Docx, OLE_MARK, Refusal::Content(Format::OldOffice)),
            (FileKind::Docx, &protected, Refusal::Protected),
            (FileKind::Txt, b"", Refusal::Empty),
        ] {
            assert_eq!(check(kind, &[bytes]), Err(refusal), "{kind:?}");
        }
    }

    proptest! {
        #[test]
        fn check_does_not_depend_on_the_pieces(cut in 0_usize..DOCX.len(), second in 0_usize..DOCX.len()) {
            let (a, b) = (cut.min(second), cut.max(second));
            prop_assert!(check(FileKind::Docx, &[&DOCX[..a], &DOCX[a..b], &DOCX[b..]]).is_ok());
        }
    }
}
