//! GET /objects/{id}

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::headers::{FILE_POLICY, attachment};
use crate::http::input::Nothing;
use crate::http::range::{RequestedRange, wanted};
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETag, EntityTag, HeaderValue,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError as _, get, web};
use bytes::Bytes;
use facility_kernel::UploadId;
use facility_submissions::services::attachments::Attachments;
use facility_submissions::upload::Upload;
use futures_util::{Stream, TryStreamExt as _};
use std::io;
use std::ops::Range;

/// Download a file
///
/// Available to readers of a document that refers to the file; before publication, to its uploader and administrators.
/// Downloads of a document's file are recorded in its access log.
///
/// A whole file is compared with the SHA-256 of its upload while it is sent. If the store has other bytes, the connection is cut
/// before the end. A range cannot be compared.
#[utoipa::path(operation_id = "downloadObject", tag = "Submission",
    params(
        ("id" = String, Path, description = "The id from `filePath`"),
        ("Range" = Option<String>, Header, description = "A single byte range")),
    responses(
        (status = 200, description = "The file, with the type that its name has", body = inline(String), content_type = "*/*",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"),
                ("ETag" = String, description = "SHA-256 of the bytes"))),
        (status = 206, description = "The requested range", body = inline(String),
            content_type = "*/*",
            headers(("Content-Range" = String, description = "The bytes of the range and the file's size"))),
        (status = 304, description = "It still matches `If-None-Match`"),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such file, or the caller may not know of it (`not_found`)", body = ApiErrorBody),
        (status = 416, description = "The range is outside the file (`range_not_satisfiable`)", body = ApiErrorBody,
            headers(("Content-Range" = String, description = "The file's size")))))]
#[get("/objects/{id}")]
pub async fn download(
    attachments: web::Data<Attachments>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let id: UploadId = id.parse().map_err(|_source| ApiError::not_found("File"))?;
    let download = attachments.open(&call.context, &call.caller.actor, id).await?;
    let size =
        download.upload.size.and_then(|size| u64::try_from(size).ok()).ok_or_else(ApiError::internal)?;
    let tag = EntityTag::new_strong(download.upload.sha256.clone().unwrap_or_default());
    let (status, part) = match wanted(&request, &tag, size) {
        RequestedRange::Nothing => return Ok(head(StatusCode::NOT_MODIFIED, &download.upload, tag).finish()),
        RequestedRange::Impossible => return Ok(impossible(size)),
        RequestedRange::Whole => (StatusCode::OK, None),
        RequestedRange::Part(part) => (StatusCode::PARTIAL_CONTENT, Some(part)),
    };
    let bytes = logged(id, attachments.bytes(&download, part.clone()).await?);
    let mut response = head(status, &download.upload, tag);
    if let Some(Range { start, end }) = &part {
        response.insert_header((CONTENT_RANGE, format!("bytes {start}-{}/{size}", end.saturating_sub(1))));
    }
    let length = part.map_or(size, |part| part.end.saturating_sub(part.start));
    Ok(response.body(SizedStream::new(length, bytes)))
}

/// Logs why a download is cut: its answer has begun, so nobody else can be told.
fn logged(
    id: UploadId,
    bytes: impl Stream<Item = io::Result<Bytes>>,
) -> impl Stream<Item = io::Result<Bytes>> {
    bytes.inspect_err(move |error| tracing::error!(file = %id, %error, "a download was cut"))
}

/// Returns the refusal of a range that a file of this size does not have.
fn impossible(size: u64) -> HttpResponse {
    let mut response = ApiError::range_not_satisfiable().error_response();
    if let Ok(range) = HeaderValue::from_str(&format!("bytes */{size}")) {
        response.headers_mut().insert(CONTENT_RANGE, range);
    }
    response
}

/// Starts the response with the headers of every file: it is never displayed inline, and its type is the server's,
/// not the uploader's.
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
