//! POST /api/submissions

use super::time;
use crate::dto::{CategoryDto, SubmissionDto};
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::{NeedsSession, TakesBody};
use crate::guard::{Guarded, SignedIn};
use crate::input::Json;
use crate::state::App;
use actix_web::{HttpResponse, post, web};
use submissions::SubmissionRecord;
use submissions::services::SubmitRequest;

/// What somebody sends in.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSubmissionRequest {
    /// One line; of an incident it is replaced by the next incident number.
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// Markdown. Kept as it is.
    #[schema(min_length = 1, max_length = 200_000)]
    content: String,
    /// What it is about.
    #[schema(value_type = CategoryDto)]
    category: String,
    /// The path that claiming an upload answered.
    file_path: Option<String>,
    /// Before this, once published, only administrators see it.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
}

/// Send lore in for review
#[utoipa::path(operation_id = "createSubmission", tag = "Submission", request_body = CreateSubmissionRequest,
    responses(
        (status = 201, description = "It waits for its review", body = SubmissionDto),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account owns nothing (`protected_account`)",
            body = ApiErrorBody)))]
#[post("/submissions")]
pub async fn create(
    app: web::Data<App>,
    call: Guarded<SignedIn, Json<CreateSubmissionRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let request = SubmitRequest {
        scheduled_release_at: time("scheduledReleaseAt", body.scheduled_release_at.as_deref())?,
        title: body.title,
        content: body.content,
        category: body.category,
        file_path: body.file_path,
    };
    let actor = &call.caller.actor;
    let submission = app.submitting.submit(&call.context, actor, request).await?;
    let record =
        SubmissionRecord { submission, submitted_by_username: actor.username.clone(), steps: Vec::new() };
    Ok(HttpResponse::Created().json(SubmissionDto::at(call.context.now, record)))
}
