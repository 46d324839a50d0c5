//! POST /api/submissions

use super::time;
use crate::dto::document::CategoryDto;
use crate::dto::submission::SubmissionDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, made};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use actix_web::{HttpResponse, post, web};
use facility_documents::text::DocumentText;
use facility_submissions::error::SubmissionError;
use facility_submissions::services::submissions::{Manuscript, Submissions};
use facility_submissions::view::SubmissionView;

/// A new submission.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSubmissionRequest {
    /// One line. For incidents, the server assigns the next incident number instead.
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// Markdown, stored unchanged.
    #[schema(min_length = 1, max_length = 200_000)]
    content: String,
    /// The category.
    #[schema(value_type = CategoryDto)]
    category: String,
    /// The path from claiming an upload.
    file_path: Option<String>,
    /// Release date: until then, only administrators see the published document.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
    /// Id of the caller's rejected or timed-out submission that it revises, which no other one does yet.
    resubmission_of: Option<String>,
}

impl CreateSubmissionRequest {
    fn parse(self) -> Result<Manuscript, ApiError> {
        let file = self.file_path.as_deref().map(str::parse).transpose();
        let revised = self.resubmission_of.as_deref().map(str::parse).transpose();
        Ok(Manuscript {
            scheduled_release_at: time("scheduledReleaseAt", self.scheduled_release_at.as_deref())?,
            text: DocumentText::parse(&self.title, &self.content, &self.category)
                .map_err(SubmissionError::Invalid)?,
            file: file.map_err(SubmissionError::from)?,
            resubmission_of: revised
                .map_err(|_source| ApiError::invalid("resubmissionOf", "Invalid submission id"))?,
        })
    }
}

/// Submit lore for review
///
/// With the header `Idempotency-Key` (1 to 64 visible ASCII characters), repeated requests act once: for 24 hours, the same key with the same body gets the submission
/// again, as the caller may read it by then.
#[utoipa::path(operation_id = "createSubmission", tag = "Submission", request_body = CreateSubmissionRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The submission, waiting for review", body = SubmissionDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "A repeated request's submission has been withdrawn (`not_found`)",
            body = ApiErrorBody),
        (status = 409, description = "The caller's submissions and edits that wait for a review are 200, or 32 MiB of text \
            (`too_much_waiting`), what it revises is not to be revised by the caller or was (`already_resubmitted`), or the same request is still in progress (`in_progress`, with `Retry-After`)",
            body = ApiErrorBody),
        (status = 422, description = "The key was used with another body (`idempotency_mismatch`)",
            body = ApiErrorBody)))]
#[post("/submissions")]
pub async fn create(
    submissions: web::Data<Submissions>,
    replies: web::Data<Replies>,
    call: Guarded<SignedIn, Idempotent<CreateSubmissionRequest>>,
) -> Result<HttpResponse, ApiError> {
    let (now, actor) = (call.context.now, &call.caller.actor);
    let recall = async |item: String| {
        let view = submissions.own_submission(actor, made(&item)?).await?;
        Ok(SubmissionDto::at(now, view))
    };
    let make = async |body: CreateSubmissionRequest, remember| {
        let submitted = submissions.submit(&call.context, actor, body.parse()?, remember).await;
        Ok(submitted.map(|new| SubmissionDto::at(now, SubmissionView::of_new(new, actor))))
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}
