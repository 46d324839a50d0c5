//! Settings of the whole site.

use crate::second_factor;
use crate::user::User;
use facility_kernel::Timestamp;

/// Settings of the whole site, stored in a single row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SiteSettings {
    /// Whether the site is in lockdown: only administrators and the emergency-access user have access.
    pub is_locked: bool,
    /// Whether accounts of level 3 and above, and administrators, need a second factor.
    pub two_factor_required: bool,
    /// When these settings last changed.
    pub updated_at: Timestamp,
    /// When content shared by several users last changed, on any node.
    pub content_changed_at: Timestamp,
}

impl SiteSettings {
    /// The id of the single row.
    pub const ID: &str = "site";

    /// Returns whether this account may sign in with a second factor only.
    pub fn requires_second_factor_of(&self, user: &User) -> bool {
        self.two_factor_required && second_factor::is_for(user.clearance_level, user.is_admin)
    }
}

/// A change of the site's settings. Absent members stay unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SiteChange {
    /// Whether the site is locked.
    pub is_locked: Option<bool>,
    /// Whether a second factor is required.
    pub two_factor_required: Option<bool>,
}

impl SiteChange {
    /// Returns the part of this change that differs from these settings.
    #[must_use]
    pub fn from(self, before: SiteSettings) -> Self {
        Self {
            is_locked: self.is_locked.filter(|wanted| *wanted != before.is_locked),
            two_factor_required: self.two_factor_required.filter(|wanted| *wanted != before.two_factor_required),
        }
    }
}
