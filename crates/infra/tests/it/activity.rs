//! Activity figures: counted events, samples of the system, and the figures that the API derives from them.

use crate::harness::{Fixture, on_each_database};
use crate::sessions::{fail, stranger};
use crate::users::{create, user};
use facility_audit::access::{AccessEvent, AccessLog as _, AccessType, NewAccess};
use facility_audit::action::Action;
use facility_audit::activity::{Metric, hour_of};
use facility_audit::attempts::{FailureReason, LoginAttempt};
use facility_audit::entry::{Audited, Details, Entry};
use facility_audit::trail::AuditLog as _;
use facility_infra::clock::UuidIds;
use facility_infra::storage::audit::access_log::AccessLogStore;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::storage::oversight::figures;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{AttemptId, DocumentId, IdGenerator as _, Timestamp, UserId};
use facility_oversight::analytics::{ActivityFigures, FigureQueries as _, SecurityFigures, SystemMetric};
use facility_submissions::ports::SubmissionRepository as _;
use facility_submissions::submission::testing::submission;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

on_each_database![
    figures_are_the_same_before_and_after_changes_are_added_up,
    later_runs_add_to_hours_and_totals,
    concurrent_runs_count_each_change_once,
    rolled_back_changes_are_not_counted,
    repeated_accesses_count_once,
    opened_documents_count_before_they_are_written,
    storage_grows_with_stored_files_and_shrinks_with_deleted_ones,
    samples_are_kept_for_ninety_days,
    system_figures_count_only_current_rows,
    blocked_networks_are_counted_not_locked_names,
];

fn hours(n: u64) -> Duration {
    Duration::from_hours(n)
}

/// Records `count` equal sign-in attempts, or one attempt that opened a session.
async fn attempt(f: &Fixture, failure: Option<FailureReason>, suspicious: bool, count: u32, at: Timestamp) {
    let attempt = LoginAttempt {
        id: AttemptId::from_uuid(f.ids.next()),
        username: "mercer".to_owned(),
        ip_address: None,
        user_agent: None,
        failure,
        is_suspicious: suspicious,
        attempted_at: at,
    };
    let reason = failure.map_or("none", FailureReason::as_str);
    let details = Details::new().with("suspicious", suspicious).with("reason", reason);
    let action = if failure.is_some() { Action::LoginFailed } else { Action::LoginSucceeded };
    let entry = Entry { action, count, timestamp: at, ..f.entry().details(details) };
    AuditLogStore::new(f.db.clone()).record_attempt(Audited::new(attempt, entry)).await.unwrap();
}

async fn record(f: &Fixture, action: Action, at: Timestamp) {
    let entry = Entry { action, timestamp: at, ..f.entry() };
    AuditLogStore::new(f.db.clone()).record(Audited::new((), entry)).await.unwrap();
}

/// Returns the sums by metric and hour from `since` on.
async fn by_hour(f: &Fixture, since: Timestamp) -> BTreeMap<(Metric, Timestamp), i64> {
    let rows = f.db.counts(since).await.unwrap();
    let count = rows.len();
    let sums: BTreeMap<_, _> = rows.into_iter().map(|(metric, hour, sum)| ((metric, hour), sum)).collect();
    assert_eq!(sums.len(), count, "each hour of a metric is one row");
    sums
}

async fn figures_are_the_same_before_and_after_changes_are_added_up(f: Fixture) {
    let repo = f.db.clone();
    assert_eq!(repo.security(TEST_NOW).await.unwrap(), SecurityFigures::default());
    attempt(&f, None, false, 1, TEST_NOW).await;
    attempt(&f, Some(FailureReason::WrongStaticCode), false, 1, TEST_NOW.minus(hours(1))).await;
    attempt(&f, Some(FailureReason::Locked), true, 40, TEST_NOW.minus(hours(30))).await;
    record(&f, Action::ArchiveRequested, TEST_NOW).await;
    record(&f, Action::SubmissionStepApproved, TEST_NOW).await;
    let expected = SecurityFigures {
        granted: 1,
        failed: 41,
        suspicious: 40,
        second_factor: 1,
        last_suspicious: Some(TEST_NOW.minus(hours(30))),
        blocked_networks: 0,
    };
    let (now, before) = (hour_of(TEST_NOW), hour_of(TEST_NOW).minus(hours(1)));
    let hourly = BTreeMap::from([
        ((Metric::SignInsGranted, now), 1),
        ((Metric::SignInsFailed, before), 1),
        ((Metric::SecondFactorChecks, before), 1),
        ((Metric::ArchiveRequests, now), 1),
    ]);
    for folded in [6, 0] {
        assert_eq!(repo.security(TEST_NOW).await.unwrap(), expected);
        let activity = ActivityFigures { archive_requests: 1, ..ActivityFigures::default() };
        assert_eq!(repo.activity().await.unwrap(), activity);
        assert_eq!(by_hour(&f, now.minus(hours(23))).await, hourly, "the older hour is outside the period");
        assert_eq!(figures::fold(&repo).await.unwrap(), folded);
        assert_eq!(f.count("SELECT count(*) AS n FROM activity_changes").await, 0);
    }
}

