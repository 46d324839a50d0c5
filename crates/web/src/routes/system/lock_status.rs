//! GET /api/site-lock-status

use crate::gate::guard::{Guarded, Public};
use crate::http::error::ApiError;
use crate::http::failures::Common;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_users::services::site_control::SiteControl;

/// Whether the site is in lockdown.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteLockStatus {
    /// If true, only administrators have access.
    is_locked: bool,
}

/// Whether the site is in lockdown
#[utoipa::path(operation_id = "getSiteLockStatus", tag = "SiteLock", security(()),
    responses((status = 200, description = "The lockdown status", body = SiteLockStatus), Common))]
#[get("/site-lock-status")]
pub async fn lock_status(
    site: web::Data<SiteControl>,
    _call: Guarded<Public, Nothing>,
) -> Result<web::Json<SiteLockStatus>, ApiError> {
    Ok(web::Json(SiteLockStatus { is_locked: site.is_locked().await? }))
}
