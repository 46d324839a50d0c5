//! GET /api/documents/{id}/backlinks

use super::document_id;
use crate::dto::LinkedRecordDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::etag;
use crate::failures::NeedsSession;
use crate::guard::{Guarded, Reader};
use crate::input::Nothing;
use crate::read_as::AsQuery;
use actix_web::{HttpRequest, HttpResponse, get, web};
use documents::services::Linking;

/// The documents that link to a document
///
/// Newest first. Only documents that the caller may read, with a link in the text that they read which leads them to this
/// document.
#[utoipa::path(operation_id = "listBacklinks", tag = "Document",
    params(("id" = String, Path, description = "The document"), AsQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<LinkedRecordDto>,
            headers(("ETag" = String, description = "Version of the list"))),
        (status = 304, description = "It still matches `If-None-Match`"),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}/backlinks")]
pub async fn backlinks(
    linking: web::Data<Linking>,
    id: web::Path<String>,
    call: Guarded<Reader, Nothing>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let found = linking.backlinks(&call.context, &call.caller.actor, document_id(&id)?).await?;
    let records: Vec<LinkedRecordDto> = found.into_iter().map(LinkedRecordDto::from).collect();
    etag::tagged(&request, &records, Vec::new())
}
