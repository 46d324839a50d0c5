//! What people are told about their own items: decisions by others, and time-outs.

use crate::edits::EditTimeOut;
use crate::{Leaving, Status, Submission, TimeOut};
use audit::mail::{Mail, MailEvent, MailSubject};
use documents::edits::EditRequest;
use documents::portions;
use kernel::{Actor, AttemptId, Clearance, DocumentId, IdGenerator, SubmissionId, Timestamp, UserId};
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
    /// A document of the user was released at its date.
    Released,
    /// A submission or an edit leaves the queue soon.
    Reminder,
}

impl NewsKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::SubmissionApproved,
        Self::SubmissionRejected,
        Self::EditApproved,
        Self::EditRejected,
        Self::ArchiveApproved,
        Self::ArchiveRejected,
        Self::TimedOut,
        Self::Released,
        Self::Reminder,
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
            Self::Released => "released",
            Self::Reminder => "reminder",
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
    /// Of a reminder, when the item leaves the queue.
    pub due_at: Option<Timestamp>,
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
            due_at: None,
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
            due_at: None,
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
            due_at: None,
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
            due_at: None,
        }
    }

    /// Returns the reminder that an item leaves the queue soon.
    pub(crate) fn of_leaving(ids: &dyn IdGenerator, leaving: &Leaving, now: Timestamp) -> Self {
        Self {
            id: NotificationId::generate(ids),
            recipient: leaving.owner,
            kind: NewsKind::Reminder,
            subject: leaving.item,
            title: leaving.title.clone(),
            decided_by: None,
            comment: None,
            created_at: now,
            read_at: None,
            due_at: Some(leaving.at),
        }
    }

    /// Returns the notification as a user of this level may read it: without the portions of the comment above the level,
    /// which may have fallen since it was written.
    #[must_use]
    pub fn as_read_at(self, level: Clearance) -> Self {
        Self { comment: self.comment.map(|comment| portions::cut(comment, level).text), ..self }
    }

    /// Returns the mail that tells the same without the title, the names and the comment: the level of a
    /// record may be raised after a message was queued, and a sent message cannot be cut.
    pub(crate) fn mail(&self, ids: &dyn IdGenerator) -> Mail {
        let event = match self.kind {
            NewsKind::SubmissionApproved => MailEvent::SubmissionApproved,
            NewsKind::SubmissionRejected => MailEvent::SubmissionRejected,
            NewsKind::EditApproved => MailEvent::EditApproved,
            NewsKind::EditRejected => MailEvent::EditRejected,
            NewsKind::ArchiveApproved => MailEvent::ArchiveApproved,
            NewsKind::ArchiveRejected => MailEvent::ArchiveRejected,
            NewsKind::TimedOut => MailEvent::TimedOut,
            NewsKind::Released => MailEvent::Released,
            NewsKind::Reminder => MailEvent::Reminder,
        };
        let about = match self.subject {
            Subject::Document(id) => MailSubject::Document(id),
            Subject::Submission(id) => MailSubject::Submission(id),
        };
        Mail::new(ids, self.recipient, event, about, self.created_at)
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
            NewsKind::Released => format!("Your record \"{title}\" was released."),
            NewsKind::Reminder => {
                let what =
                    if matches!(self.subject, Subject::Document(_)) { "edit of" } else { "submission" };
                let when = self.due_at.map_or_else(|| "soon".to_owned(), until);
                format!("Your {what} \"{title}\" leaves the review queue {when} if nobody reviews it.")
            }
            NewsKind::ArchiveApproved => format!("{by} archived \"{title}\" as you requested{end}"),
            NewsKind::ArchiveRejected => format!("{by} rejected your request to archive \"{title}\"{end}"),
            NewsKind::TimedOut => format!(
                "Your submission \"{title}\" timed out after three days without a decision. Resubmit it to start a \
                 new review."
            ),
        }
    }
}

/// Names a time in a sentence, to the minute.
fn until(at: Timestamp) -> String {
    let text = at.to_string();
    let (day, time) = text.split_once('T').unwrap_or((&text, ""));
    format!("on {day} at {} UTC", time.chars().take("00:00".len()).collect::<String>())
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
            due_at: None,
        }
    }
}

#[cfg(test)]
#[path = "news_of_items_tests.rs"]
mod tests;
