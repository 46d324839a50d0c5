//! Changes of comments.

use super::Comment;
use super::talk::Told;
use super::view::VisibleComment;
use facility_kernel::{CommentId, Timestamp, UserId};

/// A new comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewComment {
    /// The comment.
    pub comment: Comment,
    /// The version of the document whose level and passages were checked.
    pub version: i32,
    /// The title of the document.
    pub title: String,
    /// Whom it tells, beside those who watch the document.
    pub told: Vec<Told>,
    /// The comment as its author sees it, for the reply.
    pub shown: VisibleComment,
}

/// Another text of a comment, by its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentEdit {
    /// The comment afterwards.
    pub comment: Comment,
    /// The title of the document.
    pub title: String,
    /// Those whom it names and did not name before.
    pub told: Vec<Told>,
}

/// The deletion of a comment. Its row stays; the text is no longer returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommentDeletion {
    /// The comment.
    pub id: CommentId,
    /// Who deletes it.
    pub by: UserId,
    /// When.
    pub at: Timestamp,
}
