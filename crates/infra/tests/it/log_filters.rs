//! The audit log filtered by action, person and time, and the records that its entries are about.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, batch, on_each_database};
use crate::users::{create, user};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Entry, Performer};
use facility_audit::filter::LogFilter;
use facility_audit::trail::AuditLog;
use facility_documents::visibility::testing::document;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{Clearance, Limit, PageRequest, Timestamp, UserId};
use facility_oversight::ports::{Subject, SubjectKey, SubjectQueries};
use std::time::Duration;

on_each_database![
    log_is_filtered_by_action_person_and_time,
    filter_by_time_examines_only_the_entries_around_it,
    subjects_are_existing_documents_and_accounts,
];

async fn log_is_filtered_by_action_person_and_time(f: Fixture) {
    let log = AuditLogStore::new(f.db.clone());
    let at = |hours: u64| TEST_NOW.plus(Duration::from_hours(hours));
    let account = |n: u64, name: &str| Performer::User { id: UserId::Account(numbered(n)), username: name.to_owned() };
    let claimed = Performer::Anonymous { claimed: Some("A_Mercer".to_owned()) };
    for (hours, action, performer) in [
        (0, Action::KeyRotated, Performer::System),
        (1, Action::UserApproved, account(7, "a_mercer")),
        (2, Action::LoginFailed, claimed),
        (3, Action::UserApproved, account(8, "axmercer")),
        (4, Action::LoginFailed, Performer::Anonymous { claimed: None }),
    ] {
        let entry = Entry { action, performer, timestamp: at(hours), ..f.entry() };
        log.record(Audited::new((), entry)).await.unwrap();
    }
    let everything = LogFilter::default;
    let action = |name: &str| LogFilter { action: Some(name.to_owned()), ..everything() };
    let person = |name: &str| LogFilter { person: Some(name.to_owned()), ..everything() };
    let time =
        |from: Option<u64>, until: Option<u64>| LogFilter { from: from.map(at), until: until.map(at), ..everything() };
    for (filter, expected) in [
        (action("user_approved"), vec![4, 2]),
        (action("user"), vec![]),
        (person("a_mercer"), vec![3, 2]),
        (person(&numbered(7).to_string()), vec![2]),
        (person("a"), vec![]),
        (person("SYSTEM"), vec![5, 1]),
        (time(Some(1), Some(3)), vec![3, 2]),
        (time(None, Some(1)), vec![1]),
        (time(Some(4), None), vec![5]),
        (time(Some(5), Some(9)), vec![]),
        (LogFilter { from: Some(at(2)), ..action("user_approved") }, vec![4]),
        (LogFilter { words: vec!["mercer".to_owned()], ..action("login_failed") }, vec![3]),
    ] {
        let page = log.list(filter.clone(), PageRequest::FIRST).await.unwrap();
        let numbers: Vec<i64> = page.items.iter().map(|entry| entry.number).collect();
        assert_eq!((numbers, page.next), (expected.clone(), None), "{filter:?}");
        assert_eq!(log.count(filter.clone()).await.unwrap(), Some(expected.len() as u64), "{filter:?}");
    }
}

