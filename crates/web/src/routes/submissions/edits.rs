//! The caller's edits of documents.

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, parse_item_id};
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody, TakesKey};
use crate::http::error::ApiError;
use crate::http::input::{NoBody, Nothing};
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::http::request::parse_id;
use crate::routes::documents::document::CategoryDto;
use crate::routes::files::pictures::{illustrated, illustrated_if_made};
use crate::routes::submissions::edit::{EditDto, PendingEditDto};
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, post, web};
use facility_documents::text::DocumentText;
use facility_files::file::AttachedFiles;
use facility_kernel::Clearance;
use facility_submissions::edits::error::EditError;
use facility_submissions::edits::error::row as edit;
use facility_submissions::services::edits::{Edits, Proposal};
use facility_submissions::services::pictures::Pictures;

/// A new edit, with the full proposed text of the document.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProposeEditRequest {
    /// One line.
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// Markdown of at most 200,000 characters, or as many as the document has for the caller. The markers of passages
    /// that are withheld from the caller must stay, unchanged and in the same order; the server replaces them by the
    /// passages.
    #[schema(min_length = 1)]
    content: String,
    /// The category.
    #[schema(value_type = CategoryDto)]
    category: String,
    /// The level, at most the caller's own.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: i64,
    /// The ids of the files of the document after the edit, in order, at most 20: those that it has, and claimed uploads.
    /// Missing: it keeps those that it has.
    #[schema(max_items = 20)]
    files: Option<Vec<String>>,
    /// A description of the change for the reviewer and the history.
    #[schema(max_length = 2000)]
    change_description: Option<String>,
    /// The version that the edit is based on. Defaults to the current one.
    #[schema(minimum = 1)]
    base_version: Option<i32>,
    /// Id of the caller's rejected or timed-out edit of this document that this one revises. No other edit may revise
    /// it.
    resubmission_of: Option<String>,
}

impl ProposeEditRequest {
    fn parse(self) -> Result<Proposal, ApiError> {
        let revised = self.resubmission_of.as_deref().map(|text| parse_id("resubmissionOf", text));
        let text = DocumentText::parse_edited(&self.title, &self.content, &self.category);
        Ok(Proposal {
            text: text.map_err(EditError::Invalid)?,
            clearance: Clearance::parse(self.clearance_level).map_err(EditError::from)?,
            files: AttachedFiles::parse_sent(None, self.files.as_deref()).map_err(EditError::from)?,
            change_description: self.change_description,
            base_version: self.base_version,
            resubmission_of: revised.transpose()?,
        })
    }
}

/// Propose an edit of one of the caller's documents
///
/// The document does not change until administrators approve the edit. With the header `Idempotency-Key` (1 to 64 visible
/// ASCII characters), a repeated request takes effect only once: for 24 hours, the same key with the same body returns
/// the edit again, as the caller may read it at that time.
#[utoipa::path(operation_id = "proposeEdit", tag = "DocumentEdit", request_body = ProposeEditRequest,
    params(("id" = String, Path, description = "The document"),
        ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The edit, waiting for review", body = EditDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, edit::ProtectedAccount,
            edit::PortionMismatch, edit::TooMuchWaiting, edit::AlreadyResubmitted, TakesKey, NeedsSession, TakesBody)>))]
#[post("/documents/{id}/edit")]
pub async fn create(
    edits: Data<Edits>,
    pictures: Data<Pictures>,
    replies: Data<Replies>,
    call: Guarded<SignedIn, Idempotent<ProposeEditRequest>>,
) -> Answer {
    let (now, actor, id) = (call.context.now, &call.caller.actor, call.request.id()?);
    let recall = async |item: String| {
        let view = edits.own_edit(&call.context, actor, parse_item_id(&item)?).await?;
        illustrated(&pictures, EditDto::at(now, view)).await
    };
    let make = async |body: ProposeEditRequest, remember| {
        let proposed = edits.propose(&call.context, actor, id, body.parse()?, remember).await;
        illustrated_if_made(&pictures, proposed.map(|view| EditDto::at(now, view))).await
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}

/// The caller's edits that wait for a review, newest first
///
/// Edits that have timed out are listed by `listTimedOut`.
#[utoipa::path(operation_id = "listOwnPendingEdits", tag = "DocumentEdit", params(PageQuery),
    responses(
        (status = 200, description = "The edits", body = Vec<PendingEditDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsSession>))]
#[get("/user/pending-edits")]
pub async fn own(edits: Data<Edits>, call: Guarded<SignedIn, Paged>) -> Answer {
    listing::answer(&call.request, call.input.0, async move |requested| {
        let page = edits.pending(&call.context, &call.caller.actor, requested).await?;
        Ok((page.map(PendingEditDto::from), Total::unknown()))
    })
    .await
}

/// The caller's edits, pending and decided, newest first
///
/// Without the content, which `getOwnEdit` returns. Excludes edits above the caller's level.
#[utoipa::path(operation_id = "listOwnEdits", tag = "DocumentEdit", params(PageQuery),
    responses(
        (status = 200, description = "The edits, with their reviewers' comments and steps", body = Vec<EditDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsSession>))]
#[get("/user/edits")]
pub async fn authored(edits: Data<Edits>, call: Guarded<SignedIn, Paged>) -> Answer {
    listing::answer(&call.request, call.input.0, async move |requested| {
        let page = edits.own_edits(&call.context, &call.caller.actor, requested).await?;
        Ok((page.map(|view| EditDto::at(call.context.now, view)), Total::unknown()))
    })
    .await
}

/// One of the caller's edits, pending or decided
///
/// With the proposed text, the reviewers' comments and the steps.
#[utoipa::path(operation_id = "getOwnEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 200, description = "The edit", body = EditDto),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, NeedsSession)>))]
#[get("/user/edits/{id}")]
pub async fn read(edits: Data<Edits>, pictures: Data<Pictures>, call: Guarded<SignedIn, Nothing>) -> Body<EditDto> {
    let view = edits.own_edit(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated(&pictures, EditDto::at(call.context.now, view)).await?))
}

/// Withdraw a pending edit
///
/// Removes the edit and its approval steps, even if it has timed out. The document does not change.
#[utoipa::path(operation_id = "withdrawEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 204, description = "The edit was withdrawn"),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, edit::ProtectedAccount,
            edit::AlreadyReviewed, NeedsSession, TakesBody)>))]
#[delete("/user/edits/{id}")]
pub async fn withdraw(edits: Data<Edits>, call: Guarded<SignedIn, NoBody>) -> Answer {
    edits.withdraw(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Put an edit that has timed out back into the queue
///
/// It waits for another three days. Approval steps that were already taken remain.
#[utoipa::path(operation_id = "resubmitEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 200, description = "The edit, back in the queue", body = EditDto),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, edit::ProtectedAccount,
            edit::NotTimedOut, NeedsSession, TakesBody)>))]
#[post("/user/edits/{id}/resubmit")]
pub async fn resubmit(edits: Data<Edits>, pictures: Data<Pictures>, call: Guarded<SignedIn, NoBody>) -> Body<EditDto> {
    let view = edits.resubmit(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(illustrated(&pictures, EditDto::at(call.context.now, view)).await?))
}
