//! The sections of the archive.

use crate::gate::guard::{Admin, Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, Reads, TakesBody};
use crate::http::error::ApiError;
use crate::http::etag;
use crate::http::input::{Json, Member, Query, nullable};
use crate::http::wire::Wire;
use actix_web::web::Data;
use actix_web::{HttpResponse, get, patch, post, web};
use facility_archive::error::row as archive;
use facility_archive::section::{SectionEdit, SectionInput, SectionRecord, SectionType};
use facility_archive::services::sections::{SectionView, Sections};
use facility_kernel::Timestamp;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The type of a section.
pub type SectionTypeDto = Wire<SectionType>;

/// Additional information about a section, as names and values: up to 20 entries, with names of up to 40 and values of
/// up to 200 characters.
#[derive(Clone, Debug, Serialize, serde::Deserialize, ToSchema)]
#[schema(as = SectionMetadata)]
pub struct SectionMetadataDto(pub BTreeMap<String, String>);

/// A section of the archive.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ArchiveSection)]
#[serde(rename_all = "camelCase")]
pub struct SectionDto {
    /// A UUID.
    pub id: String,
    /// One line of up to 100 characters. Unique ignoring case.
    pub name: String,
    /// Up to 1,000 characters; may be empty.
    pub description: String,
    /// The type of the section.
    pub section_type: SectionTypeDto,
    /// Id of the parent section. Sections nest up to five levels.
    #[schema(required = true)]
    pub parent_section: Option<String>,
    /// Position among the sections with the same parent, 0 to 9999. Sections with the same position are ordered by
    /// name.
    pub display_order: i32,
    /// Whether documents can be archived in it and all users see it.
    pub is_active: bool,
    /// Additional information. Null if there is none.
    #[schema(required = true)]
    pub metadata: Option<SectionMetadataDto>,
    /// Id of the administrator who created it.
    pub created_by: String,
    /// Name of that account.
    pub created_by_username: String,
    /// When it was created.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
    /// Number of documents in it that the caller may see.
    pub document_count: u64,
}

impl From<SectionView> for SectionDto {
    fn from(view: SectionView) -> Self {
        let SectionView { record: SectionRecord { section, created_by_username }, documents } = view;
        let text = section.text;
        Self {
            id: section.id.to_string(),
            name: text.name,
            description: text.description,
            section_type: text.section_type.into(),
            parent_section: text.parent.map(|parent| parent.to_string()),
            display_order: text.display_order,
            is_active: section.is_active,
            metadata: (!text.metadata.is_empty()).then_some(SectionMetadataDto(text.metadata)),
            created_by: section.created_by.to_string(),
            created_by_username,
            created_at: section.created_at.to_string(),
            updated_at: section.updated_at.to_string(),
            document_count: documents,
        }
    }
}

/// The query parameters for the list of sections.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SectionQuery {
    /// Includes inactive sections. For administrators only.
    #[serde(default)]
    inactive: bool,
}

/// The sections of the archive
///
/// Ordered by `displayOrder`, then by name. `documentCount` counts the documents that the caller may see.
#[utoipa::path(operation_id = "listArchiveSections", tag = "Archive", params(SectionQuery, AsQuery),
    responses(
        (status = 200, description = "The sections", body = Vec<SectionDto>, headers(
            ("ETag" = Option<String>, description = "Version of the list"))),
        (status = 304, description = "The list still matches `If-None-Match`"),
        Fails<(archive::AdminOnly, Reads)>))]
#[get("/archive/sections")]
pub async fn list(sections: Data<Sections>, call: Guarded<Reader, Query<SectionQuery>>) -> Answer {
    let listed = sections.list(&call.context, &call.caller.actor, call.input.0.inactive).await?;
    let listed: Vec<SectionDto> = listed.into_iter().map(SectionDto::from).collect();
    etag::tagged(&call.request, &listed, Vec::new())
}

/// A new section.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSectionRequest {
    /// One line. Unique ignoring case.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// Describes the content of the section.
    #[schema(max_length = 1000)]
    description: Option<String>,
    /// The type of the section. Defaults to `general`.
    #[schema(value_type = Option<SectionTypeDto>)]
    section_type: Option<String>,
    /// Id of the parent section. Sections nest up to five levels.
    parent_section: Option<String>,
    /// Position among the sections with the same parent. Defaults to 0.
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 9999)]
    display_order: Option<i64>,
    /// Additional information.
    metadata: Option<SectionMetadataDto>,
}

/// Create a section
#[utoipa::path(operation_id = "createArchiveSection", tag = "Archive", request_body = CreateSectionRequest,
    responses(
        (status = 201, description = "The section", body = SectionDto),
        Fails<(archive::SectionNotFound, archive::NameTaken, archive::SectionTooDeep, archive::TooManySections,
            NeedsAdmin, TakesBody)>))]
#[post("/archive/sections")]
pub async fn create_section(sections: Data<Sections>, call: Guarded<Admin, Json<CreateSectionRequest>>) -> Answer {
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

/// The fields to change. Missing fields stay unchanged.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSectionRequest {
    /// One line. Unique ignoring case.
    #[schema(min_length = 1, max_length = 100, nullable = false)]
    name: Option<String>,
    /// Describes the content of the section.
    #[schema(max_length = 1000, nullable = false)]
    description: Option<String>,
    /// The type of the section.
    #[schema(value_type = Option<SectionTypeDto>, nullable = false)]
    section_type: Option<String>,
    /// Id of the parent section, or null for none. Sections nest up to five levels.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    parent_section: Member<String>,
    /// Position among the sections with the same parent.
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 9999, nullable = false)]
    display_order: Option<i64>,
    /// Whether documents can be archived in it and all users see it.
    #[schema(nullable = false)]
    is_active: Option<bool>,
    /// Additional information that replaces the current one. Null removes it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<SectionMetadataDto>)]
    metadata: Member<SectionMetadataDto>,
    /// The `updatedAt` of the section as the caller saw it. If given and the section has changed since, the request is
    /// refused.
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
/// No documents can be archived in an inactive section, and only administrators see it in the list. Its documents stay
/// in the archive.
#[utoipa::path(operation_id = "updateArchiveSection", tag = "Archive", request_body = UpdateSectionRequest,
    params(("id" = String, Path, description = "The section")),
    responses(
        (status = 200, description = "The section after the change", body = SectionDto),
        Fails<(archive::SectionNotFound, archive::NameTaken, archive::SectionCycle, archive::SectionTooDeep,
            archive::Stale, NeedsAdmin, TakesBody)>))]
#[patch("/archive/sections/{id}")]
pub async fn update_section(
    sections: Data<Sections>,
    call: Guarded<Admin, Json<UpdateSectionRequest>>,
) -> Body<SectionDto> {
    let edit = call.input.0.parse()?;
    let section = sections.update(&call.context, &call.caller.actor, call.request.id()?, edit).await?;
    Ok(web::Json(section.into()))
}
