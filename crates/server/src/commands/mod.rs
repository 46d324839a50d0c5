//! The commands.

pub mod admin;
pub mod audit;
pub mod backup;
mod console;
pub mod demo;
pub mod export;
pub mod health;
pub mod import;
mod import_pages;
pub mod mail;
pub mod migrate;
pub mod serve;
