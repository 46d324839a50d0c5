//! Sessions.

use crate::db::Database;
use crate::db::background::Background;
use crate::db::error::exactly_one;
use crate::db::gathering::Gathering;
use crate::db::schema::sessions as rows;
use crate::storage::users::sessions::{self, Touch};
use crate::storage::users::sign_in::{self, admission};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_kernel::{SessionId, StoreError, Timestamp, UserId};
use facility_users::lockout::Admission;
use facility_users::ports::{OpenEmergency, OpenSession, RefusedSignIn, SessionRepository};
use facility_users::session::{OwnedSession, Session, SessionRecord};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time for which this process remembers activity: well beyond the second within which it is written.
const REMEMBERED: Duration = Duration::from_secs(10);

/// Sessions in the database. Activity is written within half a second, but this process takes it into account at once.
#[derive(Clone)]
pub struct SessionStore {
    db: Database,
    found: Gathering<String, SessionRecord>,
    touches: Background<Touch>,
    recent: RecentActivity,
}

/// Activity that may not be in the database yet. A session is recorded at most once a minute, so there are few entries.
#[derive(Clone, Default)]
struct RecentActivity(Arc<Mutex<HashMap<SessionId, (Timestamp, Instant)>>>);

impl RecentActivity {
    fn record(&self, session: SessionId, at: Timestamp) {
        let mut entries = self.entries();
        entries.retain(|_, (_, since)| since.elapsed() < REMEMBERED);
        let (latest, since) = entries.entry(session).or_insert((at, Instant::now()));
        if *latest < at {
            (*latest, *since) = (at, Instant::now());
        }
    }

    /// Returns the record with the activity that this process has recorded.
    fn update_record(&self, record: SessionRecord) -> SessionRecord {
        SessionRecord { session: self.update_session(record.session), ..record }
    }

    /// Returns the session with the activity that this process has recorded.
    fn update_session(&self, mut session: Session) -> Session {
        if let Some((at, _)) = self.entries().get(&session.id) {
            session.last_active_at = session.last_active_at.max(*at);
        }
        session
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<SessionId, (Timestamp, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionStore {
    /// Starts writing activity on the current runtime.
    pub fn start(db: Database) -> Self {
        let touches = Background::start("session activity", db.clone(), sessions::touch);
        let found = Gathering::new(db.clone(), sessions::find, sessions::find_many);
        Self { db, found, touches, recent: RecentActivity::default() }
    }

    pub(crate) const fn db(&self) -> &Database {
        &self.db
    }

    /// Writes the outstanding activity. Call it when the server stops, after the last request.
    pub async fn shutdown(&self) {
        self.touches.flush().await;
    }
}

#[async_trait]
impl SessionRepository for SessionStore {
    async fn find(&self, token_fingerprint: &str) -> Result<Option<SessionRecord>, StoreError> {
        let record = self.found.get(token_fingerprint.to_owned()).await?;
        Ok(record.map(|record| self.recent.update_record(record)))
    }

    async fn open(&self, opened: Audited<OpenSession>) -> Result<Admission, StoreError> {
        Ok(admission(self.db.commit_with_details(opened, sign_in::open).await?))
    }

    async fn open_emergency(&self, opened: Audited<OpenEmergency>) -> Result<(), StoreError> {
        self.db.commit(opened, sign_in::open_emergency).await
    }

    async fn refuse(&self, refused: Audited<RefusedSignIn>) -> Result<Admission, StoreError> {
        Ok(admission(self.db.commit_with_details(refused, sign_in::refuse).await?))
    }

    async fn close(&self, closed: Audited<SessionId>) -> Result<(), StoreError> {
        self.db.commit(closed, |conn, id| sessions::close(conn, *id)).await
    }

    async fn of_user(&self, user: UserId) -> Result<Vec<Session>, StoreError> {
        let sessions: Vec<Session> = self
            .db
            .read(move |conn| {
                let found: Vec<sessions::Row> = rows::table
                    .filter(rows::user_id.eq(user.to_string()))
                    .order((rows::last_active_at.desc(), rows::position.desc()))
                    .select(sessions::Row::as_select())
                    .load(conn)?;
                found.into_iter().map(sessions::Row::session).collect()
            })
            .await?;
        Ok(sessions.into_iter().map(|session| self.recent.update_session(session)).collect())
    }

    async fn end(&self, ended: Audited<OwnedSession>) -> Result<(), StoreError> {
        self.db
            .commit(ended, |conn, owned| {
                let session = rows::table
                    .filter(rows::id.eq(owned.id.to_string()))
                    .filter(rows::user_id.eq(owned.user_id.to_string()));
                exactly_one(diesel::delete(session).execute(conn)?)
            })
            .await
    }

    fn touch(&self, id: SessionId, user: UserId, now: Timestamp) {
        self.recent.record(id, now);
        self.touches.push(Touch { user, session: id, at: now });
    }
}
