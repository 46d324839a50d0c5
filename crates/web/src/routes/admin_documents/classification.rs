//! PATCH /api/admin/documents/{id}/classification

use crate::dto::document::{CategoryDto, DocumentDto};
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use crate::routes::documents::document_id;
use actix_web::{patch, web};
use facility_documents::edits::error::EditError;
use facility_documents::text::Category;
use facility_kernel::Clearance;
use facility_submissions::reclassification::Classification;
use facility_submissions::services::reclassifications::Reclassifications;

/// Another level or category of a document; at least one that changes.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReclassifyRequest {
    /// The new level, at most the caller's own and that of each passage.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// The new category.
    #[schema(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// Why. It describes the new version, and its owner is told.
    #[schema(min_length = 3, max_length = 500)]
    reason: String,
    /// The version that the caller saw.
    #[schema(minimum = 1)]
    version: i32,
}

impl ReclassifyRequest {
    fn parse(self) -> Result<Classification, EditError> {
        Ok(Classification {
            clearance: self.clearance_level.map(Clearance::parse).transpose()?,
            category: self.category.map(|text| text.parse::<Category>()).transpose()?,
            reason: self.reason,
            version: self.version,
        })
    }
}

/// Correct the level or the category of a document
///
/// It becomes a new version with the reason as its description, and the document's owner is told. The new level applies at once.
#[utoipa::path(operation_id = "reclassifyDocument", tag = "Document", request_body = ReclassifyRequest,
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document afterwards", body = DocumentDto),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), the document, a passage of it or the new level is above \
            the caller's level (`insufficient_clearance`, with `requiredClearance`), or the emergency-access account \
            (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such document (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Someone else changed it (`stale`), or an edit of it is waiting for review \
            (`edit_pending`)", body = ApiErrorBody)))]
#[patch("/admin/documents/{id}/classification")]
pub async fn classification(
    reclassifications: web::Data<Reclassifications>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<ReclassifyRequest>>,
) -> Result<web::Json<DocumentDto>, ApiError> {
    let (id, wanted) = (document_id(&id)?, call.input.0.parse()?);
    let visible = reclassifications.reclassify(&call.context, &call.caller.actor, id, wanted).await?;
    Ok(web::Json(visible.into()))
}
