//! A simulated reader, which shows administrators what readers of a level see.

use facility_kernel::{Actor, Clearance, UserId};
use uuid::Uuid;

/// An id that no account has.
const NOBODY: UserId = UserId::Account(Uuid::nil());

/// Returns a simulated reader of this level in the session of `actor`, without administrator rights and without own
/// records. What they read MUST NOT be recorded as an access to a document.
pub const fn stand_in(actor: &Actor, clearance: Clearance) -> Actor {
    let session_id = actor.session_id;
    Actor { user_id: NOBODY, username: String::new(), clearance, is_admin: false, session_id }
}

/// Whether this is a simulated reader created by [`stand_in`].
pub fn is_stand_in(actor: &Actor) -> bool {
    actor.user_id == NOBODY
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::actor;

    #[test]
    fn a_stand_in_has_the_level_and_nothing_else() {
        let administrator = actor(1, 5, true);
        let reader = stand_in(&administrator, Clearance::MIN);
        assert!(is_stand_in(&reader) && !is_stand_in(&administrator));
        assert_eq!((reader.clearance, reader.is_admin), (Clearance::MIN, false));
        assert_eq!(reader.session_id, administrator.session_id);
        assert_ne!(reader.user_id, administrator.user_id);
    }
}
