//! The audit log, the access log, sign-in attempts, and activity counters.

pub mod access_log;
pub(crate) mod activity;
pub(crate) mod attempts;
pub(crate) mod entries;
pub mod log;
pub(crate) mod readers;
mod recently_opened;
pub mod signing_key;
