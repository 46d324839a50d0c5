//! GET /api/templates

use crate::dto::template::TemplateDto;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use actix_web::{get, web};
use facility_documents::services::templates::Templates;

/// Which templates to list.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TemplateQuery {
    /// Also those that are retired. For administrators only.
    #[serde(default)]
    retired: bool,
}

/// The templates up to the caller's level
///
/// The built-in ones first, then the custom ones, oldest first.
#[utoipa::path(operation_id = "listTemplates", tag = "Template", params(TemplateQuery, AsQuery),
    responses(
        (status = 200, description = "The templates", body = Vec<TemplateDto>),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "Only administrators see retired templates (`admin_only`)",
            body = ApiErrorBody)))]
#[get("/templates")]
pub async fn list(
    templates: web::Data<Templates>,
    call: Guarded<Reader, Query<TemplateQuery>>,
) -> Result<web::Json<Vec<TemplateDto>>, ApiError> {
    let listed = templates.list(&call.caller.actor, call.input.0.retired).await?;
    Ok(web::Json(listed.into_iter().map(TemplateDto::from).collect()))
}
