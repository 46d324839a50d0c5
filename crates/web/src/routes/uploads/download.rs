//! GET /objects/{id}

use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsSession;
use crate::guard::{Guarded, SignedIn};
use crate::headers::FILE_POLICY;
use crate::input::Nothing;
use crate::range::{Wanted, wanted};
use crate::state::App;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    Charset, ContentDisposition, DispositionParam, DispositionType, ETAG, ExtendedValue,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, get, web};
use std::ops::Range;
use submissions::Upload;

/// Download a file
///
/// For those who may read a document that carries it; before that for its uploader and administrators. Each download
/// of a document's file is noted in its access log.
#[utoipa::path(operation_id = "downloadObject", tag = "Submission",
    params(
        ("id" = String, Path, description = "Out of `filePath`"),
        ("Range" = Option<String>, Header, description = "One range of bytes")),
    responses(
        (status = 200, description = "The file", body = inline(String), content_type = "application/octet-stream",
            headers(("Content-Disposition" = String, description = "`attachment`, with its name"),
                ("ETag" = String, description = "SHA-256 of the bytes"))),
        (status = 206, description = "The range that was asked for"),
        (status = 304, description = "It is what `If-None-Match` names"),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such file, or none the caller may know of (`not_found`)", body = ApiErrorBody),
        (status = 416, description = "The range is not in the file")))]
#[get("/objects/{id}")]
pub async fn download(
    app: web::Data<App>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let id = id.parse().map_err(|_source| ApiError::not_found("File"))?;
    let download = app.attachments.open(&call.context, &call.caller.actor, id).await?;
    let size =
        download.upload.size.and_then(|size| u64::try_from(size).ok()).ok_or_else(ApiError::internal)?;
    let tag = format!("\"{}\"", download.upload.sha256.as_deref().unwrap_or_default());
    let (status, part) = match wanted(&request, &tag, size) {
        Wanted::Nothing => return Ok(head(StatusCode::NOT_MODIFIED, &download.upload, &tag).finish()),
        Wanted::Impossible => {
            let mut response = head(StatusCode::RANGE_NOT_SATISFIABLE, &download.upload, &tag);
            return Ok(response.insert_header((CONTENT_RANGE, format!("bytes */{size}"))).finish());
        }
        Wanted::Whole => (StatusCode::OK, None),
        Wanted::Part(part) => (StatusCode::PARTIAL_CONTENT, Some(part)),
    };
    let bytes = app.attachments.bytes(&download, part.clone()).await?;
    let mut response = head(status, &download.upload, &tag);
    if let Some(Range { start, end }) = &part {
        response.insert_header((CONTENT_RANGE, format!("bytes {start}-{}/{size}", end.saturating_sub(1))));
    }
    let length = part.map_or(size, |part| part.end.saturating_sub(part.start));
    Ok(response.body(SizedStream::new(length, bytes)))
}

/// What every answer about a file carries: it is never shown in place, and its type is ours, not the uploader's.
fn head(status: StatusCode, upload: &Upload, tag: &str) -> HttpResponseBuilder {
    let name = upload.filename.as_deref().unwrap_or("attachment");
    let plain: String =
        name.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '_' }).collect();
    let extended =
        ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value: name.into() };
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(plain), DispositionParam::FilenameExt(extended)],
    };
    let mut response = HttpResponseBuilder::new(status);
    response
        .insert_header((CONTENT_TYPE, upload.content_type.as_deref().unwrap_or("application/octet-stream")))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CONTENT_SECURITY_POLICY, FILE_POLICY))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((ACCEPT_RANGES, "bytes"))
        .insert_header((ETAG, tag));
    response
}
