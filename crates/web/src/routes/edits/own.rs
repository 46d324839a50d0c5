//! GET /api/user/pending-edits

use crate::dto::edit::PendingEditDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_submissions::services::edits::Edits;

/// The caller's edits that wait for a review, newest first
///
/// Those that have timed out are in another list.
#[utoipa::path(operation_id = "listOwnPendingEdits", tag = "DocumentEdit", params(PageQuery),
    responses(
        (status = 200, description = "The edits", body = Vec<PendingEditDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession))]
#[get("/user/pending-edits")]
pub async fn own(
    edits: web::Data<Edits>,
    limits: web::Data<Limits>,
    call: Guarded<SignedIn, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (edits, context, caller) = (edits.clone(), context.clone(), caller.clone());
        async move {
            let page = edits.pending(&context, &caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(PendingEditDto::from), Total::untold()))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
