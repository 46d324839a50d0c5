//! The caller's drafts, which nobody else sees.

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, parse_item_id};
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody, TakesKey};
use crate::http::error::ApiError;
use crate::http::input::{Json, NoBody, Nothing, time};
use crate::http::request::parse_id;
use crate::routes::documents::document::CategoryDto;
use crate::routes::files::pictures::{illustrated, illustrated_draft, illustrated_if_made};
use crate::routes::submissions::draft::{DraftDto, DraftListItemDto};
use crate::routes::submissions::submission::SubmissionDto;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, post, put, web};
use facility_kernel::SubmissionId;
use facility_submissions::draft::{DraftInput, DraftRevision, DraftState, DraftText};
use facility_submissions::error::SubmissionError;
use facility_submissions::error::row as submission;
use facility_submissions::services::drafts::{Drafts, SubmitDraft};
use facility_submissions::services::pictures::Pictures;
use facility_submissions::view::SubmissionView;

/// Returns the revision that a change is based on. Errors: it is missing.
fn expected_revision(revision: Option<String>) -> Result<DraftRevision, ApiError> {
    revision
        .map(DraftRevision::named)
        .ok_or_else(|| ApiError::invalid("revision", "The draft's last revision is required"))
}

/// Converts an error. If the request is based on an older state of the draft, adds the stored draft.
pub fn with_stored_draft(error: SubmissionError) -> ApiError {
    match error {
        SubmissionError::StaleDraft(draft) => {
            ApiError::from(SubmissionError::StaleDraft(draft.clone())).with_draft(*draft)
        }
        other => other.into(),
    }
}

/// The caller's drafts, most recently changed first
///
/// At most 100. Each has a preview of its content; `GET /api/user/drafts/{id}` returns the full text.
#[utoipa::path(operation_id = "listDrafts", tag = "Draft",
    responses(
        (status = 200, description = "The drafts", body = Vec<DraftListItemDto>),
        Fails<(submission::ProtectedAccount, NeedsSession)>))]
#[get("/user/drafts")]
pub async fn list(drafts: Data<Drafts>, call: Guarded<SignedIn, Nothing>) -> Body<Vec<DraftListItemDto>> {
    let drafts = drafts.list(&call.caller.actor).await?;
    Ok(web::Json(drafts.into_iter().map(DraftListItemDto::from).collect()))
}

/// A new draft. All fields are optional.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateDraftRequest {
    /// One line. Submissions accept 200 characters.
    #[schema(max_length = 500)]
    title: Option<String>,
    /// Markdown, stored unchanged. Submissions accept 200,000 characters.
    #[schema(max_length = 300_000)]
    content: Option<String>,
    /// The category.
    #[schema(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// The level that the author proposes. The reviewers assign the actual one.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// The `objectPath` of a claimed upload, or the first of `files`.
    file_path: Option<String>,
    /// The ids of claimed uploads, in order, at most 20. Default: the one with the path `filePath`.
    #[schema(max_items = 20)]
    files: Option<Vec<String>>,
    /// The requested release date.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
    /// Id of the caller's rejected submission that the draft revises. If a draft already revises it, the response is
    /// that draft, unchanged.
    revises: Option<String>,
}

impl CreateDraftRequest {
    fn parse(self) -> Result<(DraftText, Option<SubmissionId>), ApiError> {
        let revises = self.revises.as_deref().map(|text| parse_id("revises", text)).transpose()?;
        let text = DraftText::parse(DraftInput {
            title: self.title,
            content: self.content,
            category: self.category,
            clearance_level: self.clearance_level,
            file_path: self.file_path,
            files: self.files,
            release_at: time("scheduledReleaseAt", self.scheduled_release_at.as_deref())?,
            ..DraftInput::default()
        })
        .map_err(|error| ApiError::from_parse(&error))?;
        Ok((text, revises))
    }
}

/// Create a draft
///
/// A draft can contain text that a submission would refuse. With the header `Idempotency-Key` (1 to 64 visible ASCII
/// characters), a repeated request takes effect only once.
#[utoipa::path(operation_id = "createDraft", tag = "Draft", request_body = CreateDraftRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The draft, or the one that revises the same submission", body = DraftDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        Fails<(submission::NotFound, submission::ProtectedAccount, submission::StaleDraft, submission::TooManyDrafts,
            TakesKey, NeedsSession, TakesBody)>))]
#[post("/user/drafts")]
pub async fn create(
    drafts: Data<Drafts>,
    pictures: Data<Pictures>,
    replies: Data<Replies>,
    call: Guarded<SignedIn, Idempotent<CreateDraftRequest>>,
) -> Answer {
    let (now, actor) = (call.context.now, &call.caller.actor);
    let recall = async |item: String| {
        let was = DraftState::parse(&item).ok_or_else(ApiError::internal)?;
        let draft = drafts.begun(actor, &was).await.map_err(with_stored_draft)?;
        illustrated_draft(&pictures, (&call.context, actor), DraftDto::from(draft)).await
    };
    let make = async |body: CreateDraftRequest, remember| {
        let (text, revises) = body.parse()?;
        Ok(match drafts.create(&call.context, actor, text, revises, remember).await {
            Ok(draft) => Ok(illustrated_draft(&pictures, (&call.context, actor), DraftDto::from(draft)).await?),
            Err(error) => Err(error),
        })
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}

/// A draft of the caller
#[utoipa::path(operation_id = "getDraft", tag = "Draft",
    params(("id" = String, Path, description = "The draft")),
    responses(
        (status = 200, description = "The draft", body = DraftDto),
        Fails<(submission::NotFound, submission::ProtectedAccount, NeedsSession)>))]
