//! What a reader may see of a comment.

use super::CommentRecord;
use crate::comments::quote::{Passages, Quote};
use crate::portions::cut;
use facility_kernel::{Clearance, CommentId, DocumentId, Timestamp, UserId};
use std::collections::BTreeSet;

/// A comment as one reader may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleComment {
    /// Its id.
    pub id: CommentId,
    /// The document.
    pub document_id: DocumentId,
    /// What it says. `None` if it was deleted.
    pub text: Option<CommentText>,
    /// The comment that it answers, unless that was deleted or is above the reader's level.
    pub answers_to: Option<CommentId>,
    /// Who wrote it.
    pub author: UserId,
    /// Its author's name.
    pub author_username: String,
    /// Who deleted it, if anybody did.
    pub deleted_by: Option<UserId>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its author edited it last.
    pub edited_at: Option<Timestamp>,
    /// When it was written, edited or deleted.
    pub updated_at: Timestamp,
}

/// The text of a comment, with bars in place of what is withheld.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentText {
    /// What it says, in Markdown.
    pub content: String,
    /// The quoted words as plain text, or a bar in their place.
    pub quote: Option<String>,
    /// The levels of the bars, ascending, each once.
    pub withheld: Vec<Clearance>,
}

impl VisibleComment {
    /// Returns a comment as the reader of these passages may see it. `None` if it was written above their level.
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
