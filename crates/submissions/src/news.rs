//! What people are told about their own items: decisions by others, and time-outs.

use crate::edits::EditTimeOut;
use crate::{Status, Submission, TimeOut};
use audit::mail::{Mail, MailKind, MailSubject};
use documents::edits::EditRequest;
use kernel::{Actor, AttemptId, DocumentId, IdGenerator, SubmissionId, Timestamp, UserId};
use std::time::Duration;

/// Id of a notification: in chronological order, like those of all rows that only a log shows.
pub type NotificationId = AttemptId;

/// Retention of notifications, read or not.
pub const NEWS_KEPT: Duration = Duration::from_hours(24 * 90);

/// What a notification tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewsKind {
    /// A submission was approved and published.
    SubmissionApproved,
    /// A submission was rejected.
    SubmissionRejected,
    /// An edit was approved and applied.
    EditApproved,
    /// An edit was rejected.
    EditRejected,
    /// A request to archive a document was approved, or the document was archived without a decision on it.
    ArchiveApproved,
    /// A request to archive a document was rejected.
    ArchiveRejected,
    /// A submission or an edit waited for three days without a decision.
    TimedOut,
}

impl NewsKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::SubmissionApproved,
        Self::SubmissionRejected,
        Self::EditApproved,
        Self::EditRejected,
        Self::ArchiveApproved,
        Self::ArchiveRejected,
        Self::TimedOut,
    ];

    /// Returns the name in the API and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SubmissionApproved => "submission_approved",
            Self::SubmissionRejected => "submission_rejected",
            Self::EditApproved => "edit_approved",
            Self::EditRejected => "edit_rejected",
            Self::ArchiveApproved => "archive_approved",
            Self::ArchiveRejected => "archive_rejected",
            Self::TimedOut => "timed_out",
        }
    }

    /// Returns the kind with this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The item that a notification is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The published document, or the document of an edit.
    Document(DocumentId),
    /// The submission, if nothing was published.
    Submission(SubmissionId),
}

/// A notification for one user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notification {
    /// Its id.
    pub id: NotificationId,
    /// The only user who sees it: the author of the item.
    pub recipient: UserId,
    /// What it tells.
    pub kind: NewsKind,
    /// The item.
    pub subject: Subject,
    /// The title of the item when this was written.
    pub title: String,
    /// Name of the account that decided. `None` for time-outs.
    pub decided_by: Option<String>,
    /// The reviewer's comment for the author.
    pub comment: Option<String>,
    /// Timestamp.
    pub created_at: Timestamp,
    /// When the user read it.
    pub read_at: Option<Timestamp>,
}

impl Notification {
    /// Returns the notification of a final decision, or `None` while `after` waits for a further step.
    pub(crate) fn of_decision(
        ids: &dyn IdGenerator,
        after: &Submission,
        reviewer: &Actor,
        now: Timestamp,
    ) -> Option<Self> {
        let kind = match after.status {
            Status::Pending => return None,
            Status::Approved => NewsKind::SubmissionApproved,
            Status::Rejected => NewsKind::SubmissionRejected,
        };
        Some(Self {
            id: NotificationId::generate(ids),
            recipient: after.submitted_by,
            kind,
            subject: after.document_id.map_or(Subject::Submission(after.id), Subject::Document),
            title: after.title.clone(),
            decided_by: Some(reviewer.username.clone()),
            comment: after.review_comments.clone(),
            created_at: now,
            read_at: None,
        })
    }

    /// Returns the notification of a final decision about an edit, or `None` while it waits for a further step.
    pub(crate) fn of_edit(
        ids: &dyn IdGenerator,
        after: &EditRequest,
        reviewer: &Actor,
        now: Timestamp,
    ) -> Option<Self> {
        let kind = match after.status {
            Status::Pending => return None,
            Status::Approved => NewsKind::EditApproved,
            Status::Rejected => NewsKind::EditRejected,
        };
        Some(Self {
            id: NotificationId::generate(ids),
            recipient: after.submitted_by,
            kind,
            subject: Subject::Document(after.document_id),
            title: after.text.title.clone(),
            decided_by: Some(reviewer.username.clone()),
            comment: after.review_comments.clone(),
            created_at: now,
            read_at: None,
        })
    }

