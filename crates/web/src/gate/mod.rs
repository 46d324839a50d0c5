//! The checks before every handler, and the processing of its response: rate limits, origin, session, role, and the
//! record of refusals.

pub(crate) mod caller;
pub(crate) mod client_address;
pub(crate) mod connection;
pub mod guard;
pub mod idempotency;
pub mod known_paths;
pub mod limits;
pub mod origin;
pub(crate) mod read_as;
pub(crate) mod refusal_time;
pub(crate) mod refusals;
pub(crate) mod session_ends;
pub(crate) mod session_watch;
pub mod state;
pub(crate) mod watched;
