//! Notifications to users about their own items: decisions by others, and time-outs.

use crate::case::time_out::TimeOut;
use crate::case::{Case, Status};
use crate::expiring_items::ExpiringItem;
use facility_documents::document::Document;
use facility_kernel::{Actor, IdGenerator, Timestamp};
use facility_users::news::Reclassified;
use facility_users::news::{NewsKind, Notification, NotificationId, Subject};

/// Returns the notification of a final decision on a submission or an edit. `None` if a further step is needed. `kinds`
/// are the kinds for an approval and for a rejection.
pub(crate) fn of_decision<Id>(
    ids: &dyn IdGenerator,
    after: &Case<Id>,
    [approved, rejected]: [NewsKind; 2],
    (subject, title): (Subject, &str),
    reviewer: &Actor,
    now: Timestamp,
) -> Option<Notification> {
    let kind = match after.status {
        Status::Pending => return None,
        Status::Approved => approved,
        Status::Rejected => rejected,
    };
    let id = NotificationId::generate(ids);
    Some(Notification {
        decided_by: Some(reviewer.username.clone()),
        comment: after.review_comments.clone(),
        ..Notification::new(id, after.author, kind, subject, title.to_owned(), now)
    })
}

/// Returns the notification of a new level or category.
pub(crate) fn of_reclassification(
    ids: &dyn IdGenerator,
    before: &Document,
    after: &Document,
    administrator: &Actor,
    reason: &str,
) -> Notification {
    let (subject, title) = (Subject::Document(after.id), after.text.title.clone());
    let (id, kind) = (NotificationId::generate(ids), NewsKind::Reclassified);
    Notification {
        decided_by: Some(administrator.username.clone()),
        comment: Some(reason.to_owned()),
        change: Some(reclassified(before, after)),
        ..Notification::new(id, after.owner, kind, subject, title, after.updated_at)
    }
}

pub(crate) fn of_time_out<Id>(ids: &dyn IdGenerator, time_out: &TimeOut<Id>, now: Timestamp) -> Notification {
    let (id, title) = (NotificationId::generate(ids), time_out.title.clone());
    Notification::new(id, time_out.owner, NewsKind::TimedOut, time_out.subject, title, now)
}

/// Returns the reminder that an item will leave the queue soon.
pub(crate) fn of_expiring(ids: &dyn IdGenerator, expiring: &ExpiringItem, now: Timestamp) -> Notification {
    let id = NotificationId::generate(ids);
    let title = expiring.title.clone();
    Notification {
        due_at: Some(expiring.at),
        ..Notification::new(id, expiring.owner, NewsKind::Reminder, expiring.item, title, now)
    }
}

/// Returns how level and category differ between two versions of a document.
pub(crate) fn reclassified(before: &Document, after: &Document) -> Reclassified {
    let [from, to] = [before, after].map(|document| document.text.category.as_str().to_owned());
    Reclassified {
        level: (before.clearance != after.clearance).then_some([before.clearance, after.clearance]),
        category: (from != to).then_some([from, to]),
    }
}
