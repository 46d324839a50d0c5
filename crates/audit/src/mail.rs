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

/// What a message tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailEvent {
    /// The recipient's account was approved.
    AccountApproved,
    /// A code for a new password was issued.
    ResetIssued,
    /// A submission of the recipient was approved and published.
    SubmissionApproved,
    /// A submission of the recipient was rejected.
    SubmissionRejected,
    /// An edit of the recipient was approved and applied.
    EditApproved,
    /// An edit of the recipient was rejected.
    EditRejected,
    /// A document was archived as the recipient requested.
    ArchiveApproved,
    /// A request of the recipient to archive a document was rejected.
    ArchiveRejected,
    /// A document of the recipient was released.
    Released,
    /// A document of the recipient got another level or category.
    Reclassified,
    /// A submission or an edit of the recipient is about to time out.
    Reminder,
    /// A submission or an edit of the recipient timed out.
    TimedOut,
    /// Somebody answered a comment of the recipient.
    Answered,
    /// Somebody named the recipient in a comment.
    Mentioned,
    /// Administrators: a security alert.
    SecurityAlert,
    /// Administrators: items are due.
    Deadline,
}

impl MailEvent {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::AccountApproved,
        Self::ResetIssued,
        Self::SubmissionApproved,
        Self::SubmissionRejected,
        Self::EditApproved,
        Self::EditRejected,
        Self::ArchiveApproved,
        Self::ArchiveRejected,
        Self::Released,
        Self::Reclassified,
        Self::Reminder,
        Self::TimedOut,
        Self::Answered,
        Self::Mentioned,
        Self::SecurityAlert,
        Self::Deadline,
    ];

    /// Returns the kind of message that tells it.
    pub const fn kind(self) -> MailKind {
        match self {
            Self::AccountApproved => MailKind::AccountApproved,
            Self::ResetIssued => MailKind::ResetRequested,
            Self::SubmissionApproved
            | Self::SubmissionRejected
            | Self::EditApproved
            | Self::EditRejected
            | Self::ArchiveApproved
            | Self::ArchiveRejected
            | Self::Released
            | Self::Reclassified => MailKind::ItemReviewed,
            Self::Reminder | Self::TimedOut => MailKind::TimedOut,
            Self::Answered | Self::Mentioned => MailKind::Talk,
            Self::SecurityAlert => MailKind::SecurityAlert,
            Self::Deadline => MailKind::Deadline,
        }
    }
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
    fn label(self) -> String {
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

/// A message to one user. The store adds the address, and drops the message if the account has none or wants no mail of its
/// kind.
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
    /// Writes the message to the owner of a record.
    pub fn new(
        ids: &dyn IdGenerator,
        recipient: UserId,
        event: MailEvent,
        about: MailSubject,
        now: Timestamp,
    ) -> Self {
        let (subject, body) = words(event, about);
        Self {
            id: MailId::generate(ids),
            recipient,
            kind: event.kind(),
            about,
            subject,
            body,
            page: page_of(event, about),
            once: None,
            created_at: now,
        }
    }

    /// Writes the message to an account that was approved with this access key.
    pub fn approved(ids: &dyn IdGenerator, recipient: UserId, key: AccessKey, now: Timestamp) -> Self {
        let mail =
            Self::new(ids, recipient, MailEvent::AccountApproved, MailSubject::Account(recipient), now);
        let label = key.label();
        Self { body: format!("{} Your access key is {label}.", mail.body), ..mail }
    }

    /// Writes the message about a security alert to an administrator: once for each id of an alert.
    pub fn alert(ids: &dyn IdGenerator, recipient: UserId, alert: &SecurityAlert, now: Timestamp) -> Self {
        let mail = Self::new(ids, recipient, MailEvent::SecurityAlert, MailSubject::Site, now);
        Self {
            subject: format!("Security alert ({})", alert.severity.as_str()),
            body: format!("{}.", alert.summary()),
            once: Some(alert.once()),
            ..mail
        }
    }

    /// Writes the message about `due` items to an administrator: once a day.
    pub fn deadline(ids: &dyn IdGenerator, recipient: UserId, due: usize, now: Timestamp) -> Self {
        let (items, verb) = if due == 1 { ("item", "waits") } else { ("items", "wait") };
        let mail = Self::new(ids, recipient, MailEvent::Deadline, MailSubject::Site, now);
        Self {
            subject: format!("{due} {items} {verb} for a decision"),
            body: format!(
                "{due} {items} in the review queues {} waited for two days or more. Submissions and edits time out \
                 after three days.",
                if due == 1 { "has" } else { "have" }
            ),
            once: Some(Self::deadline_key(now)),
            ..mail
        }
    }

    /// Returns the [`once`](Self::once) of the messages about deadlines of this UTC day.
    pub fn deadline_key(now: Timestamp) -> String {
        let day: String = now.to_string().chars().take("2026-01-01".len()).collect();
        format!("deadline:{day}")
    }
}

