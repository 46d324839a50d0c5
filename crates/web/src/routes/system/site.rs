//! The site: its lock and its settings.

use crate::gate::guard::{Admin, Guarded, Public};
use crate::http::answers::{Body, Common, Fails, NeedsAdmin, TakesBody};
use crate::http::input::{Json, Nothing};
use actix_web::web::Data;
use actix_web::{get, patch, web};
use facility_users::error::row as user;
use facility_users::services::site_control::SiteControl;
use facility_users::site::{SiteChange, SiteSettings};

/// Whether the site is in lockdown.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteLockStatus {
    /// If true, only administrators have access.
    is_locked: bool,
}

/// Whether the site is in lockdown
#[utoipa::path(operation_id = "getSiteLockStatus", tag = "SiteLock", security(()),
    responses((status = 200, description = "The lockdown status", body = SiteLockStatus), Fails<Common>))]
#[get("/site-lock-status")]
pub async fn lock_status(site: Data<SiteControl>, _call: Guarded<Public, Nothing>) -> Body<SiteLockStatus> {
    Ok(web::Json(SiteLockStatus { is_locked: site.is_locked().await? }))
}

/// The site settings.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = SiteSettings)]
#[serde(rename_all = "camelCase")]
pub struct SiteSettingsDto {
    /// Always `site`.
    #[schema(value_type = String)]
    id: &'static str,
    /// If true, only administrators have access.
    is_locked: bool,
    /// Whether administrators and accounts from level 3 need a second factor to sign in.
    two_factor_required: bool,
    /// Time of the last change.
    #[schema(format = DateTime)]
    updated_at: String,
}

impl From<SiteSettings> for SiteSettingsDto {
    fn from(settings: SiteSettings) -> Self {
        Self {
            id: SiteSettings::ID,
            is_locked: settings.is_locked,
            two_factor_required: settings.two_factor_required,
            updated_at: settings.updated_at.to_string(),
        }
    }
}

/// The site settings
#[utoipa::path(operation_id = "getSiteSettings", tag = "SiteLock",
    responses((status = 200, description = "The settings", body = SiteSettingsDto), Fails<NeedsAdmin>))]
#[get("/admin/site-settings")]
pub async fn site_settings(site: Data<SiteControl>, call: Guarded<Admin, Nothing>) -> Body<SiteSettingsDto> {
    Ok(web::Json(site.settings(&call.caller.actor).await?.into()))
}

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
/// Does not end sessions. During a lockdown, requests of everyone except administrators are refused. The second factor
/// is required from the next sign-in on; only administrators who have one can require it.
#[utoipa::path(operation_id = "updateSiteSettings", tag = "SiteLock", request_body = UpdateSiteSettingsRequest,
    responses(
        (status = 200, description = "The new settings", body = SiteSettingsDto),
        Fails<(user::NoSecondFactor, NeedsAdmin, TakesBody)>))]
#[patch("/admin/site-settings")]
pub async fn update(
    site: Data<SiteControl>,
    call: Guarded<Admin, Json<UpdateSiteSettingsRequest>>,
) -> Body<SiteSettingsDto> {
    let Json(body) = call.input;
    let change = SiteChange { is_locked: body.is_locked, two_factor_required: body.two_factor_required };
    let after = site.update(&call.context, &call.caller.actor, change).await?;
    Ok(web::Json(after.into()))
}
