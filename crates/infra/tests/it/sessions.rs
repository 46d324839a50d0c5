//! Sessions and sign-in attempts.

use crate::harness::{Fixture, on_each_database};
use crate::users::{create, user};
use facility_audit::attempts::{FailureReason, LoginAttempt};
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::testing::{TEST_NOW, context, numbered};
use facility_kernel::{AttemptId, IdGenerator, RequestContext, Secret, SessionId, StoreError, Timestamp, UserId};
use facility_users::lockout::{Admission, Claimant};
use facility_users::ports::{OpenSession, RefusedSignIn, SessionRepository, SignInThrottle};
use facility_users::session::{Session, SessionToken, SignInMethod};
use facility_users::user::{EndSessions, User, UserChange, UserUpdate};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    a_session_is_found_by_its_token_with_user_and_site,
    password_changed_in_the_meantime_opens_no_session,
    opening_a_session_updates_everything_related,
    a_user_has_ten_sessions_at_most,
    account_without_approval_gets_no_session,
    refusals_are_counted,
    updates_end_the_specified_sessions,
    activity_only_moves_forward,
    session_is_not_opened_without_its_audit_entry,
    concurrent_sign_ins_all_succeed,
];

fn later(seconds: u64) -> Timestamp {
    TEST_NOW.plus(Duration::from_secs(seconds))
}

pub fn session(n: u8, user: UserId, at: Timestamp) -> Session {
    let token = SessionToken::from_bits([n; 32]);
    let context = RequestContext { now: at, ..context() };
    Session::open(SessionId::from_uuid(numbered(1000 + u64::from(n))), &token, user, &context)
}

fn attempt(f: &Fixture, failure: Option<FailureReason>, at: Timestamp) -> LoginAttempt {
    LoginAttempt {
        id: AttemptId::from_uuid(f.ids.next()),
        username: "Mercer".to_owned(),
        ip_address: Some("192.0.2.1".to_owned()),
        user_agent: None,
        failure,
        is_suspicious: false,
        attempted_at: at,
    }
}

fn opened(f: &Fixture, session: &Session) -> OpenSession {
    OpenSession {
        session: session.clone(),
        method: SignInMethod::Password,
        replaces: None,
        attempt: attempt(f, None, session.created_at),
        claimant: stranger("mercer"),
        device: format!("device of {}", session.id),
        checked_hash: Some(Secret::new("$argon2id$1")),
        rehash: None,
    }
}

pub async fn open(f: &Fixture, repo: &SessionStore, session: &Session) {
    assert_eq!(repo.open(f.audited(opened(f, session))).await.unwrap(), Admission::Admitted);
}

/// Returns a claimant for this name from the test network, with an unknown browser.
pub fn stranger(name: &str) -> Claimant {
    Claimant { username_key: name.to_owned(), network: "192.0.2.0/24".to_owned(), device: None, limits_network: true }
}

/// Records a wrong password of this claimant and returns the outcome.
pub async fn fail(f: &Fixture, claimant: Claimant, at: Timestamp) -> Admission {
    let refused = RefusedSignIn {
        attempt: attempt(f, Some(FailureReason::WrongPassword), at),
        user_id: None,
        is_failure: true,
        claimant,
    };
    SessionStore::start(f.db.clone()).refuse(f.audited(refused)).await.unwrap()
}

async fn a_session_is_found_by_its_token_with_user_and_site(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    create(&f, crate::users::user(2, "other")).await;
    let session = session(1, user.id, TEST_NOW);
    open(&f, &repo, &session).await;
    f.execute("UPDATE site_settings SET is_locked = TRUE").await.unwrap();
    let changed = f.site().settings().await.unwrap().content_changed_at;
    let record = repo.find(&session.token_fingerprint).await.unwrap().unwrap();
    assert_eq!(record.session, session);
    assert_eq!((record.user.id, record.user.username.as_str()), (user.id, "mercer"));
    assert!(record.site.is_locked && record.site.content_changed_at == changed);
    assert_eq!(repo.find(SessionToken::from_bits([2; 32]).fingerprint().as_str()).await.unwrap(), None);
    // Deleted users are also found; the check of the record refuses them.
    let gone = UserUpdate::to(User { deleted_at: Some(TEST_NOW), ..user });
    let change = UserChange::Update(Box::new(gone));
    f.users().commit(f.audited(change)).await.unwrap();
    let record = repo.find(&session.token_fingerprint).await.unwrap().unwrap();
    assert_eq!(record.actor(TEST_NOW), None);
}

