//! GET /api/admin/documents

use crate::dto::document::AdminDocumentDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, Total};
use crate::routes::submissions::pending::{QueueQuery, QueueView};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_documents::services::documents::Documents;

/// Every document, newest first
///
/// Includes archived and unreleased documents. Withholds the content of documents above the administrator's level. With whole
/// contents, the access is recorded in the access log of each document.
#[utoipa::path(operation_id = "listAllDocuments", tag = "Document", params(QueueQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<AdminDocumentDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/documents")]
pub async fn list(
    reading: web::Data<Documents>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<QueueQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let ((view, wanted), context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (reading, context, caller) = (reading.clone(), context.clone(), caller.clone());
        async move {
            let (page, total) =
                reading.panel(&context, &caller.actor, view == QueueView::Full, wanted).await?;
            Ok::<_, ApiError>((page.map(AdminDocumentDto::from), Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
