//! POST /api/documents/{id}/revert/{versionId}

use super::{document_id, version_id};
use crate::dto::document::DocumentDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{post, web};
use facility_documents::services::history::History;

/// Revert a document to an earlier version, as its owner or an administrator
///
/// It takes title, content, category and file of that version. Its level stays, or rises to that of the version. The version
/// before stays in the history, and the number counts on.
#[utoipa::path(operation_id = "revertDocument", tag = "DocumentVersion",
    params(("id" = String, Path, description = "The document"),
        ("versionId" = String, Path, description = "The version")),
    responses(
        (status = 200, description = "The document after the revert", body = DocumentDto),
        NeedsSession, TakesBody,
        (status = 403, description = "Neither the owner nor an administrator (`owner_only`), or the caller's level is too low \
            (`insufficient_clearance`, with `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document or version, or a version above the caller's level (`not_found`)",
            body = ApiErrorBody),
        (status = 409, description = "Someone else changed it (`stale`), it is at this version (`current_version`), or a passage \
            of either version is above the caller's level (`portion_mismatch`)", body = ApiErrorBody)))]
#[post("/documents/{id}/revert/{versionId}")]
pub async fn revert(
    history: web::Data<History>,
    path: web::Path<(String, String)>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<web::Json<DocumentDto>, ApiError> {
    let (id, version) = path.into_inner();
    let (id, version) = (document_id(&id)?, version_id("versionId", &version)?);
    let visible = history.revert(&call.context, &call.caller.actor, id, version).await?;
    Ok(web::Json(visible.into()))
}
