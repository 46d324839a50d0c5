//! Comments on documents, username completion, and watching documents.

use crate::gate::guard::{Guarded, Reader, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, parse_item_id};
use crate::gate::limits::Limits;
use crate::gate::read_as::AsQuery;
use crate::http::answers::{Answer, Body, Fails, NeedsSession, Readable, Reads, TakesBody, TakesKey};
use crate::http::error::ApiError;
use crate::http::input::{Json, NoBody, Query};
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::http::request::parse_id;
use crate::routes::files::pictures::{illustrated, illustrated_if_made};
use crate::routes::files::record_files::{RecordFileDto, one_text};
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, patch, post, put, web};
use facility_documents::comments::CommentInput;
use facility_documents::comments::error::row as comment;
use facility_documents::comments::view::VisibleComment;
use facility_documents::error::row as document;
use facility_documents::services::comments::Comments;
use facility_submissions::services::pictures::Pictures;
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
    /// The text in Markdown, with a bar for each passage above the caller's level. Null if the comment was deleted.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The quoted passage as plain text, or a bar (`{{withheld 3}}`) if it is above the caller's level. Null if there
    /// is no quote or the comment was deleted.
    #[schema(required = true)]
    pub quote: Option<String>,
    /// The levels of the bars, ascending and without duplicates.
    pub withheld_levels: Vec<u8>,
    /// The pictures that the content shows, in its order. Empty where the content is null.
    pub files: Vec<RecordFileDto>,
    /// Id of the comment that it answers. Null if there is none, or if that comment was deleted or is above the
    /// caller's level.
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

one_text!(CommentDto);

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
            files: Vec::new(),
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

/// The comments on a document, oldest first
///
/// Deleted comments are listed without their content. Comments written while the document had a level above the
/// caller's are not listed.
#[utoipa::path(operation_id = "listComments", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document"), PageQuery, AsQuery),
    responses(
        (status = 200, description = "The comments", body = Vec<CommentDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<(Readable, Reads)>))]
#[get("/documents/{id}/comments")]
pub async fn list(comments: Data<Comments>, pictures: Data<Pictures>, call: Guarded<Reader, Paged>) -> Answer {
    let id = call.request.id()?;
    listing::answer(&call.request, call.input.0, async move |requested| {
        let (page, total) = comments.list(&call.context, &call.caller.actor, id, requested).await?;
        Ok((illustrated(&pictures, page.map(CommentDto::from)).await?, Total::of(total)))
    })
    .await
}

/// A new comment.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateCommentRequest {
    /// Markdown, stored unchanged. It may contain portions of at least the document's level.
    #[schema(min_length = 1, max_length = 5_000)]
    content: String,
    /// A passage of the document that the comment refers to, as plain text. It must occur in the document as the caller
    /// may read it; whitespace and punctuation may differ. Readers who may not read the passage see a bar.
    #[schema(max_length = 1_000)]
    quote: Option<String>,
    /// Id of a comment on the same document that this one answers.
    answers_to: Option<String>,
}

/// Comment on a document
///
/// Notifies the document's owner, users who watch it, the author of the answered comment, and up to 10 mentioned users.
/// A mention is `@` and the name of an approved account, not directly after a letter or digit. The caller watches the
/// document from then on.
///
/// With the header `Idempotency-Key` (1 to 64 visible ASCII characters), a repeated request takes effect only once: for
/// 24 hours, the same key with the same body returns the comment again, as the caller may read it at that time.
#[utoipa::path(operation_id = "createComment", tag = "DocumentComment", request_body = CreateCommentRequest,
    params(("id" = String, Path, description = "The document"),
        ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The comment", body = CommentDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        Fails<(Readable, comment::ProtectedAccount, document::Stale, TakesKey, NeedsSession, TakesBody)>))]
#[post("/documents/{id}/comments")]
pub async fn create(
    comments: Data<Comments>,
    pictures: Data<Pictures>,
    replies: Data<Replies>,
    call: Guarded<SignedIn, Idempotent<CreateCommentRequest>>,
) -> Answer {
    let (now, actor, id) = (call.context.now, &call.caller.actor, call.request.id()?);
    let recall = async |item: String| {
        let comment = comments.one(&call.context, actor, id, parse_item_id(&item)?).await?;
        illustrated(&pictures, CommentDto::from(comment)).await
    };
    let make = async |body: CreateCommentRequest, remember| {
        let answers_to = body.answers_to.as_deref().map(|text| parse_id("answersTo", text)).transpose()?;
        let input = CommentInput { content: body.content, quote: body.quote, answers_to };
        let written = comments.write(&call.context, actor, id, input, remember).await;
        illustrated_if_made(&pictures, written.map(CommentDto::from)).await
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}

/// The new text of a comment.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditCommentRequest {
    /// As for a new comment. The markers of passages that are withheld from the caller must stay, unchanged and in the
    /// same order.
    #[schema(min_length = 1, max_length = 5_000)]
    content: String,
}

/// Edit a comment, as its author
///
/// Possible for 30 days after it was written. The quote stays. Users whom the new text mentions for the first time are
/// notified.
#[utoipa::path(operation_id = "editComment", tag = "DocumentComment", request_body = EditCommentRequest,
    params(("id" = String, Path, description = "The document"),
        ("commentId" = String, Path, description = "The comment")),
    responses(
        (status = 200, description = "The comment", body = CommentDto),
        Fails<(Readable, comment::NotFound, comment::NotYours, comment::ProtectedAccount, comment::TooOld,
            document::PortionMismatch, NeedsSession, TakesBody)>))]