    /// Returns the notification of an edit's time-out.
    pub(crate) fn of_edit_time_out(ids: &dyn IdGenerator, time_out: &EditTimeOut, now: Timestamp) -> Self {
        Self {
            id: NotificationId::generate(ids),
            recipient: time_out.owner,
            kind: NewsKind::TimedOut,
            subject: Subject::Document(time_out.document_id),
            title: time_out.title.clone(),
            decided_by: None,
            comment: None,
            created_at: now,
            read_at: None,
        }
    }

    /// Returns the notification of a time-out.
    pub(crate) fn of_time_out(ids: &dyn IdGenerator, time_out: &TimeOut, now: Timestamp) -> Self {
        Self {
            id: NotificationId::generate(ids),
            recipient: time_out.owner,
            kind: NewsKind::TimedOut,
            subject: Subject::Submission(time_out.id),
            title: time_out.title.clone(),
            decided_by: None,
            comment: None,
            created_at: now,
            read_at: None,
        }
    }

    /// Returns the mail that tells the same without the title, the names and the comment: the level of a
    /// record may be raised after a message was queued, and a sent message cannot be cut.
    pub(crate) fn mail(&self, ids: &dyn IdGenerator) -> Mail {
        let kind = match self.kind {
            NewsKind::SubmissionApproved => MailKind::SubmissionApproved,
            NewsKind::SubmissionRejected => MailKind::SubmissionRejected,
            NewsKind::EditApproved => MailKind::EditApproved,
            NewsKind::EditRejected => MailKind::EditRejected,
            NewsKind::ArchiveApproved => MailKind::ArchiveApproved,
            NewsKind::ArchiveRejected => MailKind::ArchiveRejected,
            NewsKind::TimedOut => MailKind::TimedOut,
        };
        let about = match self.subject {
            Subject::Document(id) => MailSubject::Document(id),
            Subject::Submission(id) => MailSubject::Submission(id),
        };
        Mail::new(ids, self.recipient, kind, about, self.created_at)
    }

    /// Returns the message for the user, with the reviewer's comment if there is one.
    pub fn message(&self) -> String {
        let title = &self.title;
        let by = self.decided_by.as_deref().unwrap_or("An administrator");
        let comment = self.comment.as_deref().map(|comment| format!(": {comment}"));
        let end = comment.as_deref().unwrap_or(".");
        match self.kind {
            NewsKind::SubmissionApproved => format!("{by} approved your submission \"{title}\"{end}"),
            NewsKind::SubmissionRejected => format!("{by} rejected your submission \"{title}\"{end}"),
            NewsKind::EditApproved => format!("{by} approved your edit of \"{title}\"{end}"),
            NewsKind::EditRejected => format!("{by} rejected your edit of \"{title}\"{end}"),
            // A submission that timed out has no document.
            NewsKind::TimedOut if matches!(self.subject, Subject::Document(_)) => format!(
                "Your edit of \"{title}\" timed out after three days without a decision. Resubmit it to start a new \
                 review."
            ),
            NewsKind::ArchiveApproved => format!("{by} archived \"{title}\" as you requested{end}"),
            NewsKind::ArchiveRejected => format!("{by} rejected your request to archive \"{title}\"{end}"),
            NewsKind::TimedOut => format!(
                "Your submission \"{title}\" timed out after three days without a decision. Resubmit it to start a \
                 new review."
            ),
        }
    }
}

/// The notifications to mark as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadNews {
    /// All that are unread.
    All,
    /// Those with these ids. Unknown ids have no effect.
    These(Vec<NotificationId>),
}

/// The submissions, edits, requests or accounts that wait for an administrator.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// Their number, at most [`Waiting::MOST_COUNTED`].
    pub count: u64,
    /// The one that has waited longest.
    pub oldest: Option<WaitingItem>,
}

impl Waiting {
    /// Counting stops at this number.
    pub const MOST_COUNTED: u32 = 10_000;
}

/// Something that waits for an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingItem {
    /// Its id.
    pub id: String,
    /// The title of a submission, an edit or a document, or the name of an account.
    pub name: String,
    /// When the wait began.
    pub since: Timestamp,
}

