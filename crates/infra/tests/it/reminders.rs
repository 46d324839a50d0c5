//! Reminders of items that leave the review queue soon.

use crate::harness::{Fixture, on_each_database, readable, succeeded};
use crate::users::{create, user};
use facility_audit::action::Action;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_oversight::ports::NewsRepository as _;
use facility_submissions::case::time_out::Resubmission;
use facility_submissions::case::{Case, REVIEW_WINDOW};
use facility_submissions::expiring_items::{ExpiringItem, REMINDER_LEAD_TIME, ReminderMark, ReminderRepository as _};
use facility_submissions::ports::{SubmissionRepository as _, WaitRepository as _};
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;
use facility_users::news::testing::notification;
use facility_users::news::{NewsKind, Notification, Subject};
use std::time::Duration;

on_each_database![
    each_wait_that_ends_soon_gets_one_reminder,
    reminder_of_an_item_that_was_decided_is_refused,
    decision_marks_the_reminder_as_read,
];

const OUT: Timestamp = TEST_NOW;

/// The period in which a wait must start to end within twelve hours, if the current time is [`OUT`] plus three days.
fn soon() -> (Timestamp, Timestamp) {
    (OUT, OUT.plus(REMINDER_LEAD_TIME))
}

async fn submit(f: &Fixture, n: u64, created_at: Timestamp) -> Submission {
    let submission = Submission { case: Case { created_at, ..submission(n, 1).case }, ..submission(n, 1) };
    let new = submission.clone();
    f.db.submit(f.audited(new), None).await.unwrap();
    submission
}

async fn expiring(f: &Fixture) -> Vec<ExpiringItem> {
    let (after, by) = soon();
    readable(f.db.expiring(after, by, 10).await.unwrap())
}

fn mark(expiring: &ExpiringItem, n: u64) -> ReminderMark {
    let news = Notification {
        kind: NewsKind::Reminder,
        subject: expiring.item,
        due_at: Some(expiring.at),
        decided_by: None,
        comment: None,
        ..notification(n, 1)
    };
    ReminderMark { expiring: expiring.clone(), news }
}

async fn remind(f: &Fixture, expiring: &ExpiringItem, n: u64) -> Result<(), StoreError> {
    let marked = f.audited_as(Action::ReviewReminded, mark(expiring, n));
    f.db.remind(marked).await
}

async fn unread(f: &Fixture) -> Vec<NewsKind> {
    let news = f.db.group(UserId::Account(numbered(1)), false, i64::MAX, 50, TEST_NOW).await;
    news.unwrap().into_iter().map(|(_, news)| news.kind).collect()
}

async fn each_wait_that_ends_soon_gets_one_reminder(f: Fixture) {
    create(&f, user(1, "author")).await;
    let (after, by) = soon();
    submit(&f, 1, after).await;
    let first = submit(&f, 2, after.plus(Duration::from_micros(1))).await;
    let last = submit(&f, 3, by).await;
    submit(&f, 4, by.plus(Duration::from_micros(1))).await;
    let found = expiring(&f).await;
    let expected = |of: &Submission| ExpiringItem {
        item: Subject::Submission(of.case.id),
        id: of.case.id.to_string(),
        owner: of.case.author,
        title: of.title.clone(),
        at: of.case.created_at.plus(REVIEW_WINDOW),
    };
    assert_eq!(found, [expected(&first), expected(&last)]);
    let reminders = (0..6).map(|n| {
        let (repo, mark) = (f.db.clone(), mark(&found[0], 50 + n));
        let marked = f.audited_as(Action::ReviewReminded, mark);
        async move { repo.remind(marked).await }
    });
    let reminded = succeeded(reminders, |error| matches!(error, StoreError::Stale)).await;
    assert_eq!((reminded, unread(&f).await), (1, vec![NewsKind::Reminder]));
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log WHERE action = 'review_reminded'").await, 1);
    assert_eq!(expiring(&f).await, [expected(&last)]);

    // A new wait gets a new reminder, and the old reminder is marked as read.
    let resubmission = {
        let Case { id, created_at, .. } = first.case;
        Resubmission { id, subject: Subject::Submission(id), expected_start: created_at, at: by }
    };
    f.db.resubmit(f.audited(resubmission)).await.unwrap();
    assert_eq!(unread(&f).await, []);
    let again = expiring(&f).await;
    assert_eq!(again.iter().filter(|expiring| expiring.id == first.case.id.to_string()).count(), 1);
    assert_eq!(again.len(), 2);
}

async fn reminder_of_an_item_that_was_decided_is_refused(f: Fixture) {
    create(&f, user(1, "author")).await;
    submit(&f, 1, OUT.plus(Duration::from_hours(1))).await;
    let found = expiring(&f).await;
    f.execute("UPDATE submissions SET status = 'rejected'").await.unwrap();
    assert!(matches!(remind(&f, &found[0], 50).await, Err(StoreError::Stale)));
    f.execute("UPDATE submissions SET status = 'pending', resubmitted_at = 5").await.unwrap();
    assert!(matches!(remind(&f, &found[0], 50).await, Err(StoreError::Stale)), "it is a new wait");
    assert_eq!(unread(&f).await, []);
}

async fn decision_marks_the_reminder_as_read(f: Fixture) {
    create(&f, user(1, "author")).await;
    let repo = f.db.clone();
    for (n, publishes) in [(1, true), (2, false)] {
        let sent = submit(&f, n, OUT.plus(Duration::from_hours(1))).await;
        let found = expiring(&f).await;
        remind(&f, &found[0], 50 + n).await.unwrap();
        assert_eq!(unread(&f).await[0], NewsKind::Reminder);
        let change = crate::submissions::approval(20 + n, &sent);
        let (kind, subject) = if publishes {
            (NewsKind::SubmissionApproved, Subject::Document(change.after.document_id.unwrap()))
        } else {
            (NewsKind::SubmissionRejected, Subject::Submission(sent.case.id))
        };
        let news = Notification { kind, subject, ..notification(n, 1) };
        let change = if publishes {
            facility_submissions::review::ReviewChange { news: Some(news), ..change }
        } else {
            crate::news::rejection(&sent, n, news)
        };
        repo.review(f.audited(change)).await.unwrap();
        assert_eq!(unread(&f).await[0], kind);
        assert!(!unread(&f).await.contains(&NewsKind::Reminder));
    }
}
