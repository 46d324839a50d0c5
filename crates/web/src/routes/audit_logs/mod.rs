//! The audit log: reading it, checking it, taking it away.

pub mod export;
pub mod list;
pub mod verify;
