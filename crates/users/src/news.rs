//! Notifications: to users about their own items and the documents that they watch, and to administrators about the
//! site.
//!
//! Each kind is declared once, in the table in this file. Some kinds are also mailed. A sent message cannot be
//! recalled, so mail names records only by their labels.

use facility_audit::mail::{Mail, MailContent, MailKind, MailSubject};
use facility_kernel::{AttemptId, Clearance, CommentId, DocumentId, IdGenerator, SubmissionId, Timestamp, UserId};
use std::fmt;
use std::time::Duration;

/// Id of a notification, in chronological order.
pub type NotificationId = AttemptId;

/// How long notifications are stored, read or not.
pub const NEWS_RETENTION: Duration = Duration::from_hours(24 * 90);

/// Declares the kinds of notifications. Each has a name and a sentence. Kinds that are also mailed have the mail kind
/// by which users turn them off, the page to link to, a subject line and a text.
///
/// Placeholders in a sentence: `by` is the account that caused it; `end` is the comment or a full stop; `item` is
/// `submission` or `edit of`; `when` is the time when the item leaves the queue; `change` is what was reclassified. In
/// mail, `label` is the label of the record.
macro_rules! news {
    ($($(#[doc = $doc:literal])* $kind:ident => $name:literal, $sentence:literal
        $(, $mail:ident on $page:expr, $subject:literal, $body:literal)?;)+) => {
        facility_kernel::named! {
            /// What a notification is about.
            pub enum NewsKind as "NotificationKind" { $($(#[doc = $doc])* $kind => $name),+ }
        }

        impl NewsKind {
            const fn sentence(self) -> &'static str {
                match self { $(Self::$kind => $sentence),+ }
            }

            const fn mail_template(self) -> Option<(MailKind, Page, &'static str, &'static str)> {
                match self {
                    $(Self::$kind => news!(@mail_template $($mail, $page, $subject, $body)?)),+
                }
            }
        }
    };
    (@mail_template) => { None };
    (@mail_template $mail:ident, $page:expr, $subject:literal, $body:literal) => {
        Some((MailKind::$mail, $page, $subject, $body))
    };
}

/// The page that a message links to.
#[derive(Clone, Copy)]
enum Page {
    /// The document, or the user's submissions if there is no document.
    Item,
    /// The user's edits if it is about a document, otherwise their submissions.
    Proposals,
    /// The user's timed-out items.
    TimedOut,
}

news! {
    SubmissionApproved => "submission_approved", "{by} approved your submission \"{title}\"{end}",
        ItemReviewed on Page::Item, "Your submission was approved as {label}",
        "An administrator approved your submission. It is record {label}.";
    SubmissionRejected => "submission_rejected", "{by} rejected your submission \"{title}\"{end}",
        ItemReviewed on Page::Item, "Your submission {label} was rejected",
        "An administrator rejected your submission {label}. Open it for the details.";
    /// An edit was approved and applied.
    EditApproved => "edit_approved", "{by} approved your edit of \"{title}\"{end}",
        ItemReviewed on Page::Item, "Your edit of {label} was approved",
        "An administrator approved your edit of {label}. The record shows it now.";
    EditRejected => "edit_rejected", "{by} rejected your edit of \"{title}\"{end}",
        ItemReviewed on Page::Proposals, "Your edit of {label} was rejected",
        "An administrator rejected your edit of {label}. Open it for the details.";
    /// A document was archived as the user had requested, with or without a decision on the request.
    ArchiveApproved => "archive_approved", "{by} archived \"{title}\" as you requested{end}",
        ItemReviewed on Page::Item, "{label} was archived", "An administrator archived {label} as you requested.";
    /// A request to archive a document was rejected.
    ArchiveRejected => "archive_rejected", "{by} rejected your request to archive \"{title}\"{end}",
        ItemReviewed on Page::Item, "Your request to archive {label} was rejected",
        "An administrator rejected your request to archive {label}.";
    /// A submission or an edit was not decided within three days.
    TimedOut => "timed_out",
        "Your {item} \"{title}\" timed out after three days without a decision. Resubmit it to start a new review.",
        TimedOut on Page::TimedOut, "Your {item} {label} timed out",
        "Your {item} {label} timed out after three days without a decision. Resubmit it to start a new review.";
    Released => "released", "Your record \"{title}\" was released.",
        ItemReviewed on Page::Item, "{label} was released",
        "The release date of your record {label} has passed. Its readers can see it now.";
    /// A submission or an edit will leave the queue within 12 hours.
    Reminder => "reminder", "Your {item} \"{title}\" leaves the review queue {when} if nobody reviews it.",
        TimedOut on Page::Proposals, "Your {item} {label} leaves the queue soon",
        "Your {item} {label} leaves the review queue within 12 hours if nobody decides on it.";
    /// An administrator changed the level or category of one of the user's documents.
    Reclassified => "reclassified", "{by} reclassified your record \"{title}\"{change}{end}",
        ItemReviewed on Page::Item, "Your record {label} was reclassified",
        "An administrator changed the level or the category of your record {label}.";
    /// Somebody commented on one of the user's documents.
    Comment => "comment", "{by} commented on your record \"{title}\"{end}";
    /// Somebody replied to one of the user's comments.
    Answer => "answer", "{by} answered your comment on \"{title}\"{end}",
        Talk on Page::Item, "A reply to your comment on {label}",
        "Somebody replied to your comment on {label}. Open it to read the reply.";
    /// Somebody mentioned the user in a comment.
    Mention => "mention", "{by} mentioned you in a comment on \"{title}\"{end}",
        Talk on Page::Item, "You were mentioned on {label}",
        "Somebody mentioned you in a comment on {label}. Open it to read the comment.";
    /// A document that the user watches has a new comment or version.
    Watched => "watched", "{by} commented on \"{title}\"{end}";
    /// For administrators: a security alert. It is computed and has its own text.
    SecurityAlert => "security_alert", "{title}";
    /// For administrators: items are due for a decision. It is computed and has its own text.
    Deadline => "deadline", "{title}";
}

impl NewsKind {
    /// Returns the mail about such a notification. `None` if the kind is not mailed.
    pub fn mail(self, ids: &dyn IdGenerator, recipient: UserId, about: MailSubject, now: Timestamp) -> Option<Mail> {
        let (kind, page, subject, body) = self.mail_template()?;
        let words = |text| {
            fill(text, |name| match name {
                "item" => item(matches!(about, MailSubject::Submission(_))).to_owned(),
                _ => about.label(),
            })
        };
        let page = match (page, about) {
            (Page::TimedOut, _) => "/drafts?tab=timed-out".to_owned(),
            (Page::Proposals, MailSubject::Document(_)) => "/drafts?tab=edits".to_owned(),
            (Page::Item, MailSubject::Document(id)) => format!("/documents/{id}"),
            _ => "/submission?tab=mine".to_owned(),
        };
        let content = MailContent { kind, subject: words(subject), body: words(body), page };
        Some(Mail::new(ids, recipient, content, about, now))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The published document, or the document of an edit.
    Document(DocumentId),
    /// The submission, if nothing was published.
    Submission(SubmissionId),
}

/// What a reclassification changed, as pairs of the old and the new value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reclassified {
    pub level: Option<[Clearance; 2]>,
    /// The names of the categories, if the category changed.
    pub category: Option<[String; 2]>,
}

impl Reclassified {
    /// Returns the form stored in the database.
    pub fn stored(&self) -> String {
        let level = self.level.map(|[from, to]| format!("{from}>{to}")).unwrap_or_default();
        let category = self.category.as_ref().map(|[from, to]| format!("{from}>{to}"));
        format!("{level}|{}", category.unwrap_or_default())
    }

    /// Parses the form stored in the database.
    pub fn parse(text: &str) -> Option<Self> {
        let (level, category) = text.split_once('|')?;
        let level = match level.split_once('>') {
            Some((from, to)) => Some([parse_level(from)?, parse_level(to)?]),
            None => None,
        };
        let category = category.split_once('>').map(|(from, to)| [from.to_owned(), to.to_owned()]);
        Some(Self { level, category })
    }
}

fn parse_level(text: &str) -> Option<Clearance> {
    Clearance::parse(text.parse().ok()?).ok()
}

impl fmt::Display for Reclassified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some([from, to]) = self.level {
            write!(f, "L{from} to L{to}")?;
        }
        if let Some([from, to]) = &self.category {
            let separator = if self.level.is_some() { ", " } else { "" };
            write!(f, "{separator}{from} to {to}")?;
        }
        Ok(())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notification {
    pub id: NotificationId,
    /// The user who sees it.
    pub recipient: UserId,
    pub kind: NewsKind,
    pub subject: Subject,
    /// The item's title when the notification was written.
    pub title: String,
    /// Username of the account that caused it. `None` for time-outs.
    pub decided_by: Option<String>,
    /// The reviewer's comment for the author, or the start of the comment that it is about.
    pub comment: Option<String>,
    pub created_at: Timestamp,
    pub read_at: Option<Timestamp>,
    /// For a reminder: when the item leaves the queue.
    pub due_at: Option<Timestamp>,
    /// For a reclassified document: what changed.
    pub change: Option<Reclassified>,
    /// The comment that it is about. Its author is [`decided_by`](Self::decided_by).
    pub about: Option<CommentId>,
    /// For comments and new versions: the minimum level required to see the notification. Its user sees it while they
    /// have this level, may read the document, and the comment exists.
    pub level: Option<Clearance>,
}

impl Notification {
    /// Creates an unread notification without the optional parts.
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

    /// Returns the mail about this notification. It omits titles, names and comments: the record's level may be raised
    /// after the message is queued, and a sent message cannot be recalled.
    pub fn mail(&self, ids: &dyn IdGenerator) -> Option<Mail> {
        let about = match self.subject {
            Subject::Document(id) => MailSubject::Document(id),
            Subject::Submission(id) => MailSubject::Submission(id),
        };
        self.kind.mail(ids, self.recipient, about, self.created_at)
    }

    /// Returns the sentence for the user, with the reviewer's comment if there is one.
    pub fn message(&self) -> String {
        let sentence = match self.kind {
            // A watched document without a new comment has a new version.
            NewsKind::Watched if self.about.is_none() => "\"{title}\" has a new version.",
            kind => kind.sentence(),
        };
        fill(sentence, |name| match name {
            "by" => self.decided_by.clone().unwrap_or_else(|| "An administrator".to_owned()),
            "end" => self.comment.as_ref().map_or_else(|| ".".to_owned(), |comment| format!(": {comment}")),
            "item" => item(matches!(self.subject, Subject::Submission(_))).to_owned(),
            "when" => self.due_at.map_or_else(|| "soon".to_owned(), until),
            "change" => {
                let change = self.change.as_ref().map(ToString::to_string).unwrap_or_default();
                if change.is_empty() { change } else { format!(", {change}") }
            }
            _ => self.title.clone(),
        })
    }
}

const fn item(is_submission: bool) -> &'static str {
    if is_submission { "submission" } else { "edit of" }
}

/// Replaces each `{name}` in the template. Inserted values are not expanded again.
fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for part in template.split('{') {
        match part.split_once('}') {
            Some((name, rest)) => {
                text.push_str(&value(name));
                text.push_str(rest);
            }
            None => text.push_str(part),
        }
    }
    text
}

/// Formats a time within a sentence, to the minute.
fn until(at: Timestamp) -> String {
    let text = at.to_string();
    let (day, time) = text.split_once('T').unwrap_or((&text, ""));
    format!("on {day} at {} UTC", time.chars().take("00:00".len()).collect::<String>())
}

/// Which notifications to mark as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadNews {
    /// All unread ones.
    All,
    /// Those with these ids. Unknown ids are ignored.
    These(Vec<NotificationId>),
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sample notifications for tests.

    use super::{NewsKind, Notification, NotificationId, Subject, SubmissionId, UserId};
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th notification for the account `recipient`, about the rejected submission `n`.
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
