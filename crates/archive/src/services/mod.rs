//! The use cases around the archive.

mod placements;
mod section_documents;
mod sections;

pub use placements::{Archived, Placements};
pub use section_documents::SectionDocuments;
pub use sections::{SectionView, Sections};
