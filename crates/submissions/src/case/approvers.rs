//! The rule, shared by submissions and edits, for who may take the next review step. Pure.

use facility_kernel::{Clearance, UserId};
use facility_users::ports::Administrator;

/// The people involved in one review. They are determined for every decision, because accounts can lose rights and
/// levels in the meantime.
///
/// Nobody may decide their own item, or take two steps of one item, while another administrator could. Administrators
/// without the clearance to approve the item do not count; otherwise nobody might be able to approve it.
#[derive(Clone, Copy, Debug)]
pub struct Approvers<'a> {
    /// The approved administrators, without `emergency-access`.
    pub administrators: &'a [Administrator],
    pub author: UserId,
    /// The users who have taken a step.
    pub stepped: &'a [UserId],
    /// The level required to approve the item.
    pub level: Clearance,
}

impl Approvers<'_> {
    /// Returns the number of administrators other than the author who have the clearance to approve the item, including
    /// those who have taken a step.
    pub fn able(&self) -> usize {
        self.cleared().count()
    }

    /// Returns the number of administrators other than `reviewer` who can still take a step.
    pub fn others_free(&self, reviewer: UserId) -> usize {
        self.cleared().filter(|other| other.id != reviewer && !self.has_stepped(other.id)).count()
    }

    /// Whether this user has taken a step.
    pub fn has_stepped(&self, user: UserId) -> bool {
        self.stepped.contains(&user)
    }

    /// Whether `reviewer` is the author and another administrator can approve the item.
    pub fn is_own(&self, reviewer: UserId) -> bool {
        self.author == reviewer && self.able() > 0
    }

    /// Whether `reviewer` has taken a step and somebody else can take the next one.
    pub fn awaits_another(&self, reviewer: UserId) -> bool {
        self.has_stepped(reviewer) && self.others_free(reviewer) > 0
    }

    /// Whether another administrator must decide.
    pub fn is_for_another(&self, reviewer: UserId) -> bool {
        self.is_own(reviewer) || self.awaits_another(reviewer)
    }

    fn cleared(&self) -> impl Iterator<Item = &Administrator> {
        self.administrators.iter().filter(|other| other.clearance >= self.level && other.id != self.author)
    }
}
