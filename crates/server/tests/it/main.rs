//! The whole server over a real socket, on SQLite and on PostgreSQL.
//!
//! `FACILITY_TEST_POSTGRES_URL` names a disposable PostgreSQL server, such as the one that `scripts/with-postgres.sh`
//! starts.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod access_races;
mod accounts;
mod analytics;
mod archive;
mod archive_requests;
mod attached_files;
mod audit_log;
mod backup;
mod board;
mod caller;
mod callers;
mod clock;
mod code_sync;
mod confined;
mod cursors;
mod demo;
mod demoted;
mod discussion;
mod drafts;
mod edges;
mod edit_drafts;
mod edits;
mod emergency;
mod exporting;
mod factor;
mod file_texts;
mod files;
mod first_steps;
mod harness;
mod idempotency;
mod imported_pages;
mod imported_wikis;
mod installations;
mod labels;
mod limits;
mod links;
mod live;
mod live_nodes;
mod load;
mod log_faults;
mod logged;
mod mail;
mod mail_kinds;
mod mail_survival;
mod mail_test;
mod mail_tls;
mod main_job;
mod marks;
mod metrics;
mod moving;
mod news_kinds;
mod nodes;
mod object_store;
mod operations;
mod passwords;
mod pictures;
mod portions;
mod post_office;
mod races;
mod reading_as;
mod reclassifying;
mod releases;
mod request_log;
mod resubmitting;
mod review;
mod second_factor;
mod second_factor_limits;
mod second_factor_races;
mod secret_key;
mod secrets;
mod sign_in;
mod signing_key;
mod slow_reader;
mod socket;
mod start;
mod start_log;
mod states;
mod streams;
mod survival;
mod talk;
mod templates;
mod texts;
mod time_outs;
mod traces;
mod transfer;
mod transfer_limits;
mod trash;
mod upgrades;
mod uploads;
mod views;
mod waiting;
mod watching;
mod ways_back;
mod withdrawals;
mod withheld;
