//! What a hostile caller can do to the server: each test attacks in one way and asserts what it may cost the others.
//!
//! Minutes long: run by `make attack`, and by no other test run. All traffic stays on loopback. Every test asserts its
//! bounds and prints what it measured on lines that begin with `figure: `; none is skipped, and `scripts/attack.sh`
//! fails when one is ignored or prints no figure.

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

mod floods;
mod frames;
mod honest;
mod lists;
mod memory;
mod search;
mod uploads;
