//! Published documents, what belongs to them, and the trash.

pub(crate) mod blocks;
pub(crate) mod comments;
pub(crate) mod counts;
pub(crate) mod derived;
pub(crate) mod levels;
pub(crate) mod links;
pub(crate) mod lists;
pub(crate) mod orders;
pub(crate) mod prepared;
pub(crate) mod published;
pub(crate) mod purging;
pub(crate) mod releases;
pub(crate) mod revisions;
pub mod store;
pub(crate) mod templates;
pub(crate) mod trash;
pub(crate) mod trashed_rows;
pub(crate) mod trashed_text;
pub(crate) mod versions;
pub(crate) mod watchers;
