//! The use cases around submissions and files.

pub mod alert_mail;
pub mod alerts;
pub mod analytics;
pub mod attachments;
pub mod board;
mod checked;
pub mod drafts;
pub mod edit_drafts;
pub mod edit_reviews;
pub mod edits;
pub mod news;
mod own_edits;
pub mod reclassifications;
pub mod reminders;
pub mod reviews;
pub mod subjects;
pub mod submissions;
pub mod time_outs;
pub mod uploads;
mod withdrawals;
