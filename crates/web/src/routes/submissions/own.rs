//! GET /api/user/submissions

use crate::dto::submission::SubmissionDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::listing::{self, Total};
use crate::routes::submissions::pending::{QueueQuery, QueueView};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_submissions::services::submissions::Submissions;

/// The caller's submissions, newest first
///
/// Includes their status, the reviewers' comments and the steps so far.
#[utoipa::path(operation_id = "listOwnSubmissions", tag = "Submission", params(QueueQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<SubmissionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession))]
#[get("/user/submissions")]
pub async fn own(
    submissions: web::Data<Submissions>,
    limits: web::Data<Limits>,
    call: Guarded<SignedIn, Query<QueueQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let ((view, wanted), now, caller) = (call.input.0.parse()?, call.context.now, call.caller);
    let convert = match view {
        QueueView::Full => SubmissionDto::at,
        QueueView::Summary => SubmissionDto::summary,
    };
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (submissions, caller) = (submissions.clone(), caller.clone());
        async move {
            let page = submissions.own(&caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(|view| convert(now, view)), Total::untold()))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
