//! Documents in the control panel.

pub mod access_log;
pub mod classification;
pub mod delete;
pub mod list;
