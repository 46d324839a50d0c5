//! What the server does while something breaks under it: its process, its database, its disk, its callers' patience.
//!
//! Minutes long, and some of it needs a machine set up for it: run by `make faults`, and by no other test run. Each
//! test prints what it measured on lines that begin with `figure: `.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets what it does not expect has to fail"
)]

#[path = "../it/caller.rs"]
#[expect(dead_code, reason = "the other tests of the server use the rest")]
mod caller;
#[path = "../common/figures.rs"]
mod figures;
#[path = "../it/harness.rs"]
#[expect(dead_code, reason = "the other tests of the server use the rest")]
mod harness;
#[path = "../it/load.rs"]
mod load;

mod crowd;
mod disk;
mod fuzz;
mod kill;
mod power;
mod restart;
mod sockets;
mod store;

use crate::figures::{at_share, figure};
use crate::load::Signals;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Within this time after what was away is back, writes are acknowledged again.
const BACK_WITHIN: Duration = Duration::from_secs(5);

/// How many times, as the environment says, or as many as usual.
fn times(name: &str, usual: usize) -> usize {
    #[expect(clippy::disallowed_methods, reason = "a longer or shorter run is asked for by the environment")]
    std::env::var(name).map_or(usual, |number| number.parse().expect("a number"))
}

/// How long it takes until a write is acknowledged that was not yet.
async fn until_written(signals: &Signals) -> Duration {
    let (started, before) = (Instant::now(), signals.acknowledged.load(Ordering::Relaxed));
    while signals.acknowledged.load(Ordering::Relaxed) == before {
        assert!(started.elapsed() < BACK_WITHIN, "it does not recover by itself");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    started.elapsed()
}
