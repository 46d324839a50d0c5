//! Announcements of changes: their content, their order, and nodes that missed many of them.

use crate::harness::{CHANGED_AT, Fixture, on_each_database};
use crate::users::{admin, create};
use facility_audit::action::Action;
use facility_audit::entry::{Audited, Entry};
use facility_audit::topics::{Announcements as _, Audience, Event, Topic, Topics};
use facility_infra::clock::SystemClock;
use facility_infra::db::Database;
use facility_infra::events::Feed;
use facility_infra::events::relay::Relay;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::testing::test_keys;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_users::site::SiteChange;
use facility_users::user::User;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

on_each_database![
    entry_numbers_follow_the_commit_order,
    rolled_back_changes_are_not_announced,
    only_shared_content_advances_the_timestamp,
    settings_change_with_their_entry,
    change_is_announced_to_its_audience_and_to_one_user,
    feed_that_fell_behind_reports_everything_as_changed,
    messages_of_clients_reach_every_process_and_are_not_stored,
    unknown_action_is_announced_as_a_change_of_everything,
    feed_survives_a_database_outage,
];

const ENTRIES: &str = "SELECT count(*) AS n FROM audit_log";
const LOCK: SiteChange = SiteChange { is_locked: Some(true), two_factor_required: None };

async fn record(f: &Fixture, db: &Database, action: Action) {
    use facility_audit::trail::AuditLog as _;
    AuditLogStore::new(db.clone()).record(f.audited_as(action, ())).await.unwrap();
}

/// Collects everything that a feed over this handle reports.
async fn feed(f: &Fixture, db: &Database) -> mpsc::UnboundedReceiver<Event> {
    let (sender, events) = mpsc::unbounded_channel();
    let feed = Feed::open(db.clone(), f.database.target(), Arc::new(SystemClock)).await.unwrap();
    tokio::spawn(feed.run(move |batch| batch.iter().for_each(|event| drop(sender.send(event.clone())))));
    events
}

async fn next(events: &mut mpsc::UnboundedReceiver<Event>) -> Event {
    tokio::time::timeout(Duration::from_secs(10), events.recv()).await.unwrap().unwrap()
}

