//! Accepted files, recognized by name and content.

use kernel::{ErrorKind, check_line};
use std::fmt;

/// The accepted kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Plain text.
    Txt,
    /// Markdown.
    Md,
    /// PDF.
    Pdf,
    /// Word, binary format.
    Doc,
    /// Word, zipped XML format.
    Docx,
}

impl FileKind {
    const ALL: [Self; 5] = [Self::Txt, Self::Md, Self::Pdf, Self::Doc, Self::Docx];

    /// Returns the file extension with its dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Txt => ".txt",
            Self::Md => ".md",
            Self::Pdf => ".pdf",
            Self::Doc => ".doc",
            Self::Docx => ".docx",
        }
    }

    /// Returns the media type with which the file is served, whatever the uploader declared.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Txt => "text/plain; charset=utf-8",
            Self::Md => "text/markdown; charset=utf-8",
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Returns the kind for a file name's extension, ignoring case.
    pub fn by_name(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|kind| lower.ends_with(kind.extension()) && lower.len() > kind.extension().len())
    }

    /// Returns the kind for a media type, ignoring parameters.
    pub fn by_content_type(content_type: &str) -> Option<Self> {
        let essence = content_type.split(';').next()?.trim();
        Self::ALL.into_iter().find(|kind| {
            kind.content_type().split(';').next().is_some_and(|known| known.eq_ignore_ascii_case(essence))
        })
    }
}

/// Maximum length of a file name in characters.
const MAX_NAME_CHARS: usize = 200;

/// A file's name and kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName {
    /// One line without folders, as [`kernel::check_line`] accepts it.
    pub name: String,
    /// The kind, from the extension.
    pub kind: FileKind,
}

impl FileName {
    /// Parses the given name. Without one, the media type determines the name. Errors: other kinds and invalid names.
    pub fn parse(given: Option<&str>, content_type: Option<&str>) -> Result<Self, Refusal> {
        if let Some(given) = given.filter(|name| !name.trim().is_empty()) {
            let last = given.rsplit(['/', '\\']).next().unwrap_or(given);
            let name = last.trim();
            let kind = FileKind::by_name(name).ok_or(Refusal::UnsupportedType)?;
            if name.chars().count() > MAX_NAME_CHARS {
                return Err(Refusal::NameTooLong);
            }
            check_line("filename", name, MAX_NAME_CHARS).map_err(|_source| Refusal::NameNotPlain)?;
            return Ok(Self { name: name.to_owned(), kind });
        }
        let kind = content_type.and_then(FileKind::by_content_type).ok_or(Refusal::UnsupportedType)?;
        Ok(Self { name: format!("attachment{}", kind.extension()), kind })
    }
}

/// Why a file is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The body is too large.
    TooLarge,
    /// Neither name nor content match an accepted kind.
    UnsupportedType,
    /// The file is empty.
    Empty,
    /// The name is too long.
    NameTooLong,
    /// The name contains control, invisible or text-direction characters.
    NameNotPlain,
    /// The upload was interrupted.
    Interrupted,
}

impl Refusal {
    const ALL: [Self; 6] = [
        Self::TooLarge,
        Self::UnsupportedType,
        Self::Empty,
        Self::NameTooLong,
        Self::NameNotPlain,
        Self::Interrupted,
    ];

    /// Returns the stable code in the API and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooLarge => "too_large",
            Self::UnsupportedType => "unsupported_type",
            Self::Empty => "empty_file",
            Self::NameTooLong => "name_too_long",
            Self::NameNotPlain => "validation_failed",
            Self::Interrupted => "upload_interrupted",
        }
    }

    /// Returns the refusal with this code.
    pub fn by_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.code() == code)
    }

    /// The kind of the error.
    pub const fn kind(self) -> ErrorKind {
        match self {
            Self::TooLarge => ErrorKind::TooLarge,
            Self::UnsupportedType => ErrorKind::Unsupported,
            Self::Empty | Self::NameTooLong | Self::NameNotPlain | Self::Interrupted => ErrorKind::Invalid,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "The file is larger than 10 MB",
            Self::UnsupportedType => {
                "Only .TXT, .MD, .PDF, .DOC and .DOCX files are accepted, and their content must match the extension"
            },
            Self::Empty => "The file is empty",
            Self::NameTooLong => "The file name is too long",
            Self::NameNotPlain => {
                "The file name must not contain control, invisible or text-direction characters"
            }
            Self::Interrupted => "The upload was interrupted",
        })
    }
}

