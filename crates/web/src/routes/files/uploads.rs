//! Files: upload tickets, uploads, claims and downloads.

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::origin::Origin;
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::etag;
use crate::http::headers::{FILE_POLICY, attachment, inline};
use crate::http::input::{Json, NoBody, Query};
use crate::http::range::{RequestedRange, requested_range};
use crate::http::raw_body::RawBody;
use crate::http::refused::row::CrossSite;
use crate::http::wire::Wire;
use crate::routes::files::record_files::UploadKindDto;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETag,
    EntityTag, HeaderValue,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError as _, get, post, put, web};
use bytes::Bytes;
use facility_files::error::row as file;
use facility_files::file::PictureSize;
use facility_files::picture::PictureFormat;
use facility_files::refusal::row as refusal;
use facility_files::upload::{self, Upload, UploadKind};
use facility_files::uploads::{Incoming, Uploads};
use facility_kernel::UploadId;
use facility_kernel::named::one_of;
use facility_submissions::error::row as submission;
use facility_submissions::services::attachments::{self, Attachments};
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
    refusal::NotAPicture,
    refusal::TooManyPixels,
    refusal::TooManyFrames,
    refusal::DamagedPicture,
    refusal::Interrupted,
);

/// Download a file
///
/// Available to readers of a document that refers to the file; before publication, to its uploader and administrators.
/// Downloads of a document's file are recorded in its access log.
///
/// A picture is available to everyone who may read a text that shows it, and is displayed inline. `size` selects a
/// smaller size of a picture, if it has one.
///
/// While a whole file is sent, it is compared with the SHA-256 of its upload. If the stored bytes differ, the
/// connection is cut before the end. A range cannot be compared.
#[utoipa::path(operation_id = "downloadObject", tag = "Submission",
    params(
        ("id" = String, Path, description = "The id from `filePath`, or a picture's `fileId`"), DownloadQuery,
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
    call: Guarded<SignedIn, Query<DownloadQuery>>,
) -> Answer {
    let id: UploadId = id.parse().map_err(|_source| ApiError::not_found("File"))?;
    let download = attachments.open(&call.context, &call.caller.actor, id).await?;
    let size = download.upload.size.and_then(|size| u64::try_from(size).ok()).ok_or_else(ApiError::internal)?;
    if let Some(size) = call.input.0.size()?
        && let Some(response) = smaller(&call.request, &attachments, &download, size).await?
    {
        return Ok(response);
    }
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

/// Returns a response with a smaller size of a picture. `None` if the file has none.
async fn smaller(
    request: &HttpRequest,
    service: &Attachments,
    opened: &attachments::Download,
    size: PictureSize,
) -> Result<Option<HttpResponse>, ApiError> {
    let upload = &opened.upload;
    let media_type = upload.content_type.as_deref().unwrap_or_default();
    let Some(format) = PictureFormat::by_media_type(media_type).filter(|_| upload.kind == UploadKind::Picture) else {
        return Ok(None);
    };
    let tag = EntityTag::new_strong(format!("{}-{}", upload.sha256.as_deref().unwrap_or_default(), size.as_str()));
    let sized = Upload { content_type: Some(format.of_sizes().media_type().to_owned()), ..upload.clone() };
    if etag::is_known(request, &tag) {
        return Ok(Some(head(StatusCode::NOT_MODIFIED, &sized, tag).finish()));
    }
    let bytes = service.sized(opened, size).await?;
    Ok(bytes.map(|bytes| head(StatusCode::OK, &sized, tag).streaming(with_logged_errors(upload.id, bytes))))
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

/// Returns a response with the headers of files: browsers display nothing inline but pictures, and the media type is the
/// one that the server determined. Browsers keep pictures, but ask each time whether they may still show them.
fn head(status: StatusCode, upload: &Upload, tag: EntityTag) -> HttpResponseBuilder {
    let name = upload.filename.as_deref().unwrap_or("attachment");
    let (disposition, caching) = match upload.kind {
        UploadKind::File => (attachment(name), "no-store"),
        UploadKind::Picture => (inline(name), "private, no-cache"),
    };
    let mut response = HttpResponseBuilder::new(status);
    response
        .insert_header((CONTENT_TYPE, upload.content_type.as_deref().unwrap_or("application/octet-stream")))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CONTENT_SECURITY_POLICY, FILE_POLICY))
        .insert_header((CACHE_CONTROL, caching))
        .insert_header(ETag(tag));
    if upload.kind == UploadKind::File {
        response.insert_header((ACCEPT_RANGES, "bytes"));
    }
    response
}

