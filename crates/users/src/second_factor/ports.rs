//! What second factors need from outside.

use super::{Proof, SecondFactor, Ticket};
use crate::authority::Authority;
use crate::lockout::{Admission, Claimant};
use crate::ports::OpenSession;
use crate::second_factor::codes::{Code, CodeKind};
use crate::user::User;
use async_trait::async_trait;
use facility_audit::attempts::LoginAttempt;
use facility_audit::entry::{Audited, Entry};
use facility_kernel::{Secret, SessionId, StoreError, Timestamp, UserId};
use std::time::Duration;

/// Authenticator apps: time-based one-time passwords of six digits, a new one every 30 seconds, with SHA-1 (RFC 6238),
/// which is what apps support.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait TotpPort: Send + Sync {
    /// Returns the secret of these bits in Base32: 160 bits (RFC 4226, 4).
    fn secret_of(&self, bits: [u8; 32]) -> Secret;

    /// Returns the address (`otpauth://totp/`) from which an app takes this secret for an account of this name. Errors:
    /// the secret is not in Base32.
    fn address(&self, secret: &Secret, username: &str) -> Result<Secret, StoreError>;

    /// Returns a picture (`data:image/png`) of the QR code of this address. Errors: the address is too long for one.
    fn picture(&self, address: &Secret) -> Result<Secret, StoreError>;

    /// Returns the time step whose code this is: the current one, the one before, or the one after it. Errors: the
    /// secret is not in Base32.
    fn step_of(&self, secret: &Secret, code: &Code, now: Timestamp) -> Result<Option<i64>, StoreError>;
}

/// Encrypts secrets at rest, each for one account.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait SecretBox: Send + Sync {
    /// Encrypts a secret of this account. Each call returns another text.
    fn seal(&self, owner: UserId, secret: &Secret) -> Result<String, StoreError>;

    /// Decrypts a secret of this account. Errors: it was altered, belongs to another account, or was encrypted with
    /// another key.
    fn open(&self, owner: UserId, sealed: &str) -> Result<Secret, StoreError>;
}

/// Hashes codes with the server's key, and derives them from it.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait CodeHasher: Send + Sync {
    /// Returns the keyed hash of a code of this account.
    fn hash(&self, owner: UserId, code: &Code) -> String;

    /// Returns 256 bits that only the server can derive from this text, each time the same.
    fn derive(&self, text: &[u8]) -> [u8; 32];

    /// Returns a short keyed fingerprint of a key that somebody typed, by which the log tells equal attempts from
    /// different ones without holding the key.
    fn fingerprint(&self, typed: &Secret) -> String;
}

/// A new sign-in that waits for a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTicket {
    /// The sign-in.
    pub ticket: Ticket,
    /// The claimant whose password was right.
    pub claimant: Claimant,
    /// The password hash that was checked.
    pub checked_hash: Option<Secret>,
    /// A new hash of the same password, if the old one used outdated parameters.
    pub rehash: Option<Secret>,
}

/// A sign-in with a code that fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedSignIn {
    /// The fingerprint of the ticket, which it uses up.
    pub ticket: String,
    /// The code.
    pub proof: Proof,
    /// The session. Its `checked_hash` and `rehash` are `None`: both were handled when the ticket was issued.
    pub opened: OpenSession,
    /// A second audit entry: the alert for a static code.
    pub alert: Option<Entry>,
}

/// A wrong code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongCode {
    /// The fingerprint of the ticket, or `None` if a signed-in user typed the code.
    pub ticket: Option<String>,
    /// The account.
    pub user_id: UserId,
    /// The fingerprint of the browser's device cookie, if it sent one.
    pub device: Option<String>,
    /// The attempt to record, at sign-in.
    pub attempt: Option<LoginAttempt>,
    /// The alert to append if this is the last wrong code that is checked today.
    pub lock_alert: Entry,
    /// When it was checked.
    pub at: Timestamp,
}

/// What became of a wrong code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is recorded and may be reported. So many more wrong ones would be checked, of this sign-in if it has one.
    Recorded(u32),
    /// The ticket is used up, too old or gone. Nothing was changed.
    NoTicket,
    /// Too many wrong codes were entered within a day; none is checked for this time. Nothing was changed.
    Locked(Duration),
}

/// What became of a code that fits, or of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The verdict is recorded and may be reported.
    Recorded,
    /// The ticket is used up, too old or gone. Nothing was changed.
    NoTicket,
    /// Another request has used the code, or the codes were replaced, in the meantime. Nothing was changed.
    Spent,
    /// Too many wrong codes were entered within a day; none is checked for this time. Nothing was changed.
    Locked(Duration),
    /// Without this second factor no administrator could sign in. Nothing was changed.
    LastAdmin,
    /// The administrator has lost the rights on which the change was decided. Nothing was changed.
    NoAuthority,
}

