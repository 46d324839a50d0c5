//! A user's notifications.

pub mod list;
pub mod read;
