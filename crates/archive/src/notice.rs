//! What requesters of archiving are told.

use facility_kernel::{AttemptId, DocumentId, Timestamp, UserId};

/// Id of a notice: in chronological order, like those of all rows that only a log shows.
pub type NoticeId = AttemptId;

/// Tells the requester that their request was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Its id.
    pub id: NoticeId,
    /// The requester.
    pub recipient: UserId,
    /// Whether the document was archived.
    pub approved: bool,
    /// The document.
    pub document: DocumentId,
    /// Its title, or its short label if the requester may not read it any more.
    pub title: String,
    /// Name of the administrator who decided.
    pub decided_by: String,
    /// The administrator's comment for the requester.
    pub comment: Option<String>,
    /// Timestamp.
    pub created_at: Timestamp,
}