async fn filter_by_time_examines_only_the_entries_around_it(f: Fixture) {
    const ENTRIES: i64 = 110_000;
    let (numbers, unchecked) = if f.is_sqlite() {
        let numbers = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ENTRIES)";
        (numbers, "DROP TRIGGER audit_log_next")
    } else {
        let numbers = "WITH n(n) AS (SELECT generate_series(1, ENTRIES))";
        (numbers, "ALTER TABLE audit_log DISABLE TRIGGER audit_log_next")
    };
    // One entry per second; the action of one of them started half an hour before it was recorded.
    let sql = format!(
        "{unchecked}; {} INSERT INTO audit_log (number, id, action, entity_type, request_id, is_admin_action, \
         count, content_changed_at, timestamp, previous_hash, hash, mac) SELECT n, 'id-' || n, \
         CASE WHEN n = 1 THEN 'site_initialized' ELSE 'key_rotated' END, 'site', 'request', n % 2 = 0, 1, 0, \
         CAST(CASE WHEN n = 12000 THEN 12000 - 1800 ELSE n END AS BIGINT) * 1000000, '', '', '' FROM n",
        numbers.replace("ENTRIES", &ENTRIES.to_string())
    );
    f.db.write(move |conn| batch(conn, &sql)).await.unwrap();
    let log = AuditLogStore::new(f.db.clone());
    let second = |n: i64| Some(Timestamp::from_micros(n * 1_000_000));
    let page = |limit, after| PageRequest { limit: Limit::parse(limit).unwrap(), after };

    // One call finds entries far from the end of the log.
    let early = LogFilter { from: second(10_200), until: second(10_202), ..LogFilter::default() };
    let found = log.list(early.clone(), page(10, None)).await.unwrap();
    assert_eq!(found.items.iter().map(|entry| entry.number).collect::<Vec<_>>(), [12_000, 10_201, 10_200]);
    assert_eq!(found.next, None);
    assert_eq!(log.count(early).await.unwrap(), Some(3), "one call counts them");

    // Without a time, a request for words examines a limited number of entries.
    let rare = LogFilter { words: vec!["site_initialized".to_owned()], ..LogFilter::default() };
    let found = log.list(rare.clone(), page(10, None)).await.unwrap();
    assert!(found.items.is_empty() && found.next.is_some());
    assert_eq!(log.count(rare.clone()).await.unwrap(), None);
    let found = log.list(rare.clone(), page(10, found.next)).await.unwrap();
    assert_eq!((found.items.len(), found.next), (1, None));
    assert_eq!(log.count(rare).await.unwrap(), Some(1));

    // Indexes find an action and a name at any age.
    let everything = LogFilter::default;
    let of_users = Some(false);
    for (filter, expected) in [
        (LogFilter { action: Some("site_initialized".to_owned()), ..everything() }, vec![1]),
        (LogFilter { action: Some("site_initialized".to_owned()), is_admin_action: of_users, ..everything() }, vec![1]),
        (LogFilter { person: Some("nobody".to_owned()), ..everything() }, vec![]),
    ] {
        let found = log.list(filter.clone(), page(10, None)).await.unwrap();
        let numbers: Vec<i64> = found.items.iter().map(|entry| entry.number).collect();
        assert_eq!((numbers, found.next), (expected.clone(), None), "{filter:?}");
        assert_eq!(log.count(filter).await.unwrap(), Some(expected.len() as u64));
    }
}

async fn subjects_are_existing_documents_and_accounts(f: Fixture) {
    owners(&f).await;
    let kept = document(40, 4, 1).titled("The orchard");
    publish(&f, &kept).await;
    create(&f, user(60, "n-varga")).await;
    create(&f, user(61, "gone")).await;
    f.execute("UPDATE users SET deleted_at = 1 WHERE username = 'gone'").await.unwrap();
    let key = |entity_type, id: u64| SubjectKey { entity_type, id: numbered(id).to_string() };
    let (open, account) = (key(EntityType::Document, 40), key(EntityType::User, 60));
    let missing = [
        key(EntityType::Document, 41),
        key(EntityType::User, 61),
        key(EntityType::Submission, 40),
        key(EntityType::Session, 60),
    ];
    let wanted = [&[open.clone(), account.clone()][..], &missing].concat();
    let found = f.db.find(wanted).await.unwrap();
    assert_eq!(found.len(), 2);
    let titled =
        Subject { name: "The orchard".to_owned(), level: Some(Clearance::parse(4).unwrap()), document: Some(kept.id) };
    assert_eq!(found[&open], titled);
    assert_eq!(found[&account], Subject { name: "n-varga".to_owned(), level: None, document: None });
}
