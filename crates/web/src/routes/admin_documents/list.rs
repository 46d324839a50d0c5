//! GET /api/admin/documents

use crate::dto::AdminDocumentDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::state::App;
use actix_web::{HttpRequest, HttpResponse, get, web};
use kernel::PageRequest;

/// Every document, newest first
///
/// Includes archived and unreleased documents. Withholds the content of documents above the administrator's level.
#[utoipa::path(operation_id = "listAllDocuments", tag = "Document", params(PageQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<AdminDocumentDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/documents")]
pub async fn list(
    app: web::Data<App>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let caller = call.caller;
    if let Some(wanted) = call.input.0.parse()? {
        let (page, total) = app.reading.panel(&caller.actor, wanted).await?;
        return listing::tagged_page(&request, &page.map(AdminDocumentDto::from), Total::of(total));
    }
    let place = app.lists.begin(&caller, None)?;
    let (first, total) = app.reading.panel(&caller.actor, PageRequest::FIRST).await?;
    Ok(listing::whole(place, first.map(AdminDocumentDto::from), Total::of(total), move |wanted| {
        let (app, caller) = (app.clone(), caller.clone());
        async move {
            app.reading.panel(&caller.actor, wanted).await.map(|(page, _)| page.map(AdminDocumentDto::from))
        }
    }))
}
