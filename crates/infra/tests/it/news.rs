//! Notifications, and the contents of the home page.

use crate::harness::{Fixture, on_each_database};
use crate::housekeeping::holding;
use crate::submissions::approval;
use crate::users::{create, user};
use facility_infra::db::Database;
use facility_infra::housekeeping::Housekeeping;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_oversight::desk::Desk;
use facility_oversight::ports::NewsRepository as _;
use facility_submissions::case::{Case, Status};
use facility_submissions::ports::SubmissionRepository as _;
use facility_submissions::review::ReviewChange;
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;
use facility_users::news::testing::notification;
use facility_users::news::{NEWS_RETENTION, NewsKind, Notification, NotificationId, ReadNews, Subject};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    author_is_notified_with_the_decision_or_not_at_all,
    notifications_are_listed_unread_first_and_paged,
    users_mark_only_their_own_notifications_as_read,
    home_page_counts_waiting_items_and_names_the_oldest,
    notifications_are_deleted_after_ninety_days,
];

fn account(n: u64) -> UserId {
    UserId::Account(numbered(n))
}

fn id(n: u64) -> NotificationId {
    NotificationId::from_uuid(numbered(n))
}

/// Writes the `n`th submission of the first account and its rejection, which notifies `news.recipient`.
async fn told(f: &Fixture, n: u64, news: Notification) {
    let repo = f.db.clone();
    let sent = submission(n, 1);
    repo.submit(f.audited(sent.clone()), None).await.unwrap();
    repo.review(f.audited(rejection(&sent, n, news))).await.unwrap();
}

pub fn rejection(sent: &Submission, n: u64, news: Notification) -> ReviewChange {
    let change = approval(100 + n, sent);
    let after = Submission {
        case: Case { status: Status::Rejected, ..change.after.case.clone() },
        document_id: None,
        ..change.after
    };
    ReviewChange { after, publish: None, news: Some(news), ..change }
}

/// Returns all notifications of this account: unread ones first, each group newest first.
async fn listed(repo: &Database, n: u64) -> Vec<Notification> {
    let mut rows = repo.group(account(n), false, i64::MAX, 200, TEST_NOW).await.unwrap();
    rows.extend(repo.group(account(n), true, i64::MAX, 200, TEST_NOW).await.unwrap());
    rows.into_iter().map(|(_, news)| news).collect()
}

async fn people(f: &Fixture) {
    create(f, user(1, "author-1")).await;
    create(f, user(2, "author-2")).await;
}

async fn author_is_notified_with_the_decision_or_not_at_all(f: Fixture) {
    people(&f).await;
    let news = f.db.clone();
    let repo = f.db.clone();
    let sent = submission(1, 1);
    repo.submit(f.audited(sent.clone()), None).await.unwrap();
    let change = approval(20, &sent);
    let subject = Subject::Document(change.after.document_id.unwrap());
    let told = Notification { kind: NewsKind::SubmissionApproved, subject, ..notification(1, 1) };
    let approval = ReviewChange { news: Some(told.clone()), ..change };
    repo.review(f.audited(approval.clone())).await.unwrap();
    assert_eq!(listed(&news, 1).await, [told]);
    assert_eq!(listed(&news, 2).await, []);
    let again = ReviewChange { news: Some(notification(2, 1)), ..approval };
    assert!(matches!(repo.review(f.audited(again)).await, Err(StoreError::Stale)));
    // Without an audit entry there is no decision, and no notification of it.
    let other = submission(3, 1);
    repo.submit(f.audited(other.clone()), None).await.unwrap();
    f.break_audit_log().await;
    assert!(repo.review(f.audited(rejection(&other, 3, notification(3, 1)))).await.is_err());
    assert_eq!(f.count("SELECT count(*) AS n FROM notifications").await, 1);
}

async fn notifications_are_listed_unread_first_and_paged(f: Fixture) {
    people(&f).await;
    for n in 1..=6 {
        told(&f, n, notification(n, 1)).await;
    }
    told(&f, 7, notification(7, 2)).await;
    let repo = f.db.clone();
    let later = TEST_NOW.plus(Duration::from_secs(1));
    repo.mark_read(account(1), ReadNews::These(vec![id(2), id(5)]), later).await.unwrap();
    for size in [1, 2, 3, 4, 6] {
        let mut found = Vec::new();
        for is_read in [false, true] {
            let mut before = i64::MAX;
            loop {
                let rows = repo.group(account(1), is_read, before, size, TEST_NOW).await.unwrap();
                let Some((last, _)) = rows.last() else { break };
                before = *last;
                found.extend(rows.into_iter().map(|(_, news)| news));
            }
        }
        let ids: Vec<NotificationId> = found.iter().map(|news| news.id).collect();
        assert_eq!(ids, [6, 4, 3, 1, 5, 2].map(id), "{size} at a time");
        assert_eq!(found[4].read_at, Some(later));
    }
    assert_eq!(
        (repo.unread(account(1), TEST_NOW).await.unwrap(), repo.unread(account(2), TEST_NOW).await.unwrap()),
        (4, 1)
    );
}

