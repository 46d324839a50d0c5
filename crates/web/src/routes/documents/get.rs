//! GET /api/documents/{id}

use super::document_id;
use crate::dto::link::OpenedDocumentDto;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::etag;
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_documents::services::comments::Comments;
use facility_documents::services::documents::Documents;
use facility_documents::services::links::Links;

/// Open a document
///
/// Recorded in the document's access log. `submittedByUsername` is the owner's name.
#[utoipa::path(operation_id = "getDocument", tag = "Document",
    params(("id" = String, Path, description = "The document"), AsQuery),
    responses(
        (status = 200, description = "The document", body = OpenedDocumentDto,
            headers(("ETag" = String, description = "Version of the document"))),
        (status = 304, description = "It still matches `If-None-Match`"),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}")]
pub async fn get(
    reading: web::Data<Documents>,
    links: web::Data<Links>,
    comments: web::Data<Comments>,
    id: web::Path<String>,
    call: Guarded<Reader, Nothing>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let record = reading.open(&call.context, &call.caller.actor, document_id(&id)?).await?;
    let links = links.of(&call.context, &call.caller.actor, &record).await?;
    let is_watched = comments.is_watched(&call.caller.actor, record.document()).await?;
    etag::tagged(&request, &OpenedDocumentDto::new(record, links, is_watched), Vec::new())
}
