//! The commands.

pub mod admin;
pub mod audit;
mod console;
pub mod demo;
pub mod export;
pub mod import;
pub mod serve;
