//! PATCH /api/archive/sections/{id}

use super::section_id;
use crate::dto::archive::{SectionDto, SectionMetadataDto, SectionTypeDto};
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::{Json, Member, nullable};
use actix_web::{patch, web};
use facility_archive::section::SectionEdit;
use facility_archive::services::sections::Sections;
use facility_kernel::Timestamp;

/// What to change of a section. Missing fields stay unchanged.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSectionRequest {
    /// One line. No other section may have it, in upper or lower case.
    #[schema(min_length = 1, max_length = 100, nullable = false)]
    name: Option<String>,
    /// What it holds.
    #[schema(max_length = 1000, nullable = false)]
    description: Option<String>,
    /// What it collects.
    #[schema(value_type = Option<SectionTypeDto>, nullable = false)]
    section_type: Option<String>,
    /// Id of the section that it is a part of, or null. Sections nest up to five levels.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    parent_section: Member<String>,
    /// Its place among its neighbors.
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 9999, nullable = false)]
    display_order: Option<i64>,
    /// Whether it takes documents and is listed for everybody.
    #[schema(nullable = false)]
    is_active: Option<bool>,
    /// Further facts by name, in place of the present ones. Null removes them.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<SectionMetadataDto>)]
    metadata: Member<SectionMetadataDto>,
    /// The `updatedAt` of the section as the caller saw it. With it, a section that changed since is left as it is.
    #[schema(format = DateTime, nullable = false)]
    updated_at: Option<String>,
}

impl UpdateSectionRequest {
    fn parse(self) -> Result<SectionEdit, ApiError> {
        let seen = self.updated_at.as_deref().map(str::parse::<Timestamp>).transpose();
        Ok(SectionEdit {
            seen: seen.map_err(|_refused| ApiError::invalid("updatedAt", "Invalid time"))?,
            name: self.name,
            description: self.description,
            section_type: self.section_type,
            parent: self.parent_section,
            display_order: self.display_order,
            metadata: self.metadata.map(|given| given.map(|given| given.0).unwrap_or_default()),
            is_active: self.is_active,
        })
    }
}

/// Change, close or reopen a section
///
/// An inactive section takes no documents and is listed only for administrators. Its documents stay in the archive.
#[utoipa::path(operation_id = "updateArchiveSection", tag = "Archive", request_body = UpdateSectionRequest,
    params(("id" = String, Path, description = "The section")),
    responses(
        (status = 200, description = "The section after the change", body = SectionDto),
        NeedsAdmin, TakesBody,
        (status = 404, description = "No such section, or no such parent (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The name is taken (`name_taken`), the parent is the section itself or below it \
            (`section_cycle`), it would be deeper than five levels (`section_too_deep`), or it changed since the caller \
            saw it (`stale`)", body = ApiErrorBody)))]
#[patch("/archive/sections/{id}")]
pub async fn update_section(
    sections: web::Data<Sections>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<UpdateSectionRequest>>,
) -> Result<web::Json<SectionDto>, ApiError> {
    let edit = call.input.0.parse()?;
    let section = sections.update(&call.context, &call.caller.actor, section_id("id", &id)?, edit).await?;
    Ok(web::Json(section.into()))
}
