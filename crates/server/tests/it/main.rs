//! The whole server over a real socket, on SQLite and on PostgreSQL.
//!
//! `FACILITY_TEST_POSTGRES_URL` leads to a throw-away PostgreSQL server, as `scripts/with-postgres.sh` starts one.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets what it does not expect has to fail"
)]

mod accounts;
mod audit_log;
mod caller;
mod callers;
mod clock;
mod demo;
mod edges;
mod files;
mod harness;
mod idempotency;
mod labels;
mod limits;
mod live;
mod live_nodes;
mod load;
mod main_job;
mod metrics;
mod nodes;
mod object_store;
mod review;
mod sign_in;
mod socket;
mod start;
mod survival;
mod time_outs;
mod uploads;
