//! The documents of a section for one reader.

use facility_documents::visibility::Visibility;
use facility_kernel::SectionId;

/// The documents of one section that a reader may see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SectionShelf {
    pub section: SectionId,
    /// The visibility filter of the reader.
    pub reader: Visibility,
}
