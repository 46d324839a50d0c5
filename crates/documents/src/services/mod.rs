//! The use cases of documents.

pub mod comments;
pub mod documents;
pub mod history;
pub mod links;
mod marks;
pub mod releases;
pub mod removal;
pub mod search_counts;
mod talk;
pub mod templates;
#[cfg(any(test, feature = "testing"))]
mod testing;
pub mod trash;
