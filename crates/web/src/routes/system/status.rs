//! Health and readiness of the server.

use crate::gate::guard::{Guarded, PassiveCaller, Public};
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
pub async fn health(site: Data<SiteControl>, call: Guarded<PassiveCaller, Nothing>) -> Body<Health> {
    let changed_at = site.content_changed_at().await?;
    let is_admin = call.caller.as_ref().is_some_and(|caller| caller.actor.is_admin);
    let version = is_admin.then_some(env!("CARGO_PKG_VERSION"));
    Ok(web::Json(Health { status: "ok", timestamp: changed_at.to_string(), version }))
}

/// The liveness of the server.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Live {
    /// Always `live`.
    #[schema(value_type = String)]
    status: &'static str,
}

/// Whether the server runs, also while the database or the object store is unavailable
#[utoipa::path(operation_id = "getLiveness", tag = "System", security(()),
    responses((status = 200, description = "The server runs", body = Live), Fails<Common>))]
#[get("/health/live")]
pub async fn live(_call: Guarded<Public, Nothing>) -> Body<Live> {
    Ok(web::Json(Live { status: "live" }))
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

#[cfg(test)]
mod tests {
    use crate::observe::middleware::observe;
    use crate::observe::readiness::{Readiness, ReadyCheck};
    use crate::routes;
    use crate::state::Shared;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, middleware};
    use async_trait::async_trait;
    use facility_audit::trail::MockAuditLog;
    use facility_users::ports::MockSessionRepository;
    use std::sync::Arc;

    struct Away;

    #[async_trait]
    impl Readiness for Away {
        async fn is_ready(&self) -> bool {
            false
        }
    }

    #[actix_web::test]
    async fn server_without_stores_is_live_and_not_ready() {
        // Any use of a port fails the test.
        let mut app = crate::testing::app(MockSessionRepository::new(), MockAuditLog::new());
        app.readiness = ReadyCheck::new(Arc::new(Away));
        let shared = Shared::of(app);
        let service = App::new().configure(|config| shared.register(config)).configure(routes::configure);
        let service = init_service(service.wrap(middleware::from_fn(observe))).await;
        let cookie = crate::testing::cookie();
        for (path, status) in [("/api/health/live", 200), ("/api/health/ready", 503)] {
            let request = TestRequest::get().uri(path).insert_header(("cookie", cookie.as_str())).to_request();
            assert_eq!(call_service(&service, request).await.status(), status, "{path}");
        }
    }
}
