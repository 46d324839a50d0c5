//! GET /api/archive/sections

use crate::dto::archive::SectionDto;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::etag;
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_archive::services::sections::Sections;

/// Which sections to list.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SectionQuery {
    /// Also those that are not active. For administrators only.
    #[serde(default)]
    inactive: bool,
}

/// The sections of the archive
///
/// By `displayOrder`, then by name. `documentCount` counts the documents that the caller may see.
#[utoipa::path(operation_id = "listArchiveSections", tag = "Archive", params(SectionQuery, AsQuery),
    responses(
        (status = 200, description = "The sections", body = Vec<SectionDto>, headers(
            ("ETag" = Option<String>, description = "Version of the list"))),
        (status = 304, description = "The list still matches `If-None-Match`"),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "Only administrators see inactive sections (`admin_only`)",
            body = ApiErrorBody)))]
#[get("/archive/sections")]
pub async fn sections(
    sections: web::Data<Sections>,
    call: Guarded<Reader, Query<SectionQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let listed = sections.list(&call.context, &call.caller.actor, call.input.0.inactive).await?;
    let listed: Vec<SectionDto> = listed.into_iter().map(SectionDto::from).collect();
    etag::tagged(&request, &listed, Vec::new())
}
