//! POST /api/templates

use crate::dto::document::CategoryDto;
use crate::dto::template::TemplateDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use actix_web::{HttpResponse, post, web};
use facility_documents::services::templates::Templates;
use facility_documents::templates::TemplateInput;

/// A new template.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateTemplateRequest {
    /// One line.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// The category of submissions that start from it.
    #[schema(value_type = CategoryDto)]
    category: String,
    /// Markdown, stored unchanged.
    #[schema(min_length = 1, max_length = 20_000)]
    content: String,
    /// The clearance level required to see it, at most the caller's own; 1 without it.
    #[schema(minimum = 1, maximum = 5)]
    required_clearance_level: Option<i64>,
    /// What it is for.
    #[schema(max_length = 500)]
    description: Option<String>,
}

/// Create a template
#[utoipa::path(operation_id = "createTemplate", tag = "Template", request_body = CreateTemplateRequest,
    responses(
        (status = 201, description = "The template", body = TemplateDto),
        (status = 409, description = "There are already 500 templates (`too_many_templates`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[post("/templates")]
pub async fn create(
    templates: web::Data<Templates>,
    call: Guarded<Admin, Json<CreateTemplateRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let input = TemplateInput {
        name: &body.name,
        description: body.description.as_deref().unwrap_or_default(),
        category: &body.category,
        content: &body.content,
        required_clearance: body.required_clearance_level.unwrap_or(1),
    };
    let template = templates.create(&call.context, &call.caller.actor, input).await?;
    Ok(HttpResponse::Created().json(TemplateDto::from(template)))
}
