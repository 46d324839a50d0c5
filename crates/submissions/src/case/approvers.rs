//! Who may take the next step of a review: the rule that submissions and edits share. Pure.

use facility_kernel::{Clearance, UserId};
use facility_users::ports::Administrator;

/// The people of one review, counted for every decision, because accounts lose rights and levels in the meantime.
///
/// Nobody decides an item of their own, or takes two steps of one, while another administrator could. An administrator
/// who is not cleared to approve the item does not count: otherwise nobody at all could approve it.
#[derive(Clone, Copy, Debug)]
pub struct Approvers<'a> {
    /// The approved administrators, without `emergency-access`.
    pub administrators: &'a [Administrator],
    /// The author of the item.
    pub author: UserId,
    /// Who has taken a step.
    pub stepped: &'a [UserId],
    /// The level that is required to approve the item.
    pub level: Clearance,
}

impl Approvers<'_> {
    /// Counts the administrators who can take a step on what is not theirs, whether or not they have taken one.
    pub fn able(&self) -> usize {
        self.cleared().count()
    }

    /// Counts the administrators besides `reviewer` who can still take a step.
    pub fn others_free(&self, reviewer: UserId) -> usize {
        self.cleared().filter(|other| other.id != reviewer && !self.has_stepped(other.id)).count()
    }

    /// Returns whether this user has taken a step.
    pub fn has_stepped(&self, user: UserId) -> bool {
        self.stepped.contains(&user)
    }

    /// Returns whether `reviewer` is the author and another administrator can approve the item.
    pub fn is_own(&self, reviewer: UserId) -> bool {
        self.author == reviewer && self.able() > 0
    }

    /// Returns whether `reviewer` has taken a step and somebody else can take the next one.
    pub fn awaits_another(&self, reviewer: UserId) -> bool {
        self.has_stepped(reviewer) && self.others_free(reviewer) > 0
    }

    /// Returns whether another administrator must decide.
    pub fn is_for_another(&self, reviewer: UserId) -> bool {
        self.is_own(reviewer) || self.awaits_another(reviewer)
    }

    fn cleared(&self) -> impl Iterator<Item = &Administrator> {
        self.administrators.iter().filter(|other| other.clearance >= self.level && other.id != self.author)
    }
}
