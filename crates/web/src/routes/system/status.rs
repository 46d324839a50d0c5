//! Health and readiness of the server.

use crate::gate::guard::{Guarded, Onlooker, Public};
use crate::http::answers::{Body, Common, Fails};
use crate::http::input::Nothing;
use crate::http::refused::Refused;
use crate::observe::readiness::ReadyCheck;
use actix_web::web::Data;
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
    /// Version of the server. For administrators only.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'static str>,
}

/// Whether the server responds
#[utoipa::path(operation_id = "getHealth", tag = "System", security(()),
    responses((status = 200, description = "The server responds", body = Health), Fails<Common>))]
#[get("/health")]
pub async fn health(site: Data<SiteControl>, call: Guarded<Onlooker, Nothing>) -> Body<Health> {
    let changed_at = site.content_changed_at().await?;
    let is_admin = call.caller.as_ref().is_some_and(|caller| caller.actor.is_admin);
    let version = is_admin.then_some(env!("CARGO_PKG_VERSION"));
    Ok(web::Json(Health { status: "ok", timestamp: changed_at.to_string(), version }))
}

/// The server's readiness.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Ready {
    /// Always `ready`.
    #[schema(value_type = String)]
    status: &'static str,
}

/// Whether the database and the object store are available
#[utoipa::path(operation_id = "getReadiness", tag = "System", security(()),
    responses((status = 200, description = "Both are available", body = Ready), Fails<Common>))]
#[get("/health/ready")]
pub async fn ready(readiness: Data<ReadyCheck>, _call: Guarded<Public, Nothing>) -> Body<Ready> {
    if readiness.is_ready().await { Ok(web::Json(Ready { status: "ready" })) } else { Err(Refused::NotReady.into()) }
}
