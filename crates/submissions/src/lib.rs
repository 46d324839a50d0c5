//! Submissions and edits: submitting texts, reviewing them, and reading their files.
//!
//! [`review`] is the pure rule for who may decide what. [`services`] holds the use cases, and [`ports`] declares their
//! ports.

pub mod case;
pub mod draft;
pub mod edits;
pub mod error;
pub mod expiring_items;
mod news_of_items;
pub mod ports;
pub mod reclassification;
pub mod review;
pub mod services;
pub mod submission;
pub mod view;
