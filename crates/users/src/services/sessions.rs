//! Identifies the session of a request.

use crate::error::UserError;
use crate::ports::SessionRepository;
use crate::session::{Session, SessionRecord, SessionToken};
use crate::site::SiteSettings;
use crate::user::User;
use facility_kernel::{Actor, Timestamp};
use std::sync::Arc;

/// The session of a request, with its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionCheck {
    pub actor: Actor,
    /// The user's current account.
    pub user: User,
    pub site: SiteSettings,
    /// The session, updated if this request counts as activity.
    pub session: Session,
}

/// Reads sessions. Nothing is cached between requests, so a removed right is gone at the next request.
#[derive(Clone)]
pub struct Sessions {
    pub sessions: Arc<dyn SessionRepository>,
}

impl SessionCheck {
    /// Returns when the session ends without further activity. Activity is written at most once per
    /// [`crate::session::TOUCH_INTERVAL`], so the end can be that much earlier than the user's timeout after this
    /// request.
    pub fn ends_at(&self) -> Timestamp {
        self.session.ends_at(self.user.session_timeout)
    }
}

impl Sessions {
    /// Returns the session with this token if it is valid and its user is approved. Reads the database once.
    ///
    /// Only requests caused by the user count as activity: polling does not keep a user signed in.
    pub async fn check(
        &self,
        token: &SessionToken,
        foreground: bool,
        now: Timestamp,
    ) -> Result<Option<SessionCheck>, UserError> {
        let Some(record) = self.sessions.find(&token.fingerprint()).await? else { return Ok(None) };
        let Some(actor) = record.actor(now) else { return Ok(None) };
        let SessionRecord { mut session, user, site } = record;
        if foreground && session.needs_touch(now) {
            self.sessions.touch(session.id, user.id, now);
            session.last_active_at = now;
        }
        Ok(Some(SessionCheck { actor, user, site, session }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockSessionRepository;
    use crate::user::Username;
    use facility_kernel::testing::{TEST_NOW, context, numbered};
    use facility_kernel::{AccessKey, SessionId, UserId};
    use std::time::Duration;

    fn record(alter: impl Fn(&mut User)) -> SessionRecord {
        let name = Username::parse("mercer").unwrap();
        let mut user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Security, TEST_NOW);
        user.is_approved = true;
        alter(&mut user);
        let token = SessionToken::from_bits([1; 32]);
        let site = SiteSettings {
            is_locked: false,
            two_factor_required: false,
            updated_at: TEST_NOW,
            content_changed_at: TEST_NOW,
        };
        SessionRecord {
            session: Session::open(SessionId::from_uuid(numbered(2)), &token, user.id, &context()),
            user,
            site,
        }
    }

    async fn check(record: SessionRecord, foreground: bool, after: u64, touches: usize) -> Option<SessionCheck> {
        let mut sessions = MockSessionRepository::new();
        sessions.expect_find().returning(move |_| Ok(Some(record.clone())));
        sessions.expect_touch().times(touches).return_const(());
        let now = TEST_NOW.plus(Duration::from_secs(after));
        let service = Sessions { sessions: Arc::new(sessions) };
        service.check(&SessionToken::from_bits([1; 32]), foreground, now).await.unwrap()
    }

    #[tokio::test]
    async fn rights_are_current() {
        let found = check(record(|_| ()), true, 0, 0).await.unwrap();
        assert_eq!((found.actor.clearance.level(), found.actor.is_admin), (3, false));
        assert!(check(record(|user| user.is_approved = false), true, 0, 0).await.is_none());
        assert!(check(record(|user| user.deleted_at = Some(TEST_NOW)), true, 0, 0).await.is_none());
    }

    #[tokio::test]
    async fn reported_end_is_the_actual_end() {
        let minutes = |n: u64| TEST_NOW.plus(Duration::from_mins(n));
        for (foreground, after, touches, end) in [
            // Within a minute, activity is not written and does not postpone the end.
            (true, 59, 0, minutes(30)),
            (true, 60, 1, minutes(31)),
            // Background requests never postpone the end.
            (false, 1700, 0, minutes(30)),
        ] {
            let found = check(record(|_| ()), foreground, after, touches).await.unwrap();
            assert_eq!(found.ends_at(), end, "after {after} s");
        }
        let mut old = record(|_| ());
        old.session.last_active_at = minutes(12 * 60 - 2);
        let found = check(old, true, (12 * 60 - 1) * 60, 1).await.unwrap();
        assert_eq!(found.ends_at(), minutes(12 * 60), "activity does not move the absolute end");
    }

    #[tokio::test]
    async fn polling_does_not_extend_the_session() {
        assert!(check(record(|_| ()), false, 1700, 0).await.is_some());
        assert!(check(record(|_| ()), true, 1700, 1).await.is_some());
        assert!(check(record(|_| ()), true, 1800, 0).await.is_none());
    }
}