async fn entry_numbers_follow_the_commit_order(f: Fixture) {
    use facility_audit::trail::AuditLog as _;
    let other = Database::open(f.database.target(), test_keys().audit_chain()).unwrap();
    let writes = (0..60).map(|n| {
        let db = if n % 2 == 0 { f.db.clone() } else { other.clone() };
        let entry = f.audited_as(Action::SiteLocked, ());
        tokio::spawn(async move { AuditLogStore::new(db).record(entry).await })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap().unwrap();
    }
    for sql in [ENTRIES, "SELECT max(number) AS n FROM audit_log"] {
        assert_eq!(f.count(sql).await, 60, "{sql}");
    }
    // Each advanced the timestamp by a millisecond.
    assert_eq!(f.count(CHANGED_AT).await, TEST_NOW.as_micros() + 59_000);
    let later = "SELECT count(*) AS n FROM audit_log a JOIN audit_log b ON b.number = a.number + 1
                 WHERE b.content_changed_at = a.content_changed_at + 1000";
    assert_eq!(f.count(later).await, 59);
}

async fn rolled_back_changes_are_not_announced(f: Fixture) {
    let mut events = feed(&f, &f.db).await;
    f.break_audit_log().await;
    assert!(f.site().commit(f.audited_as(Action::SiteLocked, LOCK)).await.is_err());
    assert_eq!(f.count(ENTRIES).await, 0);
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(events.try_recv().is_err());
}

async fn only_shared_content_advances_the_timestamp(f: Fixture) {
    use facility_audit::trail::AuditLog as _;
    let moved = || f.count(CHANGED_AT);
    record(&f, &f.db, Action::AccessDenied).await;
    record(&f, &f.db, Action::LoginSucceeded).await;
    assert_eq!(moved().await, 0);
    record(&f, &f.db, Action::DocumentDeleted).await;
    assert_eq!(moved().await, TEST_NOW.as_micros());
    let shown = |micros: i64| Timestamp::from_micros(micros).to_string();
    let mut seen = vec![shown(TEST_NOW.as_micros())];
    // The test clock stands still, goes back and is slightly ahead; the displayed time always advances.
    for micros in [0, 0, -5_000_000, 1, 999, 1_000, 3_999] {
        let now = Timestamp::from_micros(TEST_NOW.as_micros() + micros);
        let mut deleted = f.audited_as(Action::DocumentDeleted, ());
        deleted = Audited::new((), Entry { timestamp: now, ..deleted.entry().clone() });
        AuditLogStore::new(f.db.clone()).record(deleted).await.unwrap();
        let time = shown(moved().await);
        assert!(seen.last().unwrap() < &time, "{micros}: {time} after {seen:?}");
        seen.push(time);
    }
}

async fn settings_change_with_their_entry(f: Fixture) {
    let site = f.site();
    site.commit(f.audited_as(Action::SiteLocked, LOCK)).await.unwrap();
    let after = site.settings().await.unwrap();
    assert!(after.is_locked && !after.two_factor_required && after.updated_at == TEST_NOW);
    // A change without effect writes no entry.
    assert_eq!(f.count(ENTRIES).await, 1);
    for same in [LOCK, SiteChange { is_locked: Some(true), two_factor_required: Some(false) }] {
        let refused = site.commit(f.audited_as(Action::SiteLocked, same)).await;
        assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
    }
    assert_eq!(f.count(ENTRIES).await, 1);
    // Otherwise nobody could turn the requirement off again.
    let factor = SiteChange { is_locked: Some(true), two_factor_required: Some(true) };
    let refused = site.commit(f.audited_as(Action::TwoFactorRequired, factor)).await;
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
    create(&f, User { two_factor_enabled: true, ..admin(1, "boss") }).await;
    site.commit(f.audited_as(Action::TwoFactorRequired, factor)).await.unwrap();
    let after = site.settings().await.unwrap();
    assert!(after.is_locked && after.two_factor_required);
    f.break_audit_log().await;
    let open = SiteChange { is_locked: Some(false), two_factor_required: None };
    assert!(site.commit(f.audited_as(Action::SiteUnlocked, open)).await.is_err());
    assert_eq!(site.settings().await.unwrap(), after);
}

async fn messages_of_clients_reach_every_process_and_are_not_stored(f: Fixture) {
    let other = Database::open(f.database.target(), test_keys().audit_chain()).unwrap();
    let (mut here, mut there) = (feed(&f, &f.db).await, feed(&f, &other).await);
    let topics = Topics::of(&[Topic::Comments, Topic::Documents]);
    let message = Event { topics, audience: Audience::Everyone, origin: Some("a".to_owned()), at: TEST_NOW };
    // The listeners' connections open in the background.
    tokio::time::sleep(Duration::from_millis(600)).await;
    Relay::new(f.db.clone()).relay(topics, "a".to_owned(), TEST_NOW).await.unwrap();
    assert_eq!(next(&mut here).await, message);
    if f.is_sqlite() {
        // One server per file: other processes are commands, which have no clients.
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert!(there.try_recv().is_err());
    } else {
        assert_eq!(next(&mut there).await, message);
    }
    assert_eq!((f.count(ENTRIES).await, f.count(CHANGED_AT).await), (0, 0));
}

/// An announcement that everything may have changed, including every user's drafts.
const fn anything() -> Topics {
    Topics::PUBLIC.union(Topics::of(&[Topic::Drafts]))
}

/// A deletion also affects the document's edits and possibly its section of the archive.
const fn deletion() -> Topics {
    Topics::of(&[Topic::Documents, Topic::Edits, Topic::Archive])
}

async fn unknown_action_is_announced_as_a_change_of_everything(f: Fixture) {
    let mut events = feed(&f, &f.db).await;
    f.execute(
        "INSERT INTO audit_log (number, id, action, entity_type, request_id, is_admin_action, count, timestamp,
             content_changed_at, previous_hash, hash, mac)
         VALUES (1, 'a', 'invented', 'site', 'b', FALSE, 1, 5, 5, '', '', '')",
    )
    .await
    .unwrap();
    let (public, confidential) = (next(&mut events).await, next(&mut events).await);
    assert_eq!((public.topics, public.audience), (anything(), Audience::Everyone));
    assert_eq!(confidential.audience, Audience::Admins);
}

