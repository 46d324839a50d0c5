//! POST /api/user/submissions/{id}/resubmit

use crate::dto::submission::SubmissionDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{post, web};
use facility_submissions::services::time_outs::TimeOuts;

/// Put a submission that has timed out back into the queue
///
/// It waits for another three days. Steps that were taken stay.
#[utoipa::path(operation_id = "resubmitSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The submission, back in the queue", body = SubmissionDto),
        NeedsSession, TakesBody,
        (status = 403, description = "Another user's submission (`owner_only`, for administrators only), or the \
            emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such submission of the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It has not timed out (`not_timed_out`)", body = ApiErrorBody)))]
#[post("/user/submissions/{id}/resubmit")]
pub async fn resubmit(
    time_outs: web::Data<TimeOuts>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<web::Json<SubmissionDto>, ApiError> {
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid submission id"))?;
    let view = time_outs.resubmit(&call.context, &call.caller.actor, id).await?;
    Ok(web::Json(SubmissionDto::at(call.context.now, view)))
}
