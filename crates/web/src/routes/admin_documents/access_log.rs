//! GET /api/documents/{id}/access-log

use crate::dto::document::DocumentAccessDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use crate::routes::documents::document_id;
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_documents::services::documents::Documents;

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
    reading: web::Data<Documents>,
    limits: web::Data<Limits>,
    id: web::Path<String>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller, id) = (call.input.0.parse()?, call.caller, document_id(&id)?);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (reading, caller) = (reading.clone(), caller.clone());
        async move {
            let (page, total) = reading.access_log(&caller.actor, id, wanted).await?;
            Ok::<_, ApiError>((page.map(DocumentAccessDto::from), Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
