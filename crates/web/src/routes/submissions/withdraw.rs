//! POST /api/user/submissions/{id}/withdraw

use crate::dto::draft::DraftDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{post, web};
use facility_submissions::services::drafts::Drafts;

/// Withdraw a pending submission
///
/// It leaves the review with its steps, also if it has timed out, and becomes a draft of its author. Passages above the
/// author's level do not return.
#[utoipa::path(operation_id = "withdrawSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The draft with its text, file and release date", body = DraftDto),
        NeedsSession, TakesBody,
        (status = 403, description = "Another user's submission (`owner_only`, for administrators only), or the \
            emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such submission of the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It was decided (`already_reviewed`), or the caller has 100 drafts \
            (`too_many_drafts`)", body = ApiErrorBody)))]
#[post("/user/submissions/{id}/withdraw")]
pub async fn withdraw(
    drafts: web::Data<Drafts>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<web::Json<DraftDto>, ApiError> {
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid submission id"))?;
    Ok(web::Json(drafts.withdraw(&call.context, &call.caller.actor, id).await?.into()))
}
