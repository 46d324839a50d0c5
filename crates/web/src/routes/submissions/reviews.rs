//! Reviewing submissions.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, TakesBody};
use crate::http::error::ApiError;
use crate::http::input::{Json, Member, Nothing, nullable, time};
use crate::http::listing::{self, PageQuery, Paged, Total, View, ViewQuery};
use crate::routes::documents::versions::DiffDto;
use crate::routes::files::pictures::illustrated;
use crate::routes::files::record_files::texts_of;
use crate::routes::submissions::submission::SubmissionDto;
use actix_web::web::Data;
use actix_web::{get, patch, web};
use facility_kernel::Timestamp;
use facility_submissions::error::row as submission;
use facility_submissions::review::{ReleaseDate, Review};
use facility_submissions::services::pictures::Pictures;
use facility_submissions::services::reviews::Reviews;
use facility_submissions::view::ReviewItem;
use serde::Serialize;
use utoipa::ToSchema;

/// A submission in the control panel.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminSubmission)]
#[serde(rename_all = "camelCase")]
pub struct AdminSubmissionDto {
    /// The submission. `content` and `filePath` are null if they are withheld; `content` is also null in summaries.
    #[serde(flatten)]
    pub submission: SubmissionDto,
    /// Whether text and file are withheld because a step assigned a level above the administrator's.
    pub redacted: bool,
    /// Whether another administrator must decide because the caller is the author or took a step. False if nobody else
    /// can take the next step; then the caller may take it.
    pub awaits_another_approver: bool,
}

texts_of!(AdminSubmissionDto: submission);

impl AdminSubmissionDto {
    /// Converts the submission as of this time.
    pub fn at(now: Timestamp, item: ReviewItem) -> Self {
        let (redacted, awaits_another_approver) = (item.is_redacted(), item.awaits_another());
        let submission = SubmissionDto::at(now, item.into_view());
        Self { submission, redacted, awaits_another_approver }
    }

    /// Converts the submission as of this time, with the preview but without the content.
    pub fn summary(now: Timestamp, item: ReviewItem) -> Self {
        let whole = Self::at(now, item);
        Self { submission: whole.submission.without_content(), ..whole }
    }
}

/// The review queue, oldest first
///
/// Excludes submissions that have timed out after three days. Once a step has assigned a level, only administrators of
/// at least that level see text and file.
#[utoipa::path(operation_id = "listPendingSubmissions", tag = "Submission", params(ViewQuery, PageQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<AdminSubmissionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/submissions")]
pub async fn pending(reviews: Data<Reviews>, pictures: Data<Pictures>, call: Guarded<Admin, (View, Paged)>) -> Answer {
    let (view, Paged(requested)) = call.input;
    let convert = match view {
        View::Full => AdminSubmissionDto::at,
        View::Summary => AdminSubmissionDto::summary,
    };
    listing::answer(&call.request, requested, async move |requested| {
        let page = reviews.queue(&call.context, &call.caller.actor, requested).await?;
        let page = page.map(|item| convert(call.context.now, item));
        Ok((illustrated(&pictures, page).await?, Total::unknown()))
    })
    .await
}

/// One submission, pending or decided
///
/// `approvalSteps` names the administrators who decided. Once a step has assigned a level, only administrators of at
/// least that level see text and file.
#[utoipa::path(operation_id = "getSubmissionCase", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The submission", body = AdminSubmissionDto),
        Fails<(submission::NotFound, NeedsAdmin)>))]
#[get("/admin/submissions/{id}")]
pub async fn case(
    reviews: Data<Reviews>,
    pictures: Data<Pictures>,
    call: Guarded<Admin, Nothing>,
) -> Body<AdminSubmissionDto> {
    let item = reviews.case(&call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated(&pictures, AdminSubmissionDto::at(call.context.now, item)).await?))
}

/// Compare a submission with the one that it revises
///
/// Compares both as the administrator may read them. A level that was not assigned counts as 1.
#[utoipa::path(operation_id = "compareSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The differences", body = DiffDto),
        Fails<(submission::NotFound, submission::InsufficientClearance, NeedsAdmin)>))]
#[get("/admin/submissions/{id}/compare")]
pub async fn compare(reviews: Data<Reviews>, pictures: Data<Pictures>, call: Guarded<Admin, Nothing>) -> Body<DiffDto> {
    let diff = reviews.compare(&call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated(&pictures, DiffDto::from(diff)).await?))
}

/// A reviewer's decision.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewSubmissionRequest {
    /// Approve or reject.
    #[schema(value_type = ReviewStatus)]
    status: String,
    /// The document's level. Required for an approval.
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// Comment for the author.
    #[schema(max_length = 2000)]
    comments: Option<String>,
    /// Number of administrators who must approve. Only the first step can set it.
    #[schema(minimum = 1, maximum = 10)]
    max_approval_steps: Option<i32>,
    /// Release date that replaces the requested one; a date in the past publishes immediately. Null removes the
    /// requested date. If the member is missing, the requested date stays.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, format = DateTime)]
    scheduled_release_at: Member<String>,
}

/// The decision of a reviewer.
#[derive(Debug, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "names the values in the contract; the rules read the text")]
pub enum ReviewStatus {
    /// Approve this step. The last approval publishes.
    Approved,
    /// Reject.
    Rejected,
}

impl ReviewSubmissionRequest {
    fn parse(self) -> Result<Review, ApiError> {
        Ok(Review {
            release: match self.scheduled_release_at {
                None => ReleaseDate::Keep,
                Some(text) => {
                    time("scheduledReleaseAt", text.as_deref())?.map_or(ReleaseDate::Clear, ReleaseDate::Replace)
                }
            },
            max_approval_steps: self.max_approval_steps,
            ..Review::parse(&self.status, self.clearance_level, self.comments)?
        })
    }
}

/// Approve or reject a submission
///
/// The last step of an approval publishes the document, whose id is then in `documentId`. If two administrators decide
/// at the same time, only one of them succeeds.
#[utoipa::path(operation_id = "reviewSubmission", tag = "Submission", request_body = ReviewSubmissionRequest,
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The updated submission", body = AdminSubmissionDto),
        Fails<(submission::NotFound, submission::SelfReview, submission::InsufficientClearance,
            submission::DistinctApprover, submission::AlreadyReviewed, submission::TimedOut, submission::LevelDiffers,
            NeedsAdmin, TakesBody)>))]
#[patch("/admin/submissions/{id}")]
pub async fn review(
    reviews: Data<Reviews>,
    pictures: Data<Pictures>,
    call: Guarded<Admin, Json<ReviewSubmissionRequest>>,
) -> Body<AdminSubmissionDto> {
    let review = call.input.0.parse()?;
    let item = reviews.review(&call.context, &call.caller.actor, call.request.id()?, review).await?;
    Ok(web::Json(illustrated(&pictures, AdminSubmissionDto::at(call.context.now, item)).await?))
}
