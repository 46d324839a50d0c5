//! PUT and DELETE /api/documents/{id}/watch

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, delete, put, web};
use facility_documents::services::comments::Comments;

/// Watch a document
///
/// The caller is told of new comments and versions, once until they have read it. Owners watch their documents from the start, and
/// a comment begins to watch.
#[utoipa::path(operation_id = "watchDocument", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The caller watches it"),
        NeedsSession, TakesBody,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with `requiredClearance`), or the \
            emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[put("/documents/{id}/watch")]
pub async fn watch(
    comments: web::Data<Comments>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    comments.watch(&call.context, &call.caller.actor, document_id(&id)?, true).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Stop watching a document
#[utoipa::path(operation_id = "unwatchDocument", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The caller does not watch it"),
        NeedsSession, TakesBody,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with `requiredClearance`), or the \
            emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[delete("/documents/{id}/watch")]
pub async fn unwatch(
    comments: web::Data<Comments>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    comments.watch(&call.context, &call.caller.actor, document_id(&id)?, false).await?;
    Ok(HttpResponse::NoContent().finish())
}
