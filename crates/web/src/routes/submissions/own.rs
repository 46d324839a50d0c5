//! The caller's submissions.

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, parse_item_id};
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody, TakesKey};
use crate::http::error::ApiError;
use crate::http::input::{NoBody, Nothing, time};
use crate::http::listing::{self, PageQuery, Paged, Total, View, ViewQuery};
use crate::http::request::parse_id;
use crate::http::wire::Wire;
use crate::routes::documents::document::CategoryDto;
use crate::routes::files::pictures::{illustrated, illustrated_draft, illustrated_if_made};
use crate::routes::submissions::draft::DraftDto;
use crate::routes::submissions::submission::SubmissionDto;
use actix_web::web::Data;
use actix_web::{get, post, web};
use facility_documents::text::DocumentText;
use facility_files::file::AttachedFiles;
use facility_submissions::case::time_out::{TimedOutItem, TimedOutKind};
use facility_submissions::error::SubmissionError;
use facility_submissions::error::row as submission;
use facility_submissions::services::drafts::Drafts;
use facility_submissions::services::pictures::Pictures;
use facility_submissions::services::submissions::{SubmissionInput, Submissions};
use facility_submissions::services::time_outs::TimeOuts;
use facility_submissions::view::SubmissionView;
use serde::Serialize;
use utoipa::ToSchema;

/// The kind of item that timed out.
pub type TimedOutTypeDto = Wire<TimedOutKind>;

/// A submission or an edit of the caller that waited too long for its review.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TimedOutItem)]
#[serde(rename_all = "camelCase")]
pub struct TimedOutItemDto {
    /// Id of the submission or the edit.
    pub id: String,
    /// The kind of item. Resubmit it under `/api/user/{type}s/{id}/resubmit`.
    #[serde(rename = "type")]
    pub kind: TimedOutTypeDto,
    /// The title.
    pub title: String,
    /// The category.
    pub category: CategoryDto,
    /// When it was submitted.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When the three days for its review ended.
    #[schema(format = DateTime)]
    pub timed_out_at: String,
}

impl From<TimedOutItem> for TimedOutItemDto {
    fn from(TimedOutItem { kind, id, title, category, created_at, timed_out_at }: TimedOutItem) -> Self {
        Self {
            id,
            kind: kind.into(),
            title,
            category: category.into(),
            created_at: created_at.to_string(),
            timed_out_at: timed_out_at.to_string(),
        }
    }
}

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
    /// The `objectPath` of a claimed upload, or the first of `files`.
    file_path: Option<String>,
    /// The ids of claimed uploads, in order, at most 20. Default: the one with the path `filePath`.
    #[schema(max_items = 20)]
    files: Option<Vec<String>>,
    /// Release date: until then, only administrators see the published document.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
    /// Id of the caller's rejected or timed-out submission that this one revises. No other submission may revise it.
    resubmission_of: Option<String>,
}

impl CreateSubmissionRequest {
    fn parse(self) -> Result<SubmissionInput, ApiError> {
        let files = AttachedFiles::parse(self.file_path.as_deref(), self.files.as_deref());
        let revised = self.resubmission_of.as_deref().map(|text| parse_id("resubmissionOf", text));
        Ok(SubmissionInput {
            scheduled_release_at: time("scheduledReleaseAt", self.scheduled_release_at.as_deref())?,
            text: DocumentText::parse(&self.title, &self.content, &self.category).map_err(SubmissionError::Invalid)?,
            files: files.map_err(SubmissionError::from)?,
            resubmission_of: revised.transpose()?,
        })
    }
}

/// Submit lore for review
///
/// With the header `Idempotency-Key` (1 to 64 visible ASCII characters), a repeated request takes effect only once: for
/// 24 hours, the same key with the same body returns the submission again, as the caller may read it at that time.
#[utoipa::path(operation_id = "createSubmission", tag = "Submission", request_body = CreateSubmissionRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The submission, waiting for review", body = SubmissionDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        Fails<(submission::NotFound, submission::ProtectedAccount, submission::TooMuchWaiting,
            submission::AlreadyResubmitted, TakesKey, NeedsSession, TakesBody)>))]
