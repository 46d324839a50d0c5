//! The rules of queued mail: who gets it, when a message is retried, and when it is given up. Only the ports have
//! effects.

use crate::user::User;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::mail::{Mail, MailId, MailKind, MailSubject};
use facility_kernel::{Clearance, Page, PageRequest, StoreError, Timestamp, UserId};
use letter::{settings_page, text_of};
use std::time::Duration;

pub mod backoff;
pub mod letter;

/// Retention of messages. Those that still wait are kept longer.
pub const MAIL_KEPT: Duration = Duration::from_hours(24 * 30);
/// Maximum number of messages that are kept; older ones are deleted early, unless they still wait.
pub const MOST_MAIL_KEPT: u32 = 10_000;
/// A message that could not be sent for this long is given up, however often it was tried: what it tells is no news any
/// more.
pub const SENT_WITHIN: Duration = Duration::from_hours(24);
/// Time limit for handing over one message to the mail server.
pub const SENDING_TIMEOUT: Duration = Duration::from_secs(20);
/// For this long a claimed message belongs to the node that claimed it. Longer than [`SENDING_TIMEOUT`], so that a node
/// that is still sending keeps its claim.
pub const LEASE: Duration = Duration::from_mins(2);
/// Maximum number of messages that a node sends at the same time.
pub const SENT_AT_A_TIME: u32 = 8;
/// Maximum length of a stored error in characters.
pub const MAX_ERROR_CHARS: usize = 300;

/// A message that this node has claimed, with what decides whether it may still be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedMail {
    /// Its id.
    pub id: MailId,
    /// Its kind.
    pub kind: MailKind,
    /// The record.
    pub about: MailSubject,
    /// The subject line.
    pub subject: String,
    /// The text, without the link and the closing lines.
    pub body: String,
    /// The path of the page that it links to.
    pub page: String,
    /// Number of tries, including the one that was claimed.
    pub tries: u32,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was written, or an administrator had it sent again.
    pub queued_at: Timestamp,
    /// The recipient now. `None` if the account was deleted.
    pub recipient: Option<User>,
    /// Whether the recipient turned off this kind of mail.
    pub is_declined: bool,
    /// The level of the document that it is about. `None` if it is about none, or that is no longer there.
    pub document_level: Option<Clearance>,
}

impl ClaimedMail {
    /// Returns the letter to send, or why the recipient may not have it any more. Rights are judged as they are now,
    /// not as they were when the message was written.
    pub fn letter(&self, public_url: &str) -> Result<Letter, Withheld> {
        let recipient = self.recipient.as_ref().ok_or(Withheld::AccountClosed)?;
        if !recipient.is_approved || (self.kind.is_for_administrators() && !recipient.is_admin) {
            return Err(Withheld::NotEntitled);
        }
        if let MailSubject::Document(_) = self.about {
            let level = self.document_level.ok_or(Withheld::RecordGone)?;
            if level > recipient.clearance_level {
                return Err(Withheld::NotEntitled);
            }
        }
        if !recipient.email_notifications || self.is_declined {
            return Err(Withheld::NotWanted);
        }
        let to = recipient.email.clone().ok_or(Withheld::NotWanted)?;
        Ok(Letter {
            message_id: message_id(self.id, public_url),
            to,
            subject: format!("[Facility Terminal] {}", self.subject),
            text: text_of(&self.page, &self.body, public_url),
            unsubscribe: settings_page(public_url),
            written_at: self.created_at,
        })
    }
}

/// Why a message is not sent although it could be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withheld {
    /// The account was deleted.
    AccountClosed,
    /// The account has no right any more to what the message tells.
    NotEntitled,
    /// The account has no address any more, or wants no mail of this kind.
    NotWanted,
    /// The record was deleted.
    RecordGone,
}

impl Withheld {
    /// Returns the reason for administrators.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::AccountClosed => "Not sent: the account was deleted",
            Self::NotEntitled => "Not sent: the recipient no longer has access",
            Self::NotWanted => "Not sent: the recipient turned this mail off or has no address",
            Self::RecordGone => "Not sent: the record was deleted",
        }
    }
}

/// Why the mail server did not take a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MailFailure {
    /// It may take it later.
    Temporary(String),
    /// It will never take it, such as for an unknown address.
    Permanent(String),
}

/// What happened to a claimed message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MailOutcome {
    /// The mail server took it for this address.
    Sent(String),
    /// It is retried at this time.
    Retry(Timestamp, String),
    /// It is not tried again.
    GivenUp(String),
}

impl MailOutcome {
    /// Decides what follows from a failed try that ended at `now`.
    pub fn of_failure(mail: &ClaimedMail, failure: MailFailure, now: Timestamp, backoff: Backoff) -> Self {
        let error = match failure {
            MailFailure::Permanent(error) => return Self::GivenUp(printable(&error)),
            MailFailure::Temporary(error) => printable(&error),
        };
        let end = mail.queued_at.plus(SENT_WITHIN);
        if now >= end {
            return Self::GivenUp(error);
        }
        Self::Retry(now.plus(backoff.wait(mail.id, mail.tries)).min(end), error)
    }
}

/// Returns the text on one line, without control and format characters, cut to [`MAX_ERROR_CHARS`]: a mail server's
/// answer is shown to administrators.
fn printable(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().filter(|c| !facility_kernel::is_format(*c)).map(plain).take(MAX_ERROR_CHARS).collect()
}

