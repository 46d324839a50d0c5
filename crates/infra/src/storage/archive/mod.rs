//! The archive: its sections, what is in them, and the requests.

pub(crate) mod counts;
pub(crate) mod levels;
pub(crate) mod lists;
pub(crate) mod placements;
pub(crate) mod sections;
