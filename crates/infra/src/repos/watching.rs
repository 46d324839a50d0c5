//! Security monitoring: attempts, sessions, and what administrators are alerted to.

use crate::db::Database;
use crate::repos::sessions::SessionRepo;
use crate::tables;
use async_trait::async_trait;
use facility_audit::alerts::Alarm;
use facility_audit::attempts::{AttemptLog, AttemptTally, RecordedAttempt};
use facility_audit::entry::Audited;
use facility_kernel::{Page, PageRequest, SessionId, StoreError, Timestamp, UserId};
use facility_submissions::reminders::{AlertMark, AlertMarks, AlertRepository, Wait};
use facility_users::ports::SessionDirectory;
use facility_users::session::{ActiveSession, LockedName};

/// Sign-in attempts in the database.
#[derive(Clone)]
pub struct AttemptRepo(Database);

impl AttemptRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl AttemptLog for AttemptRepo {
    async fn list(
        &self,
        since: Timestamp,
        only_suspicious: bool,
        page: PageRequest,
    ) -> Result<(Page<RecordedAttempt>, u64), StoreError> {
        self.0.read(move |conn| tables::attempts::list(conn, since, only_suspicious, page)).await
    }

    async fn tally(&self, since: Timestamp) -> Result<AttemptTally, StoreError> {
        self.0.read(move |conn| tables::attempts::tally(conn, since)).await
    }
}

#[async_trait]
impl SessionDirectory for SessionRepo {
    async fn valid_sessions(
        &self,
        now: Timestamp,
        page: PageRequest,
    ) -> Result<(Page<ActiveSession>, u64), StoreError> {
        self.db().read(move |conn| tables::session_list::list(conn, now, page)).await
    }

    async fn find_session(&self, id: SessionId) -> Result<Option<ActiveSession>, StoreError> {
        self.db().read(move |conn| tables::session_list::find(conn, id)).await
    }

    async fn terminate(&self, ended: Audited<SessionId>) -> Result<(), StoreError> {
        self.db().commit(ended, |conn, id| tables::session_list::terminate(conn, *id)).await
    }

    async fn count_valid(&self, now: Timestamp) -> Result<(u64, u64), StoreError> {
        use tables::session_list::{count, count_of_administrators};
        self.db().read(move |conn| Ok((count(conn, now)?, count_of_administrators(conn, now)?))).await
    }

    async fn locked_names(&self, now: Timestamp) -> Result<Vec<LockedName>, StoreError> {
        self.db().read(move |conn| tables::locked_names::locked_names(conn, now)).await
    }
}

/// Alerts in the database.
#[derive(Clone)]
pub struct AlertRepo(Database);

impl AlertRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl AlertRepository for AlertRepo {
    async fn waits(&self, now: Timestamp) -> Result<Vec<Wait>, StoreError> {
        self.0.read(move |conn| tables::alerts::waits(conn, now)).await
    }

    async fn alarms(&self, since: Timestamp) -> Result<Vec<Alarm>, StoreError> {
        self.0.read(move |conn| tables::alerts::alarms(conn, since)).await
    }

    async fn marks(&self, user: UserId) -> Result<AlertMarks, StoreError> {
        self.0.read(move |conn| tables::alerts::marks(conn, user)).await
    }

    async fn mark(
        &self,
        user: UserId,
        ids: Vec<String>,
        mark: AlertMark,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.write(move |conn| tables::alerts::mark(conn, user, &ids, mark, now)).await
    }
}
