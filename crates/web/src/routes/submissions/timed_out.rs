//! GET /api/user/timed-out

use crate::dto::submission::TimedOutItemDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_submissions::services::time_outs::TimeOuts;

/// The caller's submissions and edits that have timed out, newest first
///
/// They waited for three days without a review and can be resubmitted.
#[utoipa::path(operation_id = "listTimedOut", tag = "Submission", params(PageQuery),
    responses(
        (status = 200, description = "The items", body = Vec<TimedOutItemDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession))]
#[get("/user/timed-out")]
pub async fn timed_out(
    time_outs: web::Data<TimeOuts>,
    limits: web::Data<Limits>,
    call: Guarded<SignedIn, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (time_outs, context, caller) = (time_outs.clone(), context.clone(), caller.clone());
        async move {
            let page = time_outs.own(&context, &caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(TimedOutItemDto::from), Total::untold()))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
