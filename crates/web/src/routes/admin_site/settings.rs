//! GET /api/admin/site-settings

use super::SiteSettingsDto;
use crate::error::ApiError;
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Nothing;
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
