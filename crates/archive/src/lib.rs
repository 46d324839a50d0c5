//! The archive: its sections, and how documents get into them and out.
//!
//! [`placing`] is the pure rule of who may archive a document, request it, decide about a request and take a document
//! out; [`tree`] is the rule of how sections nest. [`ports`] declares what the rules need from outside; [`services`] are
//! the use cases.

mod error;
mod notice;
pub mod placing;
pub mod ports;
mod requests;
mod section;
pub mod services;
mod shelf;
pub mod tree;

pub use error::ArchiveError;
pub use notice::{Notice, NoticeId};
pub use requests::{EXCERPT_CHARS, RequestItem};
#[cfg(any(test, feature = "testing"))]
pub use section::testing;
pub use section::{
    MAX_DISPLAY_ORDER, MAX_METADATA, MAX_METADATA_NAME_CHARS, MAX_METADATA_VALUE_CHARS,
    MAX_SECTION_DESCRIPTION_CHARS, MAX_SECTION_NAME_CHARS, Section, SectionChange, SectionEdit, SectionInput,
    SectionRecord, SectionText, SectionType,
};
pub use shelf::SectionShelf;
pub use tree::MAX_SECTIONS;
