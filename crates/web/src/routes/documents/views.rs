//! GET /api/documents/{id}/views

use super::document_id;
use crate::dto::views::DocumentViewsDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_documents::services::documents::Documents;

/// How many people have read a document
///
/// For its owner, and for administrators who may read it. Counted in the access log, which keeps everything since the document
/// exists in this installation; reading before an import is not in it. An access counts within a second.
#[utoipa::path(operation_id = "getDocumentViews", tag = "Document",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The numbers of readers", body = DocumentViewsDto),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`), or the document is not the caller's (`owner_only`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}/views")]
pub async fn views(
    reading: web::Data<Documents>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
) -> Result<web::Json<DocumentViewsDto>, ApiError> {
    let readers = reading.readers(&call.context, &call.caller.actor, document_id(&id)?).await?;
    Ok(web::Json(readers.into()))
}
