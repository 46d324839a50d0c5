//! GET /api/documents/{id}/versions/compare

use super::{document_id, version_id};
use crate::dto::comparison::DiffDto;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use actix_web::{get, web};
use facility_documents::services::history::History;

/// The versions to compare.
#[derive(Clone, Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// Id of the old version.
    #[serde(default)]
    from: String,
    /// Id of the new version.
    #[serde(default)]
    to: String,
}

/// How two versions of a document differ
///
/// Recorded in the document's access log.
#[utoipa::path(operation_id = "compareVersions", tag = "DocumentVersion",
    params(("id" = String, Path, description = "The document"), CompareQuery, AsQuery),
    responses(
        (status = 200, description = "The differences", body = DiffDto),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document or version, or a version above the caller's level (`not_found`)",
            body = ApiErrorBody)))]
#[get("/documents/{id}/versions/compare")]
pub async fn compare(
    history: web::Data<History>,
    id: web::Path<String>,
    call: Guarded<Reader, Query<CompareQuery>>,
) -> Result<web::Json<DiffDto>, ApiError> {
    let CompareQuery { from, to } = &call.input.0;
    let versions = [version_id("from", from)?, version_id("to", to)?];
    let diff = history.compare(&call.context, &call.caller.actor, document_id(&id)?, versions).await?;
    Ok(web::Json(diff.into()))
}
