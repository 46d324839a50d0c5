//! The use cases around submissions and files.

mod attachments;
mod reviewing;
mod submitting;
mod uploading;

pub use attachments::{Attachments, Download};
pub use reviewing::{ReviewRequest, Reviewing};
pub use submitting::{SubmitRequest, Submitting};
pub use uploading::{Incoming, Uploading};