/// The size in which a picture is sent.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// `small` (480 pixels wide) or `medium` (1,280). Ignored if the picture is not wider, and for other files.
    #[param(inline, value_type = Option<PictureSizeDto>)]
    size: Option<String>,
}

impl DownloadQuery {
    fn size(&self) -> Result<Option<PictureSize>, ApiError> {
        let size = self.size.as_deref().map(|text| one_of(text, "size", "Size")).transpose();
        size.map_err(|error| ApiError::from_parse(&error))
    }
}

/// A smaller size of a picture.
pub type PictureSizeDto = Wire<PictureSize>;

/// What is to be uploaded.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CreateUploadQuery {
    /// `file` (the default) or `picture`.
    #[param(inline, value_type = Option<UploadKindDto>)]
    kind: Option<String>,
}

impl CreateUploadQuery {
    fn kind(&self) -> Result<UploadKind, ApiError> {
        let kind = self.kind.as_deref().map(|text| one_of(text, "kind", "Kind")).transpose();
        kind.map(|kind| kind.unwrap_or(UploadKind::File)).map_err(|error| ApiError::from_parse(&error))
    }
}

/// The ticket for an upload.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct UploadTicket {
    /// The URL to upload to, as a path on this server. Valid for 15 minutes and one `PUT` of at most 10,485,760 bytes.
    #[serde(rename = "uploadURL")]
    upload_url: String,
}

/// Request a ticket to upload one file or picture
#[utoipa::path(operation_id = "createUpload", tag = "Submission", params(CreateUploadQuery),
    responses(
        (status = 200, description = "The ticket", body = UploadTicket),
        Fails<(file::ProtectedAccount, file::UploadQuota, NeedsSession, TakesBody)>))]
#[post("/objects/upload")]
pub async fn create(
    uploads: Data<Uploads>,
    call: Guarded<SignedIn, (Query<CreateUploadQuery>, NoBody)>,
) -> Body<UploadTicket> {
    let kind = call.input.0.0.kind()?;
    let ticket = uploads.request(&call.context, &call.caller.actor, kind).await?;
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
/// content. With a ticket for a picture, accepts PNG, JPEG, WebP and GIF by content, up to 40 megapixels and 8,192
/// pixels a side; it is decoded and encoded again, without metadata.
#[utoipa::path(operation_id = "putUpload", tag = "Submission",
    params(("ticket" = String, Path, description = "The ticket from `uploadURL`"), PutUploadQuery),
    request_body(content = inline(String), content_type = "application/octet-stream", description = "The file"),
    responses(
        (status = 200, description = "The file is complete and passed its checks", body = StoredUpload,
            headers(("ETag" = String, description = "SHA-256 of the bytes"))),
        Fails<(file::NotFound, file::TicketUsed, file::TicketExpired, file::TooManyUploads, file::UploadQuota,
            file::PicturesBusy, RefusedFile, NeedsSession, CrossSite)>))]
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
    /// The upload URL, with or without its query. It can be a path.
    #[serde(rename = "fileURL")]
    file_url: String,
}

/// A file that can be attached to a submission, or a picture that texts can show.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimedUpload {
    /// `/objects/…`, for the field `filePath`.
    object_path: String,
    /// Its id, for `![description](file:…)` in a text.
    file_id: String,
    /// What it was uploaded as.
    kind: UploadKindDto,
    /// The width of a picture in pixels.
    #[schema(required = true)]
    width: Option<u32>,
    /// The height of a picture in pixels.
    #[schema(required = true)]
    height: Option<u32>,
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
    let upload = uploads.claim(&call.context, actor, origin.path_of(&url)).await?;
    Ok(web::Json(ClaimedUpload {
        object_path: upload.path().to_string(),
        file_id: upload.id.to_string(),
        kind: upload.kind.into(),
        width: upload.pixels.map(|pixels| pixels.width),
        height: upload.pixels.map(|pixels| pixels.height),
    }))
}
