//! POST /api/documents/{id}/edit

use crate::dto::document::CategoryDto;
use crate::dto::edit::EditDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, made};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::routes::documents::document_id;
use actix_web::{HttpResponse, post, web};
use facility_documents::edits::error::EditError;
use facility_documents::text::DocumentText;
use facility_kernel::Clearance;
use facility_submissions::services::edits::{Edits, Proposal};

/// A new edit: the document as it should be.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProposeEditRequest {
    /// One line.
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// Markdown of at most 200,000 characters, or as many as the document has for the caller. The marks of passages that are
    /// withheld from the caller have to stay, unchanged and in their order; the server puts the passages back.
    #[schema(min_length = 1)]
    content: String,
    /// The category.
    #[schema(value_type = CategoryDto)]
    category: String,
    /// The level, at most the caller's own.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: i64,
    /// A description of the change for the reviewer and the history.
    #[schema(max_length = 2000)]
    change_description: Option<String>,
    /// The version that the caller changed. Without it, the present one.
    #[schema(minimum = 1)]
    base_version: Option<i32>,
    /// Id of the caller's rejected or timed-out edit of this document that it revises, which no other one does yet.
    resubmission_of: Option<String>,
}

impl ProposeEditRequest {
    fn parse(self) -> Result<Proposal, ApiError> {
        let revised = self.resubmission_of.as_deref().map(str::parse).transpose();
        let text = DocumentText::parse_edited(&self.title, &self.content, &self.category);
        Ok(Proposal {
            text: text.map_err(EditError::Invalid)?,
            clearance: Clearance::parse(self.clearance_level).map_err(EditError::from)?,
            change_description: self.change_description,
            base_version: self.base_version,
            resubmission_of: revised
                .map_err(|_source| ApiError::invalid("resubmissionOf", "Invalid edit id"))?,
        })
    }
}

/// Propose an edit of one of the caller's documents
///
/// An administrator reviews it; until then the document stays as it is. The file stays in any case. With the header
/// `Idempotency-Key` (1 to 64 visible ASCII characters), repeated requests act once: for 24 hours, the same key with the same
/// body gets the edit again, as the caller may read it by then.
#[utoipa::path(operation_id = "proposeEdit", tag = "DocumentEdit", request_body = ProposeEditRequest,
    params(("id" = String, Path, description = "The document"),
        ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The edit, waiting for review", body = EditDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        NeedsSession, TakesBody,
        (status = 403, description = "Not the owner (`owner_only`), a level above the caller's (`insufficient_clearance`, with \
            `requiredClearance`), or the emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or a repeated request's edit has been withdrawn (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "A mark of a withheld passage is missing, moved or changed (`portion_mismatch`), the \
            caller's submissions and edits that wait for a review are 200, or 32 MiB of text (`too_much_waiting`), \
            what it revises is not to be revised by the caller or was (`already_resubmitted`), or the same request is still in progress (`in_progress`, with `Retry-After`)", body = ApiErrorBody),
        (status = 422, description = "The key was used with another body (`idempotency_mismatch`)",
            body = ApiErrorBody)))]
#[post("/documents/{id}/edit")]
pub async fn create(
    edits: web::Data<Edits>,
    replies: web::Data<Replies>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Idempotent<ProposeEditRequest>>,
) -> Result<HttpResponse, ApiError> {
    let (now, actor, id) = (call.context.now, &call.caller.actor, document_id(&id)?);
    let recall =
        async |item: String| Ok(EditDto::at(now, edits.own_edit(&call.context, actor, made(&item)?).await?));
    let make = async |body: ProposeEditRequest, remember| {
        let proposed = edits.propose(&call.context, actor, id, body.parse()?, remember).await;
        Ok(proposed.map(|view| EditDto::at(now, view)))
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}
