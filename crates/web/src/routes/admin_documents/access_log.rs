//! GET /api/documents/{id}/access-log

use crate::dto::DocumentAccessDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::routes::documents::document_id;
use crate::state::App;
use actix_web::{HttpRequest, HttpResponse, get, web};
use kernel::PageRequest;

/// Who opened or downloaded a document, newest first
///
/// An access appears here within a second.
#[utoipa::path(operation_id = "getDocumentAccessLog", tag = "Document",
    params(("id" = String, Path, description = "The document"), PageQuery),
    responses(
        (status = 200, description = "The accesses", body = Vec<DocumentAccessDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "The id or a parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        (status = 404, description = "No such document (`not_found`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/documents/{id}/access-log")]
pub async fn access_log(
    app: web::Data<App>,
    id: web::Path<String>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (caller, id) = (call.caller, document_id(&id)?);
    if let Some(wanted) = call.input.0.parse()? {
        let (page, total) = app.reading.access_log(&caller.actor, id, wanted).await?;
        return listing::tagged_page(&request, &page.map(DocumentAccessDto::from), Total::of(total));
    }
    let place = app.lists.begin(&caller, None)?;
    let (first, total) = app.reading.access_log(&caller.actor, id, PageRequest::FIRST).await?;
    Ok(listing::whole(place, first.map(DocumentAccessDto::from), Total::of(total), move |wanted| {
        let (app, caller) = (app.clone(), caller.clone());
        async move {
            app.reading
                .access_log(&caller.actor, id, wanted)
                .await
                .map(|(page, _)| page.map(DocumentAccessDto::from))
        }
    }))
}
