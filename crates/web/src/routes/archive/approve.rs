//! POST /api/admin/archive-requests/{documentId}/approve

use crate::dto::document::DocumentDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use crate::routes::documents::document_id;
use actix_web::{post, web};
use facility_archive::placing::Verdict;
use facility_archive::services::placements::Placements;

/// A comment on the decision.
#[derive(Debug, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArchiveDecisionRequest {
    /// A comment for the requester.
    #[schema(max_length = 2000)]
    pub comments: Option<String>,
}

/// Approve a request to archive a document
///
/// Archives the document in the requested section, and tells the requester. If two administrators decide at the same time, one of them succeeds.
#[utoipa::path(operation_id = "approveArchiveRequest", tag = "Archive", request_body = ArchiveDecisionRequest,
    params(("documentId" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The archived document", body = DocumentDto),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), the caller's own request while there is another \
            administrator (`self_review`), or the caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "No request is pending (`no_request`), the section is not active any more (`section_inactive`), or the document keeps changing (`stale`)",
            body = ApiErrorBody)))]
#[post("/admin/archive-requests/{documentId}/approve")]
pub async fn approve(
    placements: web::Data<Placements>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<ArchiveDecisionRequest>>,
) -> Result<web::Json<DocumentDto>, ApiError> {
    let decision = (Verdict::Approve, call.input.0.comments);
    let document = placements.review(&call.context, &call.caller.actor, document_id(&id)?, decision).await?;
    Ok(web::Json(document.into()))
}
