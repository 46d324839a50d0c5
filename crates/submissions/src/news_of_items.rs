//! What people are told about their own items: decisions by others, and time-outs.

use crate::edits::EditRequest;
use crate::edits::Status;
use crate::edits::change::EditTimeOut;
use crate::expiring_items::ExpiringItem;
use crate::submission::{Submission, TimeOut};
use facility_documents::document::Document;
use facility_kernel::{Actor, IdGenerator, Timestamp};
use facility_users::news::Reclassified;
use facility_users::news::{NewsKind, Notification, NotificationId, Subject};

/// Returns the notification of a final decision, or `None` while `after` waits for a further step.
pub(crate) fn of_decision(
    ids: &dyn IdGenerator,
    after: &Submission,
    reviewer: &Actor,
    now: Timestamp,
) -> Option<Notification> {
    let kind = match after.status {
        Status::Pending => return None,
        Status::Approved => NewsKind::SubmissionApproved,
        Status::Rejected => NewsKind::SubmissionRejected,
    };
    let subject = after.document_id.map_or(Subject::Submission(after.id), Subject::Document);
    let id = NotificationId::generate(ids);
    Some(Notification {
        decided_by: Some(reviewer.username.clone()),
        comment: after.review_comments.clone(),
        ..Notification::new(id, after.submitted_by, kind, subject, after.title.clone(), now)
    })
}

/// Returns the notification of a final decision about an edit, or `None` while it waits for a further step.
pub(crate) fn of_edit(
    ids: &dyn IdGenerator,
    after: &EditRequest,
    reviewer: &Actor,
    now: Timestamp,
) -> Option<Notification> {
    let kind = match after.status {
        Status::Pending => return None,
        Status::Approved => NewsKind::EditApproved,
        Status::Rejected => NewsKind::EditRejected,
    };
    let subject = Subject::Document(after.document_id);
    let id = NotificationId::generate(ids);
    Some(Notification {
        decided_by: Some(reviewer.username.clone()),
        comment: after.review_comments.clone(),
        ..Notification::new(id, after.submitted_by, kind, subject, after.text.title.clone(), now)
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

/// Returns the notification of an edit's time-out.
pub(crate) fn of_edit_time_out(ids: &dyn IdGenerator, time_out: &EditTimeOut, now: Timestamp) -> Notification {
    let (id, subject) = (NotificationId::generate(ids), Subject::Document(time_out.document_id));
    Notification::new(id, time_out.owner, NewsKind::TimedOut, subject, time_out.title.clone(), now)
}

/// Returns the notification of a time-out.
pub(crate) fn of_time_out(ids: &dyn IdGenerator, time_out: &TimeOut, now: Timestamp) -> Notification {
    let (id, subject) = (NotificationId::generate(ids), Subject::Submission(time_out.id));
    Notification::new(id, time_out.owner, NewsKind::TimedOut, subject, time_out.title.clone(), now)
}

/// Returns the reminder that an item leaves the queue soon.
pub(crate) fn of_leaving(ids: &dyn IdGenerator, leaving: &ExpiringItem, now: Timestamp) -> Notification {
    let id = NotificationId::generate(ids);
    let title = leaving.title.clone();
    Notification {
        due_at: Some(leaving.at),
        ..Notification::new(id, leaving.owner, NewsKind::Reminder, leaving.item, title, now)
    }
}

/// Returns what differs between two versions of a document.
pub(crate) fn reclassified(before: &Document, after: &Document) -> Reclassified {
    let [from, to] = [before, after].map(|document| document.text.category.as_str().to_owned());
    Reclassified {
        level: (before.clearance != after.clearance).then_some([before.clearance, after.clearance]),
        category: (from != to).then_some([from, to]),
    }
}
