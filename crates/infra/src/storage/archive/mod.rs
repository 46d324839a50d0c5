//! The archive: its sections, their documents, and archive requests.

pub(crate) mod counts;
pub(crate) mod levels;
pub(crate) mod lists;
pub(crate) mod placements;
pub(crate) mod sections;
