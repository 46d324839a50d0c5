//! Texts of PDF files.

use facility_files::text::MAX_TEXT_CHARS;
use pdf_extract::{Document, PlainTextOutput, output_doc_page};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the text, page by page, without the pages that cannot be read. `None` if the file is damaged or protected by
/// a password.
///
/// The library panics on pages that it does not understand.
pub(super) fn extract(bytes: &[u8]) -> Option<String> {
    let document = caught(|| opened(bytes))??;
    let mut text = String::new();
    for page in caught(|| document.get_pages())?.into_keys() {
        // A character has at most four bytes.
        if text.len() >= 4 * MAX_TEXT_CHARS {
            break;
        }
        let mut of_page = String::new();
        // The text before a panic is kept.
        drop(caught(|| output_doc_page(&document, &mut PlainTextOutput::new(&mut of_page), page)));
        text.push_str(&of_page);
        text.push_str("\n\n");
    }
    Some(text)
}

fn opened(bytes: &[u8]) -> Option<Document> {
    let mut document = Document::load_mem(bytes).ok()?;
    if document.is_encrypted() {
        // A file that opens with an empty password only restricts its readers, for example from printing it.
        document.decrypt("").ok()?;
    }
    Some(document)
}

fn caught<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}
