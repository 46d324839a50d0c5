//! A document for its readers: its text, links and file, and its deletion by its owner.

use crate::gate::guard::{Guarded, Reader, SignedIn};
use crate::gate::read_as::AsQuery;
use crate::http::answers::{Answer, Body, Fails, NeedsSession, Readable, Reads, TakesBody};
use crate::http::error::ApiError;
use crate::http::etag;
use crate::http::headers::attachment;
use crate::http::input::{NoBody, Nothing};
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::routes::documents::document::{DocumentDto, OpenedDto};
use crate::routes::files::pictures::illustrated;
use crate::routes::files::record_files::texts_of;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, web};
use facility_audit::access::ReaderCounts;
use facility_documents::document::Document;
use facility_documents::error::row as document;
use facility_documents::label::short_label;
use facility_documents::links::{LinkedRecord, ResolvedLink};
use facility_documents::services::comments::Comments;
use facility_documents::services::documents::Documents;
use facility_documents::services::links::Links;
use facility_documents::services::removal::Removal;
use facility_documents::view::Visible;
use facility_submissions::services::pictures::Pictures;
use serde::Serialize;
use utoipa::ToSchema;

/// A link in a document's content, as the caller sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentLink)]
#[serde(rename_all = "camelCase")]
pub struct LinkDto {
    /// The text between its brackets, trimmed.
    pub label: String,
    /// Id of the linked document. Null if there is none that the caller may see.
    #[schema(required = true)]
    pub id: Option<String>,
    /// The document's current title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The document's clearance level.
    #[schema(required = true, minimum = 1, maximum = 5)]
    pub clearance_level: Option<u8>,
}

impl From<ResolvedLink> for LinkDto {
    fn from(ResolvedLink { label, record }: ResolvedLink) -> Self {
        let Some(LinkedRecord { id, title, clearance }) = record else {
            return Self { label, id: None, title: None, clearance_level: None };
        };
        Self { label, id: Some(id.to_string()), title: Some(title), clearance_level: Some(clearance.level()) }
    }
}

/// A document that links to another.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LinkedDocument)]
#[serde(rename_all = "camelCase")]
pub struct LinkedRecordDto {
    /// A UUID.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The clearance level required to open it.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
}

impl From<LinkedRecord> for LinkedRecordDto {
    fn from(LinkedRecord { id, title, clearance }: LinkedRecord) -> Self {
        Self { id: id.to_string(), title, clearance_level: clearance.level() }
    }
}

/// A document that was opened.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = OpenedDocument)]
#[serde(rename_all = "camelCase")]
pub struct OpenedDocumentDto {
    /// The document.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// The links in its content, in order and without duplicates. At most 200.
    pub links: Vec<LinkDto>,
    /// Whether the caller watches it.
    pub is_watched: bool,
    /// What the caller had opened of it before.
    #[serde(flatten)]
    pub opened: OpenedDto,
}

texts_of!(OpenedDocumentDto: document);

impl OpenedDocumentDto {
    /// Creates the response from a document and its links, both as the same reader sees them.
    pub fn new(document: Visible, links: Vec<ResolvedLink>, is_watched: bool) -> Self {
        let links = links.into_iter().map(LinkDto::from).collect();
        let opened = document.opened().into();
        Self { document: document.into(), links, is_watched, opened }
    }
}

/// The number of users other than the owner who have opened a document, received it in a list of full documents, or
/// downloaded its file. Deleted accounts count, and emergency access counts as one user.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = DocumentViews)]
#[serde(rename_all = "camelCase")]
pub struct DocumentViewsDto {
    /// All readers.
    pub readers: u64,
    /// Readers in the last 30 days.
    pub last_month: u64,
}

impl From<ReaderCounts> for DocumentViewsDto {
    fn from(readers: ReaderCounts) -> Self {
        Self { readers: readers.ever, last_month: readers.lately }
    }
}

/// Open a document
///
/// Recorded in the document's access log. `submittedByUsername` is the owner's name.
#[utoipa::path(operation_id = "getDocument", tag = "Document",
    params(("id" = String, Path, description = "The document"), AsQuery),
    responses(
        (status = 200, description = "The document", body = OpenedDocumentDto,
            headers(("ETag" = String, description = "Version of the document"))),
        (status = 304, description = "It still matches `If-None-Match`"),
        Fails<(Readable, Reads)>))]