#[get("/user/drafts/{id}")]
pub async fn get(drafts: Data<Drafts>, pictures: Data<Pictures>, call: Guarded<SignedIn, Nothing>) -> Body<DraftDto> {
    let draft = drafts.find(&call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated_draft(&pictures, (&call.context, &call.caller.actor), DraftDto::from(draft)).await?))
}

/// The full text of a draft. Missing fields are removed from it.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveDraftRequest {
    /// One line. Submissions accept 200 characters.
    #[schema(max_length = 500)]
    title: Option<String>,
    /// Markdown, stored unchanged. Submissions accept 200,000 characters.
    #[schema(max_length = 300_000)]
    content: Option<String>,
    /// The category.
    #[schema(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// The level that the author proposes. The reviewers assign the actual one.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// The `objectPath` of a claimed upload, or the first of `files`.
    file_path: Option<String>,
    /// The ids of claimed uploads, in order, at most 20. Default: the one with the path `filePath`.
    #[schema(max_items = 20)]
    files: Option<Vec<String>>,
    /// The requested release date.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
    /// The last revision of the draft that the caller knows.
    #[schema(value_type = String)]
    revision: Option<String>,
}

/// Replace the text of a draft
///
/// The request names the revision that it is based on. If the draft has changed since, nothing is written and the error
/// contains the stored draft. If the stored draft already has the same text, the request succeeds.
#[utoipa::path(operation_id = "saveDraft", tag = "Draft", request_body = SaveDraftRequest,
    params(("id" = String, Path, description = "The draft")),
    responses(
        (status = 200, description = "The draft with its new revision", body = DraftDto),
        Fails<(submission::NotFound, submission::ProtectedAccount, submission::StaleDraft, NeedsSession, TakesBody)>))]
#[put("/user/drafts/{id}")]
pub async fn save(
    drafts: Data<Drafts>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, Json<SaveDraftRequest>>,
) -> Body<DraftDto> {
    let Json(body) = call.input;
    let (id, expected_revision) = (call.request.id()?, expected_revision(body.revision)?);
    let text = DraftText::parse(DraftInput {
        title: body.title,
        content: body.content,
        category: body.category,
        clearance_level: body.clearance_level,
        file_path: body.file_path,
        files: body.files,
        release_at: time("scheduledReleaseAt", body.scheduled_release_at.as_deref())?,
        ..DraftInput::default()
    })
    .map_err(|error| ApiError::from_parse(&error))?;
    let saved = drafts.save(&call.context, &call.caller.actor, id, expected_revision, text).await;
    let draft = DraftDto::from(saved.map_err(with_stored_draft)?);
    Ok(web::Json(illustrated_draft(&pictures, (&call.context, &call.caller.actor), draft).await?))
}

/// Delete a draft permanently
#[utoipa::path(operation_id = "deleteDraft", tag = "Draft",
    params(("id" = String, Path, description = "The draft")),
    responses(
        (status = 204, description = "The draft was deleted"),
        Fails<(submission::NotFound, submission::ProtectedAccount, NeedsSession, TakesBody)>))]
#[delete("/user/drafts/{id}")]
pub async fn delete(drafts: Data<Drafts>, call: Guarded<SignedIn, NoBody>) -> Answer {
    drafts.delete(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The revision of the draft to submit, and the release date.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubmitDraftRequest {
    /// The last revision of the draft that the caller knows.
    #[schema(value_type = String)]
    revision: Option<String>,
    /// Release date: until then, only administrators see the published document. Defaults to the draft's release date.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
}

impl SubmitDraftRequest {
    fn parse(self) -> Result<SubmitDraft, ApiError> {
        Ok(SubmitDraft {
            expected: expected_revision(self.revision)?,
            scheduled_release_at: time("scheduledReleaseAt", self.scheduled_release_at.as_deref())?,
        })
    }
}

/// Submit a draft for review
///
/// The submission replaces the draft. With the header `Idempotency-Key` (1 to 64 visible ASCII characters), a repeated
/// request takes effect only once: for 24 hours, the same key with the same body returns the submission again, as the
/// caller may read it at that time.
#[utoipa::path(operation_id = "submitDraft", tag = "Draft", request_body = SubmitDraftRequest,
    params(("id" = String, Path, description = "The draft"),
        ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The submission, waiting for review", body = SubmissionDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        Fails<(submission::NotFound, submission::ProtectedAccount, submission::StaleDraft, submission::TooMuchWaiting,
            submission::AlreadyResubmitted, TakesKey, NeedsSession, TakesBody)>))]
#[post("/user/drafts/{id}/submit")]
pub async fn submit(
    drafts: Data<Drafts>,
    pictures: Data<Pictures>,
    replies: Data<Replies>,
    call: Guarded<SignedIn, Idempotent<SubmitDraftRequest>>,
) -> Answer {
    let (now, actor) = (call.context.now, &call.caller.actor);
    let id = call.request.id()?;
    let submissions = &drafts.submissions;
    let recall = async |item: String| {
        let view = submissions.own_submission(actor, parse_item_id(&item)?).await?;
        illustrated(&pictures, SubmissionDto::at(now, view)).await
    };
    let make = async |body: SubmitDraftRequest, remember| match drafts
        .submit(&call.context, actor, id, body.parse()?, remember)
        .await
    {
        Err(stale @ SubmissionError::StaleDraft(_)) => Err(with_stored_draft(stale)),
        result => {
            let submitted = result.map(|new| SubmissionDto::at(now, SubmissionView::of_new(new, actor)));
            illustrated_if_made(&pictures, submitted).await
        }
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}
