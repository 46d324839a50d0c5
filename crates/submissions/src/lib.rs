//! Submissions: submitting lore, reviewing it, and its attached files.
//!
//! [`review`] is the pure rule of who may decide what; [`files`] defines the accepted files; [`ports`] declares what
//! the rules need from outside; [`services`] are the use cases.

pub mod analytics;
mod desk;
mod draft;
pub mod edits;
mod error;
mod expiring_items;
pub mod files;
pub mod first_steps;
mod news;
mod news_of_items;
pub mod ports;
mod reclassification;
mod reclassified;
pub mod reminders;
pub mod review;
pub mod services;
mod submission;
pub mod text_encoding;
#[cfg(any(test, feature = "testing"))]
pub use {draft::testing as draft_testing, news::testing as news_testing, submission::testing};
mod upload;
mod view;

pub use desk::{Desk, Queues, Waiting, WaitingItem};
pub use documents::{Batch, FilePath, REVIEW_WINDOW, Status, Tally};
pub use draft::{
    Draft, DraftChange, DraftDeletion, DraftInput, DraftRevision, DraftState, DraftSubmission, DraftSummary,
    DraftText, EditDraftChange, MAX_DRAFT_CONTENT_CHARS, MAX_DRAFT_DESCRIPTION_CHARS, MAX_DRAFT_TITLE_CHARS,
    MAX_DRAFTS, SavedDraft, SubmissionWithdrawal,
};
pub use edits::{TimedOutItem, TimedOutKind};
pub use error::SubmissionError;
#[cfg(any(test, feature = "testing"))]
pub use expiring_items::MockReminderRepository;
pub use expiring_items::{ExpiringItem, REMINDED_BEFORE, ReminderMark, ReminderRepository};
pub use news::{NEWS_KEPT, NewsKind, Notification, NotificationId, ReadNews, Subject};
pub use reclassification::{Classification, REASON_CHARS, Reclassification};
pub use reclassified::Reclassified;
pub use submission::{
    ApprovalStep, IncidentNumber, NewSubmission, Resubmission, Submission, SubmissionRecord, TimeOut,
    TimeOutMark,
};
pub use upload::{
    MAX_FILE_BYTES, MAX_IN_FLIGHT, MAX_UNATTACHED_BYTES, MAX_UNATTACHED_FILES, ORPHANED_AFTER, REJECTED_KEPT,
    TICKET_LIFETIME, Ticket, UNUSED_KEPT, Unattached, Upload, UploadStatus, is_orphan, owner_of_object,
};
pub use view::{ReviewItem, SubmissionView};
