//! The embedded client: its files and its page.

pub mod assets;
pub mod pages;
