//! GET /api/health

use crate::error::ApiError;
use crate::failures::Common;
use crate::guard::{Anyone, Guarded};
use crate::input::Nothing;
use crate::state::App;
use actix_web::{get, web};
use users::UserError;

/// That the server answers, and when what it shows changed last.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Health {
    /// Always `ok`.
    #[schema(value_type = String)]
    status: &'static str,
    /// When shared content changed last: the same on every node and after a restart.
    #[schema(format = DateTime)]
    timestamp: String,
}

/// That the server answers
#[utoipa::path(operation_id = "getHealth", tag = "System", security(()),
    responses((status = 200, description = "It answers", body = Health), Common))]
#[get("/health")]
pub async fn health(
    app: web::Data<App>,
    _call: Guarded<Anyone, Nothing>,
) -> Result<web::Json<Health>, ApiError> {
    let settings = app.site.settings().await.map_err(UserError::from)?;
    Ok(web::Json(Health { status: "ok", timestamp: settings.content_changed_at.to_string() }))
}
