//! POST /api/documents/{id}/comments

use super::comment_id;
use crate::dto::comment::CommentDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, made};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, post, web};
use facility_documents::comments::CommentInput;
use facility_documents::services::comments::Comments;

/// A new comment.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateCommentRequest {
    /// Markdown, stored unchanged. It may have portions, of at least the document's level.
    #[schema(min_length = 1, max_length = 5_000)]
    content: String,
    /// A passage of the document that the comment is about, as plain text. It has to be in the document as the caller may
    /// read it; blanks and punctuation may differ. Readers who may not read it get a bar.
    #[schema(max_length = 1_000)]
    quote: Option<String>,
    /// A comment on the same document that this one answers.
    answers_to: Option<String>,
}

/// Comment on a document
///
/// Tells its owner, those who watch it, the author of the comment that it answers, and whom it names: `@` and the name of an
/// approved account, after no letter or digit, at most 10 of them. The caller watches the document from then on.
///
/// With the header `Idempotency-Key` (1 to 64 visible ASCII characters), repeated requests act once: for 24 hours, the same
/// key with the same body gets the comment again, as the caller may read it by then.
#[utoipa::path(operation_id = "createComment", tag = "DocumentComment", request_body = CreateCommentRequest,
    params(("id" = String, Path, description = "The document"),
        ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The comment", body = CommentDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        NeedsSession, TakesBody,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with `requiredClearance`), or \
            the emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The document changed at the same moment (`stale`), or the same request is still in \
            progress (`in_progress`, with `Retry-After`)", body = ApiErrorBody),
        (status = 422, description = "The key was used with another body (`idempotency_mismatch`)",
            body = ApiErrorBody)))]
#[post("/documents/{id}/comments")]
pub async fn create(
    comments: web::Data<Comments>,
    replies: web::Data<Replies>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Idempotent<CreateCommentRequest>>,
) -> Result<HttpResponse, ApiError> {
    let (now, actor, id) = (call.context.now, &call.caller.actor, document_id(&id)?);
    let recall = async |item: String| {
        Ok(CommentDto::from(comments.one(&call.context, actor, id, made(&item)?).await?))
    };
    let make = async |body: CreateCommentRequest, remember| {
        let answers_to = body.answers_to.as_deref().map(|id| comment_id("answersTo", id)).transpose()?;
        let input = CommentInput { content: body.content, quote: body.quote, answers_to };
        Ok(comments.write(&call.context, actor, id, input, remember).await.map(CommentDto::from))
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}
