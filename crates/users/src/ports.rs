//! What the rules about accounts need from outside.

use crate::lockout::{Admission, Claimant, Counters};
use crate::session::{Session, SessionRecord};
use crate::{Account, SiteChange, SiteSettings, User, UserChange};
use async_trait::async_trait;
use audit::Audited;
use audit::attempts::LoginAttempt;
use kernel::{Clearance, Page, PageRequest, Secret, SessionId, StoreError, Timestamp, UserId};

/// The keys of the site that are not a user's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CredentialName {
    /// Opens an emergency-access session.
    EmergencyKey,
    /// Synchronizes codes without signing in.
    MasterKey,
}

impl CredentialName {
    /// The name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EmergencyKey => "emergency_key",
            Self::MasterKey => "master_key",
        }
    }
}

/// Why a change to accounts was not made.
#[derive(Debug, thiserror::Error)]
pub enum UserCommitError {
    /// Another account has the name of the one to be created, or had it before it was deleted. Nothing was changed.
    #[error("the username is taken")]
    UsernameTaken,
    /// The change needs another administrator, and there is none. Nothing was changed.
    #[error("there is no other administrator")]
    NoOtherAdmin,
    /// The store failed, or the account was changed in the meantime (`Stale`).
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An approved administrator, as far as others have to know: who may take a step of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Administrator {
    /// Whose account it is.
    pub id: UserId,
    /// The level of the account.
    pub clearance: Clearance,
}

/// Accounts.
///
/// Deleted accounts are tombstones: `find`, `find_by_name` and `list` MUST NOT return them, and their names MUST stay
/// taken ([`UserCommitError::UsernameTaken`]).
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserRepository: Send + Sync {
    /// The account with this id.
    async fn find(&self, id: UserId) -> Result<Option<User>, StoreError>;

    /// The account whose name, in [`crate::Username::key_of`] form, is this.
    async fn find_by_name(&self, username_key: &str) -> Result<Option<Account>, StoreError>;

    /// The accounts, oldest first, with their number. `emergency-access` is among them.
    async fn list(&self, page: PageRequest) -> Result<(Page<User>, u64), StoreError>;

    /// The approved, undeleted administrators with the levels they have now, `emergency-access` not among them.
    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError>;

    /// Whether the database holds no account at all, tombstones included.
    async fn is_empty(&self) -> Result<bool, StoreError>;

    /// Makes the change and records it, both or neither.
    ///
    /// MUST answer `Stale` when an updated account's revision is not the one the change was decided on,
    /// `UsernameTaken` when a created account's name is taken, `NoOtherAdmin` when
    /// `needs_other_admin` is set and no other administrator exists, also when two such changes race. MUST delete the
    /// sessions that `end_sessions` names, and with a new or cleared password what proved browsers and networks known,
    /// in the same transaction. `Initialize` on a database that is not empty MUST
    /// answer `Stale`.
    async fn commit(&self, change: Audited<UserChange>) -> Result<(), UserCommitError>;
}

/// A session that is opened, and what happens with it in the same transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenSession {
    /// The new session.
    pub session: Session,
    /// How it was opened.
    pub method: crate::session::SignInMethod,
    /// The session of the same browser that it replaces.
    pub replaces: Option<SessionId>,
    /// The sign-in attempt to record.
    pub attempt: LoginAttempt,
    /// Who signs in: the failures counted for them are forgiven, and they are known from then on.
    pub claimant: Claimant,
    /// What the browser is known to the account by from then on: a [`crate::device::DeviceToken::fingerprint`].
    pub device: String,
    /// The password hash that was checked; none where no password was. Where the account has another one by now, the
    /// password was changed meanwhile and the session is not opened.
    pub checked_hash: Option<Secret>,
    /// A new hash of the same password, where the old one was made with outdated parameters.
    pub rehash: Option<Secret>,
}

/// A refused sign-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedSignIn {
    /// The attempt to record.
    pub attempt: LoginAttempt,
    /// The account it was for, where the name is known.
    pub user_id: Option<UserId>,
    /// Whether it counts as a failure, for the account and in the throttles: not where the password was right.
    pub is_failure: bool,
    /// Whom it counts for.
    pub claimant: Claimant,
}

