//! The tamper-evident audit log.
//!
//! - [`Entry`](entry::Entry) is an audit entry. [`Audited`](entry::Audited) combines a change with its entry. Write
//!   ports accept no other type, so a change without an entry does not compile.
//! - [`chain`] seals entries into a hash chain with a MAC, and finds the first broken one.
//! - [`checkpoint`] signs the log's Merkle tree ([`merkle`]) as a [`note`], so that anyone with the public key can
//!   verify an export ([`exported`]) or a single entry.
//! - [`anchors`] record the end of the chain outside the database, which reveals truncation and restored old copies.
//! - [`access`] is the log of document accesses, [`attempts`] the log of sign-in attempts.
//! - [`activity`] holds counters, which are stored separately from the logs.
//! - [`alerts`] are computed from sign-in attempts and from certain actions.
//! - [`mail`] holds the messages that a change sends to users. They are part of [`Audited`](entry::Audited).
//! - [`refusals`] combines equal refusals into one entry.
//! - [`topics`] assigns actions to topics; open screens refresh by topic.

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
pub mod log_tree;
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
