//! Comments on documents.
//!
//! A comment keeps the level that its document had when the comment was written, and is shown only to readers of that
//! level. Lowering a document's level therefore reveals no earlier conversation. A comment's text may contain portions,
//! and it may quote a passage of the document; see [`Quote`].

pub mod change;
pub mod error;
pub mod quote;
pub mod talk;
pub mod view;

use crate::comments::error::CommentError;
use crate::comments::quote::Quote;
use crate::error::DocumentError;
use crate::sealed::Sealed;
use facility_kernel::{Clearance, CommentId, DocumentId, Timestamp, UserId};
use std::time::Duration;

/// Maximum length of a comment in characters.
pub const MAX_COMMENT_CHARS: usize = 5_000;
pub const MAX_QUOTE_CHARS: usize = 1_000;

/// How long its author can edit a comment.
pub const EDIT_PERIOD: Duration = Duration::from_hours(30 * 24);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    pub id: CommentId,
    pub document_id: DocumentId,
    /// The level of the document when the comment was written, which readers need.
    pub clearance: Clearance,
    /// The text: Markdown with portions. Readers get it as a [`VisibleComment`](view::VisibleComment).
    pub content: Sealed<String>,
    /// The quoted passage.
    pub quote: Option<Quote>,
    /// The comment to which this one replies.
    pub answers: Option<Answered>,
    pub author: UserId,
    pub deleted_by: Option<UserId>,
    pub created_at: Timestamp,
    /// When its author last edited it.
    pub edited_at: Option<Timestamp>,
    /// When it was last written, edited or deleted.
    pub updated_at: Timestamp,
}

/// The comment to which another one replies. Its level is needed to hide it from readers below that level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    pub id: CommentId,
    pub level: Clearance,
}

/// A comment with its author's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentRecord {
    pub comment: Comment,
    /// The author's username, even if the account was deleted.
    pub author_username: String,
}

/// A comment as submitted by a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentInput {
    /// The text.
    pub content: String,
    /// The quoted passage as plain text.
    pub quote: Option<String>,
    /// The comment to which this one replies.
    pub answers_to: Option<CommentId>,
}

impl From<DocumentError> for CommentError {
    fn from(error: DocumentError) -> Self {
        Self::Document(error)
    }
}
