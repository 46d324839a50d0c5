//! Comments on documents.
//!
//! A comment keeps the level that its document had when it was written, and is listed only for readers of that level,
//! so that lowering a document opens no conversation that was held above the new level. Its content may have portions.
//! It may quote a passage of the document; see [`Quote`].

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
/// Maximum length of a quote in characters.
pub const MAX_QUOTE_CHARS: usize = 1_000;

/// For this long its author can edit a comment.
pub const EDITABLE_FOR: Duration = Duration::from_hours(30 * 24);

/// A comment on a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// The document.
    pub document_id: DocumentId,
    /// The level of the document when the comment was written: the lowest that may read it.
    pub clearance: Clearance,
    /// What it says, in Markdown with portions. [`VisibleComment`](view::VisibleComment) hands it out.
    pub content: Sealed<String>,
    /// The passage that it is about.
    pub quote: Option<Quote>,
    /// The comment that it answers.
    pub answers: Option<Answered>,
    /// Who wrote it.
    pub author: UserId,
    /// Who deleted it, if anybody did.
    pub deleted_by: Option<UserId>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its author edited it last.
    pub edited_at: Option<Timestamp>,
    /// When it was written, edited or deleted.
    pub updated_at: Timestamp,
}

/// A comment that another one answers. Its level goes with it, so that nobody learns of it who may not read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    /// Its id.
    pub id: CommentId,
    /// Its level.
    pub level: Clearance,
}

/// A comment with the name of its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentRecord {
    /// The comment.
    pub comment: Comment,
    /// Its author's name, also of a deleted account.
    pub author_username: String,
}

/// What somebody sends in as a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentInput {
    /// What it says.
    pub content: String,
    /// The quoted passage, as plain text.
    pub quote: Option<String>,
    /// The comment that it answers.
    pub answers_to: Option<CommentId>,
}

impl From<DocumentError> for CommentError {
    fn from(error: DocumentError) -> Self {
        Self::Document(error)
    }
}
