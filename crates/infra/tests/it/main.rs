//! The ports' contracts, each on SQLite and on PostgreSQL.
//!
//! `FACILITY_TEST_POSTGRES_URL` leads to a throw-away PostgreSQL server, as `scripts/with-postgres.sh` starts one.

mod documents;
mod gate;
mod harness;
mod logs;
mod objects;
mod sessions;
mod submissions;
mod uploads;
mod users;
