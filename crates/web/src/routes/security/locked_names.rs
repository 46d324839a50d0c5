//! GET /api/admin/security/locked-names

use crate::dto::security::LockedNameDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_users::services::monitoring::Monitoring;

/// Names that are locked now, those that stay locked longest first
///
/// After too many wrong passwords or codes nothing is checked for a name, from some network or browser or from all. At most
/// 1,000. An account can be unlocked.
#[utoipa::path(operation_id = "listLockedNames", tag = "Security",
    responses((status = 200, description = "The names", body = Vec<LockedNameDto>), NeedsAdmin))]
#[get("/admin/security/locked-names")]
pub async fn locked_names(
    monitoring: web::Data<Monitoring>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<Vec<LockedNameDto>>, ApiError> {
    let names = monitoring.locked_names(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(names.into_iter().map(LockedNameDto::from).collect()))
}