/// Returns the path of the page that a message is about.
fn page_of(event: MailEvent, about: MailSubject) -> String {
    match (event, about) {
        (MailEvent::AccountApproved | MailEvent::ResetIssued, _) => "/auth".to_owned(),
        (MailEvent::SecurityAlert, _) => "/security-monitoring".to_owned(),
        (MailEvent::Deadline, _) => "/admin".to_owned(),
        (MailEvent::TimedOut, _) => "/drafts?tab=timed-out".to_owned(),
        (MailEvent::EditRejected, _) | (MailEvent::Reminder, MailSubject::Document(_)) => {
            "/drafts?tab=edits".to_owned()
        }
        (_, MailSubject::Document(id)) => format!("/documents/{id}"),
        _ => "/submission?tab=mine".to_owned(),
    }
}

/// Returns subject line and text. Pure, and fed with nothing that a person wrote.
fn words(event: MailEvent, about: MailSubject) -> (String, String) {
    let label = about.label();
    let item = match about {
        MailSubject::Submission(_) => format!("submission {label}"),
        _ => format!("edit of {label}"),
    };
    let (subject, body) = match event {
        MailEvent::AccountApproved => (
            "Your account is approved".to_owned(),
            "An administrator approved your account. You can sign in now.".to_owned(),
        ),
        MailEvent::ResetIssued => (
            "A reset code was issued for your account".to_owned(),
            "An administrator issued a code with which you can set a new password. The administrator gives it to \
             you in person: it is not in this message. If you did not ask for it, tell an administrator."
                .to_owned(),
        ),
        MailEvent::SubmissionApproved => (
            format!("Your submission was approved as {label}"),
            format!("An administrator approved your submission. It is record {label}."),
        ),
        MailEvent::SubmissionRejected => (
            format!("Your submission {label} was rejected"),
            format!("An administrator rejected your submission {label}. Open it for the details."),
        ),
        MailEvent::EditApproved => (
            format!("Your edit of {label} was approved"),
            format!("An administrator approved your edit of {label}. The record shows it now."),
        ),
        MailEvent::EditRejected => (
            format!("Your edit of {label} was rejected"),
            format!("An administrator rejected your edit of {label}. Open it for the details."),
        ),
        MailEvent::ArchiveApproved => {
            (format!("{label} was archived"), format!("An administrator archived {label} as you requested."))
        }
        MailEvent::ArchiveRejected => (
            format!("Your request to archive {label} was rejected"),
            format!("An administrator rejected your request to archive {label}."),
        ),
        MailEvent::Released => (
            format!("{label} was released"),
            format!("The release date of your record {label} has passed. Its readers can see it now."),
        ),
        MailEvent::Reclassified => (
            format!("Your record {label} was reclassified"),
            format!("An administrator changed the level or the category of your record {label}."),
        ),
        MailEvent::Reminder => (
            format!("Your {item} leaves the queue soon"),
            format!("Your {item} leaves the review queue within 12 hours if nobody decides on it."),
        ),
        MailEvent::TimedOut => (
            format!("Your {item} timed out"),
            format!(
                "Your {item} timed out after three days without a decision. Resubmit it to start a new review."
            ),
        ),
        MailEvent::Answered => (
            format!("Your comment on {label} was answered"),
            format!("Somebody answered your comment on {label}. Open it for the words."),
        ),
        MailEvent::Mentioned => (
            format!("You were named on {label}"),
            format!("Somebody named you in a comment on {label}. Open it for the words."),
        ),
        MailEvent::SecurityAlert => ("Security alert".to_owned(), String::new()),
        MailEvent::Deadline => ("Items wait for a decision".to_owned(), String::new()),
    };
    (subject, body)
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;
