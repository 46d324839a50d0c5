//! The tamper-evident audit log.
//!
//! - [`Entry`](entry::Entry) is an audit entry. [`Audited`](entry::Audited) combines a change with its entry and is the
//!   only type that write ports accept: a change without an entry does not compile.
//! - [`chain`] seals entries into a hash chain with a MAC, and finds the first broken one.
//! - [`checkpoint`] signs the log's Merkle tree ([`merkle`]) as a [`note`], so that anybody with the public key
//!   verifies an export ([`exported`]) or one entry of it.
//! - [`anchors`] record the end of the chain outside the database, against truncation and restored old copies.
//! - [`access`] is the log of document accesses, [`attempts`] the log of sign-in attempts.
//! - [`activity`] are numbers of what happened, kept beside the logs.
//! - [`alerts`] are computed from the attempts.
//! - [`mail`] is what a change tells people outside the terminal; it travels in [`Audited`](entry::Audited).
//! - [`Remember`](facility_kernel::idempotency::Remember) keeps what a repeatable request made, in the transaction of
//!   its change.
//! - [`refusals`] combines equal refusals into one entry.
//! - [`Throttle`](facility_kernel::throttle::Throttle) counts calls for the limits that all nodes share.
//! - [`topics`] assigns actions to topics, by which open screens refresh.

pub mod access;
pub mod action;
pub mod activity;
pub mod alerts;
pub mod anchors;
pub mod attempts;
pub mod chain;
pub mod checkpoint;
pub mod entry;
pub mod exported;
pub mod filter;
pub mod grown;
pub mod mail;
pub mod merkle;
pub mod note;
pub mod reading;
pub mod refusals;
pub mod segment;
pub mod signing;
pub mod topics;
pub mod trail;
mod verifying;
