//! Notifications: what users are told, and how.

use crate::reclassified::Reclassified;
use facility_audit::mail::{Mail, MailEvent, MailSubject};
use facility_documents::portions;
use facility_kernel::{
    AttemptId, Clearance, CommentId, DocumentId, IdGenerator, SubmissionId, Timestamp, UserId,
};
use std::time::Duration;

/// Id of a notification: in chronological order, like those of all rows that only a log shows.
pub type NotificationId = AttemptId;

/// Retention of notifications, read or not.
pub const NEWS_KEPT: Duration = Duration::from_hours(24 * 90);

facility_kernel::named! {
    /// What a notification tells.
    pub enum NewsKind {
        /// A submission was approved and published.
        SubmissionApproved => "submission_approved",
        /// A submission was rejected.
        SubmissionRejected => "submission_rejected",
        /// An edit was approved and applied.
        EditApproved => "edit_approved",
        /// An edit was rejected.
        EditRejected => "edit_rejected",
        /// A request to archive a document was approved, or the document was archived without a decision on it.
        ArchiveApproved => "archive_approved",
        /// A request to archive a document was rejected.
        ArchiveRejected => "archive_rejected",
        /// A submission or an edit waited for three days without a decision.
        TimedOut => "timed_out",
        /// A document of the user was released at its date.
        Released => "released",
        /// A submission or an edit leaves the queue soon.
        Reminder => "reminder",
        /// An administrator changed the level or the category of a document.
        Reclassified => "reclassified",
        /// Somebody commented on a document of the user.
        Comment => "comment",
        /// Somebody answered a comment of the user.
        Answer => "answer",
        /// Somebody named the user in a comment.
        Mention => "mention",
        /// A document that the user watches has a new comment or version.
        Watched => "watched",
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
    /// Of a document that was reclassified, what changed.
    pub change: Option<Reclassified>,
    /// The comment that it tells of. Its author is [`decided_by`](Self::decided_by), and the start of its text the comment.
    pub about: Option<CommentId>,
    /// Of comments and new versions, the lowest level that may read of it. Its user reads it while they have this level and may
    /// read the document, and the comment is there.
    pub level: Option<Clearance>,
}

impl Notification {
    /// Returns an unread notification about an item, without the parts that not every kind has.
    pub const fn new(
        id: NotificationId,
        recipient: UserId,
        kind: NewsKind,
        subject: Subject,
        title: String,
        created_at: Timestamp,
    ) -> Self {
        Self {
            id,
            recipient,
            kind,
            subject,
            title,
            decided_by: None,
            comment: None,
            created_at,
            read_at: None,
            due_at: None,
            change: None,
            about: None,
            level: None,
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
            NewsKind::Reclassified => MailEvent::Reclassified,
            NewsKind::Answer => MailEvent::Answered,
            NewsKind::Comment | NewsKind::Mention | NewsKind::Watched => MailEvent::Mentioned,
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
            NewsKind::Reclassified => {
                let change = self.change.map(|change| change.to_string()).unwrap_or_default();
                let change = if change.is_empty() { change } else { format!(", {change}") };
                format!("{by} reclassified your record \"{title}\"{change}{end}")
            }
            NewsKind::Comment => format!("{by} commented on your record \"{title}\"{end}"),
            NewsKind::Answer => format!("{by} answered your comment on \"{title}\"{end}"),
            NewsKind::Mention => format!("{by} named you in a comment on \"{title}\"{end}"),
            NewsKind::Watched if self.about.is_some() => format!("{by} commented on \"{title}\"{end}"),
            NewsKind::Watched => format!("\"{title}\" has a new version."),
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

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Notifications for tests.

    use super::{NewsKind, Notification, NotificationId, Subject, SubmissionId, UserId};
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th notification for the account `recipient`: the rejection of the submission `n`.
    pub fn notification(n: u64, recipient: u64) -> Notification {
        let item = SubmissionId::from_uuid(numbered(n));
        Notification {
            decided_by: Some("mercer".to_owned()),
            comment: Some("Too short".to_owned()),
            ..Notification::new(
                NotificationId::from_uuid(numbered(n)),
                UserId::Account(numbered(recipient)),
                NewsKind::SubmissionRejected,
                Subject::Submission(item),
                format!("Submission {n}"),
                TEST_NOW,
            )
        }
    }
}

#[cfg(test)]
#[path = "news_tests.rs"]
mod tests;
