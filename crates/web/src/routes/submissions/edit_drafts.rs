//! What the author of a document is changing: the draft of their edit, which nobody else sees.

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody};
use crate::http::error::ApiError;
use crate::http::input::{Json, NoBody, Nothing};
use crate::http::request::parse_id;
use crate::routes::documents::document::{AttachmentDto, CategoryDto};
use crate::routes::submissions::draft::{DraftDto, SavedEditDraftDto};
use crate::routes::submissions::drafts::shown;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, put, web};
use facility_submissions::draft::{DraftInput, DraftRevision, DraftText};
use facility_submissions::edits::error::row as edit;
use facility_submissions::error::row as submission;
use facility_submissions::services::edit_drafts::EditDrafts;

/// The draft of the caller's edit of one of their documents
///
/// Its text is what the caller saved, with bars for what is withheld from them now. The file is the document's. It
/// revises nothing once the edit that it named cannot be revised any more.
#[utoipa::path(operation_id = "getEditDraft", tag = "Draft",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The draft", body = DraftDto),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::OwnerOnly, edit::ProtectedAccount, NeedsSession)>))]
#[get("/documents/{id}/edit-draft")]
pub async fn get(drafts: Data<EditDrafts>, call: Guarded<SignedIn, Nothing>) -> Body<DraftDto> {
    let (draft, document) = drafts.find(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(DraftDto {
        file_path: document.document.attachment.map(|path| path.to_string()),
        attachment: document.attachment.map(AttachmentDto::from),
        ..draft.into()
    }))
}

/// The whole text of an edit that is being written. What is missing is removed from its draft.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveEditDraftRequest {
    /// One line. An edit accepts 200 characters.
    #[schema(max_length = 500)]
    title: Option<String>,
    /// Markdown, stored unchanged, with the marks of passages that are withheld from the caller.
    #[schema(max_length = 300_000)]
    content: Option<String>,
    /// The category.
    #[schema(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// The level that the author proposes.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// The path of the document's file, which an edit keeps.
    file_path: Option<String>,
    /// What changes and why. An edit accepts 2,000 characters.
    #[schema(max_length = 4000)]
    change_description: Option<String>,
    /// The version of the document that the edit is based on.
    #[schema(minimum = 1)]
    based_on_version: Option<i32>,
    /// Id of the caller's rejected or timed-out edit of this document that it revises, which no other one does yet.
    revises: Option<String>,
    /// The draft's last revision that the caller knows. Without it, the request begins the draft.
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
            release_at: None,
            based_on: self.based_on_version,
            change_description: self.change_description,
            revised_edit: revised.transpose()?,
        })
        .map_err(|error| ApiError::from_parse(&error))?;
        Ok((self.revision.map(DraftRevision::named), text))
    }
}

/// Keep what the caller is changing in one of their documents
///
/// The caller has one draft of each document. The request names the revision that it is based on, none for the first.
/// If the draft has changed since, nothing is written and the response has the stored draft; if the stored draft has
/// the same text, the request succeeds. Proposing the edit ends the draft. What the stored draft revises can be named
/// again when it cannot be revised any more.
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
    Ok(web::Json(saved.map_err(shown)?.into()))
}

/// Delete the draft of the caller's edit of a document for good
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
