//! Texts of attached files: extracted in a child process ([`child`]), which a server starts and feeds through a
//! [`reading::FileTexts`].

pub mod child;
mod docx;
mod pdf;
pub mod reading;
#[cfg(test)]
mod tests;

use facility_files::kind::FileKind;
use facility_files::text::{stored_text, without_layout};
use facility_files::text_encoding;

/// Extracts the text of a file of this kind, as it is stored. `None` if it has none, or cannot be read.
pub fn extract(kind: FileKind, bytes: &[u8]) -> Option<String> {
    let raw = match kind {
        FileKind::Txt | FileKind::Md => text_encoding::decode(bytes),
        FileKind::Docx => docx::extract(bytes).as_deref().map(without_layout),
        FileKind::Pdf => pdf::extract(bytes).as_deref().map(without_layout),
        FileKind::Doc => None,
    };
    stored_text(&raw?)
}
