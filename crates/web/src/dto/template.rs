//! Templates in the API.

use crate::dto::document::CategoryDto;
use facility_documents::templates::{Origin, Template};
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
    /// The clearance level required to see it.
    #[schema(minimum = 1, maximum = 5)]
    pub required_clearance_level: u8,
    /// Whether it is part of the product and cannot be changed.
    pub is_built_in: bool,
    /// Whether it is offered. Retired templates are for administrators only.
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
            required_clearance_level: template.text.required_clearance.level(),
        }
    }
}
