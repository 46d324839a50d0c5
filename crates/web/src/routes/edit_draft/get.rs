//! GET /api/documents/{id}/edit-draft

use crate::dto::document::AttachmentDto;
use crate::dto::draft::DraftDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use crate::routes::documents::document_id;
use actix_web::{get, web};
use facility_submissions::services::edit_drafts::EditDrafts;

/// The draft of the caller's edit of one of their documents
///
/// Its text is what the caller saved, with bars for what is withheld from them now. The file is the document's. It revises
/// nothing once the edit that it named cannot be revised any more.
#[utoipa::path(operation_id = "getEditDraft", tag = "Draft",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The draft", body = DraftDto),
        (status = 400, description = "The id is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "Not the owner (`owner_only`), a document above the caller's level \
            (`insufficient_clearance`, with `requiredClearance`), or the emergency-access account (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "No such document, or the caller has no draft of it (`not_found`)",
            body = ApiErrorBody)))]
#[get("/documents/{id}/edit-draft")]
pub async fn get(
    drafts: web::Data<EditDrafts>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
) -> Result<web::Json<DraftDto>, ApiError> {
    let id = document_id(&id)?;
    let (draft, document) = drafts.find(&call.context, &call.caller.actor, id).await?;
    Ok(web::Json(DraftDto {
        file_path: document.document.attachment.map(|path| path.to_string()),
        attachment: document.attachment.map(AttachmentDto::from),
        ..draft.into()
    }))
}
