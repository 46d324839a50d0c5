//! DELETE /api/documents/{id}/comments/{commentId}

use super::comment_id;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, delete, web};
use facility_documents::services::comments::Comments;

/// Delete a comment, as its author or an administrator
///
/// It stays in the list without its content. Deleting it again changes nothing.
#[utoipa::path(operation_id = "deleteComment", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document"),
        ("commentId" = String, Path, description = "The comment")),
    responses(
        (status = 204, description = "The comment is deleted"),
        NeedsSession, TakesBody,
        (status = 403, description = "Neither its author nor an administrator (`owner_only`), or the caller's level is too \
            low (`insufficient_clearance`, with `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document or comment (`not_found`)", body = ApiErrorBody)))]
#[delete("/documents/{id}/comments/{commentId}")]
pub async fn delete(
    comments: web::Data<Comments>,
    path: web::Path<(String, String)>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    let (document, comment) = path.into_inner();
    let document = document_id(&document)?;
    let comment = comment_id("commentId", &comment)?;
    comments.delete(&call.context, &call.caller.actor, document, comment).await?;
    Ok(HttpResponse::NoContent().finish())
}