async fn change_is_announced_to_its_audience_and_to_one_user(f: Fixture) {
    use facility_audit::trail::AuditLog as _;
    let mut events = feed(&f, &f.db).await;
    let (user, topics) = (UserId::Account(numbered(7)), Topics::of(&[Topic::Users]));
    let audited = f.audited_as(Action::SettingsUpdated, ());
    let audited = Audited::new((), audited.entry().clone().on(&user));
    AuditLogStore::new(f.db.clone()).record(audited).await.unwrap();
    assert_eq!(next(&mut events).await.audience, Audience::Admins);
    let personal = next(&mut events).await;
    assert_eq!((personal.audience, personal.topics), (Audience::User(user), topics));
}

/// One entry more than a node reads to catch up (10,000).
const TEN_THOUSAND_AND_ONE: &str =
    "WITH RECURSIVE missed (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM missed WHERE n < 10001)
     INSERT INTO audit_log
         (number, id, action, entity_type, request_id, is_admin_action, count, timestamp, content_changed_at,
         previous_hash, hash, mac)
     SELECT n, 'id' || n, 'login_succeeded', 'user', 'b', FALSE, 1, n, 0, '', '0000000000000000000000000000000000000000000000000000000000000000', ''
     FROM missed";

async fn feed_that_fell_behind_reports_everything_as_changed(f: Fixture) {
    let mut events = feed(&f, &f.db).await;
    f.execute(TEN_THOUSAND_AND_ONE).await.unwrap();
    let (public, confidential) = (next(&mut events).await, next(&mut events).await);
    assert_eq!((public.topics, public.audience), (anything(), Audience::Everyone));
    assert_eq!(confidential.audience, Audience::Admins);
    // The feed then continues as usual.
    record(&f, &f.db, Action::DocumentDeleted).await;
    assert_eq!(next(&mut events).await.topics, deletion());
}

async fn feed_survives_a_database_outage(f: Fixture) {
    let mut events = feed(&f, &f.db).await;
    let outage = f.database.make_unavailable().unwrap();
    tokio::time::sleep(Duration::from_millis(700)).await;
    drop(outage);
    let recorded = async {
        use facility_audit::trail::AuditLog as _;
        let log = AuditLogStore::new(f.db.clone());
        while log.record(f.audited_as(Action::DocumentDeleted, ())).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), recorded).await.unwrap();
    assert_eq!(next(&mut events).await.topics, deletion());
}

/// The delay of a feed, measured while no other test runs.
mod timed {
    use super::*;
    use std::time::Instant;

    /// Interval at which a feed looks for changes that nothing has announced to it.
    const TICK: Duration = Duration::from_millis(500);

    on_each_database![feed_reports_before_the_tick, feed_receives_events_of_other_processes];

    async fn feed_reports_before_the_tick(f: Fixture) {
        let mut events = feed(&f, &f.db).await;
        let mut times = Vec::new();
        for _ in 0..9 {
            record(&f, &f.db, Action::SubmissionApproved).await;
            let committed = Instant::now();
            let event = next(&mut events).await;
            times.push(committed.elapsed());
            let topics = Topics::of(&[Topic::Documents, Topic::Submissions]);
            let expected = Event { topics, audience: Audience::Everyone, origin: None, at: TEST_NOW };
            assert_eq!(event, expected);
        }
        times.sort_unstable();
        assert!(times[4] < TICK / 2, "without the notification it would take a whole interval: {times:?}");
        record(&f, &f.db, Action::AccessDenied).await;
        assert_eq!(next(&mut events).await.audience, Audience::Admins);
    }

    async fn feed_receives_events_of_other_processes(f: Fixture) {
        let other = Database::open(f.database.target(), test_keys().audit_chain()).unwrap();
        let (mut here, mut there) = (feed(&f, &f.db).await, feed(&f, &other).await);
        // The listeners' connections open in the background.
        tokio::time::sleep(Duration::from_millis(600)).await;
        let mut times = Vec::new();
        for _ in 0..9 {
            record(&f, &other, Action::DocumentDeleted).await;
            let committed = Instant::now();
            assert_eq!(next(&mut here).await.topics, deletion());
            times.push(committed.elapsed());
            next(&mut there).await;
        }
        times.sort_unstable();
        assert!(times[8] < TICK * 2, "{times:?}");
        if !f.is_sqlite() {
            assert!(times[4] < TICK / 2, "PostgreSQL notifies by itself: {times:?}");
        }
    }
}
