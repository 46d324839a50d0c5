//! POST /api/documents/{id}/unarchive

use crate::dto::document::DocumentDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use crate::routes::documents::document_id;
use actix_web::{post, web};
use facility_archive::services::placements::Placements;

/// Take a document out of the archive
///
/// It returns to the repository.
#[utoipa::path(operation_id = "unarchiveDocument", tag = "Archive",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document, back in the repository", body = DocumentDto),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), or the caller's level is too low \
            (`insufficient_clearance`, with `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It is not archived (`not_archived`), or it keeps changing (`stale`)",
            body = ApiErrorBody)))]
#[post("/documents/{id}/unarchive")]
pub async fn unarchive(
    placements: web::Data<Placements>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<web::Json<DocumentDto>, ApiError> {
    let document = placements.unarchive(&call.context, &call.caller.actor, document_id(&id)?).await?;
    Ok(web::Json(document.into()))
}