#[post("/submissions")]
pub async fn create(
    submissions: Data<Submissions>,
    pictures: Data<Pictures>,
    replies: Data<Replies>,
    call: Guarded<SignedIn, Idempotent<CreateSubmissionRequest>>,
) -> Answer {
    let (now, actor) = (call.context.now, &call.caller.actor);
    let recall = async |item: String| {
        let view = submissions.own_submission(actor, parse_item_id(&item)?).await?;
        illustrated(&pictures, SubmissionDto::at(now, view)).await
    };
    let make = async |body: CreateSubmissionRequest, remember| {
        let submitted = submissions.submit(&call.context, actor, body.parse()?, remember).await;
        let submitted = submitted.map(|new| SubmissionDto::at(now, SubmissionView::of_new(new, actor)));
        illustrated_if_made(&pictures, submitted).await
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}

/// The caller's submissions, newest first
///
/// Includes their status, the reviewers' comments and the steps so far.
#[utoipa::path(operation_id = "listOwnSubmissions", tag = "Submission", params(ViewQuery, PageQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<SubmissionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsSession>))]
#[get("/user/submissions")]
pub async fn own(
    submissions: Data<Submissions>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, (View, Paged)>,
) -> Answer {
    let (view, Paged(requested)) = call.input;
    let now = call.context.now;
    let convert = match view {
        View::Full => SubmissionDto::at,
        View::Summary => SubmissionDto::summary,
    };
    listing::answer(&call.request, requested, async move |requested| {
        let page = submissions.own(&call.caller.actor, requested).await?;
        Ok((illustrated(&pictures, page.map(|view| convert(now, view))).await?, Total::unknown()))
    })
    .await
}

/// One of the caller's submissions
///
/// With its full text, as far as the caller may currently read it.
#[utoipa::path(operation_id = "getOwnSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The submission", body = SubmissionDto),
        Fails<(submission::NotFound, NeedsSession)>))]
#[get("/user/submissions/{id}")]
pub async fn own_one(
    submissions: Data<Submissions>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, Nothing>,
) -> Body<SubmissionDto> {
    let view = submissions.own_submission(&call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated(&pictures, SubmissionDto::at(call.context.now, view)).await?))
}

/// Withdraw a pending submission
///
/// Removes the submission and its approval steps, even if it has timed out, and turns it into a draft of its author.
/// The draft does not contain passages above the author's level.
#[utoipa::path(operation_id = "withdrawSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The draft with its text, file and release date", body = DraftDto),
        Fails<(submission::NotFound, submission::OwnerOnly, submission::ProtectedAccount, submission::AlreadyReviewed,
            submission::TooManyDrafts, NeedsSession, TakesBody)>))]
#[post("/user/submissions/{id}/withdraw")]
pub async fn withdraw(
    drafts: Data<Drafts>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, NoBody>,
) -> Body<DraftDto> {
    let by = (&call.context, &call.caller.actor);
    let draft = drafts.withdraw(by.0, by.1, call.request.id()?).await?;
    Ok(web::Json(illustrated_draft(&pictures, by, DraftDto::from(draft)).await?))
}

/// Put a submission that has timed out back into the queue
///
/// It waits for another three days. Approval steps that were already taken remain.
#[utoipa::path(operation_id = "resubmitSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The submission, back in the queue", body = SubmissionDto),
        Fails<(submission::NotFound, submission::OwnerOnly, submission::ProtectedAccount, submission::NotTimedOut,
            NeedsSession, TakesBody)>))]
#[post("/user/submissions/{id}/resubmit")]
pub async fn resubmit(
    time_outs: Data<TimeOuts>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, NoBody>,
) -> Body<SubmissionDto> {
    let view = time_outs.resubmit(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated(&pictures, SubmissionDto::at(call.context.now, view)).await?))
}

/// The caller's submissions and edits that have timed out, newest first
///
/// They waited for three days without a decision and can be resubmitted.
#[utoipa::path(operation_id = "listTimedOut", tag = "Submission", params(PageQuery),
    responses(
        (status = 200, description = "The items", body = Vec<TimedOutItemDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsSession>))]
#[get("/user/timed-out")]
pub async fn timed_out(time_outs: Data<TimeOuts>, call: Guarded<SignedIn, Paged>) -> Answer {
    listing::answer(&call.request, call.input.0, async move |requested| {
        let page = time_outs.own(&call.context, &call.caller.actor, requested).await?;
        Ok((page.map(TimedOutItemDto::from), Total::unknown()))
    })
    .await
}
