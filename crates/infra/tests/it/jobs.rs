//! What background jobs build on: leases, progress marks, and writes that several nodes attempt concurrently.

use crate::harness::{CHANGED_AT, Fixture, on_each_database, readable, succeeded};
use crate::users::{create, user};
use facility_audit::action::Action;
use facility_documents::document::Document;
use facility_documents::ports::{ReleaseAnnouncement, ReleaseRepository as _, Released, ReleasedDocument};
use facility_documents::visibility::testing::document;
use facility_infra::clock::UuidIds;
use facility_infra::db::Database;
use facility_infra::storage::kernel::jobs::Leases as _;
use facility_kernel::testing::{TEST_NOW, context, numbered};
use facility_kernel::{AttemptId, DocumentId, PageRequest, StoreError, SubmissionId, Timestamp, UserId};
use facility_submissions::case::time_out::{Resubmission, TimeOut, TimeOutMark, TimedOutKind};
use facility_submissions::case::{Case, REVIEW_WINDOW, Status, Step};
use facility_submissions::ports::{SubmissionRepository, WaitRepository};
use facility_submissions::review::ReviewChange;
use facility_submissions::services::time_outs::TimeOuts;
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;
use facility_users::news::testing::notification;
use facility_users::news::{NewsKind, Notification, Subject};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    one_node_at_a_time_holds_a_lease,
    only_one_of_many_nodes_gets_the_lease,
    a_time_out_is_marked_once,
    damaged_submission_does_not_prevent_marking_others,
    resubmission_starts_a_new_wait,
    a_release_is_announced_once,
    lease_from_a_clock_that_was_ahead_is_free,
    lease_is_renewed_by_its_holder_only,
    releases_are_announced_after_a_clock_that_was_ahead,
];

const MINUTE: Duration = Duration::from_mins(1);

async fn one_node_at_a_time_holds_a_lease(f: Fixture) {
    let leases = f.db.clone();
    let take = async |job, holder, now: Timestamp| leases.acquire(job, holder, now.plus(MINUTE), now).await.unwrap();
    assert!(take("sweep", "one", TEST_NOW).await);
    assert!(!take("sweep", "two", TEST_NOW).await);
    assert!(!take("sweep", "one", TEST_NOW).await, "a lease lasts a whole interval");
    assert!(take("mark", "two", TEST_NOW).await, "each job has its own lease");
    let last = TEST_NOW.plus(MINUTE.saturating_sub(Duration::from_micros(1)));
    assert!(!take("sweep", "two", last).await);
    assert!(take("sweep", "two", TEST_NOW.plus(MINUTE)).await, "the lease of a stopped node expires");
    leases.release("sweep", "one").await.unwrap();
    assert!(!take("sweep", "one", TEST_NOW.plus(MINUTE)).await, "a node cannot release another's lease");
    leases.release("sweep", "two").await.unwrap();
    assert!(take("sweep", "one", TEST_NOW.plus(MINUTE)).await);
}

async fn only_one_of_many_nodes_gets_the_lease(f: Fixture) {
    let tries = (0..20).map(|n| {
        let leases = f.db.clone();
        tokio::spawn(
            async move { leases.acquire("sweep", &format!("node {n}"), TEST_NOW.plus(MINUTE), TEST_NOW).await },
        )
    });
    let mut got = 0;
    for one in tries.collect::<Vec<_>>() {
        got += usize::from(one.await.unwrap().unwrap());
    }
    assert_eq!(got, 1);
}

/// Creates submissions of the first account with these times of creation and resubmission.
async fn submitted(f: &Fixture, listed: &[(u64, Timestamp, Option<Timestamp>)]) -> Arc<Database> {
    create(f, user(1, "author")).await;
    let repo = Arc::new(f.db.clone());
    for (n, created_at, resubmitted_at) in listed.iter().copied() {
        let submission =
            Submission { case: Case { created_at, resubmitted_at, ..submission(n, 1).case }, ..submission(n, 1) };
        repo.submit(f.audited(submission), None).await.unwrap();
    }
    repo
}

