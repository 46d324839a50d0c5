//! The use cases of submissions, edits and files.

pub mod attachments;
mod checked;
pub mod drafts;
pub mod edit_drafts;
pub mod edit_reviews;
pub mod edits;
mod own_edits;
pub mod pictures;
pub mod reclassifications;
pub mod reminders;
pub mod reviews;
pub mod submissions;
pub mod time_outs;
mod usable_files;
mod withdrawals;
