//! Behavior of the server while something fails: its process, its database, its disk, its clients.
//!
//! These tests take minutes, and some need a prepared machine; only `make faults` runs them. Each test prints its
//! measurements on lines that start with `figure: `.

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
#[path = "../common/figures.rs"]
mod figures;
#[path = "../it/harness.rs"]
#[expect(dead_code, reason = "the other test binaries use the rest")]
mod harness;
#[path = "../it/load.rs"]
mod load;
#[path = "../it/logged.rs"]
mod logged;
#[path = "../it/socket.rs"]
#[expect(dead_code, reason = "the other test binaries use the rest")]
mod socket;

mod crowd;
mod disk;
mod fuzz;
mod kill;
mod power;
mod restart;
mod soak;
mod sockets;
mod store;

use crate::figures::{at_share, figure};
use crate::load::LoadState;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Time limit for writes to be acknowledged again after a dependency is back.
const BACK_WITHIN: Duration = Duration::from_secs(5);

/// Returns the number of rounds that the environment sets, or the default.
fn times(name: &str, usual: usize) -> usize {
    #[expect(clippy::disallowed_methods, reason = "the environment sets the length of a run")]
    std::env::var(name).map_or(usual, |number| number.parse().expect("a number"))
}

/// Waits for a newly acknowledged write and returns how long that took.
async fn until_written(state: &LoadState) -> Duration {
    let (started, before) = (Instant::now(), state.acknowledged.load(Ordering::Relaxed));
    while state.acknowledged.load(Ordering::Relaxed) == before {
        assert!(started.elapsed() < BACK_WITHIN, "the server does not recover by itself");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    started.elapsed()
}
