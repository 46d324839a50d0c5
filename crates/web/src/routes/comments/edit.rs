//! PATCH /api/documents/{id}/comments/{commentId}

use super::comment_id;
use crate::dto::comment::CommentDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::Json;
use crate::routes::documents::document_id;
use actix_web::{patch, web};
use facility_documents::services::comments::Comments;

/// Another text of a comment.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditCommentRequest {
    /// As for a new comment. The marks of passages that are withheld from the caller have to stay, unchanged and in their order.
    #[schema(min_length = 1, max_length = 5_000)]
    content: String,
}

/// Edit a comment, as its author
///
/// For 30 days after it was written. Its quote stays. People are told of it whom it did not name before.
#[utoipa::path(operation_id = "editComment", tag = "DocumentComment", request_body = EditCommentRequest,
    params(("id" = String, Path, description = "The document"),
        ("commentId" = String, Path, description = "The comment")),
    responses(
        (status = 200, description = "The comment", body = CommentDto),
        NeedsSession, TakesBody,
        (status = 403, description = "Not its author (`owner_only`), the caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`), or the emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such document or comment (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It is older than 30 days (`not_editable`), or a mark of a withheld passage is missing, moved \
            or changed (`portion_mismatch`)", body = ApiErrorBody)))]
#[patch("/documents/{id}/comments/{commentId}")]
pub async fn edit(
    comments: web::Data<Comments>,
    path: web::Path<(String, String)>,
    call: Guarded<SignedIn, Json<EditCommentRequest>>,
) -> Result<web::Json<CommentDto>, ApiError> {
    let (document, comment) = path.into_inner();
    let (document, comment) = (document_id(&document)?, comment_id("commentId", &comment)?);
    let content = &call.input.0.content;
    let edited = comments.edit(&call.context, &call.caller.actor, document, comment, content).await?;
    Ok(web::Json(edited.into()))
}