const PDF_MARK: &[u8] = b"%PDF-";
const OLE_MARK: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
const ZIP_MARK: &[u8] = b"PK\x03\x04";
/// Names that every zipped XML Word document contains, uncompressed, in its archive.
const DOCX_MARKS: [&[u8]; 2] = [b"[Content_Types].xml", b"word/"];
/// Maximum offset of the signature in a file: PDF readers allow that much before it.
const HEAD: usize = 1024;

/// Checks a file's bytes as they arrive, in pieces of any size, and decides at the end whether they match the kind.
#[derive(Debug)]
pub struct ContentCheck {
    kind: FileKind,
    head: Vec<u8>,
    has_control_bytes: bool,
    found: [bool; DOCX_MARKS.len()],
    tail: Vec<u8>,
}

impl ContentCheck {
    /// Creates a check of a file declared as this kind.
    pub const fn new(kind: FileKind) -> Self {
        Self {
            kind,
            head: Vec::new(),
            has_control_bytes: false,
            found: [false; DOCX_MARKS.len()],
            tail: Vec::new(),
        }
    }

    /// Processes the next piece of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        let room = HEAD.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(room));
        match self.kind {
            FileKind::Txt | FileKind::Md => {
                let is_control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C);
                self.has_control_bytes = self.has_control_bytes || bytes.iter().any(is_control);
            }
            FileKind::Docx => self.look_for_marks(bytes),
            FileKind::Pdf | FileKind::Doc => {}
        }
    }

    /// A name may span two pieces, so the end of the last piece is searched again together with the next.
    fn look_for_marks(&mut self, bytes: &[u8]) {
        self.tail.extend_from_slice(bytes);
        for (found, mark) in self.found.iter_mut().zip(DOCX_MARKS) {
            *found = *found || self.tail.windows(mark.len()).any(|window| window == mark);
        }
        let keep = DOCX_MARKS.iter().map(|mark| mark.len()).max().unwrap_or(0);
        let drop = self.tail.len().saturating_sub(keep);
        self.tail.drain(..drop);
    }

    /// Decides whether the content matches the kind. Errors: it does not, or it is empty.
    pub fn finish(self) -> Result<(), Refusal> {
        let Self { kind, head, has_control_bytes, found, .. } = self;
        if head.is_empty() {
            return Err(Refusal::Empty);
        }
        let fits = match kind {
            FileKind::Txt | FileKind::Md => {
                !has_control_bytes
                    && ![PDF_MARK, ZIP_MARK, OLE_MARK].iter().any(|mark| head.starts_with(mark))
            }
            FileKind::Pdf => head.windows(PDF_MARK.len()).any(|window| window == PDF_MARK),
            FileKind::Doc => head.starts_with(OLE_MARK),
            FileKind::Docx => head.starts_with(ZIP_MARK) && found.iter().all(|found| *found),
        };
        if fits { Ok(()) } else { Err(Refusal::UnsupportedType) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(kind: FileKind, pieces: &[&[u8]]) -> Result<(), Refusal> {
        let mut check = ContentCheck::new(kind);
        for piece in pieces {
            check.feed(piece);
        }
        check.finish()
    }

    const DOCX: &[u8] = b"PK\x03\x04....[Content_Types].xml....PK\x03\x04..word/document.xml";

    #[test]
    fn content_must_match_the_extension() {
        assert!(check(FileKind::Txt, &[b"plain ", "t\u{e9}xt\r\n".as_bytes()]).is_ok());
        assert!(check(FileKind::Md, &[b"# Title\n"]).is_ok());
        assert!(check(FileKind::Pdf, &[b"%PDF-1.7\n\0\x01"]).is_ok());
        assert!(check(FileKind::Doc, &[OLE_MARK, b"\0\0"]).is_ok());
        assert!(check(FileKind::Docx, &[DOCX]).is_ok());
        for (kind, bytes) in [
            (FileKind::Txt, b"MZ\x90\0\x03".as_slice()),
            (FileKind::Txt, b"%PDF-1.7\n"),
            (FileKind::Md, b"\x7fELF\x02\x01"),
            (FileKind::Pdf, b"plain text"),
            (FileKind::Doc, DOCX),
            (FileKind::Docx, b"PK\x03\x04 some other archive"),
            (FileKind::Docx, OLE_MARK),
        ] {
            assert_eq!(check(kind, &[bytes]), Err(Refusal::UnsupportedType), "{kind:?}");
        }
        assert_eq!(check(FileKind::Txt, &[]), Err(Refusal::Empty));
    }

    proptest! {
        #[test]
        fn check_does_not_depend_on_the_pieces(cut in 0_usize..DOCX.len(), second in 0_usize..DOCX.len()) {
            let (a, b) = (cut.min(second), cut.max(second));
            prop_assert!(check(FileKind::Docx, &[&DOCX[..a], &DOCX[a..b], &DOCX[b..]]).is_ok());
        }
    }

    #[test]
    fn names_lose_their_folders_and_keep_their_extension() {
        let name = |given: &str| FileName::parse(Some(given), None);
        assert_eq!(name("../../etc/Report.PDF").unwrap().name, "Report.PDF");
        assert_eq!(name("C:\\lore\\notes.md").unwrap().name, "notes.md");
        assert_eq!(name("archive.docx").unwrap().kind, FileKind::Docx);
        for bad in ["virus.exe", "noending", ".txt", "page.html", "a.txt.exe"] {
            assert_eq!(name(bad), Err(Refusal::UnsupportedType), "{bad}");
        }
        assert_eq!(name(&format!("{}.txt", "x".repeat(196))).unwrap().name.len(), 200);
        assert_eq!(name(&format!("{}.txt", "x".repeat(197))), Err(Refusal::NameTooLong));
    }

    #[test]
    fn refusal_says_what_is_wrong() {
        let all = [
            Refusal::TooLarge,
            Refusal::UnsupportedType,
            Refusal::Empty,
            Refusal::NameTooLong,
            Refusal::NameNotPlain,
            Refusal::Interrupted,
        ];
        let said: std::collections::HashSet<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), all.len());
        assert_eq!(Refusal::TooLarge.to_string(), "The file is larger than 10 MB");
        assert!(said.iter().all(|text| text.starts_with("The ") || text.starts_with("Only ")), "{said:?}");
    }

    #[test]
    fn name_with_invisible_characters_is_refused() {
        for bad in
            ["n\u{7}otes.md", "annex\u{202E}txt.pdf", "no\u{200B}tes.txt", "a\u{2028}b.txt", "a\nb.txt"]
        {
            let refusal = FileName::parse(Some(bad), None).unwrap_err();
            assert_eq!(
                (refusal.code(), refusal.kind()),
                ("validation_failed", ErrorKind::Invalid),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn without_a_name_the_type_decides() {
        let name = FileName::parse(None, Some("text/markdown; charset=utf-8")).unwrap();
        assert_eq!((name.name.as_str(), name.kind), ("attachment.md", FileKind::Md));
        assert!(FileName::parse(None, Some("image/png")).is_err());
        assert!(FileName::parse(Some(" "), None).is_err());
    }
}
