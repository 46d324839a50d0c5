//! POST /api/admin/trash/{id}/restore

use crate::dto::document::DocumentDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use crate::routes::documents::document_id;
use actix_web::{post, web};
use facility_documents::services::trash::Trash;

/// Restore a document from the trash
///
/// With its file, history and comments. If its archive section is no longer active, it returns to the repository. Edits that
/// were pending when it was deleted do not return.
#[utoipa::path(operation_id = "restoreDocument", tag = "Trash",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = DocumentDto),
        NeedsAdmin, TakesBody,
        (status = 404, description = "No such document in the trash (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Another document has its id (`stale`)", body = ApiErrorBody)))]
#[post("/admin/trash/{id}/restore")]
pub async fn restore(
    trash: web::Data<Trash>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<web::Json<DocumentDto>, ApiError> {
    let visible = trash.restore(&call.context, &call.caller.actor, document_id(&id)?).await?;
    Ok(web::Json(visible.into()))
}