async fn later_runs_add_to_hours_and_totals(f: Fixture) {
    let repo = f.db.clone();
    for round in 1..=3 {
        attempt(&f, Some(FailureReason::Locked), true, 2, TEST_NOW.plus(Duration::from_secs(9 - round))).await;
        figures::fold(&repo).await.unwrap();
        let figures = repo.security(TEST_NOW).await.unwrap();
        assert_eq!((figures.failed, figures.suspicious), (2 * round, 2 * round));
        // The first sample has the latest time.
        assert_eq!(figures.last_suspicious, Some(TEST_NOW.plus(Duration::from_secs(8))));
        let sums: Vec<i64> = by_hour(&f, hour_of(TEST_NOW)).await.into_values().collect();
        assert_eq!(sums, [i64::try_from(2 * round).unwrap(); 2]);
    }
}

async fn concurrent_runs_count_each_change_once(f: Fixture) {
    for _ in 0..20 {
        attempt(&f, None, false, 1, TEST_NOW).await;
    }
    let run = || {
        let repo = f.db.clone();
        async move { figures::fold(&repo).await.unwrap() }
    };
    let (one, other, third) = tokio::join!(run(), run(), run());
    assert_eq!(one + other + third, 20);
    let repo = f.db.clone();
    assert_eq!(repo.security(TEST_NOW).await.unwrap().granted, 20);
    assert_eq!(by_hour(&f, hour_of(TEST_NOW)).await.into_values().collect::<Vec<_>>(), [20]);
}

async fn rolled_back_changes_are_not_counted(f: Fixture) {
    create(&f, user(1, "author-1")).await;
    let repo = f.db.clone();
    let sent = |n| f.audited_as(Action::SubmissionCreated, submission(n, 1));
    let submissions = f.db.clone();
    submissions.submit(sent(1), None).await.unwrap();
    // A duplicate id fails the whole transaction.
    assert!(submissions.submit(sent(1), None).await.is_err());
    assert_eq!(repo.activity().await.unwrap().created, 1);
    f.break_audit_log().await;
    assert!(submissions.submit(sent(2), None).await.is_err());
    assert_eq!(repo.activity().await.unwrap().created, 1);
}

fn access(n: u64, access_type: AccessType) -> AccessEvent {
    AccessEvent {
        id: AttemptId::from_uuid(numbered(n)),
        document_id: DocumentId::from_uuid(numbered(1)),
        user_id: UserId::Account(numbered(1)),
        username: "reader".to_owned(),
        access_type,
        version: (access_type == AccessType::View).then_some(1),
        accessed_at: TEST_NOW,
        ip_address: None,
        user_agent: None,
    }
}

async fn repeated_accesses_count_once(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    let note = |event| NewAccess { event, unless_since: None };
    let first = vec![note(access(1, AccessType::View)), note(access(2, AccessType::Download))];
    log.note_all(first.clone()).await.unwrap();
    // A batch is written again if the answer to its commit was lost.
    log.note_all(first).await.unwrap();
    log.note_all(vec![note(access(3, AccessType::View))]).await.unwrap();
    let figures = f.db.activity().await.unwrap();
    assert_eq!((figures.viewed, figures.downloaded), (2, 1));
}

async fn opened_documents_count_before_they_are_written(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    let event = AccessEvent { version: Some(3), ..access(1, AccessType::View) };
    let (reader, document) = (event.user_id, event.document_id);
    let before = log.openings(reader).await.unwrap();
    log.note(NewAccess { event, unless_since: None });
    for _ in 0..2 {
        assert_eq!(log.opened(reader, vec![document]).await.unwrap(), HashMap::from([(document, 3)]));
        assert_eq!(
            log.openings(reader).await.unwrap(),
            before + 1,
            "writing the accesses does not announce a change of lists"
        );
        log.shutdown().await;
    }
    let other = DocumentId::from_uuid(numbered(99));
    assert_eq!(log.opened(reader, vec![other]).await.unwrap(), HashMap::new());
}

