//! The embedded client: its files and its page.

pub(crate) mod assets;
pub mod pages;