const UNREAD: &str = "SELECT count(*) AS n FROM notifications WHERE read_at IS NULL";

/// Returns the mark for the `n`th submission of the first account, whose waiting time ends now.
fn time_out(n: u64) -> TimeOutMark<SubmissionId> {
    let Submission { case: Case { id, author, .. }, title, .. } = submission(n, 1);
    let subject = Subject::Submission(id);
    let time_out = TimeOut { id, subject, at: TEST_NOW, owner: author, title };
    let news = Notification { kind: NewsKind::TimedOut, recipient: author, subject, ..notification(n, 1) };
    TimeOutMark { time_out, news }
}

async fn a_time_out_is_marked_once(f: Fixture) {
    let (old, just) = (TEST_NOW.minus(REVIEW_WINDOW), TEST_NOW.minus(REVIEW_WINDOW).plus(Duration::from_micros(1)));
    let repo = submitted(&f, &[(1, old, None), (2, just, None), (3, old, Some(just)), (4, old, None)]).await;
    f.execute("UPDATE submissions SET status = 'rejected' WHERE position = 4").await.unwrap();
    let due = readable(repo.unmarked(old, 10).await.unwrap());
    let mark = time_out(1);
    let expected = mark.time_out.clone();
    assert_eq!(due, std::slice::from_ref(&expected));
    let written = "SELECT count(*) AS n FROM audit_log";
    let before = f.count(written).await;
    let marks = (0..10).map(|_| {
        let (repo, mark) = (repo.clone(), f.audited_as(Action::SubmissionTimedOut, mark.clone()));
        async move { repo.mark_timed_out(mark).await }
    });
    let marked = succeeded(marks, |error| matches!(error, StoreError::Stale)).await;
    assert_eq!((marked, f.count(written).await), (1, before + 1), "one node marks it and announces it once");
    assert_eq!(f.count(UNREAD).await, 1, "its author is notified once");
    let none: Vec<TimeOut<SubmissionId>> = readable(repo.unmarked(old, 10).await.unwrap());
    assert_eq!(none, []);
    let record = repo.find(expected.id).await.unwrap().unwrap();
    assert_eq!(record.submission.case.timed_out_at, Some(TEST_NOW));
    let author = UserId::Account(numbered(1));
    let own = repo.timed_out(author, old, PageRequest::FIRST).await.unwrap();
    let listed: Vec<_> = own.items.iter().map(|item| (item.id.clone(), item.kind, item.timed_out_at)).collect();
    assert_eq!(listed, [(expected.id.to_string(), TimedOutKind::Submission, TEST_NOW)]);
    let nobodys = repo.timed_out(UserId::Account(numbered(2)), old, PageRequest::FIRST).await.unwrap();
    assert_eq!(nobodys.items, []);
}

async fn damaged_submission_does_not_prevent_marking_others(f: Fixture) {
    let old = TEST_NOW.minus(REVIEW_WINDOW);
    let submissions = submitted(&f, &[(1, old, None), (2, old, None), (3, old, None)]).await;
    f.execute("UPDATE submissions SET id = 'damaged' WHERE position = 1").await.unwrap();
    let (waits, waits_of_edits) = (submissions.clone(), submissions.clone());
    let service = TimeOuts { submissions, waits, waits_of_edits, ids: Arc::new(UuidIds::default()) };
    let marked = "SELECT count(*) AS n FROM submissions WHERE timed_out_at IS NOT NULL";
    for _ in 0..2 {
        let failed = service.mark(&context()).await.unwrap_err();
        assert!(matches!(failed, StoreError::Internal(_)), "{failed:?}");
        assert_eq!((f.count(marked).await, f.count(UNREAD).await), (2, 2));
    }
}

