//! GET /api/health/ready

use crate::gate::guard::{Guarded, Public};
use crate::http::error::ApiError;
use crate::http::failures::Common;
use crate::http::input::Nothing;
use crate::observe::readiness::ReadyCheck;
use actix_web::{get, web};
use facility_kernel::ErrorKind;

/// The server's readiness.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Ready {
    /// Always `ready`.
    #[schema(value_type = String)]
    status: &'static str,
}

/// Whether the database and the object store are available
#[utoipa::path(operation_id = "getReadiness", tag = "System", security(()),
    responses((status = 200, description = "Both are available", body = Ready), Common))]
#[get("/health/ready")]
pub async fn ready(
    readiness: web::Data<ReadyCheck>,
    _call: Guarded<Public, Nothing>,
) -> Result<web::Json<Ready>, ApiError> {
    if readiness.is_ready().await {
        Ok(web::Json(Ready { status: "ready" }))
    } else {
        let message = "The database or the object store is unavailable";
        Err(ApiError::new(ErrorKind::Unavailable, "unavailable", message))
    }
}
