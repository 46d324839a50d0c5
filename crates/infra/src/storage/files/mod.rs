//! Uploads, and the records that hold them.

pub(crate) mod discarded;
pub(crate) mod refs;
pub(crate) mod uploads;
