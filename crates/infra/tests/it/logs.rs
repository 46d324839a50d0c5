//! The audit log and the access log.

use crate::harness::{Fixture, batch, on_each_database};
use facility_audit::access::{AccessEvent, AccessLog, AccessType, NewAccess};
use facility_audit::attempts::{FailureReason, LoginAttempt};
use facility_audit::entry::{Audited, Details};
use facility_audit::filter::LogFilter;
use facility_audit::note::NoteSigner;
use facility_audit::trail::{AuditLog, AuditTrail};
use facility_infra::anchors::AnchorFile;
use facility_infra::clock::UuidIds;
use facility_infra::storage::audit::access_log::AccessLogStore;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::testing::test_keys;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{AttemptId, Cursor, DocumentId, Limit, PageRequest, UserId};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    entries_are_numbered_without_gaps_and_chained,
    concurrent_entries_make_one_chain,
    repeated_refusal_is_recorded_once,
    entries_are_listed_newest_first_and_counted,
    search_scans_a_limited_number_of_entries,
    audit_log_entries_cannot_be_altered,
    verification_names_an_edited_entry,
    verification_finds_a_truncated_and_an_outdated_log,
    accesses_are_written_in_the_background_and_listed_newest_first,
    accesses_are_written_without_a_flush,
    only_repetitions_are_skipped,
    accesses_of_a_page_are_written_together_before_it_is_served,
    reloaded_page_is_recorded_once_for_each_state,
];

pub fn trail(f: &Fixture) -> AuditTrail {
    let anchors = AnchorFile::new(f.database.folder().join("anchors"));
    AuditTrail::new(
        Arc::new(AuditLogStore::new(f.db.clone())),
        Arc::new(anchors),
        test_keys().audit_chain(),
        Arc::new(NoteSigner::new("terminal/audit", &[3; 32]).unwrap()),
        Arc::new(UuidIds::default()),
    )
}

