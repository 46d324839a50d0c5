//! POST /api/user/drafts

use super::shown;
use crate::dto::document::CategoryDto;
use crate::dto::draft::DraftDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::routes::submissions::time;
use actix_web::{HttpResponse, post, web};
use facility_kernel::SubmissionId;
use facility_submissions::draft::{DraftInput, DraftState, DraftText};
use facility_submissions::services::drafts::Drafts;

/// The text of a new draft. Everything is optional.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateDraftRequest {
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
    /// Id of the caller's rejected submission that the draft revises. If another draft revises it already, that draft is
    /// the response, unchanged.
    revises: Option<String>,
}

impl CreateDraftRequest {
    fn parse(self) -> Result<(DraftText, Option<SubmissionId>), ApiError> {
        let revises = self.revises.map(|id| id.parse());
        let revises =
            revises.transpose().map_err(|_source| ApiError::invalid("revises", "Invalid submission id"))?;
        let text = DraftText::parse(DraftInput {
            title: self.title,
            content: self.content,
            category: self.category,
            clearance_level: self.clearance_level,
            file_path: self.file_path,
            release_at: time("scheduledReleaseAt", self.scheduled_release_at.as_deref())?,
            ..DraftInput::default()
        })
        .map_err(|error| ApiError::from_parse(&error))?;
        Ok((text, revises))
    }
}

/// Begin a draft
///
/// A draft keeps what is typed, also what a submission would refuse. With the header `Idempotency-Key` (1 to 64
/// visible ASCII characters), repeated requests act once.
#[utoipa::path(operation_id = "createDraft", tag = "Draft", request_body = CreateDraftRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The draft, or the one that revises the same submission", body = DraftDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "A repeated request's draft has been submitted or deleted (`not_found`)",
            body = ApiErrorBody),
        (status = 409, description = "The caller has 100 drafts (`too_many_drafts`), a repeated request's draft has changed \
            since (`stale`, with the stored `draft`), or the same request is still in progress (`in_progress`, with \
            `Retry-After`)", body = ApiErrorBody),
        (status = 422, description = "The key was used with another body (`idempotency_mismatch`)",
            body = ApiErrorBody)))]
#[post("/user/drafts")]
pub async fn create(
    drafts: web::Data<Drafts>,
    replies: web::Data<Replies>,
    call: Guarded<SignedIn, Idempotent<CreateDraftRequest>>,
) -> Result<HttpResponse, ApiError> {
    let (now, actor) = (call.context.now, &call.caller.actor);
    let recall = async |item: String| {
        let was = DraftState::parse(&item).ok_or_else(ApiError::internal)?;
        Ok(DraftDto::from(drafts.begun(actor, &was).await.map_err(shown)?))
    };
    let make = async |body: CreateDraftRequest, remember| {
        let (text, revises) = body.parse()?;
        Ok(drafts.create(&call.context, actor, text, revises, remember).await.map(DraftDto::from))
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}
