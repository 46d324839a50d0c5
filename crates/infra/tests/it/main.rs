//! The ports' contracts, each on SQLite and on PostgreSQL.
//!
//! `FACILITY_TEST_POSTGRES_URL` leads to a throw-away PostgreSQL server, as `scripts/with-postgres.sh` starts one.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "the helpers of tests fail by panicking, as the tests do"
)]

mod counts;
mod documents;
mod events;
mod gate;
mod gathering;
mod harness;
mod housekeeping;
mod logs;
mod objects;
mod searching;
mod sessions;
mod skipping;
mod submissions;
mod uploads;
mod users;
