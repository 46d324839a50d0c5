//! GET /api/documents/{id}/backlinks

use super::document_id;
use crate::dto::link::LinkedRecordDto;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::limits::Limits;
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_documents::services::links::Links;

/// The documents that link to a document
///
/// Newest first. Only documents that the caller may read, with a link in the text that they read which leads them to this
/// document.
#[utoipa::path(operation_id = "listBacklinks", tag = "Document",
    params(("id" = String, Path, description = "The document"), PageQuery, AsQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<LinkedRecordDto>,
            headers(
                ("X-Total-Count" = u64, description = "Total number of items"),
                ("ETag" = Option<String>, description = "Version of the page"),
                ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 304, description = "The page still matches `If-None-Match`"),
        (status = 400, description = "The id or a parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}/backlinks")]
pub async fn backlinks(
    links: web::Data<Links>,
    limits: web::Data<Limits>,
    id: web::Path<String>,
    call: Guarded<Reader, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, id) = (call.input.0.parse()?, document_id(&id)?);
    let (context, caller) = (call.context, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (links, context, caller) = (links.clone(), context.clone(), caller.clone());
        async move {
            let (page, total) = links.backlinks(&context, &caller.actor, id, wanted).await?;
            Ok::<_, ApiError>((page.map(LinkedRecordDto::from), Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
