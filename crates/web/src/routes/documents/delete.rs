//! DELETE /api/documents/{id}

use super::document_id;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{HttpResponse, delete, web};
use facility_documents::services::removal::Removal;

/// Delete a document of the caller
///
/// It is in the trash for 30 days, invisible by every other call, and administrators can restore it. Pending edits of it are
/// withdrawn.
#[utoipa::path(operation_id = "deleteDocument", tag = "Document",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The document is deleted"),
        NeedsSession, TakesBody,
        (status = 403, description = "Not the owner (`owner_only`), or the caller's level is too low \
            (`insufficient_clearance`, with `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Someone else changed it (`stale`)", body = ApiErrorBody)))]
#[delete("/documents/{id}")]
pub async fn delete(
    removal: web::Data<Removal>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    removal.delete_own(&call.context, &call.caller.actor, document_id(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}