async fn storage_grows_with_stored_files_and_shrinks_with_deleted_ones(f: Fixture) {
    create(&f, user(1, "author-1")).await;
    f.execute(
        "INSERT INTO uploads (id, ticket_hash, owner_id, status, size, created_at, expires_at) \
         SELECT 'u1', 'h1', id, 'uploading', NULL, 0, 0 FROM users WHERE username = 'author-1'; \
         INSERT INTO uploads (id, ticket_hash, owner_id, status, size, created_at, expires_at) \
         SELECT 'u2', 'h2', id, 'final', 500, 0, 0 FROM users WHERE username = 'author-1'",
    )
    .await
    .unwrap();
    let repo = f.db.clone();
    let bytes = async || repo.system(TEST_NOW).await.unwrap().storage_bytes;
    assert_eq!(bytes().await, 500);
    f.execute("UPDATE uploads SET status = 'stored', size = 70 WHERE id = 'u1'").await.unwrap();
    assert_eq!(bytes().await, 570);
    f.execute("UPDATE uploads SET status = 'final' WHERE id = 'u1'").await.unwrap();
    figures::fold(&repo).await.unwrap();
    assert_eq!(bytes().await, 570);
    f.execute("UPDATE uploads SET status = 'deleted'").await.unwrap();
    assert_eq!(bytes().await, 0);
    f.execute("UPDATE uploads SET status = 'final'").await.unwrap();
    f.execute("DELETE FROM uploads WHERE id = 'u2'").await.unwrap();
    assert_eq!(bytes().await, 70);
}

async fn samples_are_kept_for_ninety_days(f: Fixture) {
    let (repo, ids) = (f.db.clone(), UuidIds::default());
    figures::sample(&repo, &ids, TEST_NOW).await.unwrap();
    figures::sample(&repo, &ids, TEST_NOW.plus(Duration::from_mins(5))).await.unwrap();
    let memory = repo.samples(SystemMetric::MemoryUsed, TEST_NOW).await.unwrap();
    assert_eq!(memory.len(), 2);
    assert!(memory.iter().all(|(_, bytes)| *bytes > 1_000_000), "{memory:?}");
    assert_eq!(repo.samples(SystemMetric::Documents, TEST_NOW).await.unwrap()[0], (TEST_NOW, 0));
    assert_eq!(f.count("SELECT count(*) AS n FROM system_metrics WHERE unit = 'bytes'").await, 4);
    figures::sample(&repo, &ids, TEST_NOW.plus(hours(24 * 90))).await.unwrap();
    assert_eq!(repo.samples(SystemMetric::Documents, TEST_NOW).await.unwrap().len(), 2);
}

async fn system_figures_count_only_current_rows(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    create(&f, user(2, "gone")).await;
    f.execute("UPDATE users SET deleted_at = 1 WHERE username = 'gone'").await.unwrap();
    crate::watching::open(&f, 1, TEST_NOW).await;
    crate::watching::open(&f, 2, TEST_NOW.minus(Duration::from_mins(29))).await;
    crate::watching::open(&f, 3, TEST_NOW.minus(Duration::from_mins(30))).await;
    let mut late = submission(1, 1);
    late.case.created_at = TEST_NOW.minus(hours(72));
    for sent in [late, submission(2, 1)] {
        let sent = f.audited(sent);
        f.db.submit(sent, None).await.unwrap();
    }
    let repo = f.db.clone();
    let figures = repo.system(TEST_NOW).await.unwrap();
    assert_eq!((figures.users, figures.active_users, figures.active_sessions), (1, 1, 2));
    assert_eq!((figures.pending_submissions, figures.documents), (1, 0));
}

async fn blocked_networks_are_counted_not_locked_names(f: Fixture) {
    let repo = f.db.clone();
    let blocked = async |at| repo.security(at).await.unwrap().blocked_networks;
    for _ in 0..5 {
        fail(&f, stranger("mercer"), TEST_NOW).await;
        // A user name may look like the key of a network.
        fail(&f, stranger("pair:x|203.0.113.0/24"), TEST_NOW).await;
    }
    assert_eq!(blocked(TEST_NOW).await, 1, "one network from which two names are locked");
    assert_eq!(blocked(TEST_NOW.plus(hours(24))).await, 0);
    // A network that tried too many names is blocked, although none of the names is locked.
    f.execute("UPDATE lockouts SET locked_until = NULL").await.unwrap();
    assert_eq!(blocked(TEST_NOW).await, 0);
    f.execute("UPDATE rate_windows SET count = 29 WHERE key LIKE 'sign-in:%'").await.unwrap();
    assert_eq!(blocked(TEST_NOW).await, 0);
    f.execute("UPDATE rate_windows SET count = 30 WHERE key LIKE 'sign-in:%'").await.unwrap();
    assert_eq!(blocked(TEST_NOW).await, 1);
    assert_eq!(blocked(TEST_NOW.plus(Duration::from_mins(10))).await, 0);
}
