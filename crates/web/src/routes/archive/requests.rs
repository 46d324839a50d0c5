//! Archiving documents, and requests to archive them.

use crate::gate::guard::{Admin, Guarded, SignedIn};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, NeedsSession, TakesBody};
use crate::http::input::{Json, NoBody};
use crate::http::listing::{self, PageQuery, Paged, Total, View};
use crate::http::request::parse_id;
use crate::routes::documents::administration::AdminDocumentDto;
use crate::routes::documents::document::DocumentDto;
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post, web};
use facility_archive::error::row as archive;
use facility_archive::placing::RequestDecision;
use facility_archive::requests::{EXCERPT_CHARS, RequestItem};
use facility_archive::services::placements::Placements;
use serde::Serialize;
use utoipa::ToSchema;

/// A document with a pending request to archive it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ArchiveRequest)]
#[serde(rename_all = "camelCase")]
pub struct ArchiveRequestDto {
    /// The document. Its `content` is null in a summary and if it is withheld.
    #[serde(flatten)]
    pub document: AdminDocumentDto,
    /// The start of the content as plain text on one line: at most 300 characters (code points), cut at a word, with
    /// `…` for omitted text. Null if the content is withheld.
    #[schema(required = true)]
    pub excerpt: Option<String>,
    /// Name of the account that requested it.
    pub archive_requested_by_username: String,
    /// Name of the requested section. Null if it does not exist.
    #[schema(required = true)]
    pub section_name: Option<String>,
    /// Whether another administrator must decide because the caller made the request. False for the only administrator.
    pub awaits_another_approver: bool,
}

impl ArchiveRequestDto {
    /// Converts the request, with the content.
    pub fn whole(item: RequestItem) -> Self {
        let excerpt = item.document.text.as_ref().and_then(|text| text.content.as_deref());
        Self {
            excerpt: excerpt.map(|content| facility_documents::plain::excerpt(content, EXCERPT_CHARS)),
            document: item.document.into(),
            archive_requested_by_username: item.requested_by_username,
            section_name: item.section_name,
            awaits_another_approver: item.awaits_another,
        }
    }

    /// Converts the request, without the content.
    pub fn summary(item: RequestItem) -> Self {
        let mut summary = Self::whole(item);
        let DocumentDto { content, .. } = &mut summary.document.document;
        *content = None;
        summary
    }
}

/// Where to archive a document.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArchiveDocumentRequest {
    /// Id of an active section.
    section_id: String,
}

/// Archive a document, or request it
///
/// If the caller is an administrator, the document is archived immediately, which also settles a pending request. If
/// the caller is the owner, this creates a request that an administrator decides.
#[utoipa::path(operation_id = "requestArchive", tag = "Archive", request_body = ArchiveDocumentRequest,
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document is archived", body = DocumentDto),
        (status = 202, description = "The document, with the pending request", body = DocumentDto),
        Fails<(archive::NotFound, archive::SectionNotFound, archive::InsufficientClearance, archive::OwnerOnly,
            archive::AlreadyArchived, archive::AlreadyRequested, archive::Stale, NeedsSession, TakesBody)>))]
#[post("/documents/{id}/request-archive")]
pub async fn request(placements: Data<Placements>, call: Guarded<SignedIn, Json<ArchiveDocumentRequest>>) -> Answer {
    let section = parse_id("sectionId", &call.input.0.section_id)?;
    let archived = placements.archive(&call.context, &call.caller.actor, call.request.id()?, section).await?;
    let mut answer = if archived.is_pending { HttpResponse::Accepted() } else { HttpResponse::Ok() };
    Ok(answer.json(DocumentDto::from(archived.document)))
}

/// Take a document out of the archive
///
/// The document returns to the repository.
#[utoipa::path(operation_id = "unarchiveDocument", tag = "Archive",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document, back in the repository", body = DocumentDto),
        Fails<(archive::NotFound, archive::InsufficientClearance, archive::NotArchived, archive::Stale, NeedsAdmin,
            TakesBody)>))]
#[post("/documents/{id}/unarchive")]
pub async fn unarchive(placements: Data<Placements>, call: Guarded<Admin, NoBody>) -> Body<DocumentDto> {
    let document = placements.unarchive(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(document.into()))
}

/// Documents the parameter `view` of the queue.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub struct RequestsQuery {
    /// With `summary`, items have an excerpt but no content.
    #[param(value_type = Option<RequestsView>, inline)]
    view: Option<String>,
}

/// How much of each document the queue contains.
#[derive(utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its description is used")]
pub enum RequestsView {
    /// Everything.
    Full,
    /// An excerpt but no content.
    Summary,
}

/// The documents with a pending request, the oldest request first
///
/// The content of documents above the administrator's level is withheld, and the administrator cannot decide those
/// requests.
#[utoipa::path(operation_id = "listArchiveRequests", tag = "Archive", params(RequestsQuery, PageQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<ArchiveRequestDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/archive-requests")]
pub async fn requests(placements: Data<Placements>, call: Guarded<Admin, (View, Paged)>) -> Answer {
    let (view, Paged(requested)) = call.input;
    let is_full = view == View::Full;
    let convert = if is_full { ArchiveRequestDto::whole } else { ArchiveRequestDto::summary };
    listing::answer(&call.request, requested, async move |requested| {
        let page = placements.queue(&call.context, &call.caller.actor, requested, is_full).await?;
        Ok((page.map(convert), Total::unknown()))
    })
    .await
}

/// A comment on the decision.
#[derive(Debug, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArchiveDecisionRequest {
    /// A comment for the requester.
    #[schema(max_length = 2000)]
    pub comments: Option<String>,
}

/// Approve a request to archive a document
///
/// Archives the document in the requested section, and notifies the requester. If two administrators decide at the same
/// time, only one of them succeeds.
#[utoipa::path(operation_id = "approveArchiveRequest", tag = "Archive", request_body = ArchiveDecisionRequest,
    params(("documentId" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The archived document", body = DocumentDto),
        Fails<(archive::NotFound, archive::InsufficientClearance, archive::SelfReview, archive::NoRequest,
            archive::SectionInactive, archive::Stale, NeedsAdmin, TakesBody)>))]
#[post("/admin/archive-requests/{documentId}/approve")]
pub async fn approve(
    placements: Data<Placements>,
    call: Guarded<Admin, Json<ArchiveDecisionRequest>>,
) -> Body<DocumentDto> {
    let decision = (RequestDecision::Approve, call.input.0.comments);
    let document = placements.review(&call.context, &call.caller.actor, call.request.id()?, decision).await?;
    Ok(web::Json(document.into()))
}

/// Reject a request to archive a document
///
/// The document stays in the repository, and the requester is notified. If two administrators decide at the same time,
/// only one of them succeeds.
#[utoipa::path(operation_id = "rejectArchiveRequest", tag = "Archive", request_body = ArchiveDecisionRequest,
    params(("documentId" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document, without the request", body = DocumentDto),
        Fails<(archive::NotFound, archive::InsufficientClearance, archive::SelfReview, archive::NoRequest,
            archive::Stale, NeedsAdmin, TakesBody)>))]
#[post("/admin/archive-requests/{documentId}/reject")]
pub async fn reject(
    placements: Data<Placements>,
    call: Guarded<Admin, Json<ArchiveDecisionRequest>>,
) -> Body<DocumentDto> {
    let decision = (RequestDecision::Reject, call.input.0.comments);
    let document = placements.review(&call.context, &call.caller.actor, call.request.id()?, decision).await?;
    Ok(web::Json(document.into()))
}
