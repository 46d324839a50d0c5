//! The use cases around submissions and files.

mod attachments;
mod reviewing;
mod submitting;
mod time_outs;
mod uploading;

pub use attachments::{Attachments, Download};
pub use reviewing::Reviewing;
pub use submitting::{Manuscript, Submitting};
pub use time_outs::TimeOuts;
pub use uploading::{InFlight, Incoming, Uploading};
