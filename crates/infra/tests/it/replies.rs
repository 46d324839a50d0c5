//! Repeated requests take effect once.

use crate::harness::{Fixture, on_each_database, succeeded};
use crate::housekeeping::holding;
use crate::users::{create, user};
use facility_infra::housekeeping::Housekeeping;
use facility_kernel::idempotency::{IdempotencyKey, IdempotencyScope, IdempotentRequest, REPLY_RETENTION, StoredReply};
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{Repeat, Timestamp, UserId};
use facility_submissions::case::MAX_WAITING_ITEMS;
use facility_submissions::ports::SubmitError;
use facility_submissions::submission::testing::submission;
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    reply_is_stored_with_its_change,
    only_one_of_many_concurrent_requests_takes_effect,
    failed_change_stores_no_reply,
    concurrent_submissions_do_not_exceed_the_pending_limit,
    a_reply_is_kept_for_a_day,
];

fn scope(key: &str) -> IdempotencyScope {
    IdempotencyScope {
        user: UserId::Account(numbered(1)),
        method: "POST".to_owned(),
        path: "/api/submissions".to_owned(),
        key: IdempotencyKey::parse(key).unwrap(),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of the port")]
fn remember(key: &str, now: Timestamp) -> Option<IdempotentRequest> {
    Some(IdempotentRequest { scope: scope(key), fingerprint: "f1".to_owned(), now })
}

async fn reply_is_stored_with_its_change(f: Fixture) {
    create(&f, user(1, "author")).await;
    let (repo, replies) = (f.submissions(), f.replies());
    let find = async |scope: IdempotencyScope| replies.find(&scope, TEST_NOW).await.unwrap();
    assert_eq!(find(scope("k")).await, None);
    repo.submit(f.audited(submission(1, 1)), remember("k", TEST_NOW)).await.unwrap();
    let item = submission(1, 1).case.id.to_string();
    assert_eq!(find(scope("k")).await, Some(StoredReply { fingerprint: "f1".to_owned(), item }));
    let again = repo.submit(f.audited(submission(2, 1)), remember("k", TEST_NOW)).await;
    assert!(matches!(again, Err(SubmitError::Repeated(Repeat::Done))), "{again:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM submissions").await, 1);
    // The same key with another user, method or path is another request.
    for other in [
        IdempotencyScope { user: UserId::Account(numbered(2)), ..scope("k") },
        IdempotencyScope { method: "PUT".to_owned(), ..scope("k") },
        IdempotencyScope { path: "/api/other".to_owned(), ..scope("k") },
        scope("K"),
    ] {
        assert_eq!(find(other).await, None);
    }
}

async fn only_one_of_many_concurrent_requests_takes_effect(f: Fixture) {
    create(&f, user(1, "author")).await;
    let repo = f.submissions();
    let submits = (1..=20).map(|n| {
        let (repo, new) = (repo.clone(), f.audited(submission(n, 1)));
        async move { repo.submit(new, remember("k", TEST_NOW)).await }
    });
    let made = succeeded(submits, |error| matches!(error, SubmitError::Repeated(_))).await;
    assert_eq!(made, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM submissions").await, 1);
}

async fn failed_change_stores_no_reply(f: Fixture) {
    create(&f, user(1, "author")).await;
    let (repo, replies) = (f.submissions(), f.replies());
    f.break_audit_log().await;
    assert!(repo.submit(f.audited(submission(1, 1)), remember("k", TEST_NOW)).await.is_err());
    assert_eq!(replies.find(&scope("k"), TEST_NOW).await.unwrap(), None);
    assert_eq!(f.count("SELECT count(*) AS n FROM submissions").await, 0);
}

async fn concurrent_submissions_do_not_exceed_the_pending_limit(f: Fixture) {
    create(&f, user(1, "author")).await;
    let repo = f.submissions();
    for n in 1..MAX_WAITING_ITEMS {
        repo.submit(f.audited(submission(n, 1)), None).await.unwrap();
    }
    let last = (MAX_WAITING_ITEMS..MAX_WAITING_ITEMS + 8).map(|n| {
        let (repo, new) = (repo.clone(), f.audited(submission(n, 1)));
        async move { repo.submit(new, None).await }
    });
    let made = succeeded(last, |error| matches!(error, SubmitError::TooMuchWaiting(_))).await;
    assert_eq!(made, 1);
}

async fn a_reply_is_kept_for_a_day(f: Fixture) {
    create(&f, user(1, "author")).await;
    let (repo, replies) = (f.submissions(), f.replies());
    repo.submit(f.audited(submission(1, 1)), remember("k", TEST_NOW)).await.unwrap();
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(holding(vec![])));
    let (over, last) =
        (TEST_NOW.plus(REPLY_RETENTION), TEST_NOW.plus(REPLY_RETENTION.saturating_sub(Duration::from_micros(1))));
    assert!(replies.find(&scope("k"), last).await.unwrap().is_some());
    assert_eq!(housekeeping.sweep_replies(last).await.unwrap(), 0);
    // After a day the key can be used again, whether or not housekeeping has run.
    assert_eq!(replies.find(&scope("k"), over).await.unwrap(), None);
    repo.submit(f.audited(submission(2, 1)), remember("k", over)).await.unwrap();
    assert_eq!(housekeeping.sweep_replies(over).await.unwrap(), 0);
    assert_eq!(housekeeping.sweep_replies(over.plus(REPLY_RETENTION)).await.unwrap(), 1);
}
