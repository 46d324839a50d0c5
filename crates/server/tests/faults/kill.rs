//! Repeated `kill -9` under write load: every acknowledged write exists once, with its audit entry.

use crate::harness::{Site, on_each_database};
use crate::load::{Promises, assert_kept, kill_under_load};
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use std::time::Duration;

const WRITERS: usize = 4;

on_each_database!(nothing_acknowledged_is_lost);

async fn nothing_acknowledged_is_lost(database: TestDatabase) {
    let (name, usual) = match database.target() {
        Target::Sqlite(_) => ("SQLite", 50),
        Target::Postgres(_) => ("PostgreSQL", 20),
    };
    let cycles = crate::times("FAULT_CYCLES", usual);
    let mut site = Site::start(database).await;
    let mut promises = Promises::default();
    for cycle in 0..cycles {
        // A different moment each time: a prime step through a quarter of a second.
        let after = Duration::from_millis(150 + u64::try_from(cycle * 37 % 251).unwrap());
        promises.add(kill_under_load(&mut site, WRITERS, after).await);
    }
    assert!(promises.acknowledged() > cycles, "the load is too low");
    let rows = assert_kept(&site, &promises).await;
    crate::figure(&format!(
        "kill, {name}: {cycles} kills under {WRITERS} writers; {} writes acknowledged ({} submissions, {} approvals), \
         0 lost, 0 twice; {} unanswered; {rows} incidents numbered without a gap; audit chain whole",
        promises.acknowledged(),
        promises.sent.len(),
        promises.approved.len(),
        promises.unanswered,
    ));
}
