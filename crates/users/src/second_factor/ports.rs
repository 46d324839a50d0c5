//! Ports of the second factor.

use super::{CodeProof, SecondFactor, Ticket};
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

/// Authenticator apps: time-based one-time passwords of six digits, valid for 30 seconds, with SHA-1 (RFC 6238), as
/// apps support them.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait TotpPort: Send + Sync {
    /// Encodes a secret of 160 bits (RFC 4226, section 4) in Base32.
    fn secret_of(&self, bits: [u8; 32]) -> Secret;

    /// Returns the `otpauth://totp/` URL with which an app adds the secret for this username. Errors: the secret is not
    /// Base32.
    fn address(&self, secret: &Secret, username: &str) -> Result<Secret, StoreError>;

    /// Returns the QR code of this URL as an image (`data:image/png`). Errors: the URL is too long for a QR code.
    fn picture(&self, address: &Secret) -> Result<Secret, StoreError>;

    /// Returns the time step of this code: the current, previous or next one. `None` if it matches none of them.
    /// Errors: the secret is not Base32.
    fn step_of(&self, secret: &Secret, code: &Code, now: Timestamp) -> Result<Option<i64>, StoreError>;
}

/// Encrypts stored secrets, each for one account.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait SecretBox: Send + Sync {
    /// Encrypts a secret of this account. Each call returns a different text.
    fn seal(&self, owner: UserId, secret: &Secret) -> Result<String, StoreError>;

    /// Decrypts a secret of this account. Errors: it was altered, belongs to another account, or was encrypted with
    /// another key.
    fn open(&self, owner: UserId, sealed: &str) -> Result<Secret, StoreError>;
}

/// Hashes and derives codes with the server's key.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait CodeHasher: Send + Sync {
    /// Returns the keyed hash of a code of this account.
    fn hash(&self, owner: UserId, code: &Code) -> String;

    /// Derives 256 bits from this text. The result is always the same and requires the server's key.
    fn derive(&self, text: &[u8]) -> [u8; 32];

    /// Returns a short keyed fingerprint of a key as typed. It distinguishes attempts in the log without revealing the
    /// key.
    fn fingerprint(&self, typed: &Secret) -> String;
}

/// A new sign-in that waits for a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTicket {
    pub ticket: Ticket,
    /// The claimant whose password was correct.
    pub claimant: Claimant,
    pub checked_hash: Option<Secret>,
    /// A new hash of the same password, if the old one used outdated parameters.
    pub rehash: Option<Secret>,
}

/// A sign-in whose code matched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedSignIn {
    /// The fingerprint of the ticket, which is used up.
    pub ticket: String,
    /// The matching code.
    pub proof: CodeProof,
    /// The session to open. Its `checked_hash` and `rehash` are `None`: both were handled when the ticket was issued.
    pub opened: OpenSession,
    /// A second audit entry: the alert about a static code.
    pub alert: Option<Entry>,
}

/// A wrong code to record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongCode {
    /// The fingerprint of the ticket. `None` if a signed-in user entered the code.
    pub ticket: Option<String>,
    pub user_id: UserId,
    /// The fingerprint of the browser's device cookie, if it sent one.
    pub device: Option<String>,
    /// The attempt to record, if this is a sign-in.
    pub attempt: Option<LoginAttempt>,
    /// The alert to append if this is the last wrong code allowed today.
    pub lock_alert: Entry,
    /// When the code was checked.
    pub at: Timestamp,
}

/// The result of recording a wrong code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrongCodeOutcome {
    /// It was recorded and may be reported. This many more wrong codes are allowed, for this sign-in if there is one.
    Recorded(u32),
    /// The ticket was used, expired or deleted. Nothing was changed.
    NoTicket,
    /// Too many wrong codes were entered within a day. Codes are refused for this time. Nothing was changed.
    Locked(Duration),
}

/// The result of using a matching code, or of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeOutcome {
    /// It was recorded and may be reported.
    Recorded,
    /// The ticket was used, expired or deleted. Nothing was changed.
    NoTicket,
    /// Another request used the code, or the codes were replaced, in the meantime. Nothing was changed.
    Spent,
    /// Too many wrong codes were entered within a day. Codes are refused for this time. Nothing was changed.
    Locked(Duration),
    /// Without this second factor no administrator could sign in. Nothing was changed.
    LastAdmin,
    /// The administrator has lost the rights that the change requires. Nothing was changed.
    NoAuthority,
}

/// The hashes of new codes, with their kinds.
pub type HashedCodes = Vec<(CodeKind, String)>;

