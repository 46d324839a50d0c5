//! Comments as readers may see them.

use super::CommentRecord;
use crate::comments::quote::{Passages, Quote};
use crate::portions::cut;
use facility_kernel::{Clearance, CommentId, DocumentId, Timestamp, UserId};
use std::collections::BTreeSet;

/// A comment as one reader may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleComment {
    pub id: CommentId,
    pub document_id: DocumentId,
    /// The text. `None` if the comment was deleted.
    pub text: Option<CommentText>,
    /// The comment to which this one replies, unless it was deleted or is above the reader's level.
    pub answers_to: Option<CommentId>,
    pub author: UserId,
    pub author_username: String,
    pub deleted_by: Option<UserId>,
    pub created_at: Timestamp,
    /// When its author last edited it.
    pub edited_at: Option<Timestamp>,
    /// When it was last written, edited or deleted.
    pub updated_at: Timestamp,
}

/// The text of a comment, with bars in place of withheld passages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentText {
    /// The text in Markdown.
    pub content: String,
    /// The quoted words as plain text, or a bar.
    pub quote: Option<String>,
    /// The levels of the bars in ascending order, without duplicates.
    pub withheld: Vec<Clearance>,
}

impl VisibleComment {
    /// Returns a comment as the reader of these passages may see it. `None` if it is above their level.
    pub fn new(record: CommentRecord, passages: &Passages, reader: Clearance) -> Option<Self> {
        let CommentRecord { comment, author_username } = record;
        if comment.clearance > reader {
            return None;
        }
        let is_deleted = comment.deleted_by.is_some();
        let text = (!is_deleted).then(|| {
            let content = cut(comment.content.reveal(), reader);
            let mut withheld: BTreeSet<_> = content.withheld.into_iter().collect();
            let quote = comment.quote.map(|Quote { text, level }| {
                let words = text.reveal();
                let Some(bar) = passages.bar(&words, level) else { return words };
                withheld.insert(bar);
                format!("{{{{withheld {bar}}}}}")
            });
            CommentText { content: content.text, quote, withheld: withheld.into_iter().collect() }
        });
        Some(Self {
            id: comment.id,
            document_id: comment.document_id,
            text,
            answers_to: comment.answers.filter(|answered| answered.level <= reader).map(|answered| answered.id),
            author: comment.author,
            author_username,
            deleted_by: comment.deleted_by,
            created_at: comment.created_at,
            edited_at: comment.edited_at,
            updated_at: comment.updated_at,
        })
    }
}
