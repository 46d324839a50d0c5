//! Notifications and the home board in API responses.

use crate::http::wire::Wire;
use crate::routes::documents::document::DocumentListItemDto;
use crate::routes::oversight::first_steps::BoardFirstStepDto;
use facility_kernel::Timestamp;
use facility_oversight::desk::{Desk, Queues, Waiting};
use facility_oversight::reminders::WaitKind;
use facility_oversight::services::alerts::Marked;
use facility_oversight::services::board::BoardView;
use facility_oversight::services::news::NewsItem;
use facility_submissions::case::REVIEW_WINDOW;
use facility_users::news::{NewsKind, Notification, Subject};
use serde::Serialize;
use utoipa::ToSchema;

/// The kind of a notification.
pub type NotificationKindDto = Wire<NewsKind>;

/// The type of the item that a notification is about.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = NotificationEntityType)]
#[serde(rename_all = "snake_case")]
pub enum NotificationEntityTypeDto {
    /// A document.
    Document,
    /// A submission.
    Submission,
    /// A proposed edit of a document. Only for deadlines.
    DocumentEdit,
    /// The subject of a security alert. The list of alerts names it.
    Security,
}

/// A notification about one of the caller's own items, or, for administrators, about an alert or a deadline.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Notification)]
#[serde(rename_all = "camelCase")]
pub struct NotificationDto {
    /// A UUID, or the opaque id of an alert or a reminder.
    pub id: String,
    /// The kind of the notification.
    pub kind: NotificationKindDto,
    /// The message, with the reviewer's comment if there is one.
    pub message: String,
    /// The reviewer's comment, or the start of the comment on a document, as the caller may currently read it.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// For a reclassified document, what changed, such as `L2 to L4, RESEARCH to ENTITY`. Only the level if the
    /// document is now above the caller's level.
    #[schema(required = true)]
    pub change: Option<String>,
    /// Id of the comment that the notification is about.
    #[schema(required = true)]
    pub comment_id: Option<String>,
    /// Type of the item.
    pub entity_type: NotificationEntityTypeDto,
    /// Id of the document if there is one, or else of the submission or edit. Null for security alerts.
    #[schema(required = true)]
    pub entity_id: Option<String>,
    /// When the caller read it.
    #[schema(required = true, format = DateTime)]
    pub read_at: Option<String>,
    /// Timestamp.
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<Notification> for NotificationDto {
    fn from(news: Notification) -> Self {
        let (entity_type, entity_id) = match news.subject {
            Subject::Document(id) => (NotificationEntityTypeDto::Document, id.to_string()),
            Subject::Submission(id) => (NotificationEntityTypeDto::Submission, id.to_string()),
        };
        Self {
            message: news.message(),
            reason: news.comment,
            change: news.change.map(|change| change.to_string()),
            comment_id: news.about.map(|id| id.to_string()),
            id: news.id.to_string(),
            kind: news.kind.into(),
            entity_type,
            entity_id: Some(entity_id),
            read_at: news.read_at.map(|at| at.to_string()),
            created_at: news.created_at.to_string(),
        }
    }
}

impl From<NewsItem> for NotificationDto {
    fn from(item: NewsItem) -> Self {
        match item {
            NewsItem::Own(news) => news.into(),
            NewsItem::Security(Marked { alert, read_at }) => Self {
                message: alert.message(),
                reason: None,
                change: None,
                comment_id: None,
                id: alert.id,
                kind: NewsKind::SecurityAlert.into(),
                entity_type: NotificationEntityTypeDto::Security,
                entity_id: None,
                read_at: read_at.map(|at| at.to_string()),
                created_at: alert.last_at.to_string(),
            },
            NewsItem::Deadline(Marked { alert, read_at }) => Self {
                id: alert.id,
                kind: NewsKind::Deadline.into(),
                message: alert.message,
                reason: None,
                change: None,
                comment_id: None,
                entity_type: match alert.kind {
                    WaitKind::Submission => NotificationEntityTypeDto::Submission,
                    WaitKind::Edit => NotificationEntityTypeDto::DocumentEdit,
                    WaitKind::ArchiveRequest => NotificationEntityTypeDto::Document,
                },
                entity_id: Some(alert.entity_id),
                read_at: read_at.map(|at| at.to_string()),
                created_at: alert.since.to_string(),
            },
        }
    }
}

/// An unread notification on the board, with the parts of its message.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = BoardNotification)]
#[serde(rename_all = "camelCase")]
pub struct BoardNotificationDto {
    /// The notification.
    #[serde(flatten)]
    pub notification: NotificationDto,
    /// The title of the item.
    pub title: String,
    /// Name of the account that decided. Null for timeouts.
    #[schema(required = true)]
    pub decided_by: Option<String>,
    /// The reviewer's comment.
    #[schema(required = true)]
    pub comments: Option<String>,
}

impl From<Notification> for BoardNotificationDto {
    fn from(news: Notification) -> Self {
        Self {
            title: news.title.clone(),
            decided_by: news.decided_by.clone(),
            comments: news.comment.clone(),
            notification: news.into(),
        }
    }
}

/// The item of a queue that has waited longest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = OldestWaiting)]
#[serde(rename_all = "camelCase")]
pub struct OldestWaitingDto {
    /// A UUID.
    pub id: String,
    /// The title of a submission, an edit or a document, or the name of an account.
    pub name: String,
    /// When the wait began.
    #[schema(format = DateTime)]
    pub waiting_since: String,
    /// When it leaves the queue without a decision. Null for archive requests and accounts.
    #[schema(required = true, format = DateTime)]
    pub times_out_at: Option<String>,
}

/// The state of one queue.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = WaitingQueue)]
#[serde(rename_all = "camelCase")]
pub struct WaitingQueueDto {
    /// Number of items. Counting stops at 10,000.
    pub count: u64,
    /// The item that has waited longest. Null if nothing waits.
    #[schema(required = true)]
    pub oldest: Option<OldestWaitingDto>,
}

impl WaitingQueueDto {
    fn of(waiting: Waiting, times_out: impl Fn(Timestamp) -> Option<Timestamp>) -> Self {
        let oldest = waiting.oldest.map(|item| OldestWaitingDto {
            id: item.id,
            name: item.name,
            waiting_since: item.since.to_string(),
            times_out_at: times_out(item.since).map(|at| at.to_string()),
        });
        Self { count: waiting.count, oldest }
    }
}

/// The queues of items that wait for administrators.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = BoardQueues)]
#[serde(rename_all = "camelCase")]
pub struct BoardQueuesDto {
    /// Submissions to review.
    pub submissions: WaitingQueueDto,
    /// Edits to review.
    pub edits: WaitingQueueDto,
    /// Requests to archive a document. The oldest item has the id and title of the document.
    pub archive_requests: WaitingQueueDto,
    /// Accounts to approve.
    pub accounts: WaitingQueueDto,
}

impl From<Queues> for BoardQueuesDto {
    fn from(queues: Queues) -> Self {
        Self {
            submissions: WaitingQueueDto::of(queues.submissions, |since| Some(since.plus(REVIEW_WINDOW))),
            edits: WaitingQueueDto::of(queues.edits, |since| Some(since.plus(REVIEW_WINDOW))),
            archive_requests: WaitingQueueDto::of(queues.archive_requests, |_since| None),
            accounts: WaitingQueueDto::of(queues.accounts, |_since| None),
        }
    }
}

/// The caller's unread notifications.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = BoardDecisions)]
#[serde(rename_all = "camelCase")]
pub struct BoardDecisionsDto {
    /// Number of unread notifications. Counting stops at 10,000.
    pub count: u64,
    /// The newest unread notifications, at most 20.
    #[schema(max_items = 20)]
    pub items: Vec<BoardNotificationDto>,
}

/// The home board.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Board)]
#[serde(rename_all = "camelCase")]
pub struct BoardDto {
    /// Number of documents that the caller can see in the repository.
    pub visible: u64,
    /// The newest of these documents, as summaries.
    #[schema(max_items = 5)]
    pub latest: Vec<DocumentListItemDto>,
    /// The queues of items that wait for administrators. Null for other users.
    #[schema(required = true)]
    pub waiting: Option<BoardQueuesDto>,
    /// The caller's unread notifications.
    pub decided: BoardDecisionsDto,
    /// Number of the caller's drafts.
    pub drafts: u64,
    /// Number of the caller's submissions and edits that have timed out. Counting stops at 10,000.
    pub timed_out: u64,
    /// Number of active archive sections.
    pub sections: u64,
    /// Number of templates that the caller can see.
    pub templates: u64,
    /// The caller's first steps. Null if all are done or the setting `firstStepsHidden` is on. For users without
    /// administrator rights, also null after the first notification and 14 days after registration.
    #[schema(required = true)]
    pub first_steps: Option<Vec<BoardFirstStepDto>>,
}

impl From<BoardView> for BoardDto {
    fn from(BoardView { visible, latest, templates, desk, first_steps }: BoardView) -> Self {
        let Desk { queues, unread, news, timed_out, drafts, sections } = desk;
        Self {
            visible,
            latest: latest.into_iter().map(DocumentListItemDto::summary).collect(),
            waiting: queues.map(BoardQueuesDto::from),
            decided: BoardDecisionsDto {
                count: unread,
                items: news.into_iter().map(BoardNotificationDto::from).collect(),
            },
            drafts,
            timed_out,
            sections,
            templates,
            first_steps: first_steps.map(|steps| steps.into_iter().map(BoardFirstStepDto::from).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::TEST_NOW;
    use facility_oversight::desk::WaitingItem;
    use facility_users::news::testing::notification;

    #[test]
    fn notification_has_exactly_the_documented_members() {
        let shown = serde_json::to_value(NotificationDto::from(notification(1, 9))).unwrap();
        let mut members: Vec<&String> = shown.as_object().unwrap().keys().collect();
        members.sort();
        assert_eq!(
            members,
            ["change", "commentId", "createdAt", "entityId", "entityType", "id", "kind", "message", "readAt", "reason"]
        );
        assert_eq!((&shown["kind"], &shown["entityType"]), (&"submission_rejected".into(), &"submission".into()));
        assert!(shown["readAt"].is_null());
    }

    #[test]
    fn a_queue_shows_its_oldest_item_and_when_that_times_out() {
        let item = WaitingItem { id: "1".to_owned(), name: "A".to_owned(), since: TEST_NOW };
        let queue = Waiting { count: 1, oldest: Some(item) };
        let queues = Queues {
            submissions: queue.clone(),
            edits: queue.clone(),
            archive_requests: queue.clone(),
            accounts: queue,
        };
        let shown = serde_json::to_value(BoardQueuesDto::from(queues)).unwrap();
        let until = TEST_NOW.plus(REVIEW_WINDOW).to_string();
        assert_eq!(shown["submissions"]["oldest"]["timesOutAt"], until);
        assert!(shown["accounts"]["oldest"]["timesOutAt"].is_null());
        assert_eq!(shown["edits"]["oldest"]["timesOutAt"], until);
        assert!(shown["archiveRequests"]["oldest"]["timesOutAt"].is_null());
    }
}
