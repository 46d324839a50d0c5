//! Why files are refused.

use facility_kernel::ErrorKind;
use std::fmt;

/// What a file is that its name does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// PDF.
    Pdf,
    /// Word, zipped XML format.
    Word,
    /// The binary format of Office until 2003.
    OldOffice,
    /// Another archive in the ZIP format, such as a spreadsheet or an OpenDocument text.
    Zip,
    /// Rich text.
    Rtf,
    /// A picture.
    Picture,
    /// Plain text.
    Text,
    /// None of these.
    Unknown,
}

/// Why a file is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The body is too large.
    TooLarge,
    /// The name is of no accepted kind.
    Extension,
    /// The content is not what the name says.
    Content(Format),
    /// The content is encrypted with a password.
    Protected,
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
    const ALL: [Self; 15] = [
        Self::TooLarge,
        Self::Extension,
        Self::Content(Format::Pdf),
        Self::Content(Format::Word),
        Self::Content(Format::OldOffice),
        Self::Content(Format::Zip),
        Self::Content(Format::Rtf),
        Self::Content(Format::Picture),
        Self::Content(Format::Text),
        Self::Content(Format::Unknown),
        Self::Protected,
        Self::Empty,
        Self::NameTooLong,
        Self::NameNotPlain,
        Self::Interrupted,
    ];

    /// Returns the stable code in the API.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Extension | Self::Content(_) | Self::Protected => "unsupported_type",
            other => other.reason(),
        }
    }

    /// Returns the name in the database and in the audit log.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::TooLarge => "too_large",
            Self::Extension => "unsupported_type",
            Self::Content(Format::Pdf) => "content_pdf",
            Self::Content(Format::Word) => "content_word",
            Self::Content(Format::OldOffice) => "content_old_office",
            Self::Content(Format::Zip) => "content_zip",
            Self::Content(Format::Rtf) => "content_rtf",
            Self::Content(Format::Picture) => "content_picture",
            Self::Content(Format::Text) => "content_text",
            Self::Content(Format::Unknown) => "content_unknown",
            Self::Protected => "password_protected",
            Self::Empty => "empty_file",
            Self::NameTooLong => "name_too_long",
            Self::NameNotPlain => "validation_failed",
            Self::Interrupted => "upload_interrupted",
        }
    }

    /// Returns the refusal with this [`Self::reason`].
    pub fn by_reason(reason: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.reason() == reason)
    }

    /// The kind of the error.
    pub const fn kind(self) -> ErrorKind {
        match self {
            Self::TooLarge => ErrorKind::TooLarge,
            Self::Extension | Self::Content(_) | Self::Protected => ErrorKind::Unsupported,
            Self::Empty | Self::NameTooLong | Self::NameNotPlain | Self::Interrupted => ErrorKind::Invalid,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "The file is larger than 10 MB",
            Self::Extension => "Only .TXT, .MD, .PDF, .DOC and .DOCX files are accepted",
            Self::Content(Format::Pdf) => "The content of the file is a PDF document. Let its name end with .PDF",
            Self::Content(Format::Word) => "The content of the file is a Word document. Let its name end with .DOCX",
            Self::Content(Format::OldOffice) => {
                "The content of the file is an Office document of the format until 2003. Save it as .DOCX"
            }
            Self::Content(Format::Zip) => {
                "The content of the file is a ZIP archive or a document of another program. Save it as .DOCX or .PDF"
            }
            Self::Content(Format::Rtf) => "The content of the file is rich text (RTF). Save it as .DOCX or .PDF",
            Self::Content(Format::Picture) => "The content of the file is a picture. Pictures are not accepted",
            Self::Content(Format::Text) => "The content of the file is plain text. Let its name end with .TXT or .MD",
            Self::Content(Format::Unknown) => {
                "The content of the file is not of the format that its name says. It may be damaged"
            }
            Self::Protected => "The file is protected with a password. Save it without one",
            Self::Empty => "The file is empty",
            Self::NameTooLong => "The file name is too long",
            Self::NameNotPlain => {
                "The file name must not be blank or contain control, invisible or text-direction characters"
            }
            Self::Interrupted => "The upload was interrupted",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn refusal_says_what_is_wrong_and_is_found_by_its_reason() {
        let said: HashSet<String> = Refusal::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), Refusal::ALL.len());
        assert!(said.iter().all(|text| text.starts_with("The ") || text.starts_with("Only ")), "{said:?}");
        for refusal in Refusal::ALL {
            assert_eq!(Refusal::by_reason(refusal.reason()), Some(refusal));
        }
        assert_eq!(Refusal::Protected.code(), "unsupported_type");
    }
}