async fn entries_are_numbered_without_gaps_and_chained(f: Fixture) {
    let log = AuditLogStore::new(f.db.clone());
    assert_eq!(log.last().await.unwrap(), None);
    for _ in 0..5 {
        log.record(f.audited(())).await.unwrap();
    }
    let numbers: Vec<i64> = log.read_after(0, 100).await.unwrap().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    let some = log.read_after(2, 2).await.unwrap();
    assert_eq!(some.iter().map(|entry| entry.number).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(some[0].details.as_deref(), Some(r#"{"why":"test"}"#));
    assert_eq!(some[0].timestamp, TEST_NOW.as_micros());
    assert_eq!(log.last().await.unwrap().unwrap().number, 5);
    let found = trail(&f).verify().await.unwrap();
    assert_eq!((found.ok, found.entries), (true, 5));
}

async fn repeated_refusal_is_recorded_once(f: Fixture) {
    let log = AuditLogStore::new(f.db.clone());
    let refused = f.audited(LoginAttempt {
        id: AttemptId::from_uuid(numbered(1)),
        username: "mercer".to_owned(),
        ip_address: None,
        user_agent: None,
        failure: Some(FailureReason::Locked),
        is_suspicious: true,
        attempted_at: TEST_NOW,
    });
    let plain = f.audited(());
    for _ in 0..2 {
        log.record_attempt(refused.clone()).await.unwrap();
        log.record(plain.clone()).await.unwrap();
    }
    let attempts = "SELECT count(*) AS n FROM login_attempts";
    assert_eq!((f.count("SELECT count(*) AS n FROM audit_log").await, f.count(attempts).await), (2, 1));
    assert_eq!(trail(&f).verify().await.unwrap().entries, 2);
}

async fn entries_are_listed_newest_first_and_counted(f: Fixture) {
    let log = AuditLogStore::new(f.db.clone());
    let view = |is_admin_action| LogFilter { is_admin_action, ..LogFilter::default() };
    let counts = async |admin: u64, user: u64| {
        assert_eq!(log.count(view(Some(true))).await.unwrap(), Some(admin));
        assert_eq!(log.count(view(Some(false))).await.unwrap(), Some(user));
        assert_eq!(log.count(view(None)).await.unwrap(), Some(admin + user));
    };
    counts(0, 0).await;
    for n in 0..7 {
        let entry = f.entry().details(Details::new().with("note", format!("No. {n}: 10% of a_b\\c")));
        let entry = if n % 3 == 0 { entry.as_admin() } else { entry };
        log.record(Audited::new((), entry)).await.unwrap();
        counts(n / 3 + 1, n - n / 3).await;
    }
    let page = |filter, limit, after| log.list(filter, PageRequest { limit: Limit::parse(limit).unwrap(), after });
    let first = page(view(Some(false)), 3, None).await.unwrap();
    assert_eq!(first.items.iter().map(|entry| entry.number).collect::<Vec<_>>(), [6, 5, 3]);
    let last = page(view(Some(false)), 3, first.next).await.unwrap();
    assert_eq!((last.items[0].number, last.items.len(), last.next), (2, 1, None));
    let kept = log.read_after(1, 1).await.unwrap();
    assert_eq!(last.items, kept);

    for (text, found) in
        [("10%", 7), ("KEY rotated", 7), ("1%%", 0), ("axb", 0), ("A_B\\\\C", 7), ("3:", 1), ("3: 4:", 0)]
    {
        let filter = LogFilter::parse(None, text).unwrap();
        assert_eq!(log.count(filter.clone()).await.unwrap(), Some(found), "{text}");
        assert_eq!(page(filter, 200, None).await.unwrap().items.len() as u64, found, "{text}");
    }
}

async fn search_scans_a_limited_number_of_entries(f: Fixture) {
    const ENTRIES: i64 = 130_000;
    let (numbers, unchecked) = if f.is_sqlite() {
        let numbers = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ENTRIES)";
        (numbers, "DROP TRIGGER audit_log_next")
    } else {
        let numbers = "WITH n(n) AS (SELECT generate_series(1, ENTRIES))";
        (numbers, "ALTER TABLE audit_log DISABLE TRIGGER audit_log_next")
    };
    // Fills the columns that a search reads. The seals do not matter here.
    let sql = format!(
        "{unchecked}; {} INSERT INTO audit_log (number, {COLUMNS}, details) \
         SELECT n, 'id-' || n, 'key_rotated', 'site', 'request', n % 2 = 0, 1, 0, 0, '', '', '', \
         CASE WHEN n IN (1, 30000, 30001, 120000) THEN 'Needle' END FROM n",
        numbers.replace("ENTRIES", &ENTRIES.to_string())
    );
    f.db.write(move |conn| batch(conn, &sql)).await.unwrap();
    let log = AuditLogStore::new(f.db.clone());
    let search = async |text: &str, limit, after: Option<Cursor>| {
        let request = PageRequest { limit: Limit::parse(limit).unwrap(), after };
        let page = log.list(LogFilter::parse(None, text).unwrap(), request).await.unwrap();
        (page.items.iter().map(|entry| entry.number).collect::<Vec<_>>(), page.next)
    };
    let (found, next) = search("needle", 10, None).await;
    assert_eq!((found, next), (vec![120_000, 30_001], Some(Cursor::after(30_001))));
    assert_eq!(search("needle", 10, next).await, (vec![30_000, 1], None));
    // The next page starts after the last entry of a full page.
    let (found, next) = search("needle", 1, None).await;
    assert_eq!((found, next), (vec![120_000], Some(Cursor::after(120_000))));
    assert_eq!(search("needle", 1, next).await, (vec![30_001], Some(Cursor::after(30_001))));
    let (found, next) = search("hay", 10, None).await;
    assert_eq!((found, next), (Vec::new(), Some(Cursor::after(30_001))));
    assert_eq!(search("hay", 10, next).await, (Vec::new(), None));
    // Every cursor value is accepted.
    for (after, found) in [(i64::MAX, vec![120_000, 30_001]), (1, vec![]), (i64::MIN, vec![])] {
        assert_eq!(search("needle", 10, Some(Cursor::after(after))).await.0, found, "{after}");
    }

    let count = |view, text: &str| log.count(LogFilter::parse(view, text).unwrap());
    assert_eq!(count(None, "needle").await.unwrap(), None, "one call does not reach the end");
    assert_eq!(count(Some(true), "needle").await.unwrap(), None);
    assert_eq!(count(None, "needle").await.unwrap(), Some(4));
    assert_eq!(count(Some(true), "needle").await.unwrap(), Some(2));
    f.execute(
        "INSERT INTO audit_log (number, id, action, entity_type, entity_id, performed_by, performed_by_username, \
        details, ip_address, user_agent, request_id, is_admin_action, count, timestamp, content_changed_at, \
        previous_hash, hash, mac) SELECT 130001, 'id', action, entity_type, entity_id, performed_by, \
        performed_by_username, details, ip_address, user_agent, request_id, is_admin_action, count, timestamp, \
        content_changed_at, previous_hash, hash, mac FROM audit_log WHERE number = 1",
    )
    .await
    .unwrap();
    assert_eq!(count(None, "needle").await.unwrap(), Some(5), "only new entries are scanned");
    assert_eq!(log.count(LogFilter::default()).await.unwrap(), Some(130_001));
}

async fn concurrent_entries_make_one_chain(f: Fixture) {
    let log = Arc::new(AuditLogStore::new(f.db.clone()));
    let records: Vec<_> = (0..100)
        .map(|_| {
            let (log, entry) = (Arc::clone(&log), f.audited(()));
            tokio::spawn(async move { log.record(entry).await })
        })
        .collect();
    for record in records {
        record.await.unwrap().unwrap();
    }
    let found = trail(&f).verify().await.unwrap();
    assert_eq!((found.ok, found.entries), (true, 100));
    assert_eq!(trail(&f).verify_tail(10).await.unwrap().entries, 10);
}

const COLUMNS: &str = "id, action, entity_type, request_id, is_admin_action, count, timestamp, content_changed_at, previous_hash, hash, mac";

async fn audit_log_entries_cannot_be_altered(f: Fixture) {
    let log = AuditLogStore::new(f.db.clone());
    for _ in 0..3 {
        log.record(f.audited(())).await.unwrap();
    }
    let copy = |number: i64, id: &str, verb: &str, tail: &str| {
        format!(
            "{verb} INTO audit_log (number, {COLUMNS}) SELECT {number}, {id}, {} FROM audit_log WHERE number = 2 {tail}",
            COLUMNS.trim_start_matches("id, ")
        )
    };
    let mut forbidden = vec![
        "UPDATE audit_log SET action = 'nothing' WHERE number = 2".to_owned(),
        "UPDATE audit_log SET number = 9".to_owned(),
        "DELETE FROM audit_log".to_owned(),
        copy(2, "'other'", "INSERT", ""),
        copy(5, "'other'", "INSERT", ""),
        copy(4, "id", "INSERT", ""),
        copy(0, "'other'", "INSERT", ""),
    ];
    if f.is_sqlite() {
        forbidden.push(copy(2, "'other'", "INSERT OR REPLACE", ""));
        forbidden.push(copy(4, "id", "INSERT OR REPLACE", ""));
        forbidden.push("UPDATE OR REPLACE audit_log SET number = 1 WHERE number = 2".to_owned());
    } else {
        forbidden.push("TRUNCATE audit_log".to_owned());
        forbidden.push(copy(2, "'other'", "INSERT", "ON CONFLICT (number) DO UPDATE SET action = 'nothing'"));
    }
    for sql in forbidden {
        let statement = sql.clone();
        assert!(f.db.write(move |conn| batch(conn, &statement)).await.is_err(), "{sql}");
    }
    let found = trail(&f).verify().await.unwrap();
    assert_eq!((found.ok, found.entries), (true, 3));
}

async fn verification_names_an_edited_entry(f: Fixture) {
    let log = AuditLogStore::new(f.db.clone());
    for _ in 0..8 {
        log.record(f.audited(())).await.unwrap();
    }
    // The database owner can drop the triggers; the chain still reveals the change.
    f.execute(if f.is_sqlite() {
        "DROP TRIGGER audit_log_no_update"
    } else {
        "DROP TRIGGER audit_log_no_update ON audit_log"
    })
    .await
    .unwrap();
    for (edit, broken) in [
        ("UPDATE audit_log SET mac = upper(mac) WHERE number = 7", 7),
        ("UPDATE audit_log SET hash = 'not hexadecimal' WHERE number = 5", 5),
        ("UPDATE audit_log SET performed_by_username = 'nobody' WHERE number = 3", 3),
    ] {
        f.execute(edit).await.unwrap();
        let found = trail(&f).verify().await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, broken, "{edit}");
    }
}

async fn verification_finds_a_truncated_and_an_outdated_log(f: Fixture) {
    let (log, trail) = (AuditLogStore::new(f.db.clone()), trail(&f));
    let record = async |count| {
        for _ in 0..count {
            log.record(f.audited(())).await.unwrap();
        }
    };
    record(6).await;
    assert_eq!(trail.anchor(0, 60).await.unwrap().unwrap().number, 6);
    record(3).await;
    let end = trail.anchor(6, 60).await.unwrap().unwrap();
    assert_eq!((end.number, trail.anchored().await.unwrap()), (9, 9));
    let found = trail.verify().await.unwrap();
    assert_eq!((found.ok, found.entries), (true, 9));
    f.execute(if f.is_sqlite() {
        "DROP TRIGGER audit_log_no_delete"
    } else {
        "DROP TRIGGER audit_log_no_update ON audit_log"
    })
    .await
    .unwrap();
    // The remaining entries form a valid chain: only the anchors reveal that there were more.
    f.execute("DELETE FROM audit_log WHERE number > 7").await.unwrap();
    let found = trail.verify().await.unwrap();
    let broken = found.first_broken.unwrap();
    assert_eq!((found.ok, found.entries, broken.number, broken.id), (false, 7, 9, end.id));
    // Adding entries beyond the anchor does not hide the deletion.
    record(4).await;
    let found = trail.verify().await.unwrap();
    assert_eq!((found.entries, found.first_broken.unwrap().number), (11, 9));
    assert_eq!(trail.verify_tail(2).await.unwrap().first_broken.unwrap().number, 9);
}

pub fn access(n: u64, document: u64) -> AccessEvent {
    AccessEvent {
        id: AttemptId::from_uuid(numbered(n)),
        document_id: DocumentId::from_uuid(numbered(document)),
        user_id: if n.is_multiple_of(2) { UserId::EmergencyAccess } else { UserId::Account(numbered(7)) },
        username: "mercer".to_owned(),
        access_type: if n.is_multiple_of(3) { AccessType::Download } else { AccessType::View },
        version: (!n.is_multiple_of(3)).then_some(1),
        accessed_at: TEST_NOW.plus(Duration::from_micros(n)),
        ip_address: Some("192.0.2.1".to_owned()),
        user_agent: None,
    }
}

/// Returns the record of an access that a person requested.
pub const fn once(event: AccessEvent) -> NewAccess {
    NewAccess { event, unless_since: None }
}

async fn accesses_are_written_in_the_background_and_listed_newest_first(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    for n in 1..=1201 {
        log.note(once(access(n, 1 + n % 2)));
    }
    log.shutdown().await;
    let document = DocumentId::from_uuid(numbered(1));
    let limit = Limit::parse(200).unwrap();
    let mut seen = Vec::new();
    let mut after: Option<Cursor> = None;
    loop {
        let (page, total) = log.list(document, PageRequest { limit, after }).await.unwrap();
        assert_eq!(total, 600);
        seen.extend(page.items);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let expected: Vec<AccessEvent> = (1..=1201).rev().filter(|n| n % 2 == 0).map(|n| access(n, 1)).collect();
    assert_eq!(seen, expected);
}

async fn accesses_are_written_without_a_flush(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    log.note(once(access(1, 1)));
    f.until("SELECT count(*) AS n FROM document_access_log", |rows| rows == 1).await;
}

async fn only_repetitions_are_skipped(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    let at = |seconds| TEST_NOW.plus(Duration::from_secs(seconds));
    let view = |n: u64, second, agent: &str| AccessEvent {
        accessed_at: at(second),
        user_agent: Some(agent.to_owned()),
        user_id: UserId::Account(numbered(7)),
        access_type: AccessType::View,
        ..access(n, 1)
    };
    let other_reader = AccessEvent { user_id: UserId::Account(numbered(8)), ..view(3, 3, "browser") };
    // The first view of a page is recorded even if the client claims a repetition; later views are checked within a
    // batch and after it was written.
    log.note(NewAccess { event: view(1, 1, "browser"), unless_since: Some(at(0)) });
    log.note(NewAccess { event: view(2, 2, "browser"), unless_since: Some(at(0)) });
    log.note(NewAccess { event: other_reader, unless_since: Some(at(0)) });
    log.shutdown().await;
    log.note(NewAccess { event: view(4, 4, "browser"), unless_since: Some(at(0)) });
    log.note(NewAccess { event: view(5, 5, "another browser"), unless_since: Some(at(0)) });
    // The document has changed since the first view.
    log.note(NewAccess { event: view(6, 7, "browser"), unless_since: Some(at(6)) });
    log.note(NewAccess { event: view(7, 8, "browser"), unless_since: Some(at(6)) });
    // Every view without that claim is recorded.
    log.note(once(view(8, 9, "browser")));
    log.note(once(view(9, 10, "browser")));
    log.shutdown().await;
    let (page, total) = log.list(DocumentId::from_uuid(numbered(1)), PageRequest::FIRST).await.unwrap();
    let ids: Vec<AttemptId> = page.items.iter().map(|event| event.id).collect();
    assert_eq!(ids, [9, 8, 6, 5, 3, 1].map(|n| AttemptId::from_uuid(numbered(n))));
    assert_eq!(total, 6);
}

async fn accesses_of_a_page_are_written_together_before_it_is_served(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    log.note_all(Vec::new()).await.unwrap();
    let page = (1..=200).map(|n| once(access(n, n))).collect();
    log.note_all(page).await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM document_access_log").await, 200);
    let (page, total) = log.list(DocumentId::from_uuid(numbered(7)), PageRequest::FIRST).await.unwrap();
    assert_eq!((page.items, total), (vec![access(7, 7)], 1));
}

async fn reloaded_page_is_recorded_once_for_each_state(f: Fixture) {
    let log = AccessLogStore::start(f.db.clone());
    let read = async |first: u64, second: u64, changed: u64| {
        let at = |seconds| TEST_NOW.plus(Duration::from_secs(seconds));
        let notes = (0..3).map(|n| NewAccess {
            event: AccessEvent {
                accessed_at: at(second),
                user_id: UserId::Account(numbered(7)),
                access_type: AccessType::View,
                ..access(first + n, 1 + n)
            },
            // The first document changed at a different time than the others.
            unless_since: Some(at(if n == 0 { changed } else { 0 })),
        });
        log.note_all(notes.collect()).await.unwrap();
        f.count("SELECT count(*) AS n FROM document_access_log").await
    };
    assert_eq!(read(10, 1, 0).await, 3);
    assert_eq!(read(20, 2, 0).await, 3);
    assert_eq!(read(30, 5, 4).await, 4, "only changed documents are new to their reader");
}
