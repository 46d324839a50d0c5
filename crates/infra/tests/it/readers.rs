//! Counting the readers of a document in the access log.

use crate::harness::{Fixture, on_each_database};
use crate::logs::access;
use facility_audit::access::{AccessEvent, AccessLog, NewAccess, ReaderCounts};
use facility_infra::storage::audit::access_log::AccessLogStore;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{DocumentId, UserId};
use std::time::Duration;

on_each_database![readers_are_counted_once_and_without_the_owner];

async fn readers_are_counted_once_and_without_the_owner(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    let owner = UserId::Account(numbered(9));
    let count = async |n: u64| {
        let document = DocumentId::from_uuid(numbered(n));
        log.readers(document, owner, TEST_NOW).await.unwrap()
    };
    assert_eq!(count(1).await, ReaderCounts { ever: 0, lately: 0 });
    let by = |n: u64, user_id: UserId, document: u64, at: i64| {
        let accessed_at = facility_kernel::Timestamp::from_micros(TEST_NOW.as_micros() + at);
        NewAccess { event: AccessEvent { user_id, accessed_at, ..access(n, document) }, unless_since: None }
    };
    let account = |n: u64| UserId::Account(numbered(n));
    let mut notes: Vec<NewAccess> = (0..60).map(|n| by(n + 1, account(n % 3), 1, -1)).collect();
    notes.extend([
        // The owner and readers of other documents do not count.
        by(100, owner, 1, 5),
        by(101, owner, 3, 5),
        by(102, account(5), 2, 5),
        // The period includes its first moment, and an older access does not hide a newer one, nor the reverse.
        by(103, account(1), 1, 0),
        by(104, account(2), 1, 5),
        by(105, account(2), 1, -9),
        by(106, UserId::EmergencyAccess, 1, -1),
    ]);
    log.note_all(notes).await.unwrap();
    assert_eq!(count(1).await, ReaderCounts { ever: 4, lately: 2 });
    assert_eq!(count(2).await, ReaderCounts { ever: 1, lately: 1 });
    assert_eq!(count(3).await, ReaderCounts { ever: 0, lately: 0 });
    let later = TEST_NOW.plus(Duration::from_secs(1));
    let counted = log.readers(DocumentId::from_uuid(numbered(1)), account(8), later).await.unwrap();
    assert_eq!(counted, ReaderCounts { ever: 5, lately: 0 });
}
