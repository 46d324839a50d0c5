//! What has no use any more goes; everything else stays.

use crate::harness::{Fixture, on_each_database};
use crate::uploads::{finished, upload};
use crate::users::{create, user};
use infra::repos::{Housekeeping, SubmissionRepo, ThrottleRepo, UploadRepo};
use kernel::testing::TEST_NOW;
use std::sync::Arc;
use std::time::Duration;
use submissions::ports::{MockBlobs, SubmissionRepository, UploadRepository};
use submissions::testing::submission;
use submissions::{FilePath, NewSubmission, TICKET_LIFETIME, UploadStatus};
use users::lockout;
use users::ports::Throttle;

on_each_database![abandoned_uploads_go_with_their_bytes, quiet_counts_and_dead_sessions_go];

fn hours(n: u64) -> Duration {
    Duration::from_hours(n)
}

async fn abandoned_uploads_go_with_their_bytes(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let uploads = UploadRepo::new(f.db.clone());
    let carried = finished(&f, 1, 1).await;
    let claimed = finished(&f, 2, 1).await;
    let new = NewSubmission { submission: submission(1, 1), upload: Some(carried) };
    SubmissionRepo::new(f.db.clone()).submit(f.audited(new)).await.unwrap();
    let unused = upload(3, 1);
    uploads.issue(f.audited(unused.clone())).await.unwrap();

    let day_after = TEST_NOW.plus(TICKET_LIFETIME).plus(hours(24));
    let early = Housekeeping::new(f.db.clone(), Arc::new(MockBlobs::new()));
    assert_eq!(early.sweep(day_after).await.unwrap(), 0);
    let mut blobs = MockBlobs::new();
    for id in [claimed, unused.id] {
        let key = FilePath::of(id).object_key();
        blobs.expect_delete().withf(move |asked| asked == key).times(1).returning(|_| Ok(()));
    }
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
    let late = day_after.plus(Duration::from_micros(1));
    assert_eq!(housekeeping.sweep(late).await.unwrap(), 2);
    assert_eq!(housekeeping.sweep(late).await.unwrap(), 0);
    for (id, status) in
        [(carried, UploadStatus::Final), (claimed, UploadStatus::Deleted), (unused.id, UploadStatus::Deleted)]
    {
        assert_eq!(uploads.find(id).await.unwrap().unwrap().status, status);
    }
}

async fn quiet_counts_and_dead_sessions_go(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let throttle = ThrottleRepo::new(f.db.clone());
    throttle.begin_try(lockout::keys("quiet", "192.0.2.1").to_vec(), TEST_NOW).await.unwrap();
    throttle.count_call("quiet", 5, hours(1), TEST_NOW).await.unwrap();
    let now = TEST_NOW.plus(hours(25));
    throttle.begin_try(lockout::keys("busy", "192.0.2.1").to_vec(), now).await.unwrap();
    throttle.count_call("busy", 5, hours(1), now).await.unwrap();
    let until = now.plus(hours(1)).as_micros();
    let (ended, lives) = (now.as_micros(), now.as_micros() + 1);
    let owner = kernel::testing::numbered(1);
    let sql = format!(
        "INSERT INTO lockouts (key, failures, window_started_at, locks, locked_until, day_started_at, day_count)
         VALUES ('name:locked', 0, 0, 0, {until}, 0, 0);
         INSERT INTO sessions (id, token_hash, user_id, method, created_at, last_active_at, expires_at)
         VALUES ('a', 'a', '{owner}', 'password', 0, 0, {ended}), ('b', 'b', '{owner}', 'password', 0, 0, {lives})"
    );
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
    Housekeeping::new(f.db.clone(), Arc::new(MockBlobs::new())).sweep(now).await.unwrap();
    let left = "SELECT count(*) AS n FROM lockouts WHERE key LIKE '%busy%' OR key = 'name:locked'";
    assert_eq!((f.count(left).await, f.count("SELECT count(*) AS n FROM lockouts").await), (3, 3));
    assert_eq!(f.count("SELECT count(*) AS n FROM rate_windows WHERE key = 'busy'").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM rate_windows").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions WHERE id = 'b'").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 1);
}
