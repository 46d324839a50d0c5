//! The use cases around the archive.

mod archiving;
mod browsing;
mod sections;

pub use archiving::{Archived, Archiving};
pub use browsing::Browsing;
pub use sections::{SectionView, Sections};
