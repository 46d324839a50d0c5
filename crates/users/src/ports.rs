//! What the account rules need from outside.

use crate::credential::CredentialName;
use crate::lockout::{Admission, Claimant, Counters};
use crate::session::{ActiveSession, LockedName, OwnedSession, Session, SessionRecord};
use crate::site::{SiteChange, SiteSettings};
use crate::user::{Account, User, UserChange};
use async_trait::async_trait;
use facility_audit::attempts::LoginAttempt;
use facility_audit::entry::Audited;
use facility_kernel::{Clearance, Page, PageRequest, Secret, SessionId, StoreError, Timestamp, UserId};

/// Why a change to accounts failed.
#[derive(Debug, thiserror::Error)]
pub enum UserCommitError {
    /// Another account has the name of the new one, or had it before it was deleted. Nothing was changed.
    #[error("the username is taken")]
    UsernameTaken,
    /// The change requires another administrator, and there is none. Nothing was changed.
    #[error("there is no other administrator")]
    NoOtherAdmin,
    /// The site requires second factors, and no other administrator has one. Nothing was changed.
    #[error("no other administrator has a second factor")]
    NoOtherFactor,
    /// The key is the only way in for somebody. Nothing was changed.
    #[error("the key is needed")]
    NeededKey,
    /// The acting administrator has lost the rights on which the change was decided. Nothing was changed.
    #[error("the administrator has lost their rights")]
    NoAuthority,
    /// The store failed, or the account was changed in the meantime (`Stale`).
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An approved administrator who may take a step of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Administrator {
    /// Id of the account.
    pub id: UserId,
    /// The level of the account.
    pub clearance: Clearance,
}

/// Accounts.
///
/// Deleted accounts remain as rows: `find`, `find_by_name` and `list` MUST NOT return them, and their names MUST stay
/// taken ([`UserCommitError::UsernameTaken`]).
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserRepository: Send + Sync {
    /// Returns the account with this id.
    async fn find(&self, id: UserId) -> Result<Option<User>, StoreError>;

    /// Returns the account with this name, in the form of [`crate::user::Username::key_of`].
    async fn find_by_name(&self, username_key: &str) -> Result<Option<Account>, StoreError>;

    /// Returns a page of the accounts, oldest first and including `emergency-access`, and their total number.
    async fn list(&self, page: PageRequest) -> Result<(Page<User>, u64), StoreError>;

    /// Returns the approved administrators that are not deleted, with their current levels, without
    /// `emergency-access`.
    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError>;

    /// Returns whether the database holds no account at all, including deleted ones.
    async fn is_empty(&self) -> Result<bool, StoreError>;

    /// Returns the hash of one of the site's own keys, if it was set.
    async fn credential(&self, name: CredentialName) -> Result<Option<Secret>, StoreError>;

    /// Makes the change and records it, both or neither.
    ///
    /// MUST fail with `Stale` when an updated account's revision is not the one on which the change was decided, with
    /// `UsernameTaken` when a created account's name is taken, and with `NoOtherAdmin` when `needs_other_admin` is
    /// set and no other administrator exists, also when two such changes race. MUST delete the sessions that
    /// `end_sessions` names and, with a new or cleared password, the known browsers and networks, in the same
    /// transaction. `Initialize` on a database that is not empty MUST fail with `Stale`. A new emergency
    /// key MUST end the sessions of the emergency-access user.
    async fn commit(&self, change: Audited<UserChange>) -> Result<(), UserCommitError>;
}

/// A session to open, and what changes with it in the same transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenSession {
    /// The new session.
    pub session: Session,
    /// The sign-in method.
    pub method: crate::session::SignInMethod,
    /// The previous session of the same browser, which it replaces.
    pub replaces: Option<SessionId>,
    /// The sign-in attempt to record.
    pub attempt: LoginAttempt,
    /// The claimant: their counted failures are cleared, and the account knows them from then on.
    pub claimant: Claimant,
    /// The [`crate::device::DeviceToken::fingerprint`] by which the account knows the browser from then on.
    pub device: String,
    /// The password hash that was checked, or `None` without a password. If the account has another hash now, the
    /// password was changed in the meantime and the session is not opened.
    pub checked_hash: Option<Secret>,
    /// A new hash of the same password, if the old one used outdated parameters.
    pub rehash: Option<Secret>,
}

/// A session of the emergency-access user to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenEmergency {
    /// The new session.
    pub session: Session,
    /// The previous session of the same browser, which it replaces.
    pub replaces: Option<SessionId>,
    /// The attempt to record.
    pub attempt: LoginAttempt,
    /// The hash of the emergency key that was checked. If another one is stored now, the session is not opened.
    pub checked_hash: Secret,
}

/// A refused sign-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedSignIn {
    /// The attempt to record.
    pub attempt: LoginAttempt,
    /// The account, if the name exists.
    pub user_id: Option<UserId>,
    /// Whether it counts as a failure, for the account and in the throttles. It does not if the password was correct.
    pub is_failure: bool,
    /// The claimant for whom it counts.
    pub claimant: Claimant,
}

