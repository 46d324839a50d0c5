//! POST /api/documents/{id}/request-archive

use super::section_id;
use crate::dto::document::DocumentDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::Json;
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, post, web};
use facility_archive::services::placements::Placements;

/// Where to archive a document.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArchiveDocumentRequest {
    /// Id of an active section.
    section_id: String,
}

/// Archive a document, or request it
///
/// An administrator archives it at once, which settles a pending request. Its owner requests it, and an administrator
/// decides.
#[utoipa::path(operation_id = "requestArchive", tag = "Archive", request_body = ArchiveDocumentRequest,
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document is archived", body = DocumentDto),
        (status = 202, description = "The document, with the pending request", body = DocumentDto),
        NeedsSession, TakesBody,
        (status = 403, description = "Neither the owner nor an administrator (`owner_only`), or the caller's level is too \
            low (`insufficient_clearance`, with `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or no active section with this id (`not_found`)",
            body = ApiErrorBody),
        (status = 409, description = "It is archived already (`already_archived`), a request is pending \
            (`already_requested`), or it keeps changing (`stale`)", body = ApiErrorBody)))]
#[post("/documents/{id}/request-archive")]
pub async fn request(
    placements: web::Data<Placements>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Json<ArchiveDocumentRequest>>,
) -> Result<HttpResponse, ApiError> {
    let section = section_id("sectionId", &call.input.0.section_id)?;
    let archived = placements.archive(&call.context, &call.caller.actor, document_id(&id)?, section).await?;
    let mut answer = if archived.is_pending { HttpResponse::Accepted() } else { HttpResponse::Ok() };
    Ok(answer.json(DocumentDto::from(archived.document)))
}
