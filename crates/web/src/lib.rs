//! The HTTP adapter: the product's services for a browser.
//!
//! A request passes [`observe`], the operation's [`guard::Guarded`] and its handler under [`routes`]. Errors become
//! responses in [`error`] only.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod areas;
mod assets;
mod call_limit;
mod caller;
mod characters;
mod client;
mod client_address;
mod connection;
mod cookie;
mod cursor_seal;
mod description;
mod docs_page;
mod dto;
mod entrance;
pub mod error;
mod etag;
mod export_limit;
mod failures;
mod fallback;
pub mod guard;
mod headers;
mod idempotency;
mod input;
mod job_metrics;
mod known_paths;
mod list_limit;
mod listing;
mod live;
mod load_metrics;
mod mail_metrics;
mod metrics;
mod metrics_port;
mod name_limit;
mod observe;
mod openapi;
pub mod origin;
mod parts;
mod range;
mod raw_body;
mod read_as;
mod readiness;
mod refusal_time;
mod refusals;
mod routes;
mod server;
mod session_ends;
mod session_watch;
mod shown_path;
mod state;
#[cfg(test)]
mod testing;
mod watched;
mod write_limit;

pub use areas::{Accounts, Archive, Oversight, Proposals, Records, Services, Transfers};
pub use call_limit::CallLimit;
pub use client::Pages;
pub use cookie::SessionCookie;
pub use cursor_seal::CursorSeal;
pub use description::Description;
pub use entrance::Entrance;
pub use export_limit::ExportLimit;
pub use idempotency::Replies;
pub use job_metrics::{JobMetrics, JobOutcome};
pub use known_paths::KnownPaths;
pub use list_limit::ListLimit;
pub use live::{Hub, Sockets};
pub use load_metrics::{ConnectionLoad, Load};
pub use mail_metrics::{MailMetrics, MailResult};
pub use metrics::Metrics;
pub use metrics_port::serve_metrics;
pub use name_limit::NameLimit;
pub use openapi::openapi;
pub use readiness::{Readiness, ReadyCheck};
pub use server::{ServerConfig, serve};
pub use state::App;
pub use write_limit::WriteLimit;
