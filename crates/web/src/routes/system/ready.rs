//! GET /api/health/ready

use crate::error::ApiError;
use crate::failures::Common;
use crate::guard::{Anyone, Guarded};
use crate::input::Nothing;
use crate::state::App;
use actix_web::{get, web};
use kernel::ErrorKind;

/// That the server can do its work.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Ready {
    /// Always `ready`.
    #[schema(value_type = String)]
    status: &'static str,
}

/// Whether the database and the object store answer
#[utoipa::path(operation_id = "getReadiness", tag = "System", security(()),
    responses((status = 200, description = "Both answer", body = Ready), Common))]
#[get("/health/ready")]
pub async fn ready(
    app: web::Data<App>,
    _call: Guarded<Anyone, Nothing>,
) -> Result<web::Json<Ready>, ApiError> {
    if app.readiness.is_ready().await {
        Ok(web::Json(Ready { status: "ready" }))
    } else {
        let message = "The database or the object store does not answer";
        Err(ApiError::new(ErrorKind::Unavailable, "unavailable", message))
    }
}
