//! Uploads, and the records that hold them.

pub(crate) mod carriers;
pub(crate) mod discarded;
pub(crate) mod places;
pub(crate) mod refs;
pub(crate) mod texts;
pub(crate) mod uploads;
