//! The whole server over a real socket, on SQLite and on PostgreSQL.
//!
//! `FACILITY_TEST_POSTGRES_URL` leads to a throw-away PostgreSQL server, as `scripts/with-postgres.sh` starts one.

mod accounts;
mod callers;
mod edges;
mod files;
mod harness;
mod main_job;
mod review;
mod survival;
