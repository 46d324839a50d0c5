//! Mail: what a change tells people outside the terminal, written in the change's transaction.
//!
//! A message leaves the facility and can be neither called back nor cut for its reader. It therefore names records by
//! their labels only: no title, text, comment, name, code or key is ever part of it.

use crate::alerts::SecurityAlert;
use kernel::{AttemptId, DocumentId, IdGenerator, SubmissionId, Timestamp, UserId};

/// Id of a message: in chronological order, like those of all rows that only a log shows.
pub type MailId = AttemptId;

/// What a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailKind {
    /// The recipient's account was approved.
    AccountApproved,
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
    /// A submission or an edit of the recipient waited for three days without a decision.
    TimedOut,
    /// Administrators: a security alert.
    SecurityAlert,
    /// Administrators: items that wait for a decision are due.
    Deadline,
}

impl MailKind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::AccountApproved,
        Self::SubmissionApproved,
        Self::SubmissionRejected,
        Self::EditApproved,
        Self::EditRejected,
        Self::ArchiveApproved,
        Self::ArchiveRejected,
        Self::TimedOut,
        Self::SecurityAlert,
        Self::Deadline,
    ];

    /// Returns the name in the API and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccountApproved => "account_approved",
            Self::SubmissionApproved => "submission_approved",
            Self::SubmissionRejected => "submission_rejected",
            Self::EditApproved => "edit_approved",
            Self::EditRejected => "edit_rejected",
            Self::ArchiveApproved => "archive_approved",
            Self::ArchiveRejected => "archive_rejected",
            Self::TimedOut => "timed_out",
            Self::SecurityAlert => "security_alert",
            Self::Deadline => "deadline",
        }
    }

    /// Returns the kind with this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Returns whether only administrators receive it.
    pub const fn is_for_administrators(self) -> bool {
        matches!(self, Self::SecurityAlert | Self::Deadline)
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

/// A message to one user. The store adds the address, and drops the message if the account has none or wants no mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// Its id.
    pub id: MailId,
    /// The account that it is for.
    pub recipient: UserId,
    /// What it is about.
    pub kind: MailKind,
    /// The record.
    pub about: MailSubject,
    /// The subject line.
    pub subject: String,
    /// The text, without the link and the closing lines that are added when it is sent.
    pub body: String,
    /// What it announces, if that must be announced to the recipient only once.
    pub once: Option<String>,
    /// Timestamp.
    pub created_at: Timestamp,
}

impl Mail {
    /// Writes the message to the owner of a record, or to the account that was approved.
    pub fn new(
        ids: &dyn IdGenerator,
        recipient: UserId,
        kind: MailKind,
        about: MailSubject,
        now: Timestamp,
    ) -> Self {
        let (subject, body) = words(kind, about);
        Self { id: MailId::generate(ids), recipient, kind, about, subject, body, once: None, created_at: now }
    }

