//! Documents: their content, their visibility, and search.
//!
//! [`Document`](document::Document) is the aggregate. Its content is sealed; [`view`] is the only way to show it to a
//! reader. [`visibility`] is the single access rule, both for one document and as a filter for lists. [`services`]
//! holds the use cases, and [`ports`] declares their ports.

pub mod batch;
pub mod change;
pub mod comments;
pub mod compare;
pub mod document;
pub mod error;
pub mod excerpt;
pub mod finder;
pub mod folding;
pub mod label;
pub mod links;
mod markdown;
pub mod marks;
pub mod pictures;
pub mod plain;
pub mod portions;
pub mod ports;
pub mod previews;
pub mod sealed;
pub mod search;
pub mod services;
pub mod snippet;
pub mod stand_in;
pub mod templates;
pub mod text;
pub mod title_key;
pub mod trash;
pub mod variants;
pub mod versions;
pub mod view;
pub mod visibility;
