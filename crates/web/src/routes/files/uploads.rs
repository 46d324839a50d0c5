//! Files: upload tickets, uploads, claims and downloads.

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::origin::Origin;
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::headers::{FILE_POLICY, attachment};
use crate::http::input::{Json, NoBody, Nothing, Query};
use crate::http::range::{RequestedRange, requested_range};
use crate::http::raw_body::RawBody;
use crate::http::refused::row::CrossSite;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETag,
    EntityTag, HeaderValue,
};
use actix_web::web::Data;
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError as _, get, post, put, web};
use bytes::Bytes;
use facility_files::error::row as file;
use facility_files::refusal::row as refusal;
use facility_files::upload::{self, Upload};
use facility_files::uploads::{Incoming, Uploads};
use facility_kernel::UploadId;
use facility_submissions::error::row as submission;
use facility_submissions::services::attachments::Attachments;
use futures_util::{Stream, TryStreamExt as _};
use std::io;
use std::ops::Range;

/// Errors for files that are not accepted.
type RefusedFile = (
    refusal::TooLarge,
    refusal::Extension,
    refusal::Content,
    refusal::Protected,
    refusal::Empty,
    refusal::NameTooLong,
    refusal::NameNotPlain,
    refusal::Interrupted,
);

/// Download a file
///
/// Available to readers of a document that refers to the file; before publication, to its uploader and administrators.
/// Downloads of a document's file are recorded in its access log.
///
/// While a whole file is sent, it is compared with the SHA-256 of its upload. If the stored bytes differ, the
/// connection is cut before the end. A range cannot be compared.
#[utoipa::path(operation_id = "downloadObject", tag = "Submission",
    params(
        ("id" = String, Path, description = "The id from `filePath`"),
        ("Range" = Option<String>, Header, description = "A single byte range")),
    responses(
        (status = 200, description = "The file, with the media type that its name implies", body = inline(String), content_type = "*/*",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"),
                ("ETag" = String, description = "SHA-256 of the bytes"))),
        (status = 206, description = "The requested range", body = inline(String),
            content_type = "*/*",
            headers(("Content-Range" = String, description = "The bytes of the range and the file's size"))),
        (status = 304, description = "It still matches `If-None-Match`"),
        (status = 416, description = "`range_not_satisfiable`: The range is outside the file.", body = ApiErrorBody,
            headers(("Content-Range" = String, description = "The file's size"))),
        Fails<(submission::NotFound, submission::InsufficientClearance, NeedsSession)>))]
#[get("/objects/{id}")]
pub async fn download(
    attachments: Data<Attachments>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
) -> Answer {
    let id: UploadId = id.parse().map_err(|_source| ApiError::not_found("File"))?;
    let download = attachments.open(&call.context, &call.caller.actor, id).await?;
    let size = download.upload.size.and_then(|size| u64::try_from(size).ok()).ok_or_else(ApiError::internal)?;
    let tag = EntityTag::new_strong(download.upload.sha256.clone().unwrap_or_default());
    let (status, part) = match requested_range(&call.request, &tag, size) {
        RequestedRange::Nothing => return Ok(head(StatusCode::NOT_MODIFIED, &download.upload, tag).finish()),
        RequestedRange::Impossible => return Ok(range_not_satisfiable(size)),
        RequestedRange::Whole => (StatusCode::OK, None),
        RequestedRange::Part(part) => (StatusCode::PARTIAL_CONTENT, Some(part)),
    };
    let bytes = with_logged_errors(id, attachments.bytes(&download, part.clone()).await?);
    let mut response = head(status, &download.upload, tag);
    if let Some(Range { start, end }) = &part {
        response.insert_header((CONTENT_RANGE, format!("bytes {start}-{}/{size}", end.saturating_sub(1))));
    }
    let length = part.map_or(size, |part| part.end.saturating_sub(part.start));
    Ok(response.body(SizedStream::new(length, bytes)))
}

/// Logs why a download is cut. The response has already started, so the error cannot be sent.
fn with_logged_errors(
    id: UploadId,
    bytes: impl Stream<Item = io::Result<Bytes>>,
) -> impl Stream<Item = io::Result<Bytes>> {
    bytes.inspect_err(move |error| tracing::error!(file = %id, %error, "a download was cut"))
}

/// Returns the error for a range that a file of this size does not have.
fn range_not_satisfiable(size: u64) -> HttpResponse {
    let mut response = ApiError::range_not_satisfiable().error_response();
    if let Ok(range) = HeaderValue::from_str(&format!("bytes */{size}")) {
        response.headers_mut().insert(CONTENT_RANGE, range);
    }
    response
}

