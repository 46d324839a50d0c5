//! GET /api/admin/trash

use crate::dto::trash::TrashedDocumentDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_documents::services::trash::Trash;

/// The documents in the trash, last deleted first
///
/// Without their texts and files. Those above the caller's level are listed too; the caller can neither restore nor purge
/// them.
#[utoipa::path(operation_id = "listTrash", tag = "Trash", params(PageQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<TrashedDocumentDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/trash")]
pub async fn list(
    trash: web::Data<Trash>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller) = (call.input.0.parse()?, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (trash, caller) = (trash.clone(), caller.clone());
        async move {
            let (page, total) = trash.list(&caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(TrashedDocumentDto::from), Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
