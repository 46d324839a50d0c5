//! Changes of comments.

use super::Comment;
use super::talk;
use super::view::VisibleComment;
use facility_kernel::{CommentId, Timestamp, UserId};
use facility_users::news::{NewsKind, Notification, NotificationId};

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
    pub told: Vec<Notification>,
    /// The comment as its author sees it, for the reply.
    pub shown: VisibleComment,
}

impl NewComment {
    /// Returns what somebody is told who watches the document.
    pub fn for_watcher(&self, id: NotificationId, watcher: UserId) -> Notification {
        let (comment, author) = (&self.comment, self.shown.author_username.as_str());
        talk::news(id, watcher, (NewsKind::Watched, comment.clearance), (comment, author), &self.title)
    }
}

/// Another text of a comment, by its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentEdit {
    /// The comment afterwards.
    pub comment: Comment,
    /// Those whom it names and did not name before.
    pub told: Vec<Notification>,
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
