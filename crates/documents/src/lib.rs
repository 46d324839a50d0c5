//! Documents: their content, their visibility, and search.
//!
//! [`Document`] is the aggregate. Its content is sealed, and [`view`] is the only way to hand it to a reader.
//! [`visibility`] is the single access rule: the decision for one document and the filter for many follow the same
//! rule. [`ports`] declares what the rules need from outside; [`services`] are the use cases.

mod approvers;
mod batch;
mod change;
pub mod comments;
mod document;
pub mod edits;
mod error;
mod excerpt;
mod file;
mod finder;
pub mod folding;
mod label;
pub mod links;
mod markdown;
mod marks;
mod plain;
pub mod portions;
pub mod ports;
mod previews;
mod sealed;
mod search;
pub mod services;
mod snippet;
mod stand_in;
mod templates;
mod text;
mod title_key;
mod trash;
mod variants;
mod versions;
mod view;
pub mod visibility;

pub use approvers::Approvers;
pub use batch::{Batch, Tally};
pub use change::{DocumentChange, Revision};
pub use document::{ArchiveRequest, Document, DocumentRecord, DocumentSummary, Placement, Text};
#[cfg(any(test, feature = "testing"))]
pub use edits::testing as edit_testing;
pub use edits::{REVIEW_WINDOW, Status};
pub use error::DocumentError;
pub use excerpt::Excerpt;
pub use file::{Attachment, FilePath};
pub use finder::Finder;
pub use label::{ShortLabel, short_label};
pub use marks::{Mark, day};
pub use plain::{BAR, EXCERPT_CHARS, beginning, excerpt, plain_text, preview, show_bars};
pub use previews::{bytes_for, preview_for, previews, previews_of};
pub use sealed::{Sealed, storage};
pub use search::{
    DocumentFilter, MOST_COUNTED, MOST_SUGGESTIONS, Order, Query, Search, Shelf, Term, Terms, Words, near,
};
pub use snippet::{Match, Snippet, matches};
pub use stand_in::{is_stand_in, stand_in};
#[cfg(any(test, feature = "testing"))]
pub use templates::testing as template_testing;
pub use templates::{
    MAX_TEMPLATE_CONTENT_CHARS, MAX_TEMPLATE_DESCRIPTION_CHARS, MAX_TEMPLATE_NAME_CHARS, MAX_TEMPLATES,
    Origin, Template, TemplateChange, TemplateEdit, TemplateError, TemplateInput, TemplateText, built_in,
};
pub use text::{
    Category, DocumentText, MAX_CONTENT_CHARS, MAX_STORED_BYTES, MAX_TITLE_CHARS, check_length, check_stored,
};
pub use title_key::title_key;
pub use trash::{Purge, Restoration, TRASH_KEPT, TrashedDocument};
pub use variants::Variants;
pub use versions::{VersionRecord, VisibleVersion};
pub use view::{Opened, Stored, Visible, VisibleParts, VisibleText, view, view_text};
