//! The use cases around submissions and files.

mod alert_mail;
mod alerts;
mod analytics;
mod attachments;
mod board;
mod checked;
mod drafting;
mod edit_drafting;
mod edit_reviewing;
mod editing;
mod news;
mod own_edits;
mod reminding;
mod reviewing;
mod subjects;
mod submitting;
mod time_outs;
mod uploading;
mod withdrawing;

pub use alert_mail::AlertMail;
pub use alerts::{AdminAlerts, Marked};
pub use analytics::Analytics;
pub use attachments::{Attachments, Download};
pub use board::{BoardView, HomeBoard};
pub use drafting::{Drafting, SubmitDraft};
pub use edit_drafting::EditDrafting;
pub use edit_reviewing::EditReviewing;
pub use editing::{Editing, Proposal};
pub use news::{News, NewsItem};
pub use reminding::Reminding;
pub use reviewing::Reviewing;
pub use subjects::{NamedSubject, Subjects};
pub use submitting::{Manuscript, Submitting};
pub use time_outs::TimeOuts;
pub use uploading::{InFlight, Incoming, Uploading};
