//! The use cases of the archive.

pub mod placements;
pub mod section_documents;
pub mod sections;
