//! DELETE /api/documents/{id}/edit-draft

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, delete, web};
use facility_submissions::services::edit_drafts::EditDrafts;

/// Delete the draft of the caller's edit of a document for good
#[utoipa::path(operation_id = "deleteEditDraft", tag = "Draft",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The draft was deleted"),
        NeedsSession, TakesBody,
        (status = 403, description = "Not the owner (`owner_only`), a document above the caller's level \
            (`insufficient_clearance`, with `requiredClearance`), or the emergency-access account (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "No such document, or the caller has no draft of it (`not_found`)",
            body = ApiErrorBody)))]
#[delete("/documents/{id}/edit-draft")]
pub async fn delete(
    drafts: web::Data<EditDrafts>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    drafts.delete(&call.context, &call.caller.actor, document_id(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}
