//! Uploads, and the records that hold them.

pub(crate) mod carriers;
pub(crate) mod discarded;
mod places;
pub(crate) mod refs;
pub(crate) mod texts;
pub(crate) mod uploads;
