//! The use cases around submissions and files.

mod attachments;
mod board;
mod drafting;
mod news;
mod reviewing;
mod subjects;
mod submitting;
mod time_outs;
mod uploading;

pub use attachments::{Attachments, Download};
pub use board::{BoardView, HomeBoard};
pub use drafting::{Drafting, SubmitDraft};
pub use news::News;
pub use reviewing::Reviewing;
pub use subjects::{NamedSubject, Subjects};
pub use submitting::{Manuscript, Submitting};
pub use time_outs::TimeOuts;
pub use uploading::{InFlight, Incoming, Uploading};
