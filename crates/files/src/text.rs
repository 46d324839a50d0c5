//! The texts of attached files.

use crate::kind::FileKind;
use crate::upload::{Upload, UploadKind};
use facility_kernel::{has_visible_character, line_feeds};

/// Maximum length of a file's text in characters. The rest of a longer one is left out.
pub const MAX_TEXT_CHARS: usize = 200_000;

facility_kernel::named! {
    /// Whether the text of a file can be shown.
    pub enum TextState {
        /// It has yet to be read.
        Waiting => "waiting",
        /// It was read.
        Ready => "ready",
        /// The file has no text, or it cannot be read.
        None => "none",
    }
}

/// The text of an attached file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileText {
    pub state: TextState,
    /// Present exactly if it is ready.
    pub text: Option<String>,
}

impl FileText {
    /// The text of a file about which nothing is stored: one of a kind that has texts is still to be read.
    pub fn of_unknown(upload: &Upload) -> Self {
        let kind = upload.content_type.as_deref().and_then(FileKind::by_content_type);
        let has_text = upload.kind == UploadKind::File && kind.is_some_and(FileKind::has_text);
        Self { state: if has_text { TextState::Waiting } else { TextState::None }, text: None }
    }
}

/// Returns the text as it is stored: line ends as in documents, no control characters, and at most [`MAX_TEXT_CHARS`].
/// `None` if nothing of it is visible.
pub fn stored_text(raw: &str) -> Option<String> {
    let lines = line_feeds(raw);
    let kept = lines.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    let text: String = kept.take(MAX_TEXT_CHARS).collect();
    has_visible_character(&text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_stored_like_that_of_a_document() {
        assert_eq!(stored_text("The\r\ngate\u{c}opens\u{7}\tat\0 dawn\u{1f}").unwrap(), "The\ngate\nopens\tat dawn");
        assert_eq!(stored_text(" \n\u{200b}\0"), None);
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(stored_text(&"é".repeat(MAX_TEXT_CHARS + 1)).unwrap().chars().count(), MAX_TEXT_CHARS);
    }
}
