//! GET /api/admin/site-settings

use super::SiteSettingsDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_users::services::site_control::SiteControl;

/// The site settings
#[utoipa::path(operation_id = "getSiteSettings", tag = "SiteLock",
    responses((status = 200, description = "The settings", body = SiteSettingsDto), NeedsAdmin))]
#[get("/admin/site-settings")]
pub async fn settings(
    site: web::Data<SiteControl>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<SiteSettingsDto>, ApiError> {
    Ok(web::Json(site.settings(&call.caller.actor).await?.into()))
}
