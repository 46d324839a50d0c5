//! Security monitoring: sign-in attempts, sessions, alerts, and the marks that administrators set on alerts.

use crate::harness::{Fixture, batch, on_each_database};
use crate::reads_by_level::Counting;
use crate::sessions::stranger;
use crate::users::{create, user};
use facility_audit::action::Action;
use facility_audit::alerts::AlertCause;
use facility_audit::attempts::{AttemptLog, FailureReason, LoginAttempt, MONITORED_PERIOD, RecordedAttempt};
use facility_audit::trail::AuditLog as _;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::testing::{TEST_NOW, context, numbered};
use facility_kernel::{
    AttemptId, Cursor, IdGenerator as _, Limit, Page, PageRequest, RequestContext, SessionId, StoreError, Timestamp,
    UserId,
};
use facility_oversight::reminders::{AlertMark, AlertRepository as _, MAX_WAITS};
use facility_submissions::submission::testing::submission;
use facility_users::ports::{OpenSession, SessionDirectory as _, SessionRepository as _};
use facility_users::session::{Session, SessionToken, SignInMethod};
use std::collections::HashSet;
use std::time::Duration;

on_each_database![
    attempts_of_the_period_are_listed_and_added_up,
    attempts_are_paged_without_gaps,
    sessions_are_listed_and_ended_once,
    valid_sessions_are_paged_without_gaps,
    resubmitted_item_starts_a_new_wait,
    excess_waits_omit_the_least_important,
    marks_belong_to_one_administrator_and_keep_their_time,
    each_alarm_of_the_period_is_found_with_its_person,
];

fn before(minutes: u64) -> Timestamp {
    TEST_NOW.minus(Duration::from_mins(minutes))
}

/// Records a failed attempt with this suspicion, in the way of attempts whose password was not checked.
async fn fail(f: &Fixture, reason: FailureReason, is_suspicious: bool, at: Timestamp) -> AttemptId {
    let attempt = LoginAttempt {
        id: AttemptId::from_uuid(f.ids.next()),
        username: "Mercer".to_owned(),
        ip_address: Some("192.0.2.1".to_owned()),
        user_agent: None,
        failure: Some(reason),
        is_suspicious,
        attempted_at: at,
    };
    let id = attempt.id;
    AuditLogStore::new(f.db.clone()).record_attempt(f.audited(attempt)).await.unwrap();
    id
}

async fn listed(f: &Fixture, only_suspicious: bool, page: PageRequest) -> (Page<RecordedAttempt>, u64) {
    f.attempts().list(TEST_NOW.minus(MONITORED_PERIOD), only_suspicious, page).await.unwrap()
}

/// Adds an attempt per minute for a month.
const OLD_ATTEMPTS: u64 = 30 * 24 * 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_of_a_day_do_not_depend_on_earlier_days() {
    let Some(f) = Fixture::postgres() else { return };
    let end = before(2 * 24 * 60).as_micros();
    let old = format!(
        "INSERT INTO login_attempts (id, username, username_key, ip_address, success, is_suspicious, attempted_at) \
         SELECT 'old-' || n, 'mercer', 'mercer', '192.0.2.1', FALSE, n % 50 = 0, {end} - n * 60000000 \
         FROM generate_series(1, CAST({OLD_ATTEMPTS} AS BIGINT)) AS n"
    );
    f.db.write(move |conn| batch(conn, &old)).await.unwrap();
    fail(&f, FailureReason::WrongPassword, true, before(1)).await;
    let mut counting = Counting::of(f);
    counting.settle().await;
    let since = TEST_NOW.minus(MONITORED_PERIOD);
    let (touched, attempts) = counting
        .touched(async |db| {
            let log: &dyn AttemptLog = &db;
            log.list(since, false, PageRequest::FIRST).await?;
            log.list(since, true, PageRequest::FIRST).await?;
            Ok(usize::try_from(log.tally(since).await?.attempts).unwrap())
        })
        .await;
    assert_eq!(attempts, 1);
    assert!(touched["login_attempts"] < 100, "{touched:?}");
}

