//! GET /api/documents/{id}/versions

use super::document_id;
use crate::dto::version::VersionDto;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::limits::Limits;
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::listing::{self, Total};
use crate::routes::submissions::pending::{QueueQuery, QueueView};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_documents::services::history::History;

/// The versions of a document, newest first
///
/// The current one is included; versions above the caller's level are not. With whole contents, the access is recorded in the
/// document's access log.
#[utoipa::path(operation_id = "listVersions", tag = "DocumentVersion",
    params(("id" = String, Path, description = "The document"), QueueQuery, AsQuery),
    responses(
        (status = 200, description = "The versions", body = Vec<VersionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}/versions")]
pub async fn versions(
    history: web::Data<History>,
    limits: web::Data<Limits>,
    id: web::Path<String>,
    call: Guarded<Reader, Query<QueueQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let ((view, wanted), id) = (call.input.0.parse()?, document_id(&id)?);
    let (context, caller) = (call.context, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (history, context, caller) = (history.clone(), context.clone(), caller.clone());
        async move {
            let page = history.list(&context, &caller.actor, id, view == QueueView::Full, wanted).await?;
            Ok::<_, ApiError>((page.map(VersionDto::from), Total::untold()))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
