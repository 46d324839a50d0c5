//! GET /api/user/submissions

use crate::dto::SubmissionDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsSession;
use crate::guard::{Guarded, SignedIn};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::state::App;
use actix_web::{HttpRequest, HttpResponse, get, web};
use kernel::PageRequest;

/// The caller's submissions, newest first
///
/// Includes their status, the reviewers' comments and the steps so far.
#[utoipa::path(operation_id = "listOwnSubmissions", tag = "Submission", params(PageQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<SubmissionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession))]
#[get("/user/submissions")]
pub async fn own(
    app: web::Data<App>,
    call: Guarded<SignedIn, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, now, caller) = (call.input.0.parse()?, call.context.now, call.caller);
    let place = app.lists.begin(&caller, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (app, caller) = (app.clone(), caller.clone());
        async move {
            let page = app.submitting.own(&caller.actor, wanted).await?;
            Ok::<_, ApiError>(page.map(|record| SubmissionDto::at(now, record)))
        }
    };
    let page = fetch(wanted.unwrap_or(PageRequest::FIRST)).await?;
    match wanted {
        Some(_) => listing::tagged_page(&request, &page, Total::untold()),
        None => Ok(listing::whole(place, page, Total::untold(), fetch)),
    }
}
