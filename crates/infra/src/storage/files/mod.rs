//! Uploads, and what holds them.

pub(crate) mod discarded;
pub(crate) mod refs;
pub(crate) mod uploads;
