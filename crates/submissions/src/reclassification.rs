//! New levels and categories of published documents.

use facility_documents::change::Revision;
use facility_documents::text::Category;
use facility_kernel::Clearance;
use facility_users::news::Notification;

/// Minimum and maximum length of the reason, in characters.
pub const REASON_CHARS: [usize; 2] = [3, 500];

/// What an administrator wants to change of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classification {
    /// Its new level.
    pub clearance: Option<Clearance>,
    /// Its new category.
    pub category: Option<Category>,
    /// Why: [`REASON_CHARS`]. It becomes the description of the new version.
    pub reason: String,
    /// The version that the administrator saw.
    pub version: i32,
}

/// A new version of a document with another level or category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reclassification {
    /// The new version.
    pub revision: Revision,
    /// Tells the owner, unless they did it themselves.
    pub news: Option<Notification>,
}
