//! Comments on documents.

pub mod create;
pub mod delete;
pub mod list;
