//! What happened, kept so that nobody can alter it.
//!
//! - [`Entry`] is one thing that happened; [`Audited`] ties a change to its entry, and is the only thing a write port
//!   takes: a change without an entry does not compile.
//! - [`chain`] seals entries into a hash chain with a MAC, and finds the first broken one.
//! - [`anchors`] keep the end of the chain outside the database, against a cut tail and an old copy put back.
//! - [`access`] is the log of who opened or downloaded a document; [`attempts`] the record of sign-in attempts.
//! - [`topics`] names what an act is about for the screens that are open.

pub mod access;
pub mod anchors;
pub mod attempts;
pub mod chain;
mod entry;
mod reading;
pub mod topics;
mod trail;

pub use entry::{Action, Audited, Details, EntityType, Entry, Performer};
pub use reading::{AuditError, LogFilter};
pub use trail::{AuditLog, AuditTrail, Verification};

#[cfg(any(test, feature = "testing"))]
pub use trail::MockAuditLog;
