//! Non-interference: data above a reader's level has no effect on any response to the reader.
//!
//! Each test builds pairs of archives. Both archives of a pair get the same events that are visible to a reader of
//! level n, and in between different events above level n, of different number and size. Both must then respond with
//! the same bytes to every read of the reader. Before the comparison, ids, times, incident numbers and cursors are
//! replaced by the order of their first appearance. Apart from these, the archives may differ only in what
//! `docs/decisions/visibility.md` lists.
//!
//! `LEAK_PAIRS` sets the number of pairs of each test, and `LEAK_SEED` selects the archives.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../it/caller.rs"]
#[expect(dead_code, reason = "the other test binaries use the rest")]
mod caller;
#[path = "../it/harness.rs"]
#[expect(dead_code, unused_macros, unused_imports, reason = "the other test binaries use the rest")]
mod harness;
#[path = "../it/socket.rs"]
#[expect(dead_code, reason = "the other test binaries use the rest")]
mod socket;
#[path = "../it/waiting.rs"]
mod waiting;

mod archive;
mod calls;
mod chance;
mod events;
mod export;
mod mask;
mod pairs;
mod planted;
mod sockets;
mod text;

use crate::harness::Site;
use crate::pairs::{Finding, Run};
use crate::planted::Leak;

/// Number of pairs of each test on SQLite, unless `LEAK_PAIRS` sets another number.
const PAIRS: usize = 50;
/// Number of pairs on PostgreSQL. Most of the code is the same on both databases.
const PAIRS_ON_POSTGRES: usize = 50;
/// Number of pairs within which a planted leak must be found.
const FOUND_WITHIN: usize = 30;

/// Returns the number that the environment sets, or the default.
fn number(name: &str, usual: usize) -> usize {
    #[expect(clippy::disallowed_methods, reason = "the environment sets the length of a run")]
    std::env::var(name).map_or(usual, |number| number.parse().expect("a number"))
}

/// Returns the seed of a test for the archives that `LEAK_SEED` selects.
fn seeded(test: u64, archives: usize) -> u64 {
    test + 1000 * u64::try_from(archives).unwrap()
}

async fn no_pair_differs(seed: u64, pairs: usize, database: fn() -> facility_infra::testing::TestDatabase) {
    let seed = seeded(seed, number("LEAK_SEED", 1));
    let run = Run { seed, pairs, database, leak: None };
    let compared = run.start().await.unwrap_or_else(|Finding { text, .. }| panic!("seed {seed}: {text}"));
    println!("\nfigure: {pairs} pairs of archives, {compared} answers compared, none differs");
}

macro_rules! on_sqlite {
    ($($name:ident: $seed:expr),+ $(,)?) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            no_pair_differs($seed, number("LEAK_PAIRS", PAIRS), Site::database_on_sqlite).await;
        }
    )+};
}

// Twenty tests, so that they can run in parallel.
on_sqlite!(
    nothing_above_a_level_shows_1: 1,
    nothing_above_a_level_shows_2: 2,
    nothing_above_a_level_shows_3: 3,
    nothing_above_a_level_shows_4: 4,
    nothing_above_a_level_shows_5: 5,
    nothing_above_a_level_shows_6: 6,
    nothing_above_a_level_shows_7: 7,
    nothing_above_a_level_shows_8: 8,
    nothing_above_a_level_shows_9: 9,
    nothing_above_a_level_shows_10: 10,
    nothing_above_a_level_shows_11: 11,
    nothing_above_a_level_shows_12: 12,
    nothing_above_a_level_shows_13: 13,
    nothing_above_a_level_shows_14: 14,
    nothing_above_a_level_shows_15: 15,
    nothing_above_a_level_shows_16: 16,
    nothing_above_a_level_shows_17: 17,
    nothing_above_a_level_shows_18: 18,
    nothing_above_a_level_shows_19: 19,
    nothing_above_a_level_shows_20: 20,
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_above_a_level_shows_on_postgres() {
    if Site::database_on_postgres().is_some() {
        let pairs = number("LEAK_PAIRS", PAIRS_ON_POSTGRES).min(1000);
        no_pair_differs(21, pairs, || Site::database_on_postgres().unwrap()).await;
    }
}

/// Plants a leak into the first pairs of `nothing_above_a_level_shows_1`, which do not differ without it.
async fn planted(leak: Leak) -> Result<usize, Finding> {
    let run = Run { seed: seeded(1, 1), pairs: FOUND_WITHIN, database: Site::database_on_sqlite, leak: Some(leak) };
    run.start().await
}

macro_rules! finds {
    ($($name:ident: $leak:expr, in $call:literal),+ $(,)?) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let found = planted($leak).await.expect_err("the planted leak is not found");
            assert!(found.call.contains($call), "another leak is found: {}", found.text);
        }
    )+};
}

// Tests of the comparison itself: each of these leaks is planted into otherwise correct responses.
finds!(
    a_count_that_includes_what_is_above_is_found: Leak::Count, in "/api/documents",
    a_snippet_of_what_is_above_is_found: Leak::Snippet, in "q=",
    a_tag_that_changes_with_what_is_above_is_found: Leak::Tag, in "tags of documents",
    a_suggestion_from_above_is_found: Leak::Suggestion, in "suggestions",
    a_comparison_that_counts_what_is_above_is_found: Leak::Comparison, in "compare",
    an_export_of_a_record_above_is_found: Leak::Export, in "export",
    alerts_that_readers_may_list_are_found: Leak::Alerts, in "security-alerts",
    a_refusal_that_names_what_waits_is_found: Leak::Reminder, in "deadline-reminders",
    a_reminder_for_a_reader_is_found: Leak::Notification, in "notifications",
    a_refusal_that_counts_what_is_above_is_found: Leak::Analytics, in "analytics",
    a_topic_for_administrators_is_found: Leak::Topic, in "socket",
);
