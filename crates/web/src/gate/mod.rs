//! What every request passes before its handler, and what its answer passes after it: the limits, the origin, the
//! session, the role, and the record of refusals.

pub(crate) mod caller;
pub(crate) mod client_address;
pub(crate) mod connection;
pub mod entrance;
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
pub(crate) mod watched;
