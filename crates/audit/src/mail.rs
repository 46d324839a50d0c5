//! Mail: the messages that a change sends to users, written in the change's transaction.
//!
//! A sent message cannot be recalled, and anyone with access to the mailbox can read it. It therefore names records
//! only by their labels and contains no title, text, comment, name, code or secret. The one exception is the access key
//! in the message about an approved account: it may differ from the key chosen at registration, and the first sign-in
//! needs it.

use crate::alerts::SecurityAlert;
use facility_kernel::{AccessKey, AttemptId, DocumentId, IdGenerator, SubmissionId, Timestamp, UserId};

/// Id of a message, in chronological order.
pub type MailId = AttemptId;

facility_kernel::named! {
    /// A kind of message, which users can turn off separately.
    pub enum MailKind {
        AccountApproved => "account_approved",
        /// An item of the recipient was decided: a submission, an edit or an archive request.
        ItemReviewed => "item_reviewed",
        /// A submission or an edit of the recipient has left the review queue undecided after three days, or soon will.
        TimedOut => "timed_out",
        /// Somebody mentioned the recipient or replied to their comment.
        Talk => "talk",
        /// A security alert, for administrators.
        SecurityAlert => "security_alert",
        /// Items have waited too long for a decision, for administrators.
        Deadline => "deadline",
        /// A password reset code was issued for the recipient.
        ResetRequested => "reset_requested",
    }
}

impl MailKind {
    pub const fn is_for_administrators(self) -> bool {
        matches!(self, Self::SecurityAlert | Self::Deadline)
    }
}

/// The content of a message, made of fixed words and labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailContent {
    pub kind: MailKind,
    pub subject: String,
    pub body: String,
    /// The path of the page to link to.
    pub page: String,
}

/// The record that a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailSubject {
    Account(UserId),
    Document(DocumentId),
    /// A submission that has no document.
    Submission(SubmissionId),
    Site,
}

impl MailSubject {
    /// Returns the type and the id, as in the API and the database.
    pub fn parts(self) -> (&'static str, Option<String>) {
        match self {
            Self::Account(id) => ("user", Some(id.to_string())),
            Self::Document(id) => ("document", Some(id.to_string())),
            Self::Submission(id) => ("submission", Some(id.to_string())),
            Self::Site => ("site", None),
        }
    }

    /// Returns the subject with this type and id.
    pub fn parse(entity_type: &str, entity_id: Option<&str>) -> Option<Self> {
        match (entity_type, entity_id) {
            ("user", Some(id)) => id.parse().ok().map(Self::Account),
            ("document", Some(id)) => id.parse().ok().map(Self::Document),
            ("submission", Some(id)) => id.parse().ok().map(Self::Submission),
            ("site", None) => Some(Self::Site),
            _ => None,
        }
    }

    /// Returns the label by which people recognize the record: its type and the first digits of its id.
    pub fn label(self) -> String {
        let start = |prefix: &str, id: String| {
            let digits: String = id.chars().take(6).collect();
            format!("{prefix}-{}", digits.to_uppercase())
        };
        match self {
            Self::Account(_) => "your account".to_owned(),
            Self::Document(id) => start("DOC", id.to_string()),
            Self::Submission(id) => start("SUB", id.to_string()),
            Self::Site => "the site".to_owned(),
        }
    }
}

/// A message to one user. The store adds the address. It drops the message if the account has no address or does not
/// want mail of this kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    pub id: MailId,
    pub recipient: UserId,
    pub kind: MailKind,
    pub about: MailSubject,
    pub subject: String,
    /// The text. The link and the closing lines are added when it is sent.
    pub body: String,
    /// The path of the page to link to, with a leading slash.
    pub page: String,
    /// Deduplication key: the recipient gets only one message with it.
    pub once: Option<String>,
    pub created_at: Timestamp,
}

impl Mail {
    /// Creates a message to one user about a record.
    pub fn new(
        ids: &dyn IdGenerator,
        recipient: UserId,
        content: MailContent,
        about: MailSubject,
        now: Timestamp,
    ) -> Self {
        let MailContent { kind, subject, body, page } = content;
        let id = MailId::generate(ids);
        Self { id, recipient, kind, about, subject, body, page, once: None, created_at: now }
    }

    /// Creates the message to a user whose account was approved with this access key.
    pub fn approved(ids: &dyn IdGenerator, recipient: UserId, key: AccessKey, now: Timestamp) -> Self {
        let content = MailContent {
            kind: MailKind::AccountApproved,
            subject: "Your account is approved".to_owned(),
            body: format!(
                "An administrator approved your account. You can sign in now. Your access key is {}.",
                key.label()
            ),
            page: "/auth".to_owned(),
        };
        Self::new(ids, recipient, content, MailSubject::Account(recipient), now)
    }

    /// Creates the message to a user for whom a reset code was issued, which lets its holder set a new password.
    pub fn reset_issued(ids: &dyn IdGenerator, recipient: UserId, now: Timestamp) -> Self {
        let content = MailContent {
            kind: MailKind::ResetRequested,
            subject: "A reset code was issued for your account".to_owned(),
            body:
                "An administrator issued a code with which you can set a new password. The administrator gives it to \
                   you in person: it is not in this message. If you did not ask for it, tell an administrator."
                    .to_owned(),
            page: "/auth".to_owned(),
        };
        Self::new(ids, recipient, content, MailSubject::Account(recipient), now)
    }

    /// Creates the message to an administrator about a security alert. It is sent once per alert.
    pub fn alert(ids: &dyn IdGenerator, recipient: UserId, alert: &SecurityAlert, now: Timestamp) -> Self {
        let content = MailContent {
            kind: MailKind::SecurityAlert,
            subject: format!("Security alert ({})", alert.severity.as_str()),
            body: format!("{}.", alert.summary()),
            page: "/security-monitoring".to_owned(),
        };
        Self { once: Some(alert.once()), ..Self::new(ids, recipient, content, MailSubject::Site, now) }
    }

    /// Creates the message to an administrator about `due` items. It is sent once a day.
    pub fn deadline(ids: &dyn IdGenerator, recipient: UserId, due: usize, now: Timestamp) -> Self {
        let (items, wait, have) = if due == 1 { ("item", "waits", "has") } else { ("items", "wait", "have") };
        let content = MailContent {
            kind: MailKind::Deadline,
            subject: format!("{due} {items} {wait} for a decision"),
            body: format!(
                "{due} {items} in the review queues {have} waited for two days or more. Submissions and edits time out \
                 after three days."
            ),
            page: "/admin".to_owned(),
        };
        Self { once: Some(Self::deadline_key(now)), ..Self::new(ids, recipient, content, MailSubject::Site, now) }
    }

    /// Returns the [`once`](Self::once) key of the deadline messages of this UTC day.
    pub fn deadline_key(now: Timestamp) -> String {
        let day: String = now.to_string().chars().take("2026-01-01".len()).collect();
        format!("deadline:{day}")
    }
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;