/// What waits for administrators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Queues {
    /// Submissions to review that have not timed out.
    pub submissions: Waiting,
    /// Edits to review that have not timed out.
    pub edits: Waiting,
    /// Requests to archive a document.
    pub archive_requests: Waiting,
    /// Accounts to approve.
    pub accounts: Waiting,
}

/// What the home board tells one user about their own items, and an administrator about the queues.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Desk {
    /// The queues. `None` for users who are not administrators.
    pub queues: Option<Queues>,
    /// Number of unread notifications, at most [`Waiting::MOST_COUNTED`].
    pub unread: u64,
    /// The newest unread notifications, at most [`Desk::MOST_NEWS`].
    pub news: Vec<Notification>,
    /// Number of the user's submissions and edits that have timed out, at most [`Waiting::MOST_COUNTED`].
    pub timed_out: u64,
    /// Number of the user's drafts.
    pub drafts: u64,
    /// Number of active sections of the archive.
    pub sections: u64,
}

impl Desk {
    /// Maximum number of notifications on the board.
    pub const MOST_NEWS: u32 = 20;
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Notifications for tests.

    use super::{NewsKind, Notification, NotificationId, Subject, SubmissionId, UserId};
    use kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th notification for the account `recipient`: the rejection of the submission `n`.
    pub fn notification(n: u64, recipient: u64) -> Notification {
        Notification {
            id: NotificationId::from_uuid(numbered(n)),
            recipient: UserId::Account(numbered(recipient)),
            kind: NewsKind::SubmissionRejected,
            subject: Subject::Submission(SubmissionId::from_uuid(numbered(n))),
            title: format!("Submission {n}"),
            decided_by: Some("mercer".to_owned()),
            comment: Some("Too short".to_owned()),
            created_at: TEST_NOW,
            read_at: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::notification;
    use super::*;

    #[test]
    fn message_names_the_item_the_reviewer_and_the_comment() {
        let rejected = notification(1, 9);
        assert_eq!(rejected.message(), "mercer rejected your submission \"Submission 1\": Too short");
        let approved = Notification { kind: NewsKind::SubmissionApproved, comment: None, ..rejected.clone() };
        assert_eq!(approved.message(), "mercer approved your submission \"Submission 1\".");
        let edited = Notification { kind: NewsKind::EditRejected, ..rejected.clone() };
        assert_eq!(edited.message(), "mercer rejected your edit of \"Submission 1\": Too short");
        let late_edit = Notification {
            kind: NewsKind::TimedOut,
            subject: Subject::Document(DocumentId::from_uuid(kernel::testing::numbered(1))),
            ..rejected.clone()
        };
        assert!(late_edit.message().starts_with("Your edit of \"Submission 1\" timed out"));
        let archived = Notification { kind: NewsKind::ArchiveApproved, comment: None, ..rejected.clone() };
        assert_eq!(archived.message(), "mercer archived \"Submission 1\" as you requested.");
        let kept = Notification { kind: NewsKind::ArchiveRejected, ..rejected.clone() };
        assert_eq!(kept.message(), "mercer rejected your request to archive \"Submission 1\": Too short");
        let late = Notification { kind: NewsKind::TimedOut, decided_by: None, comment: None, ..rejected };
        assert_eq!(
            late.message(),
            "Your submission \"Submission 1\" timed out after three days without a decision. Resubmit it to start a \
             new review."
        );
    }

    #[test]
    fn mail_says_the_same_without_title_names_and_comment() {
        let ids = kernel::testing::SequentialIds::default();
        for kind in NewsKind::ALL {
            let news = Notification { kind, ..notification(1, 9) };
            let mail = news.mail(&ids);
            assert_eq!((mail.kind.as_str(), mail.recipient), (kind.as_str(), news.recipient));
            let words = format!("{}{}", mail.subject, mail.body);
            for secret in ["Submission 1", "mercer", "Too short"] {
                assert!(!words.contains(secret), "{words}");
            }
        }
    }

    #[test]
    fn kinds_round_trip_as_text() {
        for kind in NewsKind::ALL {
            assert_eq!(NewsKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(NewsKind::parse("weather"), None);
    }
}
