//! POST /api/archive/sections

use crate::dto::archive::{SectionDto, SectionMetadataDto, SectionTypeDto};
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use actix_web::{HttpResponse, post, web};
use facility_archive::section::{SectionInput, SectionType};
use facility_archive::services::sections::Sections;

/// A new section.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSectionRequest {
    /// One line. No other section may have it, in upper or lower case.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// What it holds.
    #[schema(max_length = 1000)]
    description: Option<String>,
    /// What it collects; `general` without it.
    #[schema(value_type = Option<SectionTypeDto>)]
    section_type: Option<String>,
    /// Id of the section that it is a part of. Sections nest up to five levels.
    parent_section: Option<String>,
    /// Its place among its neighbors; 0 without it.
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 9999)]
    display_order: Option<i64>,
    /// Further facts by name.
    metadata: Option<SectionMetadataDto>,
}

/// Create a section
#[utoipa::path(operation_id = "createArchiveSection", tag = "Archive", request_body = CreateSectionRequest,
    responses(
        (status = 201, description = "The section", body = SectionDto),
        NeedsAdmin, TakesBody,
        (status = 404, description = "No such parent section (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The name is taken (`name_taken`), the parent is on the fifth level \
            (`section_too_deep`), or there are already 500 sections (`too_many_sections`)", body = ApiErrorBody)))]
#[post("/archive/sections")]
pub async fn create_section(
    sections: web::Data<Sections>,
    call: Guarded<Admin, Json<CreateSectionRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let input = SectionInput {
        name: &body.name,
        description: body.description.as_deref().unwrap_or_default(),
        section_type: body.section_type.as_deref().unwrap_or(SectionType::General.as_str()),
        parent: body.parent_section.as_deref(),
        display_order: body.display_order.unwrap_or_default(),
        metadata: body.metadata.map(|given| given.0).unwrap_or_default(),
    };
    let section = sections.create(&call.context, &call.caller.actor, input).await?;
    Ok(HttpResponse::Created().json(SectionDto::from(section)))
}
