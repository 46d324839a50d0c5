//! Documents: what they are, who may see them, and finding them.
//!
//! [`visibility`] is the one policy: the yes or no for one document and the filter for many come from the same rule.
//! [`ports`] is what the rules need from outside; [`services`] are the use cases.

mod document;
mod error;
pub mod ports;
mod search;
pub mod services;
mod text;
pub mod visibility;

pub use document::{Document, DocumentChange, DocumentRecord, DocumentSummary};
pub use error::DocumentError;
pub use search::{DocumentFilter, Shelf, SnippetMarks, Words};
pub use text::{Category, DocumentText, MAX_CONTENT_CHARS, MAX_TITLE_CHARS, PREVIEW_CHARS};
