//! Mail: what a change tells people outside the terminal, written in the change's transaction.
//!
//! A message leaves the facility and can be neither called back nor cut for its reader. It therefore names records by
//! their labels only: no title, text, comment, name, code or secret is ever part of it. It names the access key of an
//! account that was approved: it may differ from the one that was registered, and the first sign-in needs it.

use crate::alerts::SecurityAlert;
use facility_kernel::{AccessKey, AttemptId, DocumentId, IdGenerator, SubmissionId, Timestamp, UserId};

/// Id of a message: in chronological order, like those of all rows that only a log shows.
pub type MailId = AttemptId;

facility_kernel::named! {
    /// A kind of message, which each user can turn off.
    pub enum MailKind {
        /// The recipient's account was approved.
        AccountApproved => "account_approved",
        /// A submission, an edit or a request of the recipient was decided.
        ItemReviewed => "item_reviewed",
        /// A submission or an edit of the recipient waited for three days without a decision, or soon will have.
        TimedOut => "timed_out",
        /// Somebody named the recipient, or answered a comment of theirs.
        Talk => "talk",
        /// Administrators: a security alert.
        SecurityAlert => "security_alert",
        /// Administrators: items that wait for a decision are due.
        Deadline => "deadline",
        /// A code was issued with which the recipient can set a new password.
        ResetRequested => "reset_requested",
    }
}

impl MailKind {
    /// Returns whether only administrators receive it.
    pub const fn is_for_administrators(self) -> bool {
        matches!(self, Self::SecurityAlert | Self::Deadline)
    }
}

/// What a message says: its kind, its subject line, its text and the path of its page. Made of fixed words and labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// Its kind.
    pub kind: MailKind,
    /// The subject line.
    pub subject: String,
    /// The text.
    pub body: String,
    /// The path of the page that it is about.
    pub page: String,
}

/// The record that a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailSubject {
    /// The recipient's account.
    Account(UserId),
    /// A document.
    Document(DocumentId),
    /// A submission without a document.
    Submission(SubmissionId),
    /// The whole site.
    Site,
}

impl MailSubject {
    /// Returns the type and the id in the API and in the database.
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

    /// Returns how people recognize the record: its kind and the first digits of its id.
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

/// A message to one user. The store adds the address, and drops the message if the account has none or wants no mail of
/// its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// Its id.
    pub id: MailId,
    /// The account that it is for.
    pub recipient: UserId,
    /// Its kind.
    pub kind: MailKind,
    /// The record.
    pub about: MailSubject,
    /// The subject line.
    pub subject: String,
    /// The text, without the link and the closing lines that are added when it is sent.
    pub body: String,
    /// The path of the page that it is about, with its leading slash.
    pub page: String,
    /// What it announces, if that must be announced to the recipient only once.
    pub once: Option<String>,
    /// Timestamp.
    pub created_at: Timestamp,
}

impl Mail {
    /// Writes a message to one user about a record.
    pub fn new(ids: &dyn IdGenerator, recipient: UserId, letter: Letter, about: MailSubject, now: Timestamp) -> Self {
        let Letter { kind, subject, body, page } = letter;
        let id = MailId::generate(ids);
        Self { id, recipient, kind, about, subject, body, page, once: None, created_at: now }
    }

    /// Writes the message to an account that was approved with this access key.
    pub fn approved(ids: &dyn IdGenerator, recipient: UserId, key: AccessKey, now: Timestamp) -> Self {
        let letter = Letter {
            kind: MailKind::AccountApproved,
            subject: "Your account is approved".to_owned(),
            body: format!(
                "An administrator approved your account. You can sign in now. Your access key is {}.",
                key.label()
            ),
            page: "/auth".to_owned(),
        };
        Self::new(ids, recipient, letter, MailSubject::Account(recipient), now)
    }

    /// Writes the message to the owner of an account for which a reset code was issued: somebody can open it now.
    pub fn reset_issued(ids: &dyn IdGenerator, recipient: UserId, now: Timestamp) -> Self {
        let letter = Letter {
            kind: MailKind::ResetRequested,
            subject: "A reset code was issued for your account".to_owned(),
            body:
                "An administrator issued a code with which you can set a new password. The administrator gives it to \
                   you in person: it is not in this message. If you did not ask for it, tell an administrator."
                    .to_owned(),
            page: "/auth".to_owned(),
        };
        Self::new(ids, recipient, letter, MailSubject::Account(recipient), now)
    }

    /// Writes the message about a security alert to an administrator: once for each id of an alert.
    pub fn alert(ids: &dyn IdGenerator, recipient: UserId, alert: &SecurityAlert, now: Timestamp) -> Self {
        let letter = Letter {
            kind: MailKind::SecurityAlert,
            subject: format!("Security alert ({})", alert.severity.as_str()),
            body: format!("{}.", alert.summary()),
            page: "/security-monitoring".to_owned(),
        };
        Self { once: Some(alert.once()), ..Self::new(ids, recipient, letter, MailSubject::Site, now) }
    }

    /// Writes the message about `due` items to an administrator: once a day.
    pub fn deadline(ids: &dyn IdGenerator, recipient: UserId, due: usize, now: Timestamp) -> Self {
        let (items, wait, have) = if due == 1 { ("item", "waits", "has") } else { ("items", "wait", "have") };
        let letter = Letter {
            kind: MailKind::Deadline,
            subject: format!("{due} {items} {wait} for a decision"),
            body: format!(
                "{due} {items} in the review queues {have} waited for two days or more. Submissions and edits time out \
                 after three days."
            ),
            page: "/admin".to_owned(),
        };
        Self { once: Some(Self::deadline_key(now)), ..Self::new(ids, recipient, letter, MailSubject::Site, now) }
    }

    /// Returns the [`once`](Self::once) of the messages about deadlines of this UTC day.
    pub fn deadline_key(now: Timestamp) -> String {
        let day: String = now.to_string().chars().take("2026-01-01".len()).collect();
        format!("deadline:{day}")
    }
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;
