//! The audit log: reading, verification and export.

pub mod actions;
pub mod checkpoint;
pub mod export;
pub mod list;
pub mod verify;
