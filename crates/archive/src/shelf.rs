//! What a reader sees of a section.

use facility_documents::visibility::Visibility;
use facility_kernel::SectionId;

/// The documents of one section that a reader may see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SectionShelf {
    /// The section.
    pub section: SectionId,
    /// The visibility rule for the reader.
    pub reader: Visibility,
}
