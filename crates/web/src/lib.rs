//! The HTTP adapter: the product's services for a browser.
//!
//! A request passes [`observe`], the operation's [`guard::Guarded`] and its handler under [`routes`]. Errors become
//! responses in [`error`] only.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod areas;
mod assets;
pub mod call_limit;
mod caller;
mod characters;
pub mod client;
mod client_address;
mod connection;
pub mod cookie;
pub mod cursor_seal;
pub mod description;
mod docs_page;
pub mod dto;
pub mod entrance;
pub mod error;
mod etag;
pub mod export_limit;
mod failures;
mod fallback;
pub mod guard;
mod headers;
pub mod idempotency;
mod input;
pub mod job_metrics;
pub mod known_paths;
pub mod list_limit;
mod listing;
pub mod live;
pub mod load_metrics;
pub mod mail_metrics;
pub mod metrics;
pub mod metrics_port;
pub mod name_limit;
mod observe;
pub mod openapi;
pub mod origin;
mod parts;
mod range;
mod raw_body;
mod read_as;
pub mod readiness;
mod refusal_time;
mod refusals;
mod routes;
pub mod server;
mod session_ends;
mod session_watch;
mod shown_path;
pub mod state;
#[cfg(test)]
mod testing;
mod watched;
pub mod write_limit;
