//! Comments in the API.

use facility_documents::comments::view::VisibleComment;
use serde::Serialize;
use utoipa::ToSchema;

/// A comment on a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentComment)]
#[serde(rename_all = "camelCase")]
pub struct CommentDto {
    /// A UUID.
    pub id: String,
    /// Id of the document.
    pub document_id: String,
    /// What it says, in Markdown, with a bar for each passage above the reader's level. Null if it was deleted.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The quoted passage as plain text, or a bar (`{{withheld 3}}`) in its place. Null without a quote, and if the comment
    /// was deleted.
    #[schema(required = true)]
    pub quote: Option<String>,
    /// The levels of the bars, ascending, each once.
    pub withheld_levels: Vec<u8>,
    /// The comment on the same document that it answers. Null if that was deleted, or is above the reader's level.
    #[schema(required = true)]
    pub answers_to: Option<String>,
    /// Id of its author.
    pub author_id: String,
    /// Name of its author.
    pub author_username: String,
    /// Whether it was deleted.
    pub is_deleted: bool,
    /// Id of the user who deleted it.
    #[schema(required = true)]
    pub deleted_by: Option<String>,
    /// When it was written.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When its author edited it last.
    #[schema(required = true, format = DateTime)]
    pub edited_at: Option<String>,
    /// When it was written, edited or deleted.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<VisibleComment> for CommentDto {
    fn from(comment: VisibleComment) -> Self {
        let (content, quote, withheld) = match comment.text {
            Some(text) => (Some(text.content), text.quote, text.withheld),
            None => (None, None, Vec::new()),
        };
        Self {
            id: comment.id.to_string(),
            document_id: comment.document_id.to_string(),
            content,
            quote,
            withheld_levels: withheld.into_iter().map(facility_kernel::Clearance::level).collect(),
            answers_to: comment.answers_to.map(|id| id.to_string()),
            author_id: comment.author.to_string(),
            author_username: comment.author_username,
            is_deleted: comment.deleted_by.is_some(),
            deleted_by: comment.deleted_by.map(|id| id.to_string()),
            created_at: comment.created_at.to_string(),
            edited_at: comment.edited_at.map(|at| at.to_string()),
            updated_at: comment.updated_at.to_string(),
        }
    }
}
