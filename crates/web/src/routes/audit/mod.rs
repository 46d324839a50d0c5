//! The audit log.

pub mod log;
pub mod proof;