/// Sessions.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SessionRepository: Send + Sync {
    /// The session with this token fingerprint, its user and the site's settings as they are now, in one read.
    async fn find(&self, token_fingerprint: &str) -> Result<Option<SessionRecord>, StoreError>;

    /// Opens a session, unless the account lost its approval or got another password since it was checked (`Stale`):
    /// inserts it, deletes the one it replaces and the least recently used beyond
    /// [`crate::session::MAX_SESSIONS`], records the attempt, sets the user's `last_activity` and `last_login_attempt`
    /// to now and `failed_login_attempts` to 0, forgives by [`Counters::succeeded`], and makes the browser and the
    /// network known to the account, at most [`crate::device::MAX_DEVICES`] and
    /// [`crate::lockout::MAX_KNOWN_NETWORKS`] of them; all in one transaction.
    ///
    /// Where the claimant's counters no longer admit a verdict, MUST write nothing and answer what they say.
    async fn open(&self, opened: Audited<OpenSession>) -> Result<Admission, StoreError>;

    /// Records a refused sign-in in one transaction; sets the account's `last_login_attempt`, and counts its
    /// `failed_login_attempts` up where it is a failure, and the claimant's counters by [`Counters::failed`].
    ///
    /// Where those counters no longer admit a verdict, MUST write nothing and answer what they say. MUST hold when many
    /// verdicts are recorded at once.
    async fn refuse(&self, refused: Audited<RefusedSignIn>) -> Result<Admission, StoreError>;

    /// Deletes a session. Closing one that is gone is no error.
    async fn close(&self, closed: Audited<SessionId>) -> Result<(), StoreError>;

    /// Notes activity without waiting for it to be durable: the session's `last_active_at` and the user's
    /// `last_activity` MUST be written within a second, and MUST never go back. What [`find`](Self::find) answers in
    /// this process MUST take it into account at once.
    fn touch(&self, id: SessionId, user: UserId, now: Timestamp);

    /// How many sign-ins failed since then for this name or from this address, whichever is more; counts no further
    /// than `at_most`, and MUST NOT read more rows than that for either.
    async fn recent_failures(
        &self,
        username_key: &str,
        ip_address: Option<String>,
        since: Timestamp,
        at_most: u64,
    ) -> Result<u64, StoreError>;
}

/// Where somebody who tries to sign in stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// What has been counted for them.
    pub counters: Counters,
    /// Whether the browser's device cookie is known to any account, theirs or another.
    pub is_known_device: bool,
}

/// Failures to sign in, shared by all nodes. They are counted by [`SessionRepository::refuse`].
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SignInThrottle: Send + Sync {
    /// What has been counted; reads only. A browser or network whose time is over is not known.
    async fn standing(&self, claimant: &Claimant, now: Timestamp) -> Result<Standing, StoreError>;
}

/// The site settings.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SiteRepository: Send + Sync {
    /// The settings as they are now.
    async fn settings(&self) -> Result<SiteSettings, StoreError>;

    /// Makes the change and records it, both or neither; `updated_at` becomes the time of the entry. MUST answer `Stale`
    /// where the settings are so already.
    async fn commit(&self, change: Audited<SiteChange>) -> Result<(), StoreError>;
}

/// What checking a password found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is not the one.
    Wrong,
    /// It is the one.
    Right,
    /// It is the one, and its hash was made with outdated parameters.
    RightButOutdated,
}

/// Why a password could not be hashed or checked.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// Too many at once; none of the work was done.
    #[error("too many passwords are being checked")]
    Busy,
    /// An internal error.
    #[error("the password could not be hashed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Hashes and checks passwords and keys, slowly (Argon2id, RFC 9106).
///
/// Implementations MUST NOT run on the threads that answer requests, and MUST bound how many run at once.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// The hash of a secret, as a PHC string.
    async fn hash(&self, secret: &Secret) -> Result<Secret, HashError>;

    /// Whether the secret is the one. Without a hash it MUST take as long as with one and answer `Wrong`.
    async fn verify(&self, secret: &Secret, hash: Option<Secret>) -> Result<Verdict, HashError>;
}