async fn users_mark_only_their_own_notifications_as_read(f: Fixture) {
    people(&f).await;
    for (n, recipient) in [(1, 1), (2, 1), (3, 2)] {
        told(&f, n, notification(n, recipient)).await;
    }
    let repo = f.db.clone();
    let unread = async |n: u64| repo.desk(account(n), false, TEST_NOW).await.unwrap().unread;
    // More ids than one statement takes, most of them unknown, one of another user.
    let ids = (3..=1_200).chain([1]).map(id).collect();
    repo.mark_read(account(1), ReadNews::These(ids), TEST_NOW).await.unwrap();
    assert_eq!((unread(1).await, unread(2).await), (1, 1));
    // The first time is kept.
    repo.mark_read(account(1), ReadNews::All, TEST_NOW.plus(Duration::from_secs(9))).await.unwrap();
    assert_eq!((unread(1).await, unread(2).await), (0, 1));
    let first = listed(&repo, 1).await.pop().unwrap();
    assert_eq!((first.id, first.read_at), (id(1), Some(TEST_NOW)));
}

async fn home_page_counts_waiting_items_and_names_the_oldest(f: Fixture) {
    people(&f).await;
    let repo = f.db.clone();
    assert_eq!(repo.desk(account(1), false, TEST_NOW).await.unwrap(), Desk::default());
    let submissions = f.db.clone();
    let ago = |hours| TEST_NOW.minus(Duration::from_hours(hours));
    let waiting: [(u64, u64, Timestamp, Option<Timestamp>); 5] = [
        (1, 1, ago(80), None),
        (2, 1, ago(90), Some(ago(5))),
        (3, 2, ago(7), None),
        (4, 2, ago(72), None),
        (5, 1, ago(1), None),
    ];
    for (n, owner, created_at, resubmitted_at) in waiting {
        let submission = Submission {
            case: Case { created_at, resubmitted_at, ..submission(n, owner).case },
            ..submission(n, owner)
        };
        submissions.submit(f.audited(submission), None).await.unwrap();
    }
    f.execute("UPDATE users SET is_approved = TRUE").await.unwrap();
    for (n, name) in [(7, "newcomer"), (8, "later")] {
        create(&f, facility_users::user::User { is_approved: false, ..user(n, name) }).await;
    }
    create(&f, facility_users::user::User { is_approved: false, ..user(9, "gone") }).await;
    f.execute("UPDATE users SET deleted_at = 1 WHERE username = 'gone'").await.unwrap();
    let desk = repo.desk(account(1), true, TEST_NOW).await.unwrap();
    let queues = desk.queues.unwrap();
    let oldest = queues.submissions.oldest.unwrap();
    assert_eq!((queues.submissions.count, oldest.name.as_str(), oldest.since), (3, "Submission 3", ago(7)));
    let oldest = queues.accounts.oldest.unwrap();
    assert_eq!((queues.accounts.count, oldest.name.as_str()), (2, "newcomer"));
    assert_eq!(oldest.id, account(7).to_string());
    assert_eq!((desk.timed_out, desk.unread), (1, 0));
    let reader = repo.desk(account(2), false, TEST_NOW).await.unwrap();
    assert_eq!((reader.queues, reader.timed_out), (None, 1));
    for n in 10..35 {
        told(&f, n, notification(n, 2)).await;
    }
    let reader = repo.desk(account(2), false, TEST_NOW).await.unwrap();
    assert_eq!((reader.unread, reader.news.len(), reader.news[0].id), (25, 20, id(34)));
}

async fn notifications_are_deleted_after_ninety_days(f: Fixture) {
    people(&f).await;
    told(&f, 1, notification(1, 1)).await;
    let later = TEST_NOW.plus(Duration::from_micros(1));
    told(&f, 2, Notification { created_at: later, ..notification(2, 1) }).await;
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(holding(vec![])));
    let end = TEST_NOW.plus(NEWS_RETENTION);
    let early = end.minus(Duration::from_micros(1));
    assert_eq!(housekeeping.sweep_notifications(early).await.unwrap(), 0);
    assert_eq!(housekeeping.sweep_notifications(end).await.unwrap(), 1);
    let left = listed(&f.db.clone(), 1).await;
    assert_eq!(left.iter().map(|news| news.id).collect::<Vec<_>>(), [id(2)]);
}
