//! Drafts, submissions and edits, and their review.

pub mod case;
pub mod draft;
pub mod drafts;
pub mod edit;
pub mod edit_drafts;
pub mod edit_reviews;
pub mod edits;
pub mod own;
pub mod reviews;
pub mod submission;
