//! GET /api/admin/submissions

use crate::dto::SubmissionDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::state::App;
use actix_web::{HttpRequest, HttpResponse, get, web};
use kernel::PageRequest;

/// What waits for a review, oldest first
///
/// Submissions that have waited for three days are not among them.
#[utoipa::path(operation_id = "listPendingSubmissions", tag = "Submission", params(PageQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<SubmissionDto>, headers(
            ("Link" = Option<String>, description = "The next page, where there is one"))),
        (status = 400, description = "A parameter breaks a rule (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/submissions")]
pub async fn pending(
    app: web::Data<App>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let fetch = move |wanted| {
        let (app, context, caller) = (app.clone(), context.clone(), caller.clone());
        async move {
            let page = app.reviewing.queue(&context, &caller.actor, wanted).await?;
            Ok::<_, ApiError>(page.map(|record| SubmissionDto::at(context.now, record)))
        }
    };
    let page = fetch(wanted.unwrap_or(PageRequest::FIRST)).await?;
    match wanted {
        Some(_) => listing::tagged_page(&request, &page, Total::untold()),
        None => Ok(listing::whole(page, Total::untold(), fetch)),
    }
}
