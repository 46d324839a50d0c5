//! DELETE /api/admin/documents/{id}

use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, delete, web};
use facility_documents::services::removal::Removal;

/// Delete any document
///
/// It is in the trash for 30 days, invisible by every other call, and administrators can restore it. Pending edits of it are
/// withdrawn.
#[utoipa::path(operation_id = "adminDeleteDocument", tag = "Document",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The document is deleted"),
        (status = 404, description = "No such document (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Someone else changed it (`stale`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[delete("/admin/documents/{id}")]
pub async fn delete(
    removal: web::Data<Removal>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<HttpResponse, ApiError> {
    removal.delete_any(&call.context, &call.caller.actor, document_id(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}