async fn resubmission_starts_a_new_wait(f: Fixture) {
    let old = TEST_NOW.minus(REVIEW_WINDOW);
    let repo = submitted(&f, &[(1, old, None)]).await;
    let id = submission(1, 1).case.id;
    repo.mark_timed_out(f.audited(time_out(1))).await.unwrap();
    assert_eq!(f.count(UNREAD).await, 1);
    let change = Resubmission { id, subject: Subject::Submission(id), expected_start: old, at: TEST_NOW };
    let resubmits = (0..5).map(|_| {
        let (repo, change) = (repo.clone(), f.audited(change));
        tokio::spawn(async move { repo.resubmit(change).await })
    });
    let mut done = 0;
    for resubmit in resubmits.collect::<Vec<_>>() {
        done += usize::from(resubmit.await.unwrap().is_ok());
    }
    assert_eq!(done, 1);
    let after = repo.find(id).await.unwrap().unwrap().submission;
    assert_eq!(
        (after.case.resubmitted_at, after.case.timed_out_at, after.case.created_at),
        (Some(TEST_NOW), None, old)
    );
    assert_eq!(repo.pending(old, facility_kernel::Clearance::MAX, PageRequest::FIRST).await.unwrap().items.len(), 1);
    assert!(matches!(repo.mark_timed_out(f.audited(time_out(1))).await, Err(StoreError::Stale)));
    assert_eq!(f.count(UNREAD).await, 0, "the resubmission marks the notification as read");
    f.execute("UPDATE submissions SET status = 'approved'").await.unwrap();
    let late = Resubmission { expected_start: TEST_NOW, ..change };
    assert!(matches!(repo.resubmit(f.audited(late)).await, Err(StoreError::Stale)));
}

/// Publishes a document with the `n`th id now, with this release date.
async fn published(f: &Fixture, repo: &Database, n: u64, release: Option<Timestamp>) -> DocumentId {
    let sent = submission(100 + n, 1);
    repo.submit(f.audited(sent.clone()), None).await.unwrap();
    let document = Document { release_at: release, ..document(n, 2, 1) };
    let id = document.id;
    let step = Step {
        id: facility_kernel::ApprovalStepId::from_uuid(numbered(200 + n)),
        item: sent.case.id,
        step_number: 1,
        approver_id: UserId::EmergencyAccess,
        approver_username: "emergency-access".to_owned(),
        status: Status::Approved,
        comments: None,
        approved_at: TEST_NOW,
    };
    let after =
        Submission { case: Case { status: Status::Approved, ..sent.case.clone() }, document_id: Some(id), ..sent };
    let change = ReviewChange {
        expected_step: 1,
        after,
        step,
        publish: Some(document),
        news: None,
        is_self_review: false,
        is_same_approver: false,
    };
    repo.review(f.audited_as(Action::SubmissionApproved, change)).await.unwrap();
    id
}

fn of(n: u64, id: DocumentId) -> ReleasedDocument {
    let Document { owner, text, .. } = document(n, 2, 1);
    ReleasedDocument { id, owner, title: text.title }
}

/// Returns the announcement that these documents were released.
fn announced(released: &Released) -> ReleaseAnnouncement {
    let news = |(n, document): (u64, &ReleasedDocument)| {
        let (id, subject) = (AttemptId::from_uuid(numbered(900 + n)), Subject::Document(document.id));
        Notification::new(id, document.owner, NewsKind::Released, subject, document.title.clone(), TEST_NOW)
    };
    let news = (0..).zip(&released.documents).map(news).collect();
    ReleaseAnnouncement { released: released.clone(), news }
}