    /// Writes the message about a security alert to an administrator: once for each id of an alert.
    pub fn alert(ids: &dyn IdGenerator, recipient: UserId, alert: &SecurityAlert, now: Timestamp) -> Self {
        let mail = Self::new(ids, recipient, MailKind::SecurityAlert, MailSubject::Site, now);
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
        let mail = Self::new(ids, recipient, MailKind::Deadline, MailSubject::Site, now);
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

/// Returns the path of the page that the message is about, with its leading slash.
pub fn page_of(kind: MailKind, about: MailSubject) -> String {
    match (kind, about) {
        (MailKind::AccountApproved, _) => "/auth".to_owned(),
        (MailKind::SecurityAlert, _) => "/security-monitoring".to_owned(),
        (MailKind::Deadline, _) => "/admin".to_owned(),
        (MailKind::TimedOut, _) => "/drafts?tab=timed-out".to_owned(),
        (MailKind::EditRejected, _) => "/drafts?tab=edits".to_owned(),
        (_, MailSubject::Document(id)) => format!("/documents/{id}"),
        _ => "/submission?tab=mine".to_owned(),
    }
}

/// Returns subject line and text. Pure, and fed with nothing that a person wrote.
fn words(kind: MailKind, about: MailSubject) -> (String, String) {
    let label = about.label();
    let item = match about {
        MailSubject::Submission(_) => format!("submission {label}"),
        _ => format!("edit of {label}"),
    };
    let (subject, body) = match kind {
        MailKind::AccountApproved => (
            "Your account is approved".to_owned(),
            "An administrator approved your account. You can sign in now.".to_owned(),
        ),
        MailKind::SubmissionApproved => (
            format!("Your submission was approved as {label}"),
            format!("An administrator approved your submission. It is record {label}."),
        ),
        MailKind::SubmissionRejected => (
            format!("Your submission {label} was rejected"),
            format!("An administrator rejected your submission {label}. Open it for the details."),
        ),
        MailKind::EditApproved => (
            format!("Your edit of {label} was approved"),
            format!("An administrator approved your edit of {label}. The record shows it now."),
        ),
        MailKind::EditRejected => (
            format!("Your edit of {label} was rejected"),
            format!("An administrator rejected your edit of {label}. Open it for the details."),
        ),
        MailKind::ArchiveApproved => {
            (format!("{label} was archived"), format!("An administrator archived {label} as you requested."))
        }
        MailKind::ArchiveRejected => (
            format!("Your request to archive {label} was rejected"),
            format!("An administrator rejected your request to archive {label}."),
        ),
        MailKind::TimedOut => (
            format!("Your {item} timed out"),
            format!(
                "Your {item} timed out after three days without a decision. Resubmit it to start a new review."
            ),
        ),
        MailKind::SecurityAlert => ("Security alert".to_owned(), String::new()),
        MailKind::Deadline => ("Items wait for a decision".to_owned(), String::new()),
    };
    (subject, body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attempts::AttemptTally;
    use kernel::testing::{SequentialIds, TEST_NOW, numbered};

    const RECIPIENT: UserId = UserId::Account(numbered(7));

    fn subjects() -> [MailSubject; 4] {
        [
            MailSubject::Account(RECIPIENT),
            MailSubject::Document(DocumentId::from_uuid(numbered(1))),
            MailSubject::Submission(SubmissionId::from_uuid(numbered(2))),
            MailSubject::Site,
        ]
    }

    #[test]
    fn every_message_is_one_short_line_and_one_short_text_made_of_fixed_words_and_labels() {
        for kind in MailKind::ALL {
            for about in subjects() {
                let mail = Mail::new(&SequentialIds::default(), RECIPIENT, kind, about, TEST_NOW);
                assert!((1..=80).contains(&mail.subject.len()), "{kind:?}: {}", mail.subject);
                assert!(mail.body.len() <= 300, "{kind:?}: {}", mail.body);
                let is_plain = |c: char| c.is_ascii() && !c.is_ascii_control();
                assert!(mail.subject.chars().chain(mail.body.chars()).all(is_plain), "{kind:?}");
                let page = page_of(kind, about);
                assert!(page.starts_with('/') && page.chars().all(is_plain) && !page.contains(' '), "{page}");
            }
        }
    }

    #[test]
    fn records_are_named_by_their_labels() {
        let ids = SequentialIds::default();
        let id: DocumentId = "3fa9c1de-0000-4000-8000-000000000001".parse().unwrap();
        let about = MailSubject::Document(id);
        let mail = Mail::new(&ids, RECIPIENT, MailKind::SubmissionApproved, about, TEST_NOW);
        assert_eq!(mail.subject, "Your submission was approved as DOC-3FA9C1");
        assert_eq!(mail.body, "An administrator approved your submission. It is record DOC-3FA9C1.");
        assert_eq!(page_of(mail.kind, about), format!("/documents/{id}"));
        let late = Mail::new(&ids, RECIPIENT, MailKind::TimedOut, about, TEST_NOW);
        assert_eq!(late.subject, "Your edit of DOC-3FA9C1 timed out");
        let submission: SubmissionId = "abcdef12-0000-4000-8000-000000000001".parse().unwrap();
        let about = MailSubject::Submission(submission);
        let late = Mail::new(&ids, RECIPIENT, MailKind::TimedOut, about, TEST_NOW);
        assert_eq!(late.subject, "Your submission SUB-ABCDEF timed out");
        assert_eq!(page_of(MailKind::SubmissionRejected, about), "/submission?tab=mine");
    }

    #[test]
    fn an_alert_is_told_once_for_its_id_and_deadlines_once_a_day() {
        let ids = SequentialIds::default();
        let tally = AttemptTally { attempts: 9, failed: 9, suspicious: 9, last_suspicious: Some(TEST_NOW) };
        let alert = SecurityAlert::of(&tally).unwrap();
        let mail = Mail::alert(&ids, RECIPIENT, &alert, TEST_NOW);
        assert_eq!((mail.once.as_ref(), mail.kind), (Some(&alert.id), MailKind::SecurityAlert));
        assert_eq!(mail.subject, "Security alert (high)");
        assert_eq!(mail.body, "9 suspicious sign-in attempts in the last 24 hours.");
        let one = Mail::deadline(&ids, RECIPIENT, 1, TEST_NOW);
        assert_eq!(one.subject, "1 item waits for a decision");
        assert!(one.body.starts_with("1 item in the review queues has waited"));
        let two = Mail::deadline(&ids, RECIPIENT, 2, TEST_NOW);
        assert_eq!(two.subject, "2 items wait for a decision");
        assert_eq!(two.once, Some(format!("deadline:{}", &TEST_NOW.to_string()[..10])));
    }

    #[test]
    fn kinds_and_subjects_round_trip_as_text() {
        for kind in MailKind::ALL {
            assert_eq!(MailKind::parse(kind.as_str()), Some(kind));
            let is_for_administrators = [MailKind::SecurityAlert, MailKind::Deadline].contains(&kind);
            assert_eq!(kind.is_for_administrators(), is_for_administrators);
        }
        assert_eq!(MailKind::parse("weather"), None);
        for about in subjects() {
            let (entity_type, entity_id) = about.parts();
            assert_eq!(MailSubject::parse(entity_type, entity_id.as_deref()), Some(about));
        }
        for (entity_type, entity_id) in
            [("document", None), ("site", Some("x")), ("user", Some("x")), ("", None)]
        {
            assert_eq!(MailSubject::parse(entity_type, entity_id), None);
        }
    }
}
