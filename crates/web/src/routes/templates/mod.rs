//! Templates.

pub mod create;
pub mod list;
pub mod update;
