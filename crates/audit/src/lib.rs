//! The tamper-evident audit log.
//!
//! - [`Entry`] is an audit entry. [`Audited`] combines a change with its entry and is the only type that write ports
//!   accept: a change without an entry does not compile.
//! - [`chain`] seals entries into a hash chain with a MAC, and finds the first broken one.
//! - [`checkpoint`] signs the log's Merkle tree ([`merkle`]) as a [`note`], so that anybody with the public key verifies
//!   an export ([`exported`]) or one entry of it.
//! - [`anchors`] record the end of the chain outside the database, against truncation and restored old copies.
//! - [`access`] is the log of document accesses, [`attempts`] the log of sign-in attempts.
//! - [`activity`] are numbers of what happened, kept beside the logs.
//! - [`alerts`] are computed from the attempts.
//! - [`mail`] is what a change tells people outside the terminal; it travels in [`Audited`].
//! - [`Remember`] keeps what a repeatable request made, in the transaction of its change.
//! - [`refusals`] combines equal refusals into one entry.
//! - [`Throttle`] counts calls for the limits that all nodes share.
//! - [`topics`] assigns actions to topics, by which open screens refresh.

pub mod access;
mod action;
pub mod activity;
pub mod alerts;
pub mod anchors;
pub mod attempts;
pub mod chain;
pub mod checkpoint;
mod entry;
pub mod exported;
mod filter;
mod grown;
mod idempotency;
pub mod mail;
pub mod merkle;
pub mod note;
mod reading;
pub mod refusals;
mod segment;
mod signing;
mod throttle;
pub mod topics;
mod trail;
mod verifying;

pub use action::{Action, EntityType};
pub use entry::{Audited, Details, Entry, Performer};
pub use filter::LogFilter;
pub use grown::KeptTree;
pub use idempotency::{IdempotencyKey, IdempotencyScope, REPLIES_KEPT, Remember, StoredReplies, StoredReply};
pub use reading::AuditError;
pub use segment::Segment;
pub use signing::{Signed, SigningError, Unverified};
pub use throttle::Throttle;
pub use trail::{AuditLog, AuditTrail, Verification};

#[cfg(any(test, feature = "testing"))]
pub use {attempts::MockAttemptLog, throttle::MockThrottle, trail::MockAuditLog};
