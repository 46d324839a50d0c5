//! Housekeeping deletes expired data and nothing else.

use crate::harness::{Fixture, on_each_database};
use crate::sessions::{fail, stranger};
use crate::uploads::{finished, upload};
use crate::users::{create, user};
use facility_files::file::FilePath;
use facility_files::ports::{BlobEntry, BlobError, MockBlobs};
use facility_files::upload::{TICKET_LIFETIME, UploadStatus};
use facility_infra::housekeeping::Housekeeping;
use facility_kernel::Timestamp;
use facility_kernel::testing::TEST_NOW;
use facility_kernel::throttle::Throttle;
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

on_each_database![
    abandoned_uploads_are_deleted_with_their_bytes,
    failed_object_deletion_is_retried_without_delaying_others,
    files_of_rejected_submissions_are_deleted_after_thirty_days,
    orphaned_objects_are_deleted,
    unavailable_store_is_scanned_later,
    inactive_counts_and_expired_sessions_are_deleted,
    sessions_and_locks_from_a_clock_that_was_ahead_are_shortened,
];

fn hours(n: u64) -> Duration {
    Duration::from_hours(n)
}

async fn abandoned_uploads_are_deleted_with_their_bytes(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let uploads = f.uploads();
    let carried = finished(&f, 1, 1).await;
    let claimed = finished(&f, 2, 1).await;
    let new = Submission { files: [carried].into_iter().collect(), ..submission(1, 1) };
    f.submissions().submit(f.audited(new), None).await.unwrap();
    let unused = upload(3, 1);
    uploads.issue(f.audited(unused.clone())).await.unwrap();

    let day_after = TEST_NOW.plus(TICKET_LIFETIME).plus(hours(24));
    let early = Housekeeping::new(f.db.clone(), Arc::new(holding(vec![])));
    assert_eq!(early.sweep_uploads(day_after).await.unwrap(), 0);
    let mut blobs = holding(vec![]);
    for id in [claimed, unused.id] {
        let key = FilePath::of(id).object_key();
        blobs.expect_delete().withf(move |asked| asked == key).times(1).returning(|_| Ok(()));
    }
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
    let late = day_after.plus(Duration::from_micros(1));
    assert_eq!(housekeeping.sweep_uploads(late).await.unwrap(), 2);
    assert_eq!(housekeeping.sweep_uploads(late).await.unwrap(), 0);
    for (id, status) in
        [(carried, UploadStatus::Final), (claimed, UploadStatus::Deleted), (unused.id, UploadStatus::Deleted)]
    {
        assert_eq!(uploads.find(id).await.unwrap().unwrap().status, status);
    }
}

async fn failed_object_deletion_is_retried_without_delaying_others(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let kept = FilePath::of(finished(&f, 1, 1).await).object_key();
    let other = FilePath::of(finished(&f, 2, 1).await).object_key();
    let refused = Arc::new(AtomicBool::new(true));
    let (is_refused, asked) = (Arc::clone(&refused), Arc::new(Mutex::new(Vec::new())));
    let (log, stuck) = (Arc::clone(&asked), kept.clone());
    let mut blobs = holding(vec![]);
    blobs.expect_delete().returning(move |key| {
        log.lock().unwrap().push(key.to_owned());
        if key == stuck && is_refused.load(Ordering::Relaxed) {
            return Err(BlobError::Unavailable("no right to delete".into()));
        }
        Ok(())
    });
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
    let late = TEST_NOW.plus(TICKET_LIFETIME).plus(hours(25));
    let left = "SELECT count(*) AS n FROM discarded_files";
    for (sweep, expected) in [(1, 2), (2, 1), (3, 1)] {
        housekeeping.sweep_uploads(late).await.unwrap();
        assert_eq!(f.count(left).await, expected, "{sweep}");
    }
    refused.store(false, Ordering::Relaxed);
    housekeeping.sweep_uploads(late).await.unwrap();
    housekeeping.sweep_uploads(late).await.unwrap();
    assert_eq!(f.count(left).await, 0);
    let asked = asked.lock().unwrap().clone();
    assert_eq!(asked.iter().collect::<Vec<_>>(), [&kept, &other, &kept, &kept, &kept]);
}

