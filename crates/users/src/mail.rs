//! Rules for queued mail: who receives it, when it is retried and when it is given up. All side effects are in the
//! ports.

use crate::user::User;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::mail::{Mail, MailId, MailKind, MailSubject};
use facility_kernel::{Clearance, Page, PageRequest, StoreError, Timestamp, UserId};
use outgoing::{settings_page, text_of};
use std::time::Duration;

pub mod backoff;
pub mod outgoing;

/// How long messages are stored. Those still waiting are stored longer.
pub const MAIL_RETENTION: Duration = Duration::from_hours(24 * 30);
/// Maximum number of stored messages. Older ones are deleted early unless they are still waiting.
pub const MAX_STORED_MAIL: u32 = 10_000;
/// A message that could not be sent within this time is given up regardless of the number of tries, because its content
/// is outdated.
pub const GIVE_UP_AFTER: Duration = Duration::from_hours(24);
/// Time limit for handing one message over to the mail server.
pub const SENDING_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a claimed message belongs to the node that claimed it. Longer than [`SENDING_TIMEOUT`], so the claim cannot
/// expire while the node is sending.
pub const LEASE: Duration = Duration::from_mins(2);
/// Maximum number of messages that a node sends concurrently.
pub const MAX_CONCURRENT_SENDS: u32 = 8;
/// Maximum length of a stored error in characters.
pub const MAX_ERROR_CHARS: usize = 300;

/// A message that this node has claimed, with the data that decides whether it may still be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedMail {
    pub id: MailId,
    pub kind: MailKind,
    pub about: MailSubject,
    pub subject: String,
    /// The text, without the link and the closing lines.
    pub body: String,
    /// The path of the page to link to.
    pub page: String,
    /// Number of tries, including the current one.
    pub tries: u32,
    pub created_at: Timestamp,
    /// When it was written, or when an administrator requeued it.
    pub queued_at: Timestamp,
    /// The recipient's current account. `None` if it was deleted.
    pub recipient: Option<User>,
    /// Whether the recipient turned off this kind of mail.
    pub is_declined: bool,
    /// The current level of the document that the message is about. `None` if it is not about a document or the
    /// document was deleted.
    pub document_level: Option<Clearance>,
}

impl ClaimedMail {
    /// Returns the message to send, or the reason for withholding it. Rights are checked now, not when the message was
    /// written.
    pub fn outgoing(&self, public_url: &str) -> Result<OutgoingMail, Withheld> {
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
        Ok(OutgoingMail {
            message_id: message_id(self.id, public_url),
            to,
            subject: format!("[Facility Terminal] {}", self.subject),
            text: text_of(&self.page, &self.body, public_url),
            unsubscribe: settings_page(public_url),
            written_at: self.created_at,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withheld {
    AccountClosed,
    /// The account no longer has access to what the message is about.
    NotEntitled,
    /// The account no longer has an address, or does not want mail of this kind.
    NotWanted,
    RecordGone,
}

impl Withheld {
    /// Returns the reason, for administrators.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::AccountClosed => "Not sent: the account was deleted",
            Self::NotEntitled => "Not sent: the recipient no longer has access",
            Self::NotWanted => "Not sent: the recipient turned this mail off or has no address",
            Self::RecordGone => "Not sent: the record was deleted",
        }
    }
}

/// Why the mail server refused a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MailFailure {
    /// It may accept the message later.
    Temporary(String),
    /// It will never accept the message, for example because the address is unknown.
    Permanent(String),
}

/// The result of trying to send a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MailOutcome {
    /// The mail server accepted it for this address.
    Sent(String),
    /// Retry at this time.
    Retry(Timestamp, String),
    GivenUp(String),
}

impl MailOutcome {
    /// Decides what follows from a failed try that ended at `now`.
    pub fn of_failure(mail: &ClaimedMail, failure: MailFailure, now: Timestamp, backoff: Backoff) -> Self {
        let error = match failure {
            MailFailure::Permanent(error) => return Self::GivenUp(printable(&error)),
            MailFailure::Temporary(error) => printable(&error),
        };
        let end = mail.queued_at.plus(GIVE_UP_AFTER);
        if now >= end {
            return Self::GivenUp(error);
        }
        Self::Retry(now.plus(backoff.wait(mail.id, mail.tries)).min(end), error)
    }
}

/// Returns the mail server's answer in a form that can be shown to administrators: one line without control and format
/// characters, truncated to [`MAX_ERROR_CHARS`].
fn printable(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().filter(|c| !facility_kernel::is_format(*c)).map(plain).take(MAX_ERROR_CHARS).collect()
}

