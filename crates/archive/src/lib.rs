//! The archive: its sections, and how documents get into them and out.
//!
//! [`placing`] is the pure rule of who may archive a document, request it, decide about a request and take a document
//! out; [`tree`] is the rule of how sections nest. [`ports`] declares what the rules need from outside; [`services`]
//! are the use cases.

pub mod error;
pub mod placing;
pub mod ports;
pub mod requests;
pub mod section;
pub mod services;
pub mod shelf;
pub mod tree;
