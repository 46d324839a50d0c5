//! Rechecks sessions during sockets and downloads, which outlast the guard's check.

use facility_kernel::{Clock, Timestamp};
use facility_users::error::UserError;
use facility_users::services::sessions::{SessionCheck, Sessions};
use facility_users::session::SessionToken;
use std::sync::Arc;

/// Checks sessions. A check does not count as the user's activity.
#[derive(Clone)]
pub struct SessionWatch {
    sessions: Sessions,
    clock: Arc<dyn Clock>,
}

impl SessionWatch {
    /// Creates a watch for these sessions.
    pub const fn new(sessions: Sessions, clock: Arc<dyn Clock>) -> Self {
        Self { sessions, clock }
    }

    /// Returns the session with this token as it is in the database now, or `None` if it has ended. Errors: those of
    /// the store.
    pub async fn check(&self, token: &SessionToken) -> Result<Option<SessionCheck>, UserError> {
        self.sessions.check(token, false, self.now()).await
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
