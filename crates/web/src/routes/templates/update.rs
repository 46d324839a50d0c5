//! PATCH /api/templates/{id}

use crate::dto::document::CategoryDto;
use crate::dto::template::TemplateDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use actix_web::{patch, web};
use facility_documents::services::templates::Templates;
use facility_documents::templates::TemplateEdit;
use facility_kernel::Timestamp;

/// What to change of a template. Missing fields stay unchanged.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateTemplateRequest {
    /// One line.
    #[schema(min_length = 1, max_length = 100, nullable = false)]
    name: Option<String>,
    /// The category of submissions that start from it.
    #[schema(value_type = Option<CategoryDto>, nullable = false)]
    category: Option<String>,
    /// Markdown, stored unchanged.
    #[schema(min_length = 1, max_length = 20_000, nullable = false)]
    content: Option<String>,
    /// The clearance level required to see it, at most the caller's own.
    #[schema(minimum = 1, maximum = 5, nullable = false)]
    required_clearance_level: Option<i64>,
    /// What it is for.
    #[schema(max_length = 500, nullable = false)]
    description: Option<String>,
    /// Whether it is offered; `false` retires it.
    #[schema(nullable = false)]
    is_active: Option<bool>,
    /// The `updatedAt` of the template as the caller saw it. With it, a template that changed since is left as it is.
    #[schema(format = DateTime, nullable = false)]
    updated_at: Option<String>,
}

impl UpdateTemplateRequest {
    fn parse(self) -> Result<TemplateEdit, ApiError> {
        let seen = self.updated_at.as_deref().map(str::parse::<Timestamp>).transpose();
        Ok(TemplateEdit {
            seen: seen.map_err(|_refused| ApiError::invalid("updatedAt", "Invalid time"))?,
            name: self.name,
            description: self.description,
            category: self.category,
            content: self.content,
            required_clearance: self.required_clearance_level,
            is_active: self.is_active,
        })
    }
}

/// Change or retire a custom template
#[utoipa::path(operation_id = "updateTemplate", tag = "Template", request_body = UpdateTemplateRequest,
    params(("id" = String, Path, description = "The template")),
    responses(
        (status = 200, description = "The template after the change", body = TemplateDto),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), a built-in template \
            (`built_in_template`), or a level above the caller's (`insufficient_clearance`)", body = ApiErrorBody),
        (status = 404, description = "No such template (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It changed since the caller saw it (`stale`)", body = ApiErrorBody)))]
#[patch("/templates/{id}")]
pub async fn update(
    templates: web::Data<Templates>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<UpdateTemplateRequest>>,
) -> Result<web::Json<TemplateDto>, ApiError> {
    let edit = call.input.0.parse()?;
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid template id"))?;
    let template = templates.update(&call.context, &call.caller.actor, id, edit).await?;
    Ok(web::Json(template.into()))
}