/// New codes of an account by their hashes.
pub type HashedCodes = Vec<(CodeKind, String)>;

/// What allows somebody to issue codes for an account. It still has to when they are issued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warrant {
    /// An administrator's rights.
    Administrator(Authority),
    /// The master key, whose hash was checked.
    MasterKey(Secret),
}

/// Where and when a signed-in user typed a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typed {
    /// The fingerprint of the browser's device cookie, if it sent one.
    pub device: Option<String>,
    /// When.
    pub at: Timestamp,
}

/// A change of an account's second factor, written in one transaction with its audit entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactorChange {
    /// A set-up to be completed. Replaces one that was not completed.
    SetUp {
        /// The account.
        user_id: UserId,
        /// The sealed secret.
        secret: String,
        /// The codes, which become valid with it.
        codes: HashedCodes,
    },
    /// Completes the set-up with its first code: the second factor is on, and all other sessions of the account end.
    Complete {
        /// The account afterwards, with the revision on which it was decided.
        user: Box<User>,
        /// The sealed secret of the set-up.
        secret: String,
        /// The time step of the code, which is spent.
        step: i64,
        /// The session that does not end.
        session: Option<SessionId>,
        /// Where the code was typed.
        typed: Typed,
    },
    /// Turns the second factor off, deletes its secret and all codes, and ends all other sessions of the account.
    Disable {
        /// The account afterwards, with the revision on which it was decided.
        user: Box<User>,
        /// The code that allows it, or `None` if only a set-up is to be given up.
        proof: Option<Proof>,
        /// The session that does not end.
        session: Option<SessionId>,
        /// Where the code was typed.
        typed: Typed,
    },
    /// Replaces all codes by derived ones.
    Sync {
        /// The account.
        user_id: UserId,
        /// What allows it.
        warrant: Warrant,
        /// How often codes were derived before.
        syncs: i64,
        /// The codes.
        codes: HashedCodes,
    },
    /// Replaces the static code.
    SetStatic {
        /// The account.
        user_id: UserId,
        /// The rights on which it was decided.
        authority: Authority,
        /// The hash of the code.
        code: String,
    },
}

/// Second factors, and the sign-ins that wait for one.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SecondFactorRepository: Send + Sync {
    /// Returns the second factor of an account, with the wrong codes that count for the browser with this device
    /// cookie.
    async fn find(&self, user: UserId, device: Option<String>, now: Timestamp) -> Result<SecondFactor, StoreError>;

    /// Returns the ticket with this fingerprint if it can still be used.
    async fn ticket(&self, fingerprint: &str, now: Timestamp) -> Result<Option<Ticket>, StoreError>;

    /// Opens a ticket in one transaction and deletes the account's oldest beyond [`super::MAX_TICKETS`]. If the
    /// claimant's counters no longer admit a verdict, MUST write nothing and return that admission. Errors: `Stale` if
    /// the account lost its approval or received another password since the check.
    async fn ask(&self, ticket: Audited<NewTicket>) -> Result<Admission, StoreError>;

    /// Uses up the ticket and the code and opens the session, in one transaction: of concurrent calls with one ticket,
    /// one app code or one backup code, exactly one opens a session. Otherwise nothing is changed. Errors: `Stale` if
    /// the account lost its approval.
    async fn open(&self, verified: Audited<VerifiedSignIn>) -> Result<Outcome, StoreError>;

    /// Ends the sign-in with this ticket. One that is used up, too old or gone is no error.
    async fn give_up(&self, fingerprint: &str) -> Result<(), StoreError>;

    /// Records a wrong code for its ticket and for its browser or account, in one transaction, and the alert with the
    /// last one that is checked. MUST be correct for concurrent verdicts: no more than [`super::TRIES_PER_TICKET`] and
    /// the limits of [`crate::second_factor::guesses::Guesses`] are recorded. Whether an attempt is suspicious MUST be
    /// judged as in [`crate::ports::SessionRepository::refuse`].
    async fn refuse(&self, wrong: Audited<WrongCode>) -> Result<Refusal, StoreError>;

    /// Makes the change and records it, both or neither. [`FactorChange::Complete`] and [`FactorChange::Disable`]
    /// return `Spent` if another request has used the code, and `Locked` if no code is checked any more. `Disable`
    /// returns `LastAdmin` if the site requires second factors and no other administrator has one. `Sync` and
    /// `SetStatic` return `NoAuthority` if the administrator lost the rights. Errors: `Stale` if the account, the
    /// set-up, the number of syncs or the master key has changed.
    async fn commit(&self, change: Audited<FactorChange>) -> Result<Outcome, StoreError>;
}
