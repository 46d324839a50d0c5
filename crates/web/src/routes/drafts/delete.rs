//! DELETE /api/user/drafts/{id}

use super::parse_id;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{HttpResponse, delete, web};
use facility_submissions::services::drafts::Drafts;

/// Delete a draft for good
#[utoipa::path(operation_id = "deleteDraft", tag = "Draft",
    params(("id" = String, Path, description = "The draft")),
    responses(
        (status = 204, description = "The draft was deleted"),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "No such draft of the caller's (`not_found`)", body = ApiErrorBody)))]
#[delete("/user/drafts/{id}")]
pub async fn delete(
    drafts: web::Data<Drafts>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    drafts.delete(&call.context, &call.caller.actor, parse_id(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}
