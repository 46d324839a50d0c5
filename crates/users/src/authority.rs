//! On whose rights accounts are changed.

use facility_kernel::{AdminActor, Clearance, UserId};

/// The rights of an administrator, on which a change of another account was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Authority {
    /// The administrator.
    pub id: UserId,
    /// Their level.
    pub clearance: Clearance,
}

/// An administrator lost their rights between a decision and its commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoAuthority;

impl From<&AdminActor> for Authority {
    fn from(actor: &AdminActor) -> Self {
        Self { id: actor.user_id, clearance: actor.clearance }
    }
}
