//! Documents in the control panel.

pub mod access_log;
pub mod delete;
pub mod list;
