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

/// Returns a text without what only its layout on pages has: blanks at the ends of lines, control characters, and empty
/// lines, except for one between paragraphs.
pub fn without_layout(raw: &str) -> String {
    let lines = line_feeds(raw);
    let mut text = String::new();
    let mut is_apart = false;
    for line in lines.split('\n') {
        let line: String = line.chars().filter(|c| is_kept(*c)).collect();
        let line = line.trim_end();
        if !line.is_empty() {
            text.push_str(match (text.is_empty(), is_apart) {
                (true, _) => "",
                (false, true) => "\n\n",
                (false, false) => "\n",
            });
            text.push_str(line);
        }
        is_apart = line.is_empty();
    }
    text
}

fn is_kept(c: char) -> bool {
    !c.is_control() || matches!(c, '\n' | '\t')
}

/// Returns the text as it is stored: line ends as in documents, no control characters, and at most [`MAX_TEXT_CHARS`].
/// `None` if nothing of it is visible.
pub fn stored_text(raw: &str) -> Option<String> {
    let lines = line_feeds(raw);
    let text: String = lines.chars().filter(|c| is_kept(*c)).take(MAX_TEXT_CHARS).collect();
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
    fn a_page_has_no_blanks_at_its_edges_and_one_empty_line_between_paragraphs() {
        for (raw, expected) in [
            ("\n \nThe gate  \r\n\tof glass\t\n\n\u{c} \n\0\nopens\n\n\n", "The gate\n\tof glass\n\nopens"),
            ("The gate\n\nopens", "The gate\n\nopens"),
            (" \n\n", ""),
        ] {
            assert_eq!(without_layout(raw), expected);
        }
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(stored_text(&"é".repeat(MAX_TEXT_CHARS + 1)).unwrap().chars().count(), MAX_TEXT_CHARS);
    }
}
