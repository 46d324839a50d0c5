//! The repository.

pub mod administration;
pub mod comments;
pub mod document;
pub mod list;
pub mod reading;
pub mod templates;
pub mod trash;
pub mod versions;
