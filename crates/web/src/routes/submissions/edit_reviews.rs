//! Reviewing edits of documents.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, TakesBody};
use crate::http::error::ApiError;
use crate::http::input::{Json, Nothing};
use crate::http::listing::{self, PageQuery, Paged, Total, View, ViewQuery};
use crate::routes::files::pictures::illustrated;
use crate::routes::submissions::edit::{AdminEditDto, EditCaseDto};
use crate::routes::submissions::reviews::ReviewStatus;
use actix_web::web::Data;
use actix_web::{get, patch, web};
use facility_submissions::edits::error::row as edit;
use facility_submissions::edits::review::EditReview;
use facility_submissions::services::edit_reviews::EditReviews;
use facility_submissions::services::pictures::Pictures;

/// The edits that wait for a review, oldest first
///
/// Excludes edits that have timed out after three days. Only administrators whose level covers the document, the base
/// version and the proposed level see the texts of an edit.
#[utoipa::path(operation_id = "listDocumentEdits", tag = "DocumentEdit", params(ViewQuery, PageQuery),
    responses(
        (status = 200, description = "The edits", body = Vec<AdminEditDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/document-edits")]
pub async fn list(reviews: Data<EditReviews>, pictures: Data<Pictures>, call: Guarded<Admin, (View, Paged)>) -> Answer {
    let (view, Paged(requested)) = call.input;
    listing::answer(&call.request, requested, async move |requested| {
        let page = reviews.queue(&call.context, &call.caller.actor, view == View::Full, requested).await?;
        let page = page.map(|item| AdminEditDto::at(call.context.now, item));
        Ok((illustrated(&pictures, page).await?, Total::unknown()))
    })
    .await
}

/// One edit, pending or decided, and its differences from the document
///
/// Recorded in the document's access log.
#[utoipa::path(operation_id = "getDocumentEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses((status = 200, description = "The edit", body = EditCaseDto), Fails<(edit::NotFound, NeedsAdmin)>))]
#[get("/document-edits/{id}")]
pub async fn case(
    reviews: Data<EditReviews>,
    pictures: Data<Pictures>,
    call: Guarded<Admin, Nothing>,
) -> Body<EditCaseDto> {
    let case = reviews.case(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated(&pictures, EditCaseDto::at(call.context.now, case)).await?))
}

/// A reviewer's decision on an edit.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewEditRequest {
    /// Approve or reject.
    #[schema(value_type = ReviewStatus)]
    status: String,
    /// Comment for the author.
    #[schema(max_length = 2000)]
    comments: Option<String>,
    /// Number of administrators who must approve. Only the first step can set it.
    #[schema(minimum = 1, maximum = 10)]
    max_approval_steps: Option<i32>,
    /// Replaces the document even if it has changed since the edit's base version. Its text stays in the history.
    #[serde(default)]
    force: bool,
    /// To approve both changes of a stale edit: the `resolved` text of its comparison, unchanged.
    #[schema(max_length = 200_000)]
    content: Option<String>,
}

impl ReviewEditRequest {
    fn parse(self) -> Result<EditReview, ApiError> {
        Ok(EditReview {
            max_approval_steps: self.max_approval_steps,
            force: self.force,
            merged: self.content,
            ..EditReview::parse(&self.status, self.comments)?
        })
    }
}

/// Approve or reject an edit
///
/// The last step of an approval changes the document and keeps the previous version in the history. If two
/// administrators decide at the same time, only one of them succeeds.
#[utoipa::path(operation_id = "reviewDocumentEdit", tag = "DocumentEdit", request_body = ReviewEditRequest,
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 200, description = "The updated edit", body = AdminEditDto),
        Fails<(edit::NotFound, edit::SelfReview, edit::InsufficientClearance, edit::DistinctApprover,
            edit::AlreadyReviewed, edit::TimedOut, edit::Stale, edit::PortionMismatch, NeedsAdmin, TakesBody)>))]
#[patch("/document-edits/{id}")]
pub async fn review(
    reviews: Data<EditReviews>,
    pictures: Data<Pictures>,
    call: Guarded<Admin, Json<ReviewEditRequest>>,
) -> Body<AdminEditDto> {
    let review = call.input.0.parse()?;
    let view = reviews.review(&call.context, &call.caller.actor, call.request.id()?, review).await?;
    Ok(web::Json(illustrated(&pictures, AdminEditDto::at(call.context.now, view)).await?))
}