facility_kernel::named! {
    /// The delivery state of a message.
    pub enum MailState {
        /// The message is waiting to be sent.
        Waiting => "waiting",
        /// The mail server accepted the message.
        Sent => "sent",
        /// The message was given up.
        Failed => "failed",
        /// The message cannot be sent because there is no mail server.
        Unsent => "unsent",
    }
}

/// An administrator's request to send a message again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MailRetry {
    pub id: MailId,
    /// When it was requested. The message is given up [`GIVE_UP_AFTER`] after this.
    pub at: Timestamp,
    /// Whether a waiting message may be requeued too: true if there was no mail server to accept it.
    pub takes_waiting: bool,
}

facility_kernel::errors! {
    pub enum MailError {
        /// The message does not exist.
        #[error("Message not found")]
        NotFound => NotFound, "not_found";
        /// The message was already sent, or is waiting to be sent.
        #[error("This message was sent, or is waiting to be sent")]
        NotFailed => Conflict, "not_failed";
    } passing {
        #[error(fmt = facility_kernel::errors::sentence)]
        Store(#[from] StoreError),
    }
}

/// A message as shown to administrators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailRecord {
    /// The message.
    pub mail: Mail,
    /// The recipient's username, even if the account was deleted.
    pub recipient_username: String,
    pub recipient_email: String,
    /// The delivery state.
    pub state: MailState,
    pub sent_at: Option<Timestamp>,
    pub tries: u32,
    /// The time of the next try, if the message is waiting and there is a mail server.
    pub next_try_at: Option<Timestamp>,
    /// Why the last try failed, or why the message was withheld.
    pub last_error: Option<String>,
}

impl MailRecord {
    /// Returns the text as it is sent.
    pub fn text(&self, public_url: &str) -> String {
        text_of(&self.mail.page, &self.mail.body, public_url)
    }

    /// Returns the message as shown without a mail server: it is unsent rather than waiting.
    #[must_use]
    pub fn without_server(self) -> Self {
        match self.state {
            MailState::Waiting => Self { state: MailState::Unsent, next_try_at: None, ..self },
            _ => self,
        }
    }
}

/// Storage for messages.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Claims up to [`MAX_CONCURRENT_SENDS`] due messages, longest overdue first, until `now` + [`LEASE`], and counts a try
    /// for each. While its lease lasts, a message MUST be claimed by one caller only, even if several callers claim
    /// concurrently. Messages that were queued [`GIVE_UP_AFTER`] ago MUST be given up instead, all of them in this call.
    async fn claim(&self, claim: MailId, now: Timestamp) -> Result<Vec<ClaimedMail>, StoreError>;

    /// Records the result of a try. MUST change nothing and return `false` if the message was claimed again since.
    async fn settle(&self, claim: MailId, id: MailId, outcome: MailOutcome, now: Timestamp)
    -> Result<bool, StoreError>;

    /// Returns the administrators who want this kind of mail and do not have a message with the key `once` yet.
    async fn unnotified_administrators(&self, kind: MailKind, once: String) -> Result<Vec<UserId>, StoreError>;

    /// Queues messages that do not belong to a change. A message MUST be ignored if its recipient already has one with
    /// the same key.
    async fn queue(&self, mail: Vec<Mail>) -> Result<(), StoreError>;

    async fn find(&self, id: MailId) -> Result<Option<MailRecord>, StoreError>;

    /// Requeues a message that was given up or, if `takes_waiting`, one that is waiting and not being sent. Returns
    /// false and records nothing if the message is in another state.
    async fn retry(&self, retry: Audited<MailRetry>) -> Result<bool, StoreError>;

    /// Returns a page of the messages, newest first, and their total number.
    async fn list(&self, page: PageRequest) -> Result<(Page<MailRecord>, u64), StoreError>;

    async fn waiting(&self) -> Result<u64, StoreError>;
}

/// Hands messages over to a mail server.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Returns when the server has accepted responsibility for the message. MUST end within [`SENDING_TIMEOUT`]. An
    /// error MUST NOT contain the server's password.
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailFailure>;
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sample messages for tests.

    use super::{ClaimedMail, MailId, MailKind, MailSubject, User, UserId};
    use crate::user::Username;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_kernel::{AccessKey, SubmissionId};

    /// Returns an approved account of level 1 with an email address.
    pub fn reachable(n: u64) -> User {
        let name = Username::parse(&format!("reader-{n}")).unwrap_or_else(|error| unreachable!("{error}"));
        User {
            is_approved: true,
            email: Some(format!("reader-{n}@example.org")),
            ..User::register(UserId::Account(numbered(n)), &name, AccessKey::Subject, TEST_NOW)
        }
    }

    /// Returns the `n`th message on its first try. It is about a rejected submission.
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
use crate::mail::outgoing::OutgoingMail;
use crate::mail::outgoing::message_id;
