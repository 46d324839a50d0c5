//! Sessions: their tokens and lifetimes.

use crate::second_factor::Method;
use crate::site::SiteSettings;
use crate::user::User;
use facility_kernel::{Actor, Clearance, RequestContext, SessionId, Timestamp, Token, UserId};
use std::time::Duration;

/// Maximum lifetime of a session, regardless of activity (OWASP ASVS 5.0, 7.3.2).
pub const ABSOLUTE_LIFETIME: Duration = Duration::from_hours(12);
/// Maximum lifetime of an emergency-access session.
pub const EMERGENCY_LIFETIME: Duration = Duration::from_mins(30);
/// Maximum number of sessions per user. Beyond it, the least recently used one ends.
pub const MAX_SESSIONS: i64 = 10;
/// Maximum number of sessions or locked names in an administrators' list that is not paged.
pub const MAX_LISTED: i64 = 1000;
/// Minimum interval between writes of a session's last activity.
pub const TOUCH_INTERVAL: Duration = Duration::from_mins(1);

/// Marks a token as a session token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfSession {}

pub type SessionToken = Token<OfSession>;

facility_kernel::named! {
    /// How a session was opened.
    pub enum SignInMethod {
        /// With a name, a password and optionally an access key.
        Password => "password",
        /// With these and a code of the authenticator app.
        App => "app",
        /// With these and a backup code.
        BackupCode => "backup_code",
        /// With these and the static code.
        StaticCode => "static_code",
        /// With the emergency key.
        EmergencyKey => "emergency_key",
    }
}

impl From<Method> for SignInMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::App => Self::App,
            Method::Backup => Self::BackupCode,
            Method::Static => Self::StaticCode,
        }
    }
}

/// An open session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Not the token.
    pub id: SessionId,
    /// [`SessionToken::fingerprint`].
    pub token_fingerprint: String,
    pub user_id: UserId,
    pub created_at: Timestamp,
    /// Time of the last foreground request. Up to [`TOUCH_INTERVAL`] out of date.
    pub last_active_at: Timestamp,
    /// When it ends, regardless of activity.
    pub expires_at: Timestamp,
    /// The client's address at sign-in.
    pub ip_address: Option<String>,
    /// The client's user agent at sign-in.
    pub user_agent: Option<String>,
}

impl Session {
    /// Creates a session that starts now.
    pub fn open(id: SessionId, token: &SessionToken, user_id: UserId, context: &RequestContext) -> Self {
        let lifetime = if user_id.is_emergency_access() { EMERGENCY_LIFETIME } else { ABSOLUTE_LIFETIME };
        Self {
            id,
            token_fingerprint: token.fingerprint(),
            user_id,
            created_at: context.now,
            last_active_at: context.now,
            expires_at: context.now.plus(lifetime),
            ip_address: context.ip_address.clone(),
            user_agent: context.user_agent.clone(),
        }
    }

    /// Whether the session is valid: not past its end, and not idle for longer than its user's timeout.
    pub fn is_alive(&self, session_timeout_minutes: i32, now: Timestamp) -> bool {
        now < self.ends_at(session_timeout_minutes)
    }

    /// Returns when it ends without further activity.
    pub fn ends_at(&self, session_timeout_minutes: i32) -> Timestamp {
        let minutes = u64::try_from(session_timeout_minutes).unwrap_or(0);
        self.expires_at.min(self.last_active_at.plus(Duration::from_secs(minutes * 60)))
    }

    /// Whether the activity of this request must be written.
    pub fn needs_touch(&self, now: Timestamp) -> bool {
        now.since(self.last_active_at) >= TOUCH_INTERVAL
    }
}

/// A session together with its user, as the user ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnedSession {
    pub id: SessionId,
    pub user_id: UserId,
}

/// A session with its user, for administrators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActiveSession {
    pub session: Session,
    pub username: String,
    pub clearance: Clearance,
    pub is_admin: bool,
    pub timeout_minutes: i32,
}

impl ActiveSession {
    pub fn is_alive(&self, now: Timestamp) -> bool {
        self.session.is_alive(self.timeout_minutes, now)
    }
}

/// A name for which attempts are refused, from some or all networks and browsers, after too many wrong passwords or
/// codes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockedName {
    pub username: String,
    /// The account, if there is one with the name.
    pub user_id: Option<UserId>,
    /// When the last of its locks ends.
    pub until: Timestamp,
    /// Whether it is locked because of wrong passwords.
    pub by_passwords: bool,
    /// Whether it is locked because of wrong second-factor codes.
    pub by_codes: bool,
}

/// A session with its user and the site settings, from one read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRecord {
    pub session: Session,
    /// Its user's current account, even if deleted.
    pub user: User,
    pub site: SiteSettings,
}

impl SessionRecord {
    /// Returns the user as an actor, if the session is valid and the account is approved and not deleted.
    pub fn actor(&self, now: Timestamp) -> Option<Actor> {
        let user = &self.user;
        let stands = user.is_approved && user.deleted_at.is_none();
        (stands && self.session.is_alive(user.session_timeout, now)).then(|| Actor {
            user_id: user.id,
            username: user.username.clone(),
            clearance: user.clearance_level,
            is_admin: user.is_admin,
            session_id: Some(self.session.id),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::{TEST_NOW, context, numbered};

    fn session(user_id: UserId) -> Session {
        let token = SessionToken::from_bits([3; 32]);
        Session::open(SessionId::from_uuid(numbered(9)), &token, user_id, &context())
    }

    fn minutes(n: u64) -> Duration {
        Duration::from_secs(n * 60)
    }

    #[test]
    fn ends_when_idle_or_old() {
        let mut session = session(UserId::Account(numbered(1)));
        assert!(session.is_alive(30, TEST_NOW.plus(minutes(29))));
        assert!(!session.is_alive(30, TEST_NOW.plus(minutes(30))));
        assert!(session.is_alive(240, TEST_NOW.plus(minutes(239))));
        session.last_active_at = TEST_NOW.plus(minutes(12 * 60 - 1));
        assert!(session.is_alive(30, TEST_NOW.plus(minutes(12 * 60 - 1))));
        assert!(
            !session.is_alive(30, TEST_NOW.plus(minutes(12 * 60))),
            "a session ends after 12 hours regardless of activity"
        );
    }

    #[test]
    fn emergency_access_lasts_half_an_hour() {
        let mut session = session(UserId::EmergencyAccess);
        session.last_active_at = TEST_NOW.plus(minutes(29));
        assert!(session.is_alive(240, TEST_NOW.plus(minutes(29))));
        assert!(!session.is_alive(240, TEST_NOW.plus(minutes(30))));
    }

    #[test]
    fn activity_is_written_once_a_minute() {
        let session = session(UserId::Account(numbered(1)));
        assert!(!session.needs_touch(TEST_NOW.plus(Duration::from_secs(59))));
        assert!(session.needs_touch(TEST_NOW.plus(Duration::from_mins(1))));
    }

    #[test]
    fn the_token_is_kept_only_as_a_fingerprint() {
        let token = SessionToken::from_bits([3; 32]);
        assert_eq!(token.expose().len(), 43);
        assert_eq!(token.fingerprint().len(), 64);
        assert_eq!(SessionToken::received(token.expose()).fingerprint(), token.fingerprint());
        assert!(!format!("{token:?}").contains(token.expose()));
    }
}
