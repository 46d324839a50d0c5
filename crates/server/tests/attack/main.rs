//! What a hostile caller can do to the server: each test performs one attack and asserts a limit on what it costs
//! other callers.
//!
//! These tests take minutes; only `make attack` runs them. All traffic stays on loopback. Every test asserts its
//! limits and prints its measurements on lines that start with `figure: `; none is skipped, and `scripts/attack.sh`
//! fails if a test is ignored or prints no figure.

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
#[path = "../it/factor.rs"]
mod factor;
#[path = "../common/figures.rs"]
mod figures;
#[path = "../it/harness.rs"]
#[expect(dead_code, reason = "the other test binaries use the rest")]
mod harness;

mod floods;
mod frames;
mod guesses;
mod honest;
mod lists;
mod memory;
mod search;
mod uploads;
