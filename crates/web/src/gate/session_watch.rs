//! Rechecks sessions during long responses: sockets and downloads outlive the guard's check.

use facility_kernel::{Clock, Timestamp};
use facility_users::error::UserError;
use facility_users::services::sessions::{SessionCheck, Sessions};
use facility_users::session::SessionToken;
use std::sync::Arc;

/// Checks sessions without counting as activity.
#[derive(Clone)]
pub struct SessionWatch {
    sessions: Sessions,
    clock: Arc<dyn Clock>,
}

impl SessionWatch {
    /// Creates it for these sessions and this clock.
    pub const fn new(sessions: Sessions, clock: Arc<dyn Clock>) -> Self {
        Self { sessions, clock }
    }

    /// Returns the session with this token as it is in the database now, or `None` if it has ended. Errors: those of
    /// the store.
    pub async fn look(&self, token: &SessionToken) -> Result<Option<SessionCheck>, UserError> {
        self.sessions.check(token, false, self.now()).await
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