async fn a_release_is_announced_once(f: Fixture) {
    let repo = submitted(&f, &[]).await;
    let releases = Arc::new(f.db.clone());
    let before = TEST_NOW.minus(Duration::from_secs(10));
    assert_eq!(releases.passed(before).await.unwrap(), None, "the first check sets the start");
    let at = |seconds| TEST_NOW.plus(Duration::from_secs(seconds));
    let one = published(&f, &repo, 1, Some(at(1))).await;
    let same = published(&f, &repo, 2, Some(at(1))).await;
    published(&f, &repo, 3, Some(at(5))).await;
    published(&f, &repo, 4, None).await;
    // Published after its release date: its publication announced it.
    published(&f, &repo, 5, Some(before.plus(Duration::from_secs(1)))).await;
    assert_eq!(releases.passed(TEST_NOW).await.unwrap(), None);
    let expected = Released { from: before, until: at(1), documents: vec![of(1, one), of(2, same)] };
    assert_eq!(releases.passed(at(2)).await.unwrap(), Some(expected.clone()));
    let shared = f.count(CHANGED_AT).await;
    let announcements = (0..10).map(|_| {
        let (releases, released) = (releases.clone(), f.audited_as(Action::DocumentReleased, announced(&expected)));
        async move { releases.announce(released).await }
    });
    let successes = succeeded(announcements, |error| matches!(error, StoreError::Stale)).await;
    assert_eq!(successes, 1);
    let written = "SELECT count(*) AS n FROM notifications WHERE kind = 'released' AND read_at IS NULL";
    assert_eq!(f.count(written).await, 2, "the owner is notified once of each");
    assert!(f.count(CHANGED_AT).await > shared, "the content-changed timestamp advances");
    assert_eq!(releases.passed(at(2)).await.unwrap(), None);
    assert_eq!(releases.passed(at(5)).await.unwrap().map(|next| next.documents.len()), Some(1));
}

async fn lease_from_a_clock_that_was_ahead_is_free(f: Fixture) {
    let leases = f.db.clone();
    let take = async |holder, now: Timestamp| leases.acquire("sweep", holder, now.plus(MINUTE), now).await.unwrap();
    assert!(take("one", TEST_NOW.plus(Duration::from_hours(24))).await);
    // The clock is corrected, and the holder itself finds its lease.
    assert!(take("one", TEST_NOW).await);
    assert!(!take("two", TEST_NOW).await, "it is an ordinary lease afterwards");
    // A clock that is ahead by less than an interval is tolerated.
    assert!(!take("two", TEST_NOW.minus(MINUTE)).await);
    assert!(take("two", TEST_NOW.minus(MINUTE + Duration::from_micros(1))).await);
}

async fn lease_is_renewed_by_its_holder_only(f: Fixture) {
    let leases = f.db.clone();
    let after = |minutes: u32| TEST_NOW.plus(MINUTE * minutes);
    assert!(leases.acquire("sweep", "one", after(1), TEST_NOW).await.unwrap());
    leases.renew("sweep", "one", after(2)).await.unwrap();
    assert!(!leases.acquire("sweep", "two", after(2), after(1)).await.unwrap());
    assert!(leases.acquire("sweep", "two", after(3), after(2)).await.unwrap());
    leases.renew("sweep", "one", after(9)).await.unwrap();
    assert!(leases.acquire("sweep", "one", after(4), after(3)).await.unwrap());
}

async fn releases_are_announced_after_a_clock_that_was_ahead(f: Fixture) {
    let repo = submitted(&f, &[]).await;
    let releases = f.db.clone();
    let at = |seconds| TEST_NOW.plus(Duration::from_secs(seconds));
    assert_eq!(releases.passed(at(24 * 3600)).await.unwrap(), None, "the first check, with a clock a day ahead");
    let one = published(&f, &repo, 1, Some(at(8))).await;
    // The clock is corrected.
    assert_eq!(releases.passed(at(1)).await.unwrap(), None);
    let expected = Released { from: at(1), until: at(8), documents: vec![of(1, one)] };
    assert_eq!(releases.passed(at(8)).await.unwrap(), Some(expected.clone()));
    releases.announce(f.audited_as(Action::DocumentReleased, announced(&expected))).await.unwrap();
    // Nodes whose clocks differ by seconds announce nothing twice.
    assert_eq!(releases.passed(at(1)).await.unwrap(), None);
    assert_eq!(releases.passed(at(9)).await.unwrap(), None);
}
