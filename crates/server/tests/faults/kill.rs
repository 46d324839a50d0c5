//! Repeated `kill -9` under write load: every acknowledged write exists once, with its audit entry.

use crate::harness::{Site, on_each_database};
use crate::load::{WriteResults, assert_kept, kill_under_load};
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use std::time::Duration;

const WRITERS: usize = 4;

on_each_database!(no_acknowledged_write_is_lost);

async fn no_acknowledged_write_is_lost(database: TestDatabase) {
    let (name, usual) = match database.target() {
        Target::Sqlite(_) => ("SQLite", 50),
        Target::Postgres(_) => ("PostgreSQL", 20),
    };
    let cycles = crate::times("FAULT_CYCLES", usual);
    let mut site = Site::start(database).await;
    let mut writes = WriteResults::default();
    for cycle in 0..cycles {
        // A different moment in each cycle, by prime steps through a quarter of a second.
        let after = Duration::from_millis(150 + u64::try_from(cycle * 37 % 251).unwrap());
        writes.add(kill_under_load(&mut site, WRITERS, after).await);
    }
    assert!(writes.acknowledged() > cycles, "the load is too low");
    let rows = assert_kept(&site, &writes).await;
    crate::figure(&format!(
        "kill, {name}: {cycles} kills under {WRITERS} writers; {} writes acknowledged ({} submissions, {} approvals), \
         0 lost, 0 twice; {} unanswered; {rows} incidents numbered without a gap; audit chain whole",
        writes.acknowledged(),
        writes.sent.len(),
        writes.approved.len(),
        writes.unanswered,
    ));
}
