//! Requests to archive a document, as administrators see them, and what requesters are told.

use crate::placing::is_for_another;
use documents::Visible;
use kernel::{Actor, AttemptId, DocumentId, Timestamp, UserId};
use users::ports::Administrator;

/// Maximum length of the start of a document's content in the list of requests, in characters.
pub const EXCERPT_CHARS: usize = 300;

/// Id of a notice: in chronological order, like those of all rows that only a log shows.
pub type NoticeId = AttemptId;

/// A document with a pending request, as one administrator may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestItem {
    /// The document.
    pub document: Visible,
    /// Name of the requester.
    pub requested_by_username: String,
    /// Name of the requested section, also of an inactive one. `None` if it does not exist.
    pub section_name: Option<String>,
    /// Whether another administrator must decide: the reader made the request, and is not the only administrator.
    pub awaits_another: bool,
}

impl RequestItem {
    pub(crate) fn new(
        document: Visible,
        (requested_by_username, section_name): (String, Option<String>),
        reader: &Actor,
        administrators: &[Administrator],
    ) -> Self {
        let requester = document.document().placement.archive_request().map(|request| request.by);
        let awaits_another =
            requester.is_some_and(|requester| is_for_another(requester, reader.user_id, administrators));
        Self { document, requested_by_username, section_name, awaits_another }
    }
}

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
