//! POST /api/admin/archive-requests/{documentId}/reject

use super::approve::ArchiveDecisionRequest;
use crate::dto::document::DocumentDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use crate::routes::documents::document_id;
use actix_web::{post, web};
use facility_archive::placing::Verdict;
use facility_archive::services::placements::Placements;

/// Reject a request to archive a document
///
/// The document stays in the repository, and the requester is told. If two administrators decide at the same time, one of them succeeds.
#[utoipa::path(operation_id = "rejectArchiveRequest", tag = "Archive", request_body = ArchiveDecisionRequest,
    params(("documentId" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document, without the request", body = DocumentDto),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), the caller's own request while there is another \
            administrator (`self_review`), or the caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "No request is pending (`no_request`), or the document keeps changing (`stale`)",
            body = ApiErrorBody)))]
#[post("/admin/archive-requests/{documentId}/reject")]
pub async fn reject(
    placements: web::Data<Placements>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<ArchiveDecisionRequest>>,
) -> Result<web::Json<DocumentDto>, ApiError> {
    let decision = (Verdict::Reject, call.input.0.comments);
    let document = placements.review(&call.context, &call.caller.actor, document_id(&id)?, decision).await?;
    Ok(web::Json(document.into()))
}
