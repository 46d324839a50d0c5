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
mod deadlines;
mod documents;
mod events;
mod gate;
mod gathering;
mod harness;
mod housekeeping;
mod in_doubt;
mod jobs;
mod labels;
mod logs;
mod objects;
mod replies;
mod searching;
mod sessions;
mod sign_in;
mod skipping;
mod submissions;
mod upgrade;
mod uploads;
mod users;