#[get("/documents/{id}")]
pub async fn get(
    reading: Data<Documents>,
    links: Data<Links>,
    comments: Data<Comments>,
    pictures: Data<Pictures>,
    call: Guarded<Reader, Nothing>,
) -> Answer {
    let record = reading.open(&call.context, &call.caller.actor, call.request.id()?).await?;
    let links = links.of(&call.context, &call.caller.actor, &record).await?;
    let is_watched = comments.is_watched(&call.caller.actor, &record.document).await?;
    let opened = illustrated(&pictures, OpenedDocumentDto::new(record, links, is_watched)).await?;
    etag::tagged(&call.request, &opened, Vec::new())
}

/// Maximum number of characters of a title in a file name. File systems accept that many in any script.
const TITLE_CHARS: usize = 60;

/// Download a document as Markdown
///
/// Contains the document's fields as YAML front matter, except empty ones, and its text, with bars for passages above
/// the caller's level. Recorded in the document's access log as a download.
#[utoipa::path(operation_id = "exportDocument", tag = "Document",
    params(("id" = String, Path, description = "The document"), AsQuery),
    responses(
        (status = 200, description = "The document", body = inline(String), content_type = "text/markdown",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        Fails<(Readable, Reads)>))]
#[get("/documents/{id}/export")]
pub async fn export(reading: Data<Documents>, call: Guarded<Reader, Nothing>) -> Answer {
    let seen = reading.download(&call.context, &call.caller.actor, call.request.id()?).await?;
    let name = file_name(&seen.document);
    let file = facility_transfer::record::markdown(seen).ok_or_else(ApiError::internal)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/markdown; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, attachment(&name)))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(file))
}

/// Returns the name of a document's file: its title without characters that file systems refuse, and its short label.
fn file_name(document: &Document) -> String {
    let is_refused = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c);
    let title = document.text.title.trim_start_matches('.').chars().take(TITLE_CHARS);
    let title: String = title.map(|c| if is_refused(c) { '_' } else { c }).collect();
    format!("{} {}.md", title.trim(), short_label(document.id)).trim_start().to_owned()
}

/// Delete a document of the caller
///
/// The document stays in the trash for 30 days, invisible to all other operations, and administrators can restore it.
/// Its pending edits are withdrawn.
#[utoipa::path(operation_id = "deleteDocument", tag = "Document",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The document is deleted"),
        Fails<(Readable, document::OwnerOnly, document::Stale, NeedsSession, TakesBody)>))]
#[delete("/documents/{id}")]
pub async fn delete(removal: Data<Removal>, call: Guarded<SignedIn, NoBody>) -> Answer {
    removal.delete_own(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The number of readers of a document
///
/// For its owner, and for administrators who may read it. Counted from the access log, which covers the document's
/// whole time in this installation, but not the time before an import. An access is counted within a second.
#[utoipa::path(operation_id = "getDocumentViews", tag = "Document",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The numbers of readers", body = DocumentViewsDto),
        Fails<(Readable, document::OwnerOnly, NeedsSession)>))]
#[get("/documents/{id}/views")]
pub async fn views(reading: Data<Documents>, call: Guarded<SignedIn, Nothing>) -> Body<DocumentViewsDto> {
    let readers = reading.readers(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(readers.into()))
}

/// The documents that link to a document
///
/// Newest first. Includes only documents that the caller may read, and only links that the caller sees and that lead
/// them to this document.
#[utoipa::path(operation_id = "listBacklinks", tag = "Document",
    params(("id" = String, Path, description = "The document"), PageQuery, AsQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<LinkedRecordDto>,
            headers(
                ("X-Total-Count" = u64, description = "Total number of items"),
                ("ETag" = Option<String>, description = "Version of the page"),
                ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 304, description = "The page still matches `If-None-Match`"),
        Fails<(Readable, Reads)>))]
#[get("/documents/{id}/backlinks")]
pub async fn backlinks(links: Data<Links>, call: Guarded<Reader, Paged>) -> Answer {
    let id = call.request.id()?;
    listing::answer(&call.request, call.input.0, async move |requested| {
        let (page, total) = links.backlinks(&call.context, &call.caller.actor, id, requested).await?;
        Ok((page.map(LinkedRecordDto::from), Total::of(total)))
    })
    .await
}
