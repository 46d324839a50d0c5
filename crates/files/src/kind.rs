//! Kinds of accepted files, recognized by name or media type.

use crate::picture::PictureFormat;
use crate::refusal::Refusal;
use facility_kernel::{ShortText, has_visible_character};

/// The accepted kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    Txt,
    Md,
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

    /// Returns the media type with which the file is served, whatever the uploader declared. For text, without the
    /// encoding.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Txt => "text/plain",
            Self::Md => "text/markdown",
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Whether the text of such a file can be read.
    pub const fn has_text(self) -> bool {
        !matches!(self, Self::Doc)
    }

    /// Returns the kind for a file name's extension, ignoring case.
    pub fn by_name(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        Self::ALL.into_iter().find(|kind| lower.ends_with(kind.extension()) && lower.len() > kind.extension().len())
    }

    /// Returns the kind for a media type, ignoring parameters.
    pub fn by_content_type(content_type: &str) -> Option<Self> {
        let essence = content_type.split(';').next()?.trim();
        Self::ALL.into_iter().find(|kind| kind.media_type().eq_ignore_ascii_case(essence))
    }
}

const MAX_NAME_CHARS: usize = 200;
const MAX_STEM_CHARS: usize = MAX_NAME_CHARS - 4;

/// A file's name and kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileName {
    /// One line without folders, in NFC, accepted by [`facility_kernel::check_line`].
    pub name: String,
    /// The kind, from the extension.
    pub kind: FileKind,
}

impl FileName {
    /// Parses the given name. If there is none, the media type determines the name. Errors: the kind is not accepted,
    /// or the name is invalid.
    pub fn parse(given: Option<&str>, content_type: Option<&str>) -> Result<Self, Refusal> {
        if let Some(given) = given.filter(|name| !name.trim().is_empty()) {
            let last = given.rsplit(['/', '\\']).next().unwrap_or(given);
            let name = last.trim();
            let kind = FileKind::by_name(name).ok_or(Refusal::Extension)?;
            if name.chars().count() > MAX_NAME_CHARS {
                return Err(Refusal::NameTooLong);
            }
            let name = ShortText::<MAX_NAME_CHARS>::parse("filename", name).map_err(|_source| Refusal::NameNotPlain)?;
            if !name.as_str().rsplit_once('.').is_some_and(|(stem, _)| has_visible_character(stem)) {
                return Err(Refusal::NameNotPlain);
            }
            return Ok(Self { name: name.into_string(), kind });
        }
        let kind = content_type.and_then(FileKind::by_content_type).ok_or(Refusal::Extension)?;
        Ok(Self { name: format!("attachment{}", kind.extension()), kind })
    }
}

/// Returns the name of a picture: the given one without folders, with the extension of the format in which it is
/// stored. A missing or unusable name becomes `picture`, because browsers name what is pasted.
pub fn picture_name(given: Option<&str>, format: PictureFormat) -> String {
    let last = given.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let stem = ShortText::<MAX_STEM_CHARS>::parse("filename", stem).ok();
    let stem = stem.as_ref().map(ShortText::as_str).filter(|stem| has_visible_character(stem)).unwrap_or("picture");
    format!("{stem}{}", format.extension())
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::{DomainError as _, ErrorKind};

    #[test]
    fn names_lose_their_folders_and_keep_their_extension() {
        let name = |given: &str| FileName::parse(Some(given), None);
        assert_eq!(name("../../etc/Report.PDF").unwrap().name, "Report.PDF");
        assert_eq!(name("C:\\lore\\notes.md").unwrap().name, "notes.md");
        assert_eq!(name("archive.docx").unwrap().kind, FileKind::Docx);
        for bad in ["virus.exe", "noending", ".txt", "page.html", "a.txt.exe"] {
            assert_eq!(name(bad), Err(Refusal::Extension), "{bad}");
        }
        assert_eq!(name("cafe\u{301}.txt").unwrap().name, "caf\u{e9}.txt");
        assert_eq!(name("\u{647}\u{200D}.md").unwrap().name, "\u{647}\u{200D}.md");
        assert_eq!(name("\u{200F}.txt"), Err(Refusal::NameNotPlain));
        assert_eq!(name(&format!("{}.txt", "x".repeat(196))).unwrap().name.len(), 200);
        assert_eq!(name(&format!("{}.txt", "x".repeat(197))), Err(Refusal::NameTooLong));
    }

    #[test]
    fn name_with_invisible_characters_is_refused() {
        for bad in ["n\u{7}otes.md", "annex\u{202E}txt.pdf", "no\u{200B}tes.txt", "a\u{2028}b.txt", "a\nb.txt"] {
            let refusal = FileName::parse(Some(bad), None).unwrap_err();
            assert_eq!((refusal.code(), refusal.kind()), ("validation_failed", ErrorKind::Invalid), "{bad:?}");
        }
    }

    #[test]
    fn a_picture_has_the_extension_of_its_stored_format() {
        let name = |given| picture_name(given, PictureFormat::Jpeg);
        assert_eq!(name(Some("C:\\photos\\Old gate.WEBP")), "Old gate.jpg");
        assert_eq!(name(Some("gate")), "gate.jpg");
        for unusable in [None, Some(""), Some(".png"), Some("\u{200F}.png"), Some("a\nb.png")] {
            assert_eq!(name(unusable), "picture.jpg");
        }
        assert_eq!(name(Some(&"x".repeat(300))), "picture.jpg");
    }

    #[test]
    fn without_a_name_the_type_decides() {
        let name = FileName::parse(None, Some("text/markdown; charset=utf-8")).unwrap();
        assert_eq!((name.name.as_str(), name.kind), ("attachment.md", FileKind::Md));
        assert!(FileName::parse(None, Some("image/png")).is_err());
        assert!(FileName::parse(Some(" "), None).is_err());
    }
}