async fn password_changed_in_the_meantime_opens_no_session(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let session = session(1, user.id, TEST_NOW);
    let late = OpenSession { checked_hash: Some(Secret::new("$argon2id$0")), ..opened(&f, &session) };
    let refused = repo.open(f.audited(late)).await;
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
    assert_eq!(repo.find(&session.token_fingerprint).await.unwrap(), None);
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts").await, 0);
}

async fn opening_a_session_updates_everything_related(f: Fixture) {
    let (repo, throttle) = (SessionStore::start(f.db.clone()), f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    f.execute("UPDATE users SET failed_login_attempts = 3").await.unwrap();
    let old = session(1, user.id, TEST_NOW);
    open(&f, &repo, &old).await;
    assert_eq!(fail(&f, stranger("mercer"), later(1)).await, Admission::Admitted);
    let new = session(2, user.id, later(9));
    let change = OpenSession { replaces: Some(old.id), rehash: Some(Secret::new("$argon2id$new")), ..opened(&f, &new) };
    repo.open(f.audited(change)).await.unwrap();
    assert_eq!(repo.find(&old.token_fingerprint).await.unwrap(), None);
    assert!(repo.find(&new.token_fingerprint).await.unwrap().is_some());
    let counters = throttle.standing(&stranger("mercer"), later(9)).await.unwrap().counters;
    // The failure is cleared. The network's daily count remains, and the count for unknown networks is unaffected.
    assert_eq!((counters.pair.failures, counters.pair.day.count(later(9)), counters.name.count(later(9))), (0, 1, 0));
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts WHERE success AND username_key = 'mercer'").await, 2);
    let account = f.users().find_by_name("mercer").await.unwrap().unwrap();
    assert_eq!(account.password_hash.unwrap().expose(), "$argon2id$new");
    assert_eq!(account.user.last_activity, Some(later(9)));
    assert_eq!(account.user.last_login_attempt, Some(later(9)));
    assert_eq!((account.user.failed_login_attempts, account.user.revision), (0, 0));
}

async fn a_user_has_ten_sessions_at_most(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let other = create(&f, crate::users::user(2, "other")).await;
    open(&f, &repo, &session(100, other.id, TEST_NOW)).await;
    for n in 1..=12 {
        open(&f, &repo, &session(n, user.id, later(n.into()))).await;
        if n == 5 {
            // The first session is used again, so it outlives the later ones.
            repo.touch(session(1, user.id, TEST_NOW).id, user.id, later(1000));
            repo.shutdown().await;
        }
    }
    let mut left = Vec::new();
    for n in (1..=12).chain([100]) {
        if repo.find(&session(n, user.id, TEST_NOW).token_fingerprint).await.unwrap().is_some() {
            left.push(n);
        }
    }
    assert_eq!(left, [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 100]);
}

async fn account_without_approval_gets_no_session(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, User { is_approved: false, ..user(1, "mercer") }).await;
    let result = repo.open(f.audited(opened(&f, &session(1, user.id, TEST_NOW)))).await;
    assert!(matches!(result, Err(StoreError::Stale)), "{result:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 0);
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts").await, 0);
}

async fn refusals_are_counted(f: Fixture) {
    let (repo, throttle) = (SessionStore::start(f.db.clone()), f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let refused = |at: Timestamp| RefusedSignIn {
        attempt: attempt(&f, Some(FailureReason::WrongPassword), at),
        user_id: Some(user.id),
        is_failure: true,
        claimant: stranger("mercer"),
    };
    for n in 1..=3 {
        repo.refuse(f.audited(refused(later(n)))).await.unwrap();
    }
    let counted = f.users().find(user.id).await.unwrap().unwrap();
    assert_eq!(counted.failed_login_attempts, 3);
    let counters = throttle.standing(&stranger("mercer"), later(4)).await.unwrap().counters;
    assert_eq!((counters.pair.failures, counters.name.count(later(4)), counters.network.count), (3, 3, 3));
    let elsewhere = LoginAttempt { ip_address: Some("192.0.2.9".to_owned()), ..refused(later(4)).attempt };
    repo.refuse(f.audited(RefusedSignIn { attempt: elsewhere, user_id: None, ..refused(later(4)) })).await.unwrap();
    open(&f, &repo, &session(1, user.id, later(5))).await;
    // The correct password of an account that may not sign in is recorded but not counted.
    let right = RefusedSignIn { is_failure: false, ..refused(later(6)) };
    repo.refuse(f.audited(right)).await.unwrap();
    let counters = throttle.standing(&stranger("mercer"), later(6)).await.unwrap().counters;
    assert_eq!((counters.pair.failures, counters.name.count(later(6)), counters.network.count), (0, 4, 4));
    let now = f.users().find(user.id).await.unwrap().unwrap();
    assert_eq!((now.failed_login_attempts, now.last_login_attempt), (0, Some(later(6))));
}

async fn updates_end_the_specified_sessions(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let other = create(&f, crate::users::user(2, "other")).await;
    open(&f, &repo, &session(9, other.id, TEST_NOW)).await;
    let kept = session(1, user.id, TEST_NOW);
    for (revision, end_sessions, left) in
        [(0, EndSessions::None, 4), (1, EndSessions::AllBut(kept.id), 2), (2, EndSessions::All, 1)]
    {
        for n in 1..=3 {
            repo.close(f.audited(session(n, user.id, TEST_NOW).id)).await.unwrap();
            open(&f, &repo, &session(n, user.id, TEST_NOW)).await;
        }
        let change = UserUpdate { end_sessions, ..UserUpdate::to(User { revision, ..user.clone() }) };
        let change = UserChange::Update(Box::new(change));
        f.users().commit(f.audited(change)).await.unwrap();
        assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, left, "{end_sessions:?}");
        let found = repo.find(&kept.token_fingerprint).await.unwrap().is_some();
        assert_eq!(found, end_sessions != EndSessions::All);
    }
}

async fn activity_only_moves_forward(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let other = create(&f, crate::users::user(2, "other")).await;
    let (session, last) = (session(1, user.id, TEST_NOW), session(2, other.id, TEST_NOW));
    open(&f, &repo, &session).await;
    open(&f, &repo, &last).await;
    repo.touch(session.id, user.id, later(60));
    repo.touch(session.id, user.id, later(30));
    // Activity is written in order: once this row is written, all earlier ones are written, too.
    repo.touch(last.id, other.id, later(90));
    let written = format!("SELECT max(last_active_at) AS n FROM sessions WHERE user_id = '{}'", other.id);
    f.until(&written, |at| at == later(90).as_micros()).await;
    let record = repo.find(&session.token_fingerprint).await.unwrap().unwrap();
    assert_eq!(record.session.last_active_at, later(60));
    assert_eq!(record.user.last_activity, Some(later(60)));
    assert_eq!(record.user.revision, 0);
}

async fn session_is_not_opened_without_its_audit_entry(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let standing = session(1, user.id, TEST_NOW);
    open(&f, &repo, &standing).await;
    f.break_audit_log().await;
    let change = OpenSession { replaces: Some(standing.id), ..opened(&f, &session(2, user.id, later(1))) };
    assert!(repo.open(f.audited(change)).await.is_err());
    assert!(repo.close(f.audited(standing.id)).await.is_err());
    assert!(repo.find(&standing.token_fingerprint).await.unwrap().is_some());
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts").await, 1);
}

async fn concurrent_sign_ins_all_succeed(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    // Records failures, so that all sign-ins write the same rows.
    for n in 0..4 {
        fail(&f, stranger("mercer"), later(n)).await;
    }
    let f = Arc::new(f);
    let screens = (0..8_u8).map(|screen| {
        let (f, repo) = (Arc::clone(&f), repo.clone());
        tokio::spawn(async move {
            for round in 0..15_u8 {
                let session = session(screen * 15 + round, user.id, later(10));
                let answer = repo.open(f.audited(opened(&f, &session))).await.unwrap();
                assert_eq!(answer, Admission::Admitted);
            }
        })
    });
    for screen in screens.collect::<Vec<_>>() {
        screen.await.unwrap();
    }
}
