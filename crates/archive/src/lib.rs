//! The archive: its sections, and moving documents into and out of it.
//!
//! [`placing`] is the pure rule for who may archive a document, request it, decide a request, and take a document out.
//! [`tree`] is the rule for nesting sections. [`services`] holds the use cases, and [`ports`] declares their ports.

pub mod error;
pub mod placing;
pub mod ports;
pub mod requests;
pub mod section;
pub mod services;
pub mod shelf;
pub mod tree;
