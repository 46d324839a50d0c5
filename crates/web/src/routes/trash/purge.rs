//! DELETE /api/admin/trash/{id}

use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, delete, web};
use facility_documents::services::trash::Trash;

/// Delete a document in the trash permanently, with its files
#[utoipa::path(operation_id = "purgeDocument", tag = "Trash",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The document is purged"),
        NeedsAdmin, TakesBody,
        (status = 404, description = "No such document in the trash (`not_found`)", body = ApiErrorBody)))]
#[delete("/admin/trash/{id}")]
pub async fn purge(
    trash: web::Data<Trash>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<HttpResponse, ApiError> {
    trash.purge(&call.context, &call.caller.actor, document_id(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}
