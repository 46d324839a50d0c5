//! Templates.

use crate::gate::guard::{Admin, Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, Reads, TakesBody};
use crate::http::error::ApiError;
use crate::http::input::{Json, Query};
use crate::routes::documents::document::CategoryDto;
use crate::routes::files::pictures::illustrated;
use crate::routes::files::record_files::{Illustrated, NamedPictures, RecordFileDto};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, patch, post, web};
use facility_documents::pictures::named;
use facility_documents::services::templates::Templates;
use facility_documents::templates::row as template;
use facility_documents::templates::{Origin, Template, TemplateEdit, TemplateInput};
use facility_kernel::Timestamp;
use facility_submissions::services::pictures::Pictures;
use serde::Serialize;
use utoipa::ToSchema;

/// A template that a submission can start from.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Template)]
#[serde(rename_all = "camelCase")]
pub struct TemplateDto {
    /// A UUID.
    pub id: String,
    /// One line of up to 100 characters.
    pub name: String,
    /// Up to 500 characters; may be empty.
    pub description: String,
    /// The category of submissions that start from it.
    pub category: CategoryDto,
    /// Markdown of up to 20,000 characters.
    pub content: String,
    /// The pictures that the content shows, in its order. Empty where the content is null.
    pub files: Vec<RecordFileDto>,
    /// The clearance level required to see it.
    #[schema(minimum = 1, maximum = 5)]
    pub required_clearance_level: u8,
    /// Whether it is part of the product and cannot be changed.
    pub is_built_in: bool,
    /// Whether users can choose it. Retired templates are visible to administrators only.
    pub is_active: bool,
    /// Id of the administrator who created it. Null if it is built in.
    #[schema(required = true)]
    pub created_by: Option<String>,
    /// When it was created. Null if it is built in.
    #[schema(required = true, format = DateTime)]
    pub created_at: Option<String>,
    /// When it last changed. Null if it is built in.
    #[schema(required = true, format = DateTime)]
    pub updated_at: Option<String>,
}

impl Illustrated for TemplateDto {
    fn pictures(&mut self) -> Vec<NamedPictures<'_>> {
        vec![(named(&self.content), &mut self.files)]
    }
}

impl From<Template> for TemplateDto {
    fn from(template: Template) -> Self {
        let is_active = template.is_active();
        let (created_by, created_at, updated_at) = match &template.origin {
            Origin::BuiltIn => (None, None, None),
            Origin::Custom { created_by, created_at, updated_at, .. } => {
                (Some(created_by.to_string()), Some(created_at.to_string()), Some(updated_at.to_string()))
            }
        };
        Self {
            id: template.id.to_string(),
            is_built_in: template.origin == Origin::BuiltIn,
            is_active,
            created_by,
            created_at,
            updated_at,
            name: template.text.name,
            description: template.text.description,
            category: template.text.category.into(),
            content: template.text.content,
            files: Vec::new(),
            required_clearance_level: template.text.required_clearance.level(),
        }
    }
}

/// The query parameters for the list of templates.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TemplateQuery {
    /// Includes retired templates. For administrators only.
    #[serde(default)]
    retired: bool,
}

/// The templates up to the caller's level
///
/// Built-in templates first, then custom ones, oldest first.
#[utoipa::path(operation_id = "listTemplates", tag = "Template", params(TemplateQuery, AsQuery),
    responses(
        (status = 200, description = "The templates", body = Vec<TemplateDto>),
        Fails<(template::AdminOnly, Reads)>))]
#[get("/templates")]
pub async fn list(
    templates: Data<Templates>,
    pictures: Data<Pictures>,
    call: Guarded<Reader, Query<TemplateQuery>>,
) -> Body<Vec<TemplateDto>> {
    let listed = templates.list(&call.caller.actor, call.input.0.retired).await?;
    let listed: Vec<_> = listed.into_iter().map(TemplateDto::from).collect();
    Ok(web::Json(illustrated(&pictures, listed).await?))
}

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
    /// The clearance level required to see it, at most the caller's own. Defaults to 1.
    #[schema(minimum = 1, maximum = 5)]
    required_clearance_level: Option<i64>,
    /// The purpose of the template.
    #[schema(max_length = 500)]
    description: Option<String>,
}

/// Create a template
#[utoipa::path(operation_id = "createTemplate", tag = "Template", request_body = CreateTemplateRequest,
    responses(
        (status = 201, description = "The template", body = TemplateDto),
        Fails<(template::InsufficientClearance, template::TooMany, NeedsAdmin, TakesBody)>))]
#[post("/templates")]
pub async fn create(
    templates: Data<Templates>,
    pictures: Data<Pictures>,
    call: Guarded<Admin, Json<CreateTemplateRequest>>,
) -> Answer {
    let Json(body) = call.input;
    let input = TemplateInput {
        name: &body.name,
        description: body.description.as_deref().unwrap_or_default(),
        category: &body.category,
        content: &body.content,
        required_clearance: body.required_clearance_level.unwrap_or(1),
    };
    let template = templates.create(&call.context, &call.caller.actor, input).await?;
    Ok(HttpResponse::Created().json(illustrated(&pictures, TemplateDto::from(template)).await?))
}

/// The fields to change. Missing fields stay unchanged.
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
    /// The purpose of the template.
    #[schema(max_length = 500, nullable = false)]
    description: Option<String>,
    /// Whether users can choose it; `false` retires it.
    #[schema(nullable = false)]
    is_active: Option<bool>,
    /// The `updatedAt` of the template as the caller saw it. If given and the template has changed since, the request
    /// is refused.
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
        Fails<(template::NotFound, template::BuiltIn, template::InsufficientClearance, template::Stale, NeedsAdmin,
            TakesBody)>))]
#[patch("/templates/{id}")]
pub async fn update(
    templates: Data<Templates>,
    pictures: Data<Pictures>,
    call: Guarded<Admin, Json<UpdateTemplateRequest>>,
) -> Body<TemplateDto> {
    let edit = call.input.0.parse()?;
    let template = templates.update(&call.context, &call.caller.actor, call.request.id()?, edit).await?;
    Ok(web::Json(illustrated(&pictures, TemplateDto::from(template)).await?))
}
