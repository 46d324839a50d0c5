//! Submissions: submitting lore, reviewing it, and its attached files.
//!
//! [`review`] is the pure rule of who may decide what; [`files`] defines the accepted files; [`ports`] declares what
//! the rules need from outside; [`services`] are the use cases.

pub mod analytics;
pub mod desk;
pub mod draft;
pub mod edits;
pub mod error;
pub mod expiring_items;
pub mod files;
pub mod first_steps;
mod news_of_items;
pub mod ports;
pub mod reclassification;
pub mod reminders;
pub mod review;
pub mod services;
pub mod submission;
pub mod text_encoding;
pub mod upload;
pub mod view;
