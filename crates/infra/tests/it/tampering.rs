//! Random edits of the audit log that bypass its triggers: each is found, and the first bad entry is named.
//!
//! `FACILITY_TEST_TAMPERINGS` sets the number of edits, 60 by default.

use crate::harness::{Fixture, batch, on_each_database};
use crate::logs::trail;
use facility_audit::anchors::Anchors as _;
use facility_audit::checkpoint::Checkpoint;
use facility_audit::trail::{AuditLog as _, AuditTrail};
use facility_infra::anchors::AnchorFile;
use facility_infra::storage::audit::log::AuditLogStore;

on_each_database![random_edits_are_found_at_their_entry, rewritten_history_does_not_extend_a_kept_checkpoint];

/// The number of entries of the log, with an anchor and a checkpoint after each third.
const ENTRIES: i64 = 90;
const ANCHORED: [i64; 3] = [30, 60, 90];

/// A small random generator with a seed, so that a failure can be reproduced.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % limit
    }
}

async fn run(f: &Fixture, sql: String) {
    f.db.write(move |conn| batch(conn, &sql)).await.unwrap();
}

async fn record(f: &Fixture, count: i64) {
    let log = AuditLogStore::new(f.db.clone());
    for _ in 0..count {
        log.record(f.audited(())).await.unwrap();
    }
}

/// Fills the log and its anchors, and drops the triggers as the owner of the database can.
async fn filled(f: &Fixture) -> AuditTrail {
    let trail = trail(f);
    for _ in ANCHORED {
        record(f, ENTRIES / 3).await;
        assert!(trail.anchor(0, 60).await.unwrap().unwrap().checkpoint.is_some());
    }
    f.execute(if f.is_sqlite() {
        "DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete"
    } else {
        "DROP TRIGGER audit_log_no_update ON audit_log"
    })
    .await
    .unwrap();
    f.execute("CREATE TABLE kept AS SELECT * FROM audit_log").await.unwrap();
    trail
}

/// Restores the log that [`filled`] wrote.
async fn restore(f: &Fixture) {
    run(f, "DELETE FROM audit_log; INSERT INTO audit_log SELECT * FROM kept ORDER BY number".to_owned()).await;
}

/// Edits the log at a random place. Returns the edit and the first entry that is bad afterwards.
async fn tamper(f: &Fixture, dice: &mut Dice) -> (String, i64) {
    let at = 1 + dice.below(ENTRIES);
    let anchor_from = |number: i64| ANCHORED.into_iter().find(|anchor| *anchor >= number).unwrap();
    let columns = [
        "action = 'nothing'",
        "entity_type = 'nothing'",
        "entity_id = 'x'",
        "performed_by = 'x'",
        "performed_by_username = 'x'",
        "details = NULL",
        "ip_address = NULL",
        "user_agent = 'x'",
        "request_id = 'x'",
        "count = count + 1",
        "timestamp = timestamp + 1",
        "content_changed_at = content_changed_at + 1",
        "previous_hash = hash",
        "hash = mac",
        "mac = hash",
        "mac = upper(mac)",
        "id = 'x'",
    ];
    match dice.below(5) {
        0 => {
            let sql = format!("DELETE FROM audit_log WHERE number = {at}");
            run(f, sql.clone()).await;
            // The next entry no longer follows. If the first or an anchored entry is missing, the missing entry itself
            // is reported.
            (sql, if at == 1 || ANCHORED.contains(&at) { at } else { at + 1 })
        }
        1 => {
            let sql = format!("DELETE FROM audit_log WHERE number >= {at}");
            run(f, sql.clone()).await;
            (sql, anchor_from(at))
        }
        2 => {
            // An old copy of the database is used again and grows beyond the anchors with the right keys.
            let sql = format!("DELETE FROM audit_log WHERE number >= {at}");
            run(f, sql.clone()).await;
            record(f, ENTRIES + 1 - at).await;
            (format!("{sql} and new entries"), anchor_from(at))
        }
        _ => {
            let column = columns[usize::try_from(dice.below(17)).unwrap()];
            let sql = format!("UPDATE audit_log SET {column} WHERE number = {at}");
            run(f, sql.clone()).await;
            (sql, at)
        }
    }
}

async fn random_edits_are_found_at_their_entry(f: Fixture) {
    #[expect(clippy::disallowed_methods, reason = "the environment asks for more edits")]
    let rounds = std::env::var("FACILITY_TEST_TAMPERINGS").map_or(60, |text| text.parse().unwrap());
    let trail = filled(&f).await;
    let mut dice = Dice(20_261_123);
    for round in 0..rounds {
        let (edit, first) = tamper(&f, &mut dice).await;
        let found = trail.verify().await.unwrap();
        assert_eq!(found.first_broken.map(|broken| broken.number), Some(first), "round {round}: {edit}");
        restore(&f).await;
    }
    assert!(trail.verify().await.unwrap().ok, "the log itself is intact");
}

async fn rewritten_history_does_not_extend_a_kept_checkpoint(f: Fixture) {
    let whole = filled(&f).await;
    let anchors = AnchorFile::new(f.database.folder().join("anchors")).read().await.unwrap();
    let key = whole.public_key().await.unwrap();
    let kept: Vec<Checkpoint> =
        anchors.iter().map(|anchor| Checkpoint::open(anchor.checkpoint.as_deref().unwrap(), &key).unwrap()).collect();
    assert!(whole.verify_since(std::slice::from_ref(&key), &kept).await.unwrap().ok);
    // An attacker with all keys and files rewrites the log from entry 45 on and removes the anchors.
    run(&f, "DELETE FROM audit_log WHERE number >= 45".to_owned()).await;
    record(&f, 60).await;
    for name in ["anchors", "audit-tree.json"] {
        std::fs::remove_file(f.database.folder().join(name)).unwrap();
    }
    let rewritten = trail(&f);
    assert!(rewritten.verify().await.unwrap().ok);
    assert_eq!(rewritten.checkpoint().await.unwrap().size, 104);
    assert!(
        rewritten.verify_since(std::slice::from_ref(&key), &kept[..1]).await.unwrap().ok,
        "the first 30 entries are the same"
    );
    assert_eq!(
        rewritten.verify_since(std::slice::from_ref(&key), &kept).await.unwrap().first_broken.unwrap().number,
        60
    );
}
