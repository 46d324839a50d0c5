//! Users' own sessions.

use crate::error::UserError;
use crate::ports::SessionRepository;
use crate::session::{OwnedSession, Session};
use crate::user::User;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Entry};
use facility_kernel::{Actor, IdGenerator, RequestContext, SessionId, StoreError};
use std::sync::Arc;

/// Lists and ends a user's own sessions.
#[derive(Clone)]
pub struct OwnSessions {
    pub sessions: Arc<dyn SessionRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl OwnSessions {
    /// Returns the user's valid sessions, most recently used first.
    pub async fn list(&self, context: &RequestContext, user: &User) -> Result<Vec<Session>, UserError> {
        let mut sessions = self.sessions.of_user(user.id).await?;
        sessions.retain(|session| session.is_alive(user.session_timeout, context.now));
        Ok(sessions)
    }

    /// Ends one of the user's own sessions, which may be the current one. Errors: `not_found`.
    pub async fn end(&self, context: &RequestContext, actor: &Actor, id: SessionId) -> Result<(), UserError> {
        let entry = Entry::new(&*self.ids, context, actor, Action::OwnSessionEnded, EntityType::Session).on(&id);
        let owned = OwnedSession { id, user_id: actor.user_id };
        self.sessions.end(Audited::new(owned, entry)).await.map_err(|error| match error {
            StoreError::Stale => UserError::SessionNotFound,
            other => other.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockSessionRepository;
    use crate::session::SessionToken;
    use crate::user::Username;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context, numbered};
    use facility_kernel::{AccessKey, DomainError, UserId};
    use std::time::Duration;

    fn service(sessions: MockSessionRepository) -> OwnSessions {
        OwnSessions { sessions: Arc::new(sessions), ids: Arc::new(SequentialIds::default()) }
    }

    #[tokio::test]
    async fn only_valid_sessions_are_listed() {
        let name = Username::parse("mercer").unwrap();
        let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Subject, TEST_NOW);
        let id = user.id;
        let mut sessions = MockSessionRepository::new();
        sessions.expect_of_user().withf(move |asked| *asked == id).returning(move |_| {
            let session = |n: u8| {
                let token = SessionToken::from_bits([n; 32]);
                Session::open(SessionId::from_uuid(numbered(n.into())), &token, id, &context())
            };
            let idle = Session { last_active_at: TEST_NOW.minus(Duration::from_mins(30)), ..session(2) };
            Ok(vec![session(1), idle])
        });
        let listed = service(sessions).list(&context(), &user).await.unwrap();
        assert_eq!(listed.iter().map(|session| session.id.as_uuid()).collect::<Vec<_>>(), [numbered(1)]);
    }

    #[tokio::test]
    async fn users_end_only_their_own_sessions() {
        let id = SessionId::from_uuid(numbered(7));
        for (answer, code) in [(Ok(()), None), (Err(StoreError::Stale), Some("not_found"))] {
            let mut sessions = MockSessionRepository::new();
            sessions
                .expect_end()
                .times(1)
                .withf(move |ended| {
                    let owned = ended.change();
                    owned.id == id
                        && owned.user_id == UserId::Account(numbered(1))
                        && ended.entry().action == Action::OwnSessionEnded
                        && ended.entry().entity_id == Some(id.to_string())
                })
                .return_once(|_| answer);
            let ended = service(sessions).end(&context(), &actor(1, 1, false), id).await;
            assert_eq!(ended.err().map(|error| error.code()), code);
        }
    }
}
