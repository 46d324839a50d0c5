//! The settings of the site as a whole.

use crate::User;
use kernel::Timestamp;

/// The level from which on a second factor can be required.
const SECOND_FACTOR_FROM: u8 = 3;

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

impl SiteSettings {
    /// The id of the one row.
    pub const ID: &str = "site";

    /// Whether this account has to set a second factor up before it may sign in.
    pub fn wants_second_factor_of(&self, user: &User) -> bool {
        let has_much_to_lose = user.is_admin || user.clearance_level.level() >= SECOND_FACTOR_FROM;
        self.two_factor_required && has_much_to_lose && !user.two_factor_enabled
    }
}

/// Which settings of the site change, and to what. What is absent stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SiteChange {
    /// Whether the site is locked from then on.
    pub is_locked: Option<bool>,
    /// Whether a second factor is required from then on.
    pub two_factor_required: Option<bool>,
}

impl SiteChange {
    /// What of this change makes a difference to these settings.
    #[must_use]
    pub fn from(self, before: SiteSettings) -> Self {
        Self {
            is_locked: self.is_locked.filter(|wanted| *wanted != before.is_locked),
            two_factor_required: self
                .two_factor_required
                .filter(|wanted| *wanted != before.two_factor_required),
        }
    }
}
