//! GET /api/user/timed-out

use crate::dto::TimedOutItemDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsSession;
use crate::guard::{Guarded, SignedIn};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::state::App;
use actix_web::{HttpRequest, HttpResponse, get, web};
use kernel::PageRequest;

/// The caller's submissions that have timed out, newest first
///
/// They waited for three days without a review and can be resubmitted.
#[utoipa::path(operation_id = "listTimedOut", tag = "Submission", params(PageQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<TimedOutItemDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession))]
#[get("/user/timed-out")]
pub async fn timed_out(
    app: web::Data<App>,
    call: Guarded<SignedIn, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let place = app.lists.begin(&caller, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (app, context, caller) = (app.clone(), context.clone(), caller.clone());
        async move {
            let page = app.time_outs.own(&context, &caller.actor, wanted).await?;
            Ok::<_, ApiError>(page.map(TimedOutItemDto::from))
        }
    };
    let page = fetch(wanted.unwrap_or(PageRequest::FIRST)).await?;
    match wanted {
        Some(_) => listing::tagged_page(&request, &page, Total::untold()),
        None => Ok(listing::whole(place, page, Total::untold(), fetch)),
    }
}
