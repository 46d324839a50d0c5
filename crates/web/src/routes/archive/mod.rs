//! The archive.

pub mod documents;
pub mod requests;
pub mod sections;
