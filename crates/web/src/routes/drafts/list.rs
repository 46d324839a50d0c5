//! GET /api/user/drafts

use crate::dto::draft::DraftListItemDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::drafts::Drafts;

/// The caller's drafts, the one that changed last first
///
/// There are at most 100. Each has the start of its text; `GET /api/user/drafts/{id}` returns the whole.
#[utoipa::path(operation_id = "listDrafts", tag = "Draft",
    responses(
        (status = 200, description = "The drafts", body = Vec<DraftListItemDto>),
        NeedsSession,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody)))]
#[get("/user/drafts")]
pub async fn list(
    drafts: web::Data<Drafts>,
    call: Guarded<SignedIn, Nothing>,
) -> Result<web::Json<Vec<DraftListItemDto>>, ApiError> {
    let drafts = drafts.list(&call.caller.actor).await?;
    Ok(web::Json(drafts.into_iter().map(DraftListItemDto::from).collect()))
}
