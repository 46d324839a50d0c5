//! Why files are refused.

use std::fmt;

/// The actual format of a file whose name says something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Pdf,
    /// Word, zipped XML format.
    Word,
    /// The binary format of Office up to 2003.
    OldOffice,
    /// Another ZIP archive, such as a spreadsheet or an OpenDocument text.
    Zip,
    /// Rich text.
    Rtf,
    /// An image.
    Picture,
    Text,
    /// None of these.
    Unknown,
}

facility_kernel::errors! {
    /// Why a file is refused.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Refusal {
        /// The file is larger than 10 MB.
        #[error("The file is larger than 10 MB")]
        TooLarge => TooLarge, "too_large";
        /// The file name has none of the accepted extensions.
        #[error("Only .TXT, .MD, .PDF, .DOC and .DOCX files are accepted")]
        Extension => Unsupported, "unsupported_type";
        /// The content of the file does not match its extension.
        #[error("The content of the file is {0}")]
        Content(format: Format) => Unsupported, "unsupported_type";
        /// The file is protected with a password.
        #[error("The file is protected with a password. Save it without one")]
        Protected => Unsupported, "unsupported_type";
        /// The file is empty.
        #[error("The file is empty")]
        Empty => Invalid, "empty_file";
        /// The file name is too long.
        #[error("The file name is too long")]
        NameTooLong => Invalid, "name_too_long";
        /// The file name contains control, invisible or text-direction characters.
        #[error("The file name must not be blank or contain control, invisible or text-direction characters")]
        NameNotPlain => Invalid, "validation_failed";
        /// The picture has none of the accepted formats.
        #[error("Only PNG, JPEG, WebP and GIF pictures are accepted")]
        NotAPicture => Unsupported, "unsupported_type";
        /// The picture is larger than 40 megapixels, or wider or higher than 8,192 pixels.
        #[error("The picture is larger than 40 megapixels, or wider or higher than 8,192 pixels")]
        TooManyPixels => TooLarge, "too_large";
        /// The animation has too many frames.
        #[error("The animation has too many frames")]
        TooManyFrames => TooLarge, "too_large";
        /// The picture is damaged or incomplete.
        #[error("The picture is damaged or incomplete")]
        DamagedPicture => Invalid, "damaged_picture";
        /// The upload was interrupted.
        #[error("The upload was interrupted")]
        Interrupted => Invalid, "upload_interrupted";
    }
}

impl Refusal {
    const ALL: [Self; 19] = [
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
        Self::NotAPicture,
        Self::TooManyPixels,
        Self::TooManyFrames,
        Self::DamagedPicture,
        Self::Interrupted,
    ];

    /// Returns the name stored in the database and the audit log.
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
            Self::NotAPicture => "not_a_picture",
            Self::TooManyPixels => "too_many_pixels",
            Self::TooManyFrames => "too_many_frames",
            Self::DamagedPicture => "damaged_picture",
            Self::Interrupted => "upload_interrupted",
        }
    }

    /// Returns the refusal with this [`Self::reason`].
    pub fn by_reason(reason: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.reason() == reason)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pdf => "a PDF document. Rename it to end with .PDF",
            Self::Word => "a Word document. Rename it to end with .DOCX",
            Self::OldOffice => "an Office document in the format used until 2003. Save it as .DOCX",
            Self::Zip => "a ZIP archive or a document from another program. Save it as .DOCX or .PDF",
            Self::Rtf => "rich text (RTF). Save it as .DOCX or .PDF",
            Self::Picture => "a picture. Insert it into the text instead",
            Self::Text => "plain text. Rename it to end with .TXT or .MD",
            Self::Unknown => "not in the format that its extension promises. It may be damaged",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::DomainError as _;
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
