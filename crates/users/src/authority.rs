//! On whose rights accounts are changed.

use kernel::{Clearance, UserId};

/// The rights of an administrator, on which a change of another account was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Authority {
    /// The administrator.
    pub id: UserId,
    /// Their level.
    pub clearance: Clearance,
}
