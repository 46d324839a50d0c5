//! Changes to comments.

use super::Comment;
use super::talk;
use super::view::VisibleComment;
use facility_kernel::{CommentId, Timestamp, UserId};
use facility_users::news::{NewsKind, Notification, NotificationId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewComment {
    pub comment: Comment,
    /// The version of the document against which the comment's level and quote were checked.
    pub version: i32,
    pub title: String,
    /// Notifications to send, in addition to those for users who watch the document.
    pub notifications: Vec<Notification>,
    /// The comment as its author sees it, for the response.
    pub shown: VisibleComment,
}

impl NewComment {
    /// Creates the notification for a user who watches the document.
    pub fn for_watcher(&self, id: NotificationId, watcher: UserId) -> Notification {
        let (comment, author) = (&self.comment, self.shown.author_username.as_str());
        talk::news(id, watcher, (NewsKind::Watched, comment.clearance), (comment, author), &self.title)
    }
}

/// An edit of a comment by its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentEdit {
    /// The comment after the edit.
    pub comment: Comment,
    /// Notifications to users whom only the new text mentions.
    pub notifications: Vec<Notification>,
}

/// The deletion of a comment. Its row remains, but its text is no longer returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommentDeletion {
    pub id: CommentId,
    pub by: UserId,
    pub at: Timestamp,
}
