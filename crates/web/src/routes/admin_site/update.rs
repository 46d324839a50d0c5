//! PATCH /api/admin/site-settings

use super::SiteSettingsDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use actix_web::{patch, web};
use facility_users::services::site_control::SiteControl;
use facility_users::site::SiteChange;

/// The settings to change, one or both. Missing fields stay unchanged.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSiteSettingsRequest {
    /// Whether only administrators have access.
    #[schema(nullable = false)]
    is_locked: Option<bool>,
    /// Whether administrators and accounts from level 3 need a second factor to sign in.
    #[schema(nullable = false)]
    two_factor_required: Option<bool>,
}

/// Lock the site, or require second factors
///
/// Ends no session. During a lockdown, requests of everyone except administrators are refused. A second factor is
/// required from the next sign-in; only an administrator who has one can require it.
#[utoipa::path(operation_id = "updateSiteSettings", tag = "SiteLock", request_body = UpdateSiteSettingsRequest,
    responses((status = 200, description = "The new settings", body = SiteSettingsDto), NeedsAdmin, TakesBody,
        (status = 409, description = "The caller has no second factor and cannot require one (`no_second_factor`)",
            body = ApiErrorBody)))]
#[patch("/admin/site-settings")]
pub async fn update(
    site: web::Data<SiteControl>,
    call: Guarded<Admin, Json<UpdateSiteSettingsRequest>>,
) -> Result<web::Json<SiteSettingsDto>, ApiError> {
    let Json(body) = call.input;
    let change = SiteChange { is_locked: body.is_locked, two_factor_required: body.two_factor_required };
    let after = site.update(&call.context, &call.caller.actor, change).await?;
    Ok(web::Json(after.into()))
}