/// What authorizes issuing codes for an account. It must still be valid when they are stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodeIssuer {
    Administrator(Authority),
    /// The master key, as the hash that was checked.
    MasterKey(Secret),
}

/// Where and when a signed-in user entered a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeEntry {
    /// The fingerprint of the browser's device cookie, if it sent one.
    pub device: Option<String>,
    /// When it was entered.
    pub at: Timestamp,
}

/// A change to an account's second factor, written in one transaction with its audit entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactorChange {
    /// Stores an incomplete set-up. Replaces an earlier incomplete one.
    SetUp {
        user_id: UserId,
        secret: String,
        /// The codes, which become valid on completion.
        codes: HashedCodes,
    },
    /// Completes the set-up with its first code. The second factor is then on, and all other sessions of the account
    /// end.
    Complete {
        /// The account after the change, with the revision on which the change was based.
        user: Box<User>,
        /// The sealed secret of the set-up.
        secret: String,
        /// The time step of the code, which is used up.
        step: i64,
        /// The session that does not end.
        session: Option<SessionId>,
        typed: CodeEntry,
    },
    /// Turns the second factor off, deletes its secret and all codes, and ends all other sessions of the account.
    Disable {
        /// The account after the change, with the revision on which the change was based.
        user: Box<User>,
        /// The code that authorizes it. `None` if only an incomplete set-up is to be discarded.
        proof: Option<CodeProof>,
        /// The session that does not end.
        session: Option<SessionId>,
        typed: CodeEntry,
    },
    /// Replaces all codes with derived ones.
    Sync {
        user_id: UserId,
        /// What authorizes it.
        warrant: CodeIssuer,
        /// How many times codes were derived before.
        syncs: i64,
        codes: HashedCodes,
    },
    /// Replaces the static code.
    SetStatic {
        user_id: UserId,
        /// The rights on which the decision was based.
        authority: Authority,
        code: String,
    },
}

/// Storage for second factors and for sign-ins that wait for a code.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SecondFactorRepository: Send + Sync {
    /// Returns the second factor of an account, with the wrong codes that count for the browser with this device
    /// cookie.
    async fn find(&self, user: UserId, device: Option<String>, now: Timestamp) -> Result<SecondFactor, StoreError>;

    /// Returns the ticket with this fingerprint if it is still valid.
    async fn ticket(&self, fingerprint: &str, now: Timestamp) -> Result<Option<Ticket>, StoreError>;

    /// Opens a ticket in one transaction and deletes the account's oldest ones beyond [`super::MAX_TICKETS`]. If the
    /// claimant's counters no longer admit an attempt, MUST write nothing and return that admission. Errors: `Stale` if
    /// the account lost its approval or its password changed since the check.
    async fn ask(&self, ticket: Audited<NewTicket>) -> Result<Admission, StoreError>;

    /// Uses up the ticket and the code and opens the session in one transaction. Of concurrent calls with the same
    /// ticket, app code or backup code, exactly one opens a session; the others change nothing. Errors: `Stale` if the
    /// account lost its approval.
    async fn open(&self, verified: Audited<VerifiedSignIn>) -> Result<CodeOutcome, StoreError>;

    /// Ends the sign-in with this ticket. Does nothing if the ticket was used, expired or deleted.
    async fn give_up(&self, fingerprint: &str) -> Result<(), StoreError>;

    /// Records a wrong code for its ticket and for its browser or account in one transaction, together with the alert
    /// if it is the last one allowed. MUST be correct for concurrent calls: no more than [`super::TRIES_PER_TICKET`]
    /// and the limits of [`crate::second_factor::guesses::Guesses`] are recorded. Whether an attempt is suspicious MUST
    /// be decided as in [`crate::ports::SessionRepository::refuse`].
    async fn refuse(&self, wrong: Audited<WrongCode>) -> Result<WrongCodeOutcome, StoreError>;

    /// Makes the change and records it in one transaction. [`FactorChange::Complete`] and [`FactorChange::Disable`]
    /// return `Spent` if another request has used the code, and `Locked` if codes are no longer checked. `Disable`
    /// returns `LastAdmin` if the site requires second factors and no other administrator has one. `Sync` and
    /// `SetStatic` return `NoAuthority` if the administrator lost the rights. Errors: `Stale` if the account, the
    /// set-up, the number of syncs or the master key has changed.
    async fn commit(&self, change: Audited<FactorChange>) -> Result<CodeOutcome, StoreError>;
}
