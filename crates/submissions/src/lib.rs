//! Submissions: submitting lore, reviewing it, and reading the files it carries.
//!
//! [`review`] is the pure rule of who may decide what; [`ports`] declares what the rules need from outside;
//! [`services`] are the use cases.

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
