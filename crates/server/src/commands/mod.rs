//! The commands.

pub mod admin;
pub mod audit;
pub mod demo;
pub mod serve;
