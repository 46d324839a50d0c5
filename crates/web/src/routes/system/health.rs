//! GET /api/health

use crate::gate::guard::{Guarded, Public};
use crate::http::error::ApiError;
use crate::http::failures::Common;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_users::services::site_control::SiteControl;

/// The server's health and the time of the last change to shared content.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Health {
    /// Always `ok`.
    #[schema(value_type = String)]
    status: &'static str,
    /// Time of the last change to shared content. The same on every node and after a restart.
    #[schema(format = DateTime)]
    timestamp: String,
}

/// Whether the server responds
#[utoipa::path(operation_id = "getHealth", tag = "System", security(()),
    responses((status = 200, description = "The server responds", body = Health), Common))]
#[get("/health")]
pub async fn health(
    site: web::Data<SiteControl>,
    _call: Guarded<Public, Nothing>,
) -> Result<web::Json<Health>, ApiError> {
    let changed_at = site.content_changed_at().await?;
    Ok(web::Json(Health { status: "ok", timestamp: changed_at.to_string() }))
}