facility_kernel::named! {
    /// What became of a message.
    pub enum MailState {
        /// It waits to be sent.
        Waiting => "waiting",
        /// The mail server took it.
        Sent => "sent",
        /// It was given up.
        Failed => "failed",
        /// It would be sent if there were a mail server.
        Unsent => "unsent",
    }
}

/// The request of an administrator to send a message again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MailRetry {
    /// The message.
    pub id: MailId,
    /// When it was requested. The message is given up only [`SENT_WITHIN`] later.
    pub at: Timestamp,
    /// Whether a message that waits may be queued again: it is one that no mail server could take.
    pub takes_waiting: bool,
}

facility_kernel::errors! {
    /// Why a message is not sent again, or not shown.
    pub enum MailError {
        /// There is no such message.
        #[error("Message not found")]
        NotFound => NotFound, "not_found";
        /// The message was sent, or it waits to be sent.
        #[error("This message was sent, or is waiting to be sent")]
        NotFailed => Conflict, "not_failed";
    } passing {
        /// The store failed.
        #[error(fmt = facility_kernel::errors::sentence)]
        Store(#[from] StoreError),
    }
}

/// A message as administrators see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailRecord {
    /// The message.
    pub mail: Mail,
    /// Name of the recipient, also of a deleted account.
    pub recipient_username: String,
    /// The address.
    pub recipient_email: String,
    /// What became of it.
    pub state: MailState,
    /// When it was sent.
    pub sent_at: Option<Timestamp>,
    /// Number of tries.
    pub tries: u32,
    /// When it is tried next, if it waits and there is a mail server.
    pub next_try_at: Option<Timestamp>,
    /// Why the last try failed, or why it was not sent.
    pub last_error: Option<String>,
}

impl MailRecord {
    /// Returns the text as it is sent.
    pub fn text(&self, public_url: &str) -> String {
        text_of(&self.mail.page, &self.mail.body, public_url)
    }

    /// Returns the message as it is without a mail server: it does not wait for anything.
    #[must_use]
    pub fn without_server(self) -> Self {
        match self.state {
            MailState::Waiting => Self { state: MailState::Unsent, next_try_at: None, ..self },
            _ => self,
        }
    }
}

/// The messages, in the database.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Claims up to [`SENT_AT_A_TIME`] messages that are due, the longest due first, until `now` + [`LEASE`], and
    /// counts a try for each. A message MUST be claimed by one caller only while its lease lasts, also when several
    /// claim at the same moment. Messages that were queued [`SENT_WITHIN`] ago MUST be given up instead, all at once.
    async fn claim(&self, claim: MailId, now: Timestamp) -> Result<Vec<ClaimedMail>, StoreError>;

    /// Records what happened to a claimed message. MUST change nothing and return `false` if the claim is not the
    /// message's last one.
    async fn settle(&self, claim: MailId, id: MailId, outcome: MailOutcome, now: Timestamp)
    -> Result<bool, StoreError>;

    /// Returns the administrators who want this kind of mail and have none yet that announces `once`.
    async fn untold_administrators(&self, kind: MailKind, once: String) -> Result<Vec<UserId>, StoreError>;

    /// Queues messages that do not belong to a change. One that announces what its recipient was told already MUST have
    /// no effect.
    async fn queue(&self, mail: Vec<Mail>) -> Result<(), StoreError>;

    /// Returns a message. `None` if there is no such one.
    async fn find(&self, id: MailId) -> Result<Option<MailRecord>, StoreError>;

    /// Queues a message again that was given up, or, if `takes_waiting`, that waits and is not being sent. Returns
    /// whether it was; if not, nothing is recorded.
    async fn retry(&self, retry: Audited<MailRetry>) -> Result<bool, StoreError>;

    /// Returns a page of the messages, newest first, and their total number.
    async fn list(&self, page: PageRequest) -> Result<(Page<MailRecord>, u64), StoreError>;

    /// Counts the messages that wait to be sent.
    async fn waiting(&self) -> Result<u64, StoreError>;
}

/// Hands letters to a mail server.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Returns when the server has taken responsibility for the letter. MUST end within [`SENDING_TIMEOUT`], and an
    /// error MUST NOT contain the server's password.
    async fn send(&self, letter: &Letter) -> Result<(), MailFailure>;
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Messages for tests.

    use super::{ClaimedMail, MailId, MailKind, MailSubject, User, UserId};
    use crate::user::Username;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_kernel::{AccessKey, SubmissionId};

    /// Returns an approved account of level 1 with an address.
    pub fn reachable(n: u64) -> User {
        let name = Username::parse(&format!("reader-{n}")).unwrap_or_else(|error| unreachable!("{error}"));
        User {
            is_approved: true,
            email: Some(format!("reader-{n}@example.org")),
            ..User::register(UserId::Account(numbered(n)), &name, AccessKey::Subject, TEST_NOW)
        }
    }

    /// Returns the `n`th message at its first try: the rejection of a submission.
    pub fn claimed(n: u64) -> ClaimedMail {
        ClaimedMail {
            id: MailId::from_uuid(numbered(n)),
            kind: MailKind::ItemReviewed,
            about: MailSubject::Submission(SubmissionId::from_uuid(numbered(n))),
            subject: "Your submission was rejected".to_owned(),
            body: "An administrator rejected it.".to_owned(),
            page: "/submission?tab=mine".to_owned(),
            tries: 1,
            created_at: TEST_NOW,
            queued_at: TEST_NOW,
            recipient: Some(reachable(n)),
            is_declined: false,
            document_level: None,
        }
    }
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;
use crate::mail::backoff::Backoff;
use crate::mail::letter::Letter;
use crate::mail::letter::message_id;