async fn attempts_of_the_period_are_listed_and_added_up(f: Fixture) {
    let log = f.attempts();
    let nothing = log.tally(TEST_NOW.minus(MONITORED_PERIOD)).await.unwrap();
    assert_eq!(nothing, facility_audit::attempts::AttemptTally::default());
    fail(&f, FailureReason::Locked, true, TEST_NOW.minus(MONITORED_PERIOD).minus(Duration::from_micros(1))).await;
    let first = fail(&f, FailureReason::Locked, true, TEST_NOW.minus(MONITORED_PERIOD)).await;
    let last = fail(&f, FailureReason::WrongPassword, false, before(1)).await;
    f.execute("UPDATE login_attempts SET count = 7 WHERE is_suspicious").await.unwrap();
    create(&f, user(1, "mercer")).await;
    open(&f, 1, before(0)).await;

    let tally = log.tally(TEST_NOW.minus(MONITORED_PERIOD)).await.unwrap();
    assert_eq!((tally.attempts, tally.failed, tally.suspicious), (9, 8, 7));
    assert_eq!(tally.last_suspicious, Some(TEST_NOW.minus(MONITORED_PERIOD)));
    let (page, total) = listed(&f, false, PageRequest::FIRST).await;
    assert_eq!((page.items.len(), total, page.next), (3, 3, None));
    assert!(page.items[0].success && page.items[0].failure_reason.is_none());
    assert_eq!((page.items[1].id, page.items[2].id), (last, first));
    assert_eq!(page.items[1].failure_reason.as_deref(), Some("wrong_password"));
    let (suspicious, total) = listed(&f, true, PageRequest::FIRST).await;
    assert_eq!((suspicious.items.len(), total), (1, 1));
    assert_eq!((suspicious.items[0].id, suspicious.items[0].count), (first, 7));
}

