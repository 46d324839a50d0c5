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
#[path = "../it/harness.rs"]
#[expect(dead_code, reason = "the other tests of the server use the rest")]
mod harness;
#[path = "../it/load.rs"]
mod load;

mod fuzz;
mod kill;
mod restart;

/// A figure, on a line of its own that scripts can find.
fn figure(line: &str) {
    println!("\nfigure: {line}");
}

/// How many times, as the environment says, or as many as usual.
fn times(name: &str, usual: usize) -> usize {
    #[expect(clippy::disallowed_methods, reason = "a longer or shorter run is asked for by the environment")]
    std::env::var(name).map_or(usual, |number| number.parse().expect("a number"))
}