#[patch("/documents/{id}/comments/{commentId}")]
pub async fn edit(
    comments: Data<Comments>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, Json<EditCommentRequest>>,
) -> Body<CommentDto> {
    let (document, comment) = (call.request.id()?, call.request.id_in("commentId")?);
    let content = &call.input.0.content;
    let edited = comments.edit(&call.context, &call.caller.actor, document, comment, content).await?;
    Ok(web::Json(illustrated(&pictures, CommentDto::from(edited)).await?))
}

/// Delete a comment, as its author or an administrator
///
/// The comment stays in the list without its content. Deleting it again has no effect.
#[utoipa::path(operation_id = "deleteComment", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document"),
        ("commentId" = String, Path, description = "The comment")),
    responses(
        (status = 204, description = "The comment is deleted"),
        Fails<(Readable, comment::NotFound, comment::AuthorOnly, NeedsSession, TakesBody)>))]
#[delete("/documents/{id}/comments/{commentId}")]
pub async fn delete(comments: Data<Comments>, call: Guarded<SignedIn, NoBody>) -> Answer {
    let (document, comment) = (call.request.id()?, call.request.id_in("commentId")?);
    comments.delete(&call.context, &call.caller.actor, document, comment).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The start of a name to complete.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReadersQuery {
    /// The start of a name, ignoring case.
    #[param(max_length = 50)]
    q: String,
}

/// Complete the name of a reader of a document
///
/// Returns up to eight names of other accounts that may read the document and whose names start with `q`, in
/// alphabetical order. At most 20 requests a minute.
#[utoipa::path(operation_id = "completeReaders", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document"), ReadersQuery),
    responses((status = 200, description = "The names", body = Vec<String>), Fails<(Readable, NeedsSession)>))]
#[get("/documents/{id}/readers")]
pub async fn readers(
    comments: Data<Comments>,
    limits: Data<Limits>,
    call: Guarded<SignedIn, Query<ReadersQuery>>,
) -> Body<Vec<String>> {
    let (id, beginning) = (call.request.id()?, &call.input.0.q);
    if beginning.chars().count() > 50 {
        return Err(ApiError::invalid("q", "A name has at most 50 characters"));
    }
    limits.name_completion(call.caller.actor.user_id)?;
    Ok(web::Json(comments.readers(&call.context, &call.caller.actor, id, beginning).await?))
}

/// Watch a document
///
/// The caller is notified of the next comment or version, and not again until they have read that notification. Owners
/// watch their documents from the start, and commenting on a document also starts watching it.
#[utoipa::path(operation_id = "watchDocument", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The caller watches it"),
        Fails<(Readable, comment::ProtectedAccount, NeedsSession, TakesBody)>))]
#[put("/documents/{id}/watch")]
pub async fn watch(comments: Data<Comments>, call: Guarded<SignedIn, NoBody>) -> Answer {
    comments.watch(&call.context, &call.caller.actor, call.request.id()?, true).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Stop watching a document
#[utoipa::path(operation_id = "unwatchDocument", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The caller does not watch it"),
        Fails<(Readable, comment::ProtectedAccount, NeedsSession, TakesBody)>))]
#[delete("/documents/{id}/watch")]
pub async fn unwatch(comments: Data<Comments>, call: Guarded<SignedIn, NoBody>) -> Answer {
    comments.watch(&call.context, &call.caller.actor, call.request.id()?, false).await?;
    Ok(HttpResponse::NoContent().finish())
}