async fn attempts_are_paged_without_gaps(f: Fixture) {
    let mut made = Vec::new();
    // A row that is recorded late has an earlier time than those before it.
    for minutes in [9, 8, 7, 10, 6] {
        made.push(fail(&f, FailureReason::UnknownUser, true, before(minutes)).await);
    }
    made.reverse();
    for only_suspicious in [false, true] {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let request = PageRequest { limit: Limit::parse(2).unwrap(), after };
            let (page, total) = listed(&f, only_suspicious, request).await;
            assert_eq!(total, 5);
            seen.extend(page.items.iter().map(|attempt| attempt.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(seen, made);
    }
}

fn session(n: u8, at: Timestamp) -> Session {
    let token = SessionToken::from_bits([n; 32]);
    let context = RequestContext { now: at, ..context() };
    Session::open(SessionId::from_uuid(numbered(1000 + u64::from(n))), &token, UserId::Account(numbered(1)), &context)
}

/// Opens the `n`th session of the first account.
pub async fn open(f: &Fixture, n: u8, at: Timestamp) -> SessionId {
    let session = session(n, at);
    let opened = OpenSession {
        session: session.clone(),
        method: SignInMethod::Password,
        replaces: None,
        attempt: LoginAttempt {
            id: AttemptId::from_uuid(f.ids.next()),
            username: "mercer".to_owned(),
            ip_address: None,
            user_agent: None,
            failure: None,
            is_suspicious: false,
            attempted_at: at,
        },
        claimant: stranger("mercer"),
        device: format!("device {n}"),
        checked_hash: None,
        rehash: None,
    };
    SessionStore::start(f.db.clone()).open(f.audited(opened)).await.unwrap();
    session.id
}

/// Returns the ids of a page of valid sessions, the cursor of the next page, and the total.
async fn valid_ids(repo: &SessionStore, page: PageRequest) -> (Vec<SessionId>, Option<Cursor>, u64) {
    let (page, total) = repo.valid_sessions(TEST_NOW, page).await.unwrap();
    (page.items.iter().map(|one| one.session.id).collect(), page.next, total)
}

async fn valid_sessions_are_paged_without_gaps(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let repo = SessionStore::start(f.db.clone());
    let mut opened = Vec::new();
    // Three with equal times, one that was idle for just too long, and one that ends now.
    for (n, minutes) in (1..).zip([5, 4, 30, 5, 3, 5, 0]) {
        opened.push(open(&f, n, before(minutes)).await);
    }
    let now = TEST_NOW.as_micros();
    f.execute(format!("UPDATE sessions SET expires_at = {now} WHERE id = '{}'", opened[6])).await.unwrap();
    let expected = [4, 1, 5, 3, 0].map(|n: usize| opened[n]);
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let request = PageRequest { limit: Limit::parse(2).unwrap(), after };
        let (ids, next, total) = valid_ids(&repo, request).await;
        assert_eq!((ids.len(), total), (if next.is_some() { 2 } else { 1 }, 5));
        seen.extend(ids);
        after = next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, expected, "most recently active first, then most recently opened");
}

async fn sessions_are_listed_and_ended_once(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let repo = SessionStore::start(f.db.clone());
    let (over, idle) = (open(&f, 1, before(12 * 60)).await, open(&f, 2, before(50)).await);
    let (older, newer) = (open(&f, 3, before(20)).await, open(&f, 4, before(5)).await);
    let valid = repo.count_valid(TEST_NOW).await.unwrap();
    assert_eq!(valid, (2, 0), "sessions idle for half an hour are left out");
    let all = repo.valid_sessions(TEST_NOW, PageRequest::FIRST).await.unwrap().0.items;
    assert_eq!((all[0].username.as_str(), all[0].is_admin, all[0].timeout_minutes), ("mercer", false, 30));
    assert_eq!(valid_ids(&repo, PageRequest::FIRST).await, (vec![newer, older], None, 2));
    assert!(!repo.find_session(idle).await.unwrap().unwrap().is_alive(TEST_NOW));
    assert!(!repo.find_session(over).await.unwrap().unwrap().is_alive(TEST_NOW));

    let (one, other) = tokio::join!(
        repo.terminate(f.audited_as(Action::SessionTerminated, newer)),
        repo.terminate(f.audited_as(Action::SessionTerminated, newer))
    );
    let ended = [one, other];
    assert_eq!(ended.iter().filter(|done| done.is_ok()).count(), 1);
    assert!(ended.iter().any(|done| matches!(done, Err(StoreError::Stale))));
    let entries = "SELECT count(*) AS n FROM audit_log WHERE action = 'session_terminated'";
    assert_eq!(f.count(entries).await, 1);
    assert_eq!(valid_ids(&repo, PageRequest::FIRST).await, (vec![older], None, 1));
    f.break_audit_log().await;
    assert!(repo.terminate(f.audited_as(Action::SessionTerminated, older)).await.is_err());
    assert!(repo.find_session(older).await.unwrap().is_some(), "without an entry there is no change");
    f.execute("UPDATE users SET is_approved = FALSE").await.unwrap();
    assert_eq!(valid_ids(&repo, PageRequest::FIRST).await, (vec![], None, 0));
}

async fn resubmitted_item_starts_a_new_wait(f: Fixture) {
    create(&f, user(1, "author-1")).await;
    let mut sent = submission(1, 1);
    sent.case.created_at = before(72 * 60);
    let sent = f.audited(sent);
    f.submissions().submit(sent, None).await.unwrap();
    let waits = async || f.db.waits(TEST_NOW).await.unwrap().len();
    assert_eq!(waits().await, 0, "it has timed out");
    f.execute("UPDATE submissions SET resubmitted_at = created_at + 259200000000").await.unwrap();
    assert_eq!(waits().await, 1);
}

async fn excess_waits_omit_the_least_important(f: Fixture) {
    // More waits than the limit, although no single author has that many.
    const AUTHORS: u64 = 5;
    for n in 1..=AUTHORS {
        create(&f, user(n, &format!("author-{n}"))).await;
    }
    let repo = f.submissions();
    let most = u64::from(MAX_WAITS);
    for n in 1..=most + 1 {
        for (id, minutes) in [(n, n), (1000 + n, 48 * 60 + n)] {
            let mut sent = submission(id, 1 + id % AUTHORS);
            sent.case.created_at = before(minutes);
            repo.submit(f.audited(sent), None).await.unwrap();
        }
    }
    let waits = f.db.waits(TEST_NOW).await.unwrap();
    let told: HashSet<String> = waits.into_iter().map(|wait| wait.id).collect();
    let left_out: Vec<u64> = (1..=most + 1)
        .flat_map(|n| [n, 1000 + n])
        .filter(|n| !told.contains(&submission(*n, 1).case.id.to_string()))
        .collect();
    assert_eq!(left_out, [1001, most + 1], "the newest of the overdue ones, and the oldest of the new ones");
}

async fn marks_belong_to_one_administrator_and_keep_their_time(f: Fixture) {
    let (one, other) = (create(&f, user(1, "one")).await.id, create(&f, user(2, "other")).await.id);
    let repo = f.db.clone();
    let ids = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    repo.mark(one, ids(&["a", "b"]), AlertMark::Read, before(9)).await.unwrap();
    repo.mark(one, ids(&["b", "c"]), AlertMark::Cleared, before(5)).await.unwrap();
    repo.mark(one, ids(&["a", "b"]), AlertMark::Read, before(1)).await.unwrap();
    let marks = repo.marks(one).await.unwrap();
    let mut read: Vec<(String, Timestamp)> = marks.read.into_iter().collect();
    read.sort();
    let expected = [("a", before(9)), ("b", before(9)), ("c", before(5))];
    assert_eq!(read, expected.map(|(id, at)| (id.to_owned(), at)));
    let mut cleared: Vec<String> = marks.cleared.into_iter().collect();
    cleared.sort();
    assert_eq!(cleared, ids(&["b", "c"]));
    assert_eq!(repo.marks(other).await.unwrap(), facility_oversight::reminders::AlertMarks::default());
}

async fn each_alarm_of_the_period_is_found_with_its_person(f: Fixture) {
    let alerts = f.db.clone();
    let since = TEST_NOW.minus(MONITORED_PERIOD);
    assert_eq!(alerts.alarms(since).await.unwrap(), []);
    create(&f, user(1, "mercer")).await;
    let users = f.users();
    let alarm = async |action, at, name: &str| {
        let before = users.find(UserId::Account(numbered(1))).await.unwrap().unwrap();
        let entity_id = (action == Action::EmergencyCodesSynchronized).then(|| before.id.to_string());
        let change = facility_users::user::UserChange::Update(Box::new(facility_users::user::UserUpdate::to(before)));
        let performer = facility_audit::entry::Performer::Anonymous { claimed: Some(name.to_owned()) };
        let entry = facility_audit::entry::Entry { action, performer, timestamp: at, entity_id, ..f.entry() };
        users.commit(facility_audit::entry::Audited::new(change, entry)).await.unwrap();
    };
    let just_before = since.minus(Duration::from_micros(1));
    alarm(Action::StaticCodeUsed, just_before, "too-early").await;
    alarm(Action::StaticCodeUsed, since, "first").await;
    alarm(Action::LoginFailed, before(3), "no-alarm").await;
    alarm(Action::EmergencyAccessOpened, before(2), "emergency-access").await;
    alarm(Action::StaticCodeUsed, before(1), "last").await;
    alarm(Action::EmergencyCodesSynchronized, before(1), "a stranger").await;
    let found = alerts.alarms(since).await.unwrap();
    let told: Vec<_> = found.iter().map(|alarm| (alarm.cause, alarm.at, alarm.person.as_deref())).collect();
    assert_eq!(
        told,
        [
            (AlertCause::EmergencyCodesSynchronized, before(1), Some("mercer")),
            (AlertCause::StaticCodeUsed, before(1), Some("last")),
            (AlertCause::EmergencyAccessOpened, before(2), Some("emergency-access")),
            (AlertCause::StaticCodeUsed, since, Some("first")),
        ]
    );
    let newest = f.count("SELECT max(number) AS n FROM audit_log").await;
    assert_eq!(found[0].number, newest);
    // The plan uses the index of these actions.
    for cause in AlertCause::ALL.into_iter().filter(|cause| *cause != AlertCause::SuspiciousSignIns) {
        let sql = if f.is_sqlite() {
            "SELECT count(*) AS n FROM sqlite_master WHERE name = 'audit_log_alarms' AND sql LIKE"
        } else {
            "SELECT count(*) AS n FROM pg_indexes WHERE indexname = 'audit_log_alarms' AND indexdef LIKE"
        };
        assert_eq!(f.count(format!("{sql} '%{}%'", cause.as_str())).await, 1, "{cause:?}");
    }
}
