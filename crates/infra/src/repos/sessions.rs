//! Sessions.

use super::background::Background;
use crate::db::{Database, Gathering};
use crate::tables::{self, sessions::Touch};
use ::users::ports::{OpenSession, RefusedSignIn, SessionRepository};
use ::users::session::SessionRecord;
use async_trait::async_trait;
use audit::Audited;
use kernel::{SessionId, StoreError, Timestamp, UserId};

/// Sessions in the database; their activity is written half a second behind.
#[derive(Clone)]
pub struct SessionRepo {
    db: Database,
    found: Gathering<String, SessionRecord>,
    touches: Background<Touch>,
}

impl SessionRepo {
    /// Starts writing activity on the current runtime.
    pub fn start(db: Database) -> Self {
        let touches = Background::start("session activity", db.clone(), tables::sessions::touch);
        let found = Gathering::new(db.clone(), tables::sessions::find, tables::sessions::find_many);
        Self { db, found, touches }
    }

    /// Writes what activity is outstanding. To be called when the server stops, after the last request.
    pub async fn shutdown(&self) {
        self.touches.flush().await;
    }
}

#[async_trait]
impl SessionRepository for SessionRepo {
    async fn find(&self, token_fingerprint: &str) -> Result<Option<SessionRecord>, StoreError> {
        self.found.get(token_fingerprint.to_owned()).await
    }

    async fn open(&self, opened: Audited<OpenSession>) -> Result<(), StoreError> {
        self.db.commit(opened, tables::sessions::open).await
    }

    async fn refuse(&self, refused: Audited<RefusedSignIn>) -> Result<(), StoreError> {
        self.db.commit(refused, tables::sessions::refuse).await
    }

    async fn close(&self, closed: Audited<SessionId>) -> Result<(), StoreError> {
        self.db.commit(closed, |conn, id| tables::sessions::close(conn, *id)).await
    }

    fn touch(&self, id: SessionId, user: UserId, now: Timestamp) {
        self.touches.push(Touch { user, session: id, at: now });
    }

    async fn recent_failures(
        &self,
        username_key: &str,
        ip_address: Option<String>,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        let key = username_key.to_owned();
        self.db
            .read(move |conn| tables::sessions::recent_failures(conn, &key, ip_address.as_deref(), since))
            .await
    }
}
