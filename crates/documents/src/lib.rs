//! Documents: their content, their visibility, and search.
//!
//! [`visibility`] is the single access rule: the decision for one document and the filter for many follow the same
//! rule. [`ports`] declares what the rules need from outside; [`services`] are the use cases.

mod document;
mod error;
mod excerpt;
pub mod folding;
mod label;
mod plain;
pub mod ports;
mod search;
pub mod services;
mod snippet;
mod text;
pub mod visibility;

pub use document::{Attachment, Document, DocumentChange, DocumentRecord, DocumentSummary};
pub use error::DocumentError;
pub use excerpt::Excerpt;
pub use label::ShortLabel;
pub use plain::{EXCERPT_CHARS, beginning, plain_text, preview};
pub use search::{DocumentFilter, Shelf, Words};
pub use snippet::{Match, Snippet, matches};
pub use text::{Category, DocumentText, MAX_CONTENT_CHARS, MAX_TITLE_CHARS};