async fn files_of_rejected_submissions_are_deleted_after_thirty_days(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let repo = f.submissions();
    let mut files = Vec::new();
    let second = finished(&f, 9, 1).await;
    for n in 1..=4_u8 {
        let file = finished(&f, n, 1).await;
        let files_of_it = if n == 2 { vec![file, second] } else { vec![file] };
        let submission = Submission { files: files_of_it.into_iter().collect(), ..submission(u64::from(n), 1) };
        repo.submit(f.audited(submission), None).await.unwrap();
        files.push(file);
    }
    // The first and second are rejected, and the second is resubmitted with one of its files. The third was rejected a moment
    // later, and the fourth is still pending.
    let rejected = |n: u64, at: i64| {
        let id = facility_kernel::testing::numbered(n);
        format!("UPDATE submissions SET status = 'rejected', reviewed_at = {at} WHERE id = '{id}';")
    };
    let at = TEST_NOW.as_micros();
    let sql = rejected(1, at) + &rejected(2, at) + &rejected(3, at + 1);
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
    let again = Submission { files: [files[1]].into_iter().collect(), ..submission(5, 1) };
    repo.submit(f.audited(again), None).await.unwrap();

    let gone = [files[0], second].map(|file| FilePath::of(file).object_key());
    let mut blobs = holding(vec![]);
    blobs.expect_delete().withf(move |key| gone.iter().any(|gone| gone == key)).times(2).returning(|_| Ok(()));
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
    let thirty_days = TEST_NOW.plus(hours(30 * 24));
    assert_eq!(housekeeping.sweep_uploads(thirty_days).await.unwrap(), 0);
    assert_eq!(housekeeping.sweep_uploads(thirty_days.plus(Duration::from_micros(1))).await.unwrap(), 2);
    let uploads = f.uploads();
    let statuses = [UploadStatus::Deleted, UploadStatus::Final, UploadStatus::Final, UploadStatus::Final];
    for (file, status) in files.iter().zip(statuses) {
        assert_eq!(uploads.find(*file).await.unwrap().unwrap().status, status);
    }
    for (n, left) in [(1, vec![]), (2, vec![files[1]])] {
        let kept = repo.find(submission(n, 1).case.id).await.unwrap().unwrap().submission.files;
        assert_eq!(kept.uploads().collect::<Vec<_>>(), left, "paths of deleted files are removed");
    }
}

/// Returns a store that holds these objects and lists them in pages.
pub fn holding(objects: Vec<BlobEntry>) -> MockBlobs {
    let mut blobs = MockBlobs::new();
    blobs.expect_list().returning(move |after, limit| {
        Ok(objects.iter().filter(|object| object.key.as_str() > after).take(limit).cloned().collect())
    });
    blobs
}

fn object(key: String, written_at: Timestamp) -> BlobEntry {
    BlobEntry { key, written_at }
}

async fn orphaned_objects_are_deleted(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let used = FilePath::of(finished(&f, 1, 1).await).object_key();
    let given_up = finished(&f, 2, 1).await;
    f.execute("INSERT INTO file_refs SELECT id, 'submission', 'any' FROM uploads").await.unwrap();
    let sql = format!("UPDATE uploads SET status = 'deleted' WHERE id = '{given_up}'");
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
    let (given_up, unknown) = (FilePath::of(given_up).object_key(), FilePath::of(upload(3, 1).id).object_key());
    let (old, now) = (TEST_NOW.plus(hours(1)), TEST_NOW.plus(hours(26)));
    let mut objects = vec![
        object("uploads/notes.txt".to_owned(), old),
        object(used.clone(), old),
        object(format!("{used}#1"), old),
        object(given_up.clone(), old),
        object(unknown.clone(), old),
        object(FilePath::of(upload(4, 1).id).object_key(), now.minus(hours(23))),
        // Older than the database's setup.
        object(FilePath::of(upload(5, 1).id).object_key(), TEST_NOW.minus(hours(1))),
    ];
    objects.sort_by(|one, other| one.key.cmp(&other.key));
    let mut blobs = holding(objects);
    for key in [format!("{used}#1"), given_up, unknown] {
        blobs.expect_delete().withf(move |asked| asked == key).times(1).returning(|_| Ok(()));
    }
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
    assert_eq!(housekeeping.sweep_orphans(now).await.unwrap(), 3);
}

async fn unavailable_store_is_scanned_later(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let (old, now) = (TEST_NOW.plus(hours(1)), TEST_NOW.plus(hours(26)));
    // More objects than one sweep examines, with the orphan among the last.
    let key = |n: u64| format!("uploads/{}", facility_kernel::testing::numbered(n));
    let objects: Vec<_> = (0..=500).map(|n| object(key(n), if n < 500 { now } else { old })).collect();
    let mut blobs = MockBlobs::new();
    let unavailable = || BlobError::Unavailable("the store is unavailable".into());
    blobs.expect_list().times(1).returning(move |_, _| Err(unavailable()));
    let pages = [objects[..500].to_vec(), objects[500..].to_vec(), objects[..500].to_vec(), objects[500..].to_vec()];
    for (n, page) in pages.into_iter().enumerate() {
        let after = if n % 2 == 0 { String::new() } else { key(499) };
        let expected = blobs.expect_list().withf(move |from, limit| from == after && *limit == 500).times(1);
        expected.returning(move |_, _| Ok(page.clone()));
    }
    blobs.expect_delete().times(1).returning(move |_| Err(unavailable()));
    blobs.expect_delete().times(1).returning(|_| Ok(()));
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
    for orphans in [0, 0, 0, 0, 1] {
        assert_eq!(housekeeping.sweep_orphans(now).await.unwrap(), orphans);
    }
}

