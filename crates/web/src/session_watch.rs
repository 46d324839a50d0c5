//! Looks at sessions again while an answer to them goes on: sockets and downloads outlive the guard's check.

use kernel::{Clock, Timestamp};
use std::sync::Arc;
use users::UserError;
use users::services::{SessionCheck, Sessions};
use users::session::SessionToken;

/// Looks at sessions without counting as activity.
#[derive(Clone)]
pub struct SessionWatch {
    sessions: Sessions,
    clock: Arc<dyn Clock>,
}

impl SessionWatch {
    /// Looks at these sessions by this clock.
    pub const fn new(sessions: Sessions, clock: Arc<dyn Clock>) -> Self {
        Self { sessions, clock }
    }

    /// The session with this token as the database has it now. None if it ended. Errors: those of the store.
    pub async fn look(&self, token: &SessionToken) -> Result<Option<SessionCheck>, UserError> {
        self.sessions.check(token, false, self.now()).await
    }

    /// The time now.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
