//! GET /api/user/drafts/{id}

use super::parse_id;
use crate::dto::draft::DraftDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::drafts::Drafts;

/// A draft of the caller
#[utoipa::path(operation_id = "getDraft", tag = "Draft",
    params(("id" = String, Path, description = "The draft")),
    responses(
        (status = 200, description = "The draft", body = DraftDto),
        (status = 400, description = "The id is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "No such draft of the caller's (`not_found`)", body = ApiErrorBody)))]
#[get("/user/drafts/{id}")]
pub async fn get(
    drafts: web::Data<Drafts>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
) -> Result<web::Json<DraftDto>, ApiError> {
    let draft = drafts.find(&call.caller.actor, parse_id(&id)?).await?;
    Ok(web::Json(draft.into()))
}
