//! The trash: deleted documents.

pub mod list;
pub mod purge;
pub mod restore;
