//! The tamper-evident audit log.
//!
//! - [`Entry`] is an audit entry. [`Audited`] combines a change with its entry and is the only type that write ports
//!   accept: a change without an entry does not compile.
//! - [`chain`] seals entries into a hash chain with a MAC, and finds the first broken one.
//! - [`anchors`] record the end of the chain outside the database, against truncation and restored old copies.
//! - [`access`] is the log of document accesses, [`attempts`] the log of sign-in attempts.
//! - [`Remember`] keeps the reply to a repeatable request in the transaction of its change.
//! - [`refusals`] combines equal refusals into one entry.
//! - [`Throttle`] counts calls for the limits that all nodes share.
//! - [`topics`] assigns actions to topics, by which open screens refresh.

pub mod access;
pub mod anchors;
pub mod attempts;
pub mod chain;
mod entry;
mod idempotency;
mod reading;
pub mod refusals;
mod throttle;
pub mod topics;
mod trail;

pub use entry::{Action, Audited, Details, EntityType, Entry, Performer};
pub use idempotency::{IdempotencyKey, IdempotencyScope, REPLIES_KEPT, Remember, StoredReplies, StoredReply};
pub use reading::{AuditError, LogFilter};
pub use throttle::Throttle;
pub use trail::{AuditLog, AuditTrail, Verification};

#[cfg(any(test, feature = "testing"))]
pub use {throttle::MockThrottle, trail::MockAuditLog};
