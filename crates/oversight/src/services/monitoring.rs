//! Security monitoring: sign-in attempts of the last day, and open sessions.

use crate::error::OversightError;
use facility_audit::action::{Action, EntityType};
use facility_audit::attempts::{AttemptLog, AttemptTally, MONITORED_PERIOD, RecordedAttempt};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{AdminActor, IdGenerator, Page, PageRequest, RequestContext, SessionId, StoreError, Timestamp};
use facility_users::ports::SessionDirectory;
use facility_users::session::{ActiveSession, LockedName, MAX_LISTED};
use std::sync::Arc;

/// Security figures of the last day.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MonitoringSummary {
    pub attempts: AttemptTally,
    pub sessions: u64,
    /// Valid sessions of administrators.
    pub admin_sessions: u64,
    /// Number of names that are locked now.
    pub locked: u64,
    /// When the last of these locks ends. `None` if there are none.
    pub locked_until: Option<Timestamp>,
}

/// Shows sign-in activity to administrators and lets them end sessions.
#[derive(Clone)]
pub struct Monitoring {
    pub attempts: Arc<dyn AttemptLog>,
    pub sessions: Arc<dyn SessionDirectory>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Monitoring {
    /// Returns a page of the last day's sign-in attempts, newest first, and the total number of rows. With
    /// `only_suspicious`, only suspicious ones.
    pub async fn attempts(
        &self,
        _: &AdminActor,
        only_suspicious: bool,
        now: Timestamp,
        page: PageRequest,
    ) -> Result<(Page<RecordedAttempt>, u64), OversightError> {
        Ok(self.attempts.list(now.minus(MONITORED_PERIOD), only_suspicious, page).await?)
    }

    /// Returns a page of the valid sessions, most recently active first, and their number.
    pub async fn sessions(
        &self,
        _: &AdminActor,
        now: Timestamp,
        page: PageRequest,
    ) -> Result<(Page<ActiveSession>, u64), OversightError> {
        Ok(self.sessions.valid_sessions(now, page).await?)
    }

    /// Returns the names that are locked now, longest remaining lock first, at most [`MAX_LISTED`].
    pub async fn locked_names(&self, _: &AdminActor, now: Timestamp) -> Result<Vec<LockedName>, OversightError> {
        let mut names = self.sessions.locked_names(now).await?;
        names.truncate(usize::try_from(MAX_LISTED).unwrap_or(usize::MAX));
        Ok(names)
    }

    /// Returns the figures of the last day.
    pub async fn summary(&self, _: &AdminActor, now: Timestamp) -> Result<MonitoringSummary, OversightError> {
        let attempts = self.attempts.tally(now.minus(MONITORED_PERIOD)).await?;
        let (sessions, admin_sessions) = self.sessions.count_valid(now).await?;
        let locked = self.sessions.locked_names(now).await?;
        Ok(MonitoringSummary {
            attempts,
            sessions,
            admin_sessions,
            locked: locked.len() as u64,
            locked_until: locked.first().map(|name| name.until),
        })
    }

    /// Ends another session. Its token becomes invalid, and its WebSocket connections are closed within two seconds.
    /// Errors: `self_forbidden` for the caller's current session, `not_found`.
    pub async fn terminate(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: SessionId,
    ) -> Result<(), OversightError> {
        if actor.session_id == Some(id) {
            return Err(OversightError::SelfForbidden);
        }
        let found = self.sessions.find_session(id).await?.filter(|session| session.is_alive(context.now));
        let session = found.ok_or(OversightError::NotFound)?;
        let details =
            Details::new().with("username", session.username).with("user", session.session.user_id.to_string());
        let entry = Entry::new(&*self.ids, context, actor, Action::SessionTerminated, EntityType::Session)
            .on(&id)
            .details(details)
            .as_admin();
        match self.sessions.terminate(Audited::new(id, entry)).await {
            Err(StoreError::Stale) => Err(OversightError::NotFound),
            done => Ok(done?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_audit::attempts::MockAttemptLog;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, admin_in, context, numbered};
    use facility_kernel::{Clearance, DomainError as _, UserId};
    use facility_users::ports::MockSessionDirectory;
    use facility_users::session::{Session, SessionToken};
    use std::time::Duration;

    fn session(n: u64, idle: u64) -> ActiveSession {
        let token = SessionToken::from_bits([1; 32]);
        let user = UserId::Account(numbered(n));
        let mut session = Session::open(SessionId::from_uuid(numbered(100 + n)), &token, user, &context());
        session.last_active_at = TEST_NOW.minus(Duration::from_mins(idle));
        let clearance = Clearance::parse(3).unwrap();
        let username = format!("user-{n}");
        ActiveSession { session, username, clearance, is_admin: false, timeout_minutes: 30 }
    }

    fn service(sessions: MockSessionDirectory, attempts: MockAttemptLog) -> Monitoring {
        Monitoring {
            attempts: Arc::new(attempts),
            sessions: Arc::new(sessions),
            ids: Arc::new(SequentialIds::default()),
        }
    }

    #[tokio::test]
    async fn summary_counts_the_attempts_of_a_day_and_current_sessions_and_locks() {
        let locked = |minutes| LockedName {
            username: format!("locked for {minutes}"),
            user_id: None,
            until: TEST_NOW.plus(Duration::from_mins(minutes)),
            by_passwords: true,
            by_codes: false,
        };
        let mut sessions = MockSessionDirectory::new();
        sessions.expect_count_valid().returning(|_| Ok((2, 1)));
        sessions.expect_locked_names().returning(move |_| Ok(vec![locked(9), locked(2)]));
        let mut attempts = MockAttemptLog::new();
        let tally = AttemptTally { attempts: 9, failed: 4, suspicious: 1, last_suspicious: Some(TEST_NOW) };
        attempts
            .expect_tally()
            .withf(|since| *since == TEST_NOW.minus(Duration::from_hours(24)))
            .returning(move |_| Ok(tally));
        let service = service(sessions, attempts);
        let summary = service.summary(&admin(9, 5), TEST_NOW).await.unwrap();
        assert_eq!((summary.sessions, summary.admin_sessions, summary.attempts), (2, 1, tally));
        assert_eq!((summary.locked, summary.locked_until), (2, Some(locked(9).until)));
    }

    #[tokio::test]
    async fn ended_session_is_recorded_with_its_user() {
        let mut sessions = MockSessionDirectory::new();
        sessions.expect_find_session().returning(|_| Ok(Some(session(2, 5))));
        sessions
            .expect_terminate()
            .times(1)
            .withf(|ended| {
                let entry = ended.entry();
                *ended.change() == SessionId::from_uuid(numbered(102))
                    && (entry.action, entry.entity_type, entry.is_admin_action)
                        == (Action::SessionTerminated, EntityType::Session, true)
                    && entry.details.to_json().unwrap().contains("user-2")
            })
            .returning(|_| Ok(()));
        let service = service(sessions, MockAttemptLog::new());
        service.terminate(&context(), &admin(9, 5), SessionId::from_uuid(numbered(102))).await.unwrap();
    }

    #[tokio::test]
    async fn own_idle_and_lost_sessions_are_refused() {
        let own = SessionId::from_uuid(numbered(50));
        let me = admin_in(own);
        let refusing = service(MockSessionDirectory::new(), MockAttemptLog::new());
        let refused = refusing.terminate(&context(), &me, own).await.unwrap_err();
        assert_eq!(refused.code(), "self_forbidden");
        for (found, outcome) in [(None, Ok(())), (Some(session(2, 30)), Ok(())), (Some(session(2, 0)), Err(()))] {
            let mut sessions = MockSessionDirectory::new();
            sessions.expect_find_session().return_once(move |_| Ok(found));
            sessions.expect_terminate().returning(move |_| outcome.map_err(|()| StoreError::Stale));
            let service = service(sessions, MockAttemptLog::new());
            let refused = service.terminate(&context(), &me, SessionId::from_uuid(numbered(102))).await.unwrap_err();
            assert_eq!(refused.code(), "not_found");
        }
    }
}
