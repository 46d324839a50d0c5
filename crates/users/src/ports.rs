//! Ports of the account services.

use crate::credential::CredentialName;
use crate::lockout::{Admission, Claimant, Counters};
use crate::session::{ActiveSession, LockedName, OwnedSession, Session, SessionRecord};
use crate::site::{SiteChange, SiteSettings};
use crate::user::{Account, User, UserChange};
use async_trait::async_trait;
use facility_audit::attempts::LoginAttempt;
use facility_audit::entry::Audited;
use facility_kernel::{Clearance, Page, PageRequest, Secret, SessionId, StoreError, Timestamp, UserId};

/// Why a change to accounts was not made.
#[derive(Debug, thiserror::Error)]
pub enum UserCommitError {
    /// Another account has the name, or had it before it was deleted. Nothing was changed.
    #[error("the username is taken")]
    UsernameTaken,
    /// The change requires another administrator, but there is none. Nothing was changed.
    #[error("there is no other administrator")]
    NoOtherAdmin,
    /// The site requires second factors, and no other administrator has one. Nothing was changed.
    #[error("no other administrator has a second factor")]
    NoOtherFactor,
    /// The key is the only way to sign in for somebody. Nothing was changed.
    #[error("somebody depends on the key")]
    NeededKey,
    /// The acting administrator has lost the rights that the change requires. Nothing was changed.
    #[error("the administrator has lost their rights")]
    NoAuthority,
    /// The store failed, or the account was changed in the meantime (`Stale`).
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An approved administrator who may decide a review step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Administrator {
    pub id: UserId,
    pub clearance: Clearance,
}

/// Storage for accounts.
///
/// Deleted accounts remain as rows. `find`, `find_by_name` and `list` MUST NOT return them, and their names MUST remain
/// taken ([`UserCommitError::UsernameTaken`]).
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserRepository: Send + Sync {
    async fn find(&self, id: UserId) -> Result<Option<User>, StoreError>;

    /// Returns the account with this name, which must be in the form of [`crate::user::Username::key_of`].
    async fn find_by_name(&self, username_key: &str) -> Result<Option<Account>, StoreError>;

    /// Returns a page of the accounts, oldest first and including `emergency-access`, and their total number.
    async fn list(&self, page: PageRequest) -> Result<(Page<User>, u64), StoreError>;

    /// Returns the approved administrators with their current levels, without deleted ones and `emergency-access`.
    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError>;

    /// Whether there are no accounts at all, including deleted ones.
    async fn is_empty(&self) -> Result<bool, StoreError>;

    /// Returns the hash of one of the site's own keys, if it is set.
    async fn credential(&self, name: CredentialName) -> Result<Option<Secret>, StoreError>;

    /// Makes the change and records it in one transaction.
    ///
    /// MUST fail with `Stale` if an updated account has another revision than the one on which the change was based,
    /// with `UsernameTaken` if a created account's name is taken, and with `NoOtherAdmin` if `needs_other_admin` is set
    /// and there is no other administrator, even if two such changes are concurrent. MUST delete the sessions that
    /// `end_sessions` names and, if the password is set or cleared, the known browsers and networks, in the same
    /// transaction. `Initialize` on a database that is not empty MUST fail with `Stale`. A new emergency key MUST end
    /// the sessions of the emergency-access user.
    async fn commit(&self, change: Audited<UserChange>) -> Result<(), UserCommitError>;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenSession {
    pub session: Session,
    pub method: crate::session::SignInMethod,
    /// The previous session in the same browser, which this one replaces.
    pub replaces: Option<SessionId>,
    /// The sign-in attempt to record.
    pub attempt: LoginAttempt,
    /// The claimant. Their counted failures are cleared, and the account remembers their browser and network.
    pub claimant: Claimant,
    /// The [`crate::device::DeviceToken::fingerprint`] by which the account remembers the browser.
    pub device: String,
    /// The password hash that was checked. `None` if there is no password. If the account has another hash by now, the
    /// password was changed in the meantime and the session is not opened.
    pub checked_hash: Option<Secret>,
    /// A new hash of the same password, if the old one used outdated parameters.
    pub rehash: Option<Secret>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenEmergency {
    pub session: Session,
    /// The previous session in the same browser, which this one replaces.
    pub replaces: Option<SessionId>,
    pub attempt: LoginAttempt,
    /// The hash of the emergency key that was checked. If another one is stored by now, the session is not opened.
    pub checked_hash: Secret,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedSignIn {
    pub attempt: LoginAttempt,
    /// The account, if the name exists.
    pub user_id: Option<UserId>,
    /// Whether the attempt counts as a failure for the account and for throttling. False if the password was correct.
    pub is_failure: bool,
    /// The claimant for whom the failure counts.
    pub claimant: Claimant,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SessionRepository: Send + Sync {
    /// Returns the session with this token fingerprint, its user and the current site settings, in one read.
    async fn find(&self, token_fingerprint: &str) -> Result<Option<SessionRecord>, StoreError>;

    /// Opens a session in one transaction: inserts it, deletes the one it replaces and the least recently used ones
    /// beyond [`crate::session::MAX_SESSIONS`], records the attempt, sets the user's `last_activity` and
    /// `last_login_attempt` to now and `failed_login_attempts` to 0, updates the counters with [`Counters::succeeded`],
    /// and makes the browser and the network known to the account, at most [`crate::device::MAX_DEVICES`] and
    /// [`crate::lockout::MAX_KNOWN_NETWORKS`] of them. Errors: `Stale` if the account lost its approval or its password
    /// changed since the check.
    ///
    /// If the claimant's counters no longer admit an attempt, MUST write nothing and return that admission.
    async fn open(&self, opened: Audited<OpenSession>) -> Result<Admission, StoreError>;

    /// Opens a session of the emergency-access user in one transaction. Does not make the browser or network known.
    /// Errors: `Stale` if the emergency key is no longer the one that was checked.
    async fn open_emergency(&self, opened: Audited<OpenEmergency>) -> Result<(), StoreError>;

    /// Records a refused sign-in in one transaction: sets the account's `last_login_attempt` and, for a failure,
    /// increments its `failed_login_attempts` and updates the claimant's counters with [`Counters::failed`].
    ///
    /// In the same transaction, MUST decide whether the attempt is suspicious ([`FailureReason::is_suspicious`]), based
    /// on the guesses recorded within [`facility_audit::attempts::SUSPICION_WINDOW`] for its name and from its address,
    /// and MUST store this with the attempt and as the detail `suspicious` of the audit entry.
    ///
    /// If the claimant's counters no longer admit an attempt, MUST write nothing and return that admission. MUST be
    /// correct for concurrent calls.
    ///
    /// [`FailureReason::is_suspicious`]: facility_audit::attempts::FailureReason::is_suspicious
    async fn refuse(&self, refused: Audited<RefusedSignIn>) -> Result<Admission, StoreError>;

    /// Deletes a session. Does nothing if it does not exist.
    async fn close(&self, closed: Audited<SessionId>) -> Result<(), StoreError>;

    /// Returns the sessions of a user, most recently used first, including expired ones that are not deleted yet.
    async fn of_user(&self, user: UserId) -> Result<Vec<Session>, StoreError>;

    /// Deletes a session of a user. MUST fail with `Stale` if the user has no such session.
    async fn end(&self, ended: Audited<OwnedSession>) -> Result<(), StoreError>;

    /// Records activity without waiting for durability. The session's `last_active_at` and the user's `last_activity`
    /// MUST be written within a second and MUST never decrease. [`find`](Self::find) in this process MUST reflect it
    /// immediately.
    fn touch(&self, id: SessionId, user: UserId, now: Timestamp);
}

/// All sessions, for administrators.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SessionDirectory: Send + Sync {
    /// Returns a page of the valid sessions, most recently active first, and their number.
    async fn valid_sessions(&self, now: Timestamp, page: PageRequest)
    -> Result<(Page<ActiveSession>, u64), StoreError>;

    async fn find_session(&self, id: SessionId) -> Result<Option<ActiveSession>, StoreError>;

    /// Deletes a session and records it in one transaction. Errors: `Stale` if there is no such session, because it has
    /// just ended.
    async fn terminate(&self, ended: Audited<SessionId>) -> Result<(), StoreError>;

    /// Counts the valid sessions, and those of administrators among them.
    async fn count_valid(&self, now: Timestamp) -> Result<(u64, u64), StoreError>;

    /// Returns each locked name once, longest remaining lock first. Looks at up to 10,000 locks of each kind.
    async fn locked_names(&self, now: Timestamp) -> Result<Vec<LockedName>, StoreError>;
}

/// The throttling state of somebody who is trying to sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThrottleState {
    pub counters: Counters,
    /// Whether the browser's device cookie is known to any account.
    pub is_known_device: bool,
}

/// Counters of sign-in failures, shared by all nodes. [`SessionRepository::refuse`] updates them.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SignInThrottle: Send + Sync {
    /// Returns the counters without changing them. A browser or network whose time as a known one has expired counts as
    /// unknown.
    async fn standing(&self, claimant: &Claimant, now: Timestamp) -> Result<ThrottleState, StoreError>;
}

/// Storage for the site settings.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SiteRepository: Send + Sync {
    async fn settings(&self) -> Result<SiteSettings, StoreError>;

    /// Makes the change and records it in one transaction. `updated_at` becomes the time of the entry. MUST fail with
    /// `Stale` if the change makes no difference, or if it would require second factors while no administrator has one.
    async fn commit(&self, change: Audited<SiteChange>) -> Result<(), StoreError>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordCheck {
    Wrong,
    Right,
    /// The password is correct, but its hash uses outdated parameters.
    RightButOutdated,
}

/// Why a password could not be hashed or checked.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// There were too many concurrent calls. Nothing was computed.
    #[error("too many passwords are being checked")]
    Busy,
    #[error("the password could not be hashed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Hashes and checks passwords and keys with a slow function (Argon2id, RFC 9106).
///
/// Implementations MUST NOT run on the threads that answer requests, and MUST limit the number of concurrent calls.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// Returns the hash as a PHC string.
    async fn hash(&self, secret: &Secret) -> Result<Secret, HashError>;

    /// Checks the secret against the hash. Without a hash, it MUST take equally long and return `Wrong`.
    async fn verify(&self, secret: &Secret, hash: Option<Secret>) -> Result<PasswordCheck, HashError>;
}
