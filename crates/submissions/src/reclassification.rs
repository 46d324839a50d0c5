//! Changes to the level and category of published documents.

use facility_documents::change::Revision;
use facility_documents::text::Category;
use facility_kernel::Clearance;
use facility_users::news::Notification;

/// Minimum and maximum length of the reason, in characters.
pub const REASON_CHARS: [usize; 2] = [3, 500];

/// A change to a document's level or category, as requested by an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classification {
    /// The new level. `None` leaves it unchanged.
    pub clearance: Option<Clearance>,
    /// The new category. `None` leaves it unchanged.
    pub category: Option<Category>,
    /// The reason, with a length within [`REASON_CHARS`]. It becomes the description of the new version.
    pub reason: String,
    /// The version that the administrator saw.
    pub version: i32,
}

/// A new version of a document with another level or category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reclassification {
    pub revision: Revision,
    /// The notification to the owner, unless they made the change themselves.
    pub news: Option<Notification>,
}