/// Returns a response with the headers of files: browsers never display a file inline, and its media type is the one
/// that the server determined.
fn head(status: StatusCode, upload: &Upload, tag: EntityTag) -> HttpResponseBuilder {
    let mut response = HttpResponseBuilder::new(status);
    response
        .insert_header((CONTENT_TYPE, upload.content_type.as_deref().unwrap_or("application/octet-stream")))
        .insert_header((CONTENT_DISPOSITION, attachment(upload.filename.as_deref().unwrap_or("attachment"))))
        .insert_header((CONTENT_SECURITY_POLICY, FILE_POLICY))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((ACCEPT_RANGES, "bytes"))
        .insert_header(ETag(tag));
    response
}

/// The ticket for an upload.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct UploadTicket {
    /// The URL to upload to, as a path on this server. Valid for 15 minutes and one `PUT` of at most 10,485,760 bytes.
    #[serde(rename = "uploadURL")]
    upload_url: String,
}

/// Request a ticket to upload one file
#[utoipa::path(operation_id = "createUpload", tag = "Submission",
    responses(
        (status = 200, description = "The ticket", body = UploadTicket),
        Fails<(file::ProtectedAccount, file::UploadQuota, NeedsSession, TakesBody)>))]
#[post("/objects/upload")]
pub async fn create(uploads: Data<Uploads>, call: Guarded<SignedIn, NoBody>) -> Body<UploadTicket> {
    let ticket = uploads.request(&call.context, &call.caller.actor).await?;
    Ok(web::Json(UploadTicket { upload_url: format!("/api/objects/upload/{}", ticket.expose()) }))
}

/// Metadata of the file.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PutUploadQuery {
    /// The file name. Defaults to a name derived from the media type.
    #[param(max_length = 200)]
    filename: Option<String>,
}

/// A completed upload.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredUpload {
    /// Size in bytes.
    #[schema(required = true)]
    size: Option<i64>,
    /// The media type for downloads.
    #[schema(required = true)]
    content_type: Option<String>,
    /// The file name for downloads.
    #[schema(required = true)]
    filename: Option<String>,
}

/// Upload the bytes of a file
///
/// Works once, for the account that requested the ticket. Accepts .txt, .md, .pdf, .doc and .docx by extension and
/// content.
#[utoipa::path(operation_id = "putUpload", tag = "Submission",
    params(("ticket" = String, Path, description = "The ticket from `uploadURL`"), PutUploadQuery),
    request_body(content = inline(String), content_type = "application/octet-stream", description = "The file"),
    responses(
        (status = 200, description = "The file is complete and passed its checks", body = StoredUpload,
            headers(("ETag" = String, description = "SHA-256 of the bytes"))),
        Fails<(file::NotFound, file::TicketUsed, file::TicketExpired, file::TooManyUploads, file::UploadQuota,
            RefusedFile, NeedsSession, CrossSite)>))]
#[put("/objects/upload/{ticket}")]
pub async fn put(
    uploads: Data<Uploads>,
    ticket: web::Path<String>,
    call: Guarded<SignedIn, (Query<PutUploadQuery>, RawBody)>,
) -> Answer {
    let (Query(query), body) = call.input;
    let (content_type, announced_bytes) = (body.content_type, body.announced_bytes);
    let incoming = Incoming { filename: query.filename, content_type, announced_bytes, body: body.bytes };
    // In a separate task, so that the upload completes even if the caller disconnects.
    let task = actix_web::rt::spawn(async move {
        let (actor, ticket) = (&call.caller.actor, upload::UploadTicket::received(&ticket));
        uploads.receive(&call.context, actor, &ticket, incoming).await
    });
    let received = task.await.map_err(|_panicked| ApiError::internal())?;
    body.rest.drained().await;
    let upload = received?;
    let tag = EntityTag::new_strong(upload.sha256.unwrap_or_default());
    let stored = StoredUpload { size: upload.size, content_type: upload.content_type, filename: upload.filename };
    Ok(HttpResponse::Ok().insert_header(ETag(tag)).json(stored))
}

/// The upload to claim.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimUploadRequest {
    /// The upload URL, with or without its query.
    #[serde(rename = "fileURL")]
    file_url: String,
}

/// A file that can be attached to a submission.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimedUpload {
    /// `/objects/…`, for the field `filePath`.
    object_path: String,
}

/// Claim an uploaded file
///
/// Only its uploader can claim it. A repeated claim returns the same path.
#[utoipa::path(operation_id = "claimUpload", tag = "Submission", request_body = ClaimUploadRequest,
    responses(
        (status = 200, description = "The file, ready to be attached", body = ClaimedUpload),
        Fails<(file::NotFound, file::NotUploaded, RefusedFile, NeedsSession, TakesBody)>))]
#[put("/submission-files")]
pub async fn claim(
    uploads: Data<Uploads>,
    origin: Data<Origin>,
    call: Guarded<SignedIn, Json<ClaimUploadRequest>>,
) -> Body<ClaimedUpload> {
    let (actor, url) = (&call.caller.actor, call.input.0.file_url);
    let path = uploads.claim(&call.context, actor, origin.as_str(), &url).await?;
    Ok(web::Json(ClaimedUpload { object_path: path.to_string() }))
}