/// Sessions.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SessionRepository: Send + Sync {
    /// Returns the session with this token fingerprint, its user and the site's current settings, in one read.
    async fn find(&self, token_fingerprint: &str) -> Result<Option<SessionRecord>, StoreError>;

    /// Opens a session, in one transaction: inserts it, deletes the one it replaces and the least recently used
    /// beyond [`crate::session::MAX_SESSIONS`], records the attempt, sets the user's `last_activity` and
    /// `last_login_attempt` to now and `failed_login_attempts` to 0, updates the counters by [`Counters::succeeded`],
    /// and makes the browser and the network known to the account, at most [`crate::device::MAX_DEVICES`] and
    /// [`crate::lockout::MAX_KNOWN_NETWORKS`] of them. Errors: `Stale` if the account lost its approval or received
    /// another password since the check.
    ///
    /// If the claimant's counters no longer admit a verdict, MUST write nothing and return that admission.
    async fn open(&self, opened: Audited<OpenSession>) -> Result<Admission, StoreError>;

    /// Opens a session of the emergency-access user in one transaction, and makes no browser or network known. Errors:
    /// `Stale` if the emergency key is no longer the one that was checked.
    async fn open_emergency(&self, opened: Audited<OpenEmergency>) -> Result<(), StoreError>;

    /// Records a refused sign-in in one transaction: sets the account's `last_login_attempt` and, for a failure,
    /// increments its `failed_login_attempts` and updates the claimant's counters by [`Counters::failed`].
    ///
    /// Whether the attempt is suspicious MUST be judged in that transaction by [`FailureReason::is_suspicious`], from
    /// the guesses that were recorded within [`facility_audit::attempts::SUSPICION_WINDOW`] for its name and from its
    /// address, and MUST be recorded with it and as the detail `suspicious` of its entry.
    ///
    /// If those counters no longer admit a verdict, MUST write nothing and return that admission. MUST be correct for
    /// concurrent verdicts.
    ///
    /// [`FailureReason::is_suspicious`]: facility_audit::attempts::FailureReason::is_suspicious
    async fn refuse(&self, refused: Audited<RefusedSignIn>) -> Result<Admission, StoreError>;

    /// Deletes a session. A missing session is not an error.
    async fn close(&self, closed: Audited<SessionId>) -> Result<(), StoreError>;

    /// Returns the sessions of a user, the most recently used first; also expired ones that are not deleted yet.
    async fn of_user(&self, user: UserId) -> Result<Vec<Session>, StoreError>;

    /// Deletes a session. MUST fail with `Stale` if the user has no such session.
    async fn end(&self, ended: Audited<OwnedSession>) -> Result<(), StoreError>;

    /// Notes activity without waiting for it to be durable: the session's `last_active_at` and the user's
    /// `last_activity` MUST be written within a second and MUST never go back. [`find`](Self::find) in this process
    /// MUST take it into account at once.
    fn touch(&self, id: SessionId, user: UserId, now: Timestamp);
}

/// All sessions, for administrators.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SessionDirectory: Send + Sync {
    /// Returns a page of the valid sessions, the most recently active first, and their number.
    async fn valid_sessions(&self, now: Timestamp, page: PageRequest)
    -> Result<(Page<ActiveSession>, u64), StoreError>;

    /// Returns the session with this id.
    async fn find_session(&self, id: SessionId) -> Result<Option<ActiveSession>, StoreError>;

    /// Deletes a session and records it, both or neither. Errors: `Stale` if there is none, because it has just ended.
    async fn terminate(&self, ended: Audited<SessionId>) -> Result<(), StoreError>;

    /// Returns how many sessions are valid, and how many of them are of administrators.
    async fn count_valid(&self, now: Timestamp) -> Result<(u64, u64), StoreError>;

    /// Returns the names that are locked, each once, those that stay locked longest first. Looks at up to 10,000 locks
    /// of each kind.
    async fn locked_names(&self, now: Timestamp) -> Result<Vec<LockedName>, StoreError>;
}

/// The state of a person who tries to sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Their counters.
    pub counters: Counters,
    /// Whether any account knows the browser's device cookie.
    pub is_known_device: bool,
}

/// Sign-in failures, shared by all nodes. [`SessionRepository::refuse`] counts them.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SignInThrottle: Send + Sync {
    /// Returns the counters without changing them. A browser or network whose time as a known one is over counts as
    /// unknown.
    async fn standing(&self, claimant: &Claimant, now: Timestamp) -> Result<Standing, StoreError>;
}

/// The site settings.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SiteRepository: Send + Sync {
    /// Returns the current settings.
    async fn settings(&self) -> Result<SiteSettings, StoreError>;

    /// Makes the change and records it, both or neither; `updated_at` becomes the time of the entry. MUST fail with
    /// `Stale` if the change makes no difference, or if it would require second factors and no administrator has one.
    async fn commit(&self, change: Audited<SiteChange>) -> Result<(), StoreError>;
}

/// The result of checking a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The password is wrong.
    Wrong,
    /// The password is correct.
    Right,
    /// The password is correct, and its hash uses outdated parameters.
    RightButOutdated,
}

/// Why a password could not be hashed or checked.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// Too many concurrent calls; nothing was computed.
    #[error("too many passwords are being checked")]
    Busy,
    /// An internal error.
    #[error("the password could not be hashed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Hashes and checks passwords and keys with a slow function (Argon2id, RFC 9106).
///
/// Implementations MUST NOT run on the threads that answer requests, and MUST limit the number of concurrent hashes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// Returns the hash of a secret as a PHC string.
    async fn hash(&self, secret: &Secret) -> Result<Secret, HashError>;

    /// Checks the secret against the hash. Without a hash it MUST take equally long and return `Wrong`.
    async fn verify(&self, secret: &Secret, hash: Option<Secret>) -> Result<Verdict, HashError>;
}