async fn inactive_counts_and_expired_sessions_are_deleted(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let throttle = f.db.clone();
    fail(&f, stranger("quiet"), TEST_NOW).await;
    throttle.count_call("quiet", 5, hours(1), TEST_NOW).await.unwrap();
    let now = TEST_NOW.plus(hours(25));
    fail(&f, stranger("busy"), now).await;
    throttle.count_call("busy", 5, hours(1), now).await.unwrap();
    let until = now.plus(hours(1)).as_micros();
    let (ended, lives) = (now.as_micros(), now.as_micros() + 1);
    let owner = facility_kernel::testing::numbered(1);
    let sql = format!(
        "INSERT INTO lockouts (key, failures, window_started_at, locks, locked_until, last_failed_at, day_failures)
         VALUES ('name:locked', 0, 0, 0, {until}, 0, '');
         INSERT INTO sessions (id, token_hash, user_id, method, created_at, last_active_at, expires_at)
         VALUES ('a', 'a', '{owner}', 'password', 0, 0, {ended}), ('b', 'b', '{owner}', 'password', 0, 0, {lives})"
    );
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(holding(vec![])));
    housekeeping.sweep_sessions(now).await.unwrap();
    housekeeping.sweep_throttles(now).await.unwrap();
    let left = "SELECT count(*) AS n FROM lockouts WHERE key LIKE '%busy%' OR key = 'name:locked'";
    assert_eq!((f.count(left).await, f.count("SELECT count(*) AS n FROM lockouts").await), (3, 3));
    assert_eq!(f.count("SELECT count(*) AS n FROM rate_windows WHERE key = 'busy'").await, 1);
    // Both names share the network's count, and another attempt added to it.
    assert_eq!(f.count("SELECT count(*) AS n FROM rate_windows").await, 2);
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions WHERE id = 'b'").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 1);
}

async fn sessions_and_locks_from_a_clock_that_was_ahead_are_shortened(f: Fixture) {
    create(&f, user(1, "one")).await;
    let day = TEST_NOW.plus(hours(24));
    let owner = facility_kernel::testing::numbered(1);
    let (active, ends) = (day.as_micros(), day.plus(hours(12)).as_micros());
    let in_time = TEST_NOW.plus(hours(11)).as_micros();
    let before = TEST_NOW.minus(hours(1)).as_micros();
    let mut sql = format!(
        "INSERT INTO users (id, username, username_key, access_key, clearance_level, is_admin, is_approved, \
         two_factor_enabled, theme, session_timeout, failed_login_attempts, created_at, revision) \
         SELECT 'emergency-access', 'emergency-access', 'emergency-access', access_key, 5, TRUE, TRUE, FALSE, theme, 15, 0, 1, 1 \
         FROM users WHERE id = '{owner}' AND NOT EXISTS (SELECT 1 FROM users WHERE id = 'emergency-access'); \
         INSERT INTO sessions (id, token_hash, user_id, method, created_at, last_active_at, expires_at) VALUES \
         ('a', 'a', '{owner}', 'password', {active}, {active}, {ends}), \
         ('b', 'b', '{owner}', 'password', {before}, {before}, {in_time}), \
         ('c', 'c', 'emergency-access', 'emergency_key', {active}, {active}, {ends});"
    );
    let locked = |n: u32| day.plus(facility_users::lockout::PAIR_POLICY.lock(n)).as_micros();
    for (locks, until) in [(1, locked(1)), (2, locked(2)), (9, locked(9)), (3, TEST_NOW.plus(hours(1)).as_micros())] {
        write!(
            sql,
            "INSERT INTO lockouts (key, failures, window_started_at, locks, locked_until, last_failed_at, day_failures) \
             VALUES ('pair:{locks}|n', 5, {active}, {locks}, {until}, {active}, '');"
        )
        .unwrap();
    }
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(holding(vec![])));
    housekeeping.sweep_sessions(TEST_NOW).await.unwrap();
    housekeeping.sweep_throttles(TEST_NOW).await.unwrap();
    let minutes = async |expression: &str, from: &str| {
        let start = TEST_NOW.as_micros();
        f.count(format!("SELECT ({expression} - {start}) / 60000000 AS n FROM {from}")).await
    };
    for (session, ends, active) in [("a", 12 * 60, 0), ("b", 11 * 60, -60), ("c", 30, 0)] {
        let from = format!("sessions WHERE id = '{session}'");
        assert_eq!(minutes("expires_at", &from).await, ends, "{session}");
        assert_eq!(minutes("last_active_at", &from).await, active, "{session}");
    }
    for (locks, ends) in [(1, 15), (2, 30), (9, 4 * 60), (3, 60)] {
        assert_eq!(minutes("locked_until", &format!("lockouts WHERE locks = {locks}")).await, ends, "{locks}");
    }
}
