//! GET /api/admin/submissions

use crate::dto::AdminSubmissionDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::list_limit::ListLimit;
use crate::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use submissions::services::Reviewing;

/// The review queue, oldest first
///
/// Does not include submissions that have timed out after three days. Once a step has assigned a level, text and file are
/// only for administrators of that level.
#[utoipa::path(operation_id = "listPendingSubmissions", tag = "Submission", params(PageQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<AdminSubmissionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/submissions")]
pub async fn pending(
    reviewing: web::Data<Reviewing>,
    lists: web::Data<ListLimit>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let place = lists.begin(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (reviewing, context, caller) = (reviewing.clone(), context.clone(), caller.clone());
        async move {
            let page = reviewing.queue(&context, &caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(|item| AdminSubmissionDto::at(context.now, item)), Total::untold()))
        }
    };
    listing::answer(&request, place, wanted, fetch).await
}
