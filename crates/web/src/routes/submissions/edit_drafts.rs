//! The draft of a document owner's edit, which nobody else sees.

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody};
use crate::http::error::ApiError;
use crate::http::input::{Json, NoBody, Nothing};
use crate::http::request::parse_id;
use crate::routes::documents::document::{AttachmentDto, CategoryDto};
use crate::routes::files::pictures::illustrated_draft;
use crate::routes::files::record_files::attached;
use crate::routes::submissions::draft::{DraftDto, SavedEditDraftDto};
use crate::routes::submissions::drafts::with_stored_draft;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, put, web};
use facility_submissions::draft::{DraftInput, DraftRevision, DraftText};
use facility_submissions::edits::error::row as edit;
use facility_submissions::error::row as submission;
use facility_submissions::services::edit_drafts::EditDrafts;
use facility_submissions::services::pictures::Pictures;

/// The draft of the caller's edit of one of their documents
///
/// Returns the text that the caller saved, with bars for passages that are now withheld from them, and the document's
/// file. `revises` is null if the named edit can no longer be revised.
#[utoipa::path(operation_id = "getEditDraft", tag = "Draft",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The draft", body = DraftDto),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, edit::ProtectedAccount, NeedsSession)>))]
#[get("/documents/{id}/edit-draft")]
pub async fn get(
    drafts: Data<EditDrafts>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, Nothing>,
) -> Body<DraftDto> {
    let by = (&call.context, &call.caller.actor);
    let (draft, document) = drafts.find(by.0, by.1, call.request.id()?).await?;
    let has_files = draft.text.files.is_some();
    let draft = illustrated_draft(&pictures, by, DraftDto::from(draft)).await?;
    if has_files {
        return Ok(web::Json(draft));
    }
    let files = attached(&document.files).into_iter().chain(draft.files).collect();
    Ok(web::Json(DraftDto {
        files,
        file_path: document.document.files.first().map(|path| path.to_string()),
        attachment: AttachmentDto::first(&document.files),
        ..draft
    }))
}

/// The full text of the draft of an edit. Missing fields are removed from it.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveEditDraftRequest {
    /// One line. Edits accept 200 characters.
    #[schema(max_length = 500)]
    title: Option<String>,
    /// Markdown, stored unchanged, with the markers of passages that are withheld from the caller.
    #[schema(max_length = 300_000)]
    content: Option<String>,
    /// The category.
    #[schema(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// The level that the author proposes.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// The path of the first file.
    file_path: Option<String>,
    /// The ids of the files of the document after the edit. Missing: it keeps those that it has.
    #[schema(max_items = 20)]
    files: Option<Vec<String>>,
    /// What changes and why. Edits accept 2,000 characters.
    #[schema(max_length = 4000)]
    change_description: Option<String>,
    /// The version of the document that the edit is based on.
    #[schema(minimum = 1)]
    based_on_version: Option<i32>,
    /// Id of the caller's rejected or timed-out edit of this document that this one revises. No other edit may revise
    /// it.
    revises: Option<String>,
    /// The last revision of the draft that the caller knows. Missing to create the draft.
    revision: Option<String>,
}

impl SaveEditDraftRequest {
    fn parse(self) -> Result<(Option<DraftRevision>, DraftText), ApiError> {
        if self.based_on_version.is_some_and(|version| version < 1) {
            return Err(ApiError::invalid("basedOnVersion", "The version must be at least 1"));
        }
        let revised = self.revises.as_deref().map(|text| parse_id("revises", text));
        let text = DraftText::parse(DraftInput {
            title: self.title,
            content: self.content,
            category: self.category,
            clearance_level: self.clearance_level,
            file_path: self.file_path,
            files: self.files,
            release_at: None,
            based_on: self.based_on_version,
            change_description: self.change_description,
            revised_edit: revised.transpose()?,
        })
        .map_err(|error| ApiError::from_parse(&error))?;
        Ok((self.revision.map(DraftRevision::named), text))
    }
}

/// Save the draft of the caller's edit of one of their documents
///
/// The caller has at most one draft for each document. The request names the revision that it is based on, or none to
/// create the draft. If the draft has changed since, nothing is written and the error contains the stored draft. If the
/// stored draft already has the same text, the request succeeds. Proposing the edit deletes the draft. A request may
/// keep the stored `revises` even if that edit can no longer be revised.
#[utoipa::path(operation_id = "saveEditDraft", tag = "Draft", request_body = SaveEditDraftRequest,
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The draft was saved", body = SavedEditDraftDto),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, edit::ProtectedAccount,
            submission::StaleDraft, submission::TooManyDrafts, NeedsSession, TakesBody)>))]
#[put("/documents/{id}/edit-draft")]
pub async fn save(
    drafts: Data<EditDrafts>,
    call: Guarded<SignedIn, Json<SaveEditDraftRequest>>,
) -> Body<SavedEditDraftDto> {
    let Json(body) = call.input;
    let (id, (expected, text)) = (call.request.id()?, body.parse()?);
    let saved = drafts.save(&call.context, &call.caller.actor, id, expected, text).await;
    Ok(web::Json(saved.map_err(with_stored_draft)?.into()))
}

/// Delete the draft of the caller's edit of a document permanently
#[utoipa::path(operation_id = "deleteEditDraft", tag = "Draft",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The draft was deleted"),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, edit::ProtectedAccount, NeedsSession,
            TakesBody)>))]
#[delete("/documents/{id}/edit-draft")]
pub async fn delete(drafts: Data<EditDrafts>, call: Guarded<SignedIn, NoBody>) -> Answer {
    drafts.delete(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}
