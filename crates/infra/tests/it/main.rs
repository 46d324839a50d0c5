//! Contract tests of the ports, each on SQLite and on PostgreSQL.
//!
//! `FACILITY_TEST_POSTGRES_URL` names a disposable PostgreSQL server, such as the one that `scripts/with-postgres.sh`
//! starts.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "test helpers fail by panicking, like tests"
)]

mod activity;
mod archive;
mod archive_requests;
mod comments;
mod counts;
mod deadlines;
mod documents;
mod drafts;
mod events;
mod file_refs;
mod file_texts;
mod finding;
mod flaky_mail_server;
mod gate;
mod gathering;
mod harness;
mod housekeeping;
mod in_doubt;
mod jobs;
mod labels;
mod links;
mod lists_by_level;
mod locked_names;
mod log_filters;
mod logs;
mod mail;
mod mail_choices;
mod mail_delivery;
mod news;
mod objects;
mod orders;
mod passwords;
mod places;
mod previews;
mod queries;
mod readers;
mod reads_at_length;
mod reads_by_level;
mod reminders;
mod replies;
mod required_factor;
mod running;
mod schema;
mod search_index;
mod search_portions;
mod searching;
mod second_factor;
mod second_factor_limits;
mod server_keys;
mod sessions;
mod sign_in;
mod skipping;
mod statements;
mod submissions;
mod suspicion;
mod tampering;
mod templates;
mod transfer;
mod trash;
mod uploads;
mod users;
mod waiting_reads;
mod watching;
