//! What people are told about their own items: decisions by others, and time-outs.

use crate::edits::EditTimeOut;
use crate::expiring_items::ExpiringItem;
use crate::news::{NewsKind, Notification, NotificationId, Subject};
use crate::reclassified::Reclassified;
use crate::submission::{Submission, TimeOut};
use facility_documents::document::Document;
use facility_documents::edits::EditRequest;
use facility_documents::edits::Status;
use facility_kernel::{Actor, IdGenerator, Timestamp};

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
        let subject = after.document_id.map_or(Subject::Submission(after.id), Subject::Document);
        let id = NotificationId::generate(ids);
        Some(Self {
            decided_by: Some(reviewer.username.clone()),
            comment: after.review_comments.clone(),
            ..Self::new(id, after.submitted_by, kind, subject, after.title.clone(), now)
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
        let subject = Subject::Document(after.document_id);
        let id = NotificationId::generate(ids);
        Some(Self {
            decided_by: Some(reviewer.username.clone()),
            comment: after.review_comments.clone(),
            ..Self::new(id, after.submitted_by, kind, subject, after.text.title.clone(), now)
        })
    }

    /// Returns the notification of a new level or category.
    pub(crate) fn of_reclassification(
        ids: &dyn IdGenerator,
        before: &Document,
        after: &Document,
        administrator: &Actor,
        reason: &str,
    ) -> Self {
        let (subject, title) = (Subject::Document(after.id), after.text.title.clone());
        let (id, kind) = (NotificationId::generate(ids), NewsKind::Reclassified);
        Self {
            decided_by: Some(administrator.username.clone()),
            comment: Some(reason.to_owned()),
            change: Some(Reclassified::between(before, after)),
            ..Self::new(id, after.owner, kind, subject, title, after.updated_at)
        }
    }

    /// Returns the notification of an edit's time-out.
    pub(crate) fn of_edit_time_out(ids: &dyn IdGenerator, time_out: &EditTimeOut, now: Timestamp) -> Self {
        let (id, subject) = (NotificationId::generate(ids), Subject::Document(time_out.document_id));
        Self::new(id, time_out.owner, NewsKind::TimedOut, subject, time_out.title.clone(), now)
    }

    /// Returns the notification of a time-out.
    pub(crate) fn of_time_out(ids: &dyn IdGenerator, time_out: &TimeOut, now: Timestamp) -> Self {
        let (id, subject) = (NotificationId::generate(ids), Subject::Submission(time_out.id));
        Self::new(id, time_out.owner, NewsKind::TimedOut, subject, time_out.title.clone(), now)
    }

    /// Returns the reminder that an item leaves the queue soon.
    pub(crate) fn of_leaving(ids: &dyn IdGenerator, leaving: &ExpiringItem, now: Timestamp) -> Self {
        let id = NotificationId::generate(ids);
        let title = leaving.title.clone();
        Self {
            due_at: Some(leaving.at),
            ..Self::new(id, leaving.owner, NewsKind::Reminder, leaving.item, title, now)
        }
    }
}
