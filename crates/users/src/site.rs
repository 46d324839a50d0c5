//! The settings of the site as a whole.

use kernel::Timestamp;

/// The settings of the site as a whole. There is one row of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SiteSettings {
    /// Whether the site is in lockdown: only administrators and the emergency-access user pass.
    pub is_locked: bool,
    /// Whether accounts of level 3 and above, and administrators, need a second factor.
    pub two_factor_required: bool,
    /// When these settings were changed last.
    pub updated_at: Timestamp,
    /// When content that several people can see changed last, on whichever node.
    pub content_changed_at: Timestamp,
}
