//! What every request passes before its handler, and what its answer passes after it: the limits, the origin, the session,
//! the role, and the record of refusals.

pub mod caller;
pub mod client_address;
pub mod connection;
pub mod entrance;
pub mod guard;
pub mod idempotency;
pub mod known_paths;
pub mod limits;
pub mod origin;
pub mod read_as;
pub mod refusal_time;
pub mod refusals;
pub mod session_ends;
pub mod session_watch;
pub mod watched;
