//! The administrator rights on which changes to accounts are based.

use facility_kernel::{AdminActor, Clearance, UserId};

/// The rights of an administrator at the time a change to another account was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Authority {
    pub id: UserId,
    pub clearance: Clearance,
}

/// The administrator lost the required rights between the decision and the commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoAuthority;

impl From<&AdminActor> for Authority {
    fn from(actor: &AdminActor) -> Self {
        Self { id: actor.user_id, clearance: actor.clearance }
    }
}
