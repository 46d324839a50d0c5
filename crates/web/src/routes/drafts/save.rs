//! PUT /api/user/drafts/{id}

use super::{expected, parse_id, shown};
use crate::dto::document::CategoryDto;
use crate::dto::draft::DraftDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::Json;
use crate::routes::submissions::time;
use actix_web::{put, web};
use facility_submissions::draft::{DraftInput, DraftText};
use facility_submissions::services::drafts::Drafts;

/// The whole text of a draft. What is missing is removed from it.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveDraftRequest {
    /// One line. A submission accepts 200 characters.
    #[schema(max_length = 500)]
    title: Option<String>,
    /// Markdown, stored unchanged. A submission accepts 200,000 characters.
    #[schema(max_length = 300_000)]
    content: Option<String>,
    /// The category.
    #[schema(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// The level that the author has in mind. The reviewers assign the real one.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// The path from claiming an upload.
    file_path: Option<String>,
    /// The release date that the author wants.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
    /// The draft's last revision that the caller knows.
    #[schema(value_type = String)]
    revision: Option<String>,
}

/// Replace the text of a draft
///
/// The request names the revision that it is based on. If the draft has changed since, nothing is written and the
/// response has the stored draft; if the stored draft has the same text, the request succeeds.
#[utoipa::path(operation_id = "saveDraft", tag = "Draft", request_body = SaveDraftRequest,
    params(("id" = String, Path, description = "The draft")),
    responses(
        (status = 200, description = "The draft with its new revision", body = DraftDto),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "No such draft of the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It has another revision (`stale`, with the stored `draft`)",
            body = ApiErrorBody)))]
#[put("/user/drafts/{id}")]
pub async fn save(
    drafts: web::Data<Drafts>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Json<SaveDraftRequest>>,
) -> Result<web::Json<DraftDto>, ApiError> {
    let Json(body) = call.input;
    let (id, expected) = (parse_id(&id)?, expected(body.revision)?);
    let text = DraftText::parse(DraftInput {
        title: body.title,
        content: body.content,
        category: body.category,
        clearance_level: body.clearance_level,
        file_path: body.file_path,
        release_at: time("scheduledReleaseAt", body.scheduled_release_at.as_deref())?,
        ..DraftInput::default()
    })
    .map_err(|error| ApiError::from_parse(&error))?;
    let saved = drafts.save(&call.context, &call.caller.actor, id, expected, text).await;
    Ok(web::Json(saved.map_err(shown)?.into()))
}
