//! Settings of the whole site.

use crate::second_factor;
use crate::user::User;
use facility_kernel::Timestamp;

/// The site settings, stored in a single row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SiteSettings {
    /// Whether the site is in lockdown: only administrators and the emergency-access user can use it.
    pub is_locked: bool,
    /// Whether administrators and accounts of level 3 and above need a second factor.
    pub two_factor_required: bool,
    /// When these settings last changed.
    pub updated_at: Timestamp,
    /// When shared content last changed, on any node.
    pub content_changed_at: Timestamp,
}

impl SiteSettings {
    /// The id of the single row.
    pub const ID: &str = "site";

    /// Whether this account needs a second factor to sign in.
    pub fn requires_second_factor_of(&self, user: &User) -> bool {
        self.two_factor_required && second_factor::is_for(user.clearance_level, user.is_admin)
    }
}

/// A change to the site settings. Absent members remain unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SiteChange {
    pub is_locked: Option<bool>,
    pub two_factor_required: Option<bool>,
}

impl SiteChange {
    /// Returns the part of this change that differs from the settings.
    #[must_use]
    pub fn from(self, before: SiteSettings) -> Self {
        Self {
            is_locked: self.is_locked.filter(|wanted| *wanted != before.is_locked),
            two_factor_required: self.two_factor_required.filter(|wanted| *wanted != before.two_factor_required),
        }
    }
}
