//! PUT /api/objects/upload/{ticket}

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::raw_body::RawBody;
use actix_web::http::header::{ETag, EntityTag};
use actix_web::{HttpResponse, put, web};
use facility_submissions::services::uploads::{Incoming, Uploads};
use facility_submissions::upload::Ticket;

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
/// Works once, for the account that requested the ticket. Accepts .txt, .md, .pdf, .doc and .docx by extension and content.
#[utoipa::path(operation_id = "putUpload", tag = "Submission",
    params(("ticket" = String, Path, description = "The ticket from `uploadURL`"), PutUploadQuery),
    request_body(content = inline(String), content_type = "application/octet-stream", description = "The file"),
    responses(
        (status = 200, description = "The file is complete and passed its checks", body = StoredUpload,
            headers(("ETag" = String, description = "SHA-256 of the bytes"))),
        (status = 400, description = "Empty file (`empty_file`), interrupted upload (`upload_interrupted`), or a \
            file name that is too long (`name_too_long`)", body = ApiErrorBody),
        NeedsSession,
        (status = 404, description = "Unknown ticket, or not the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The ticket is used or expired (`ticket_used`, `ticket_expired`)",
            body = ApiErrorBody),
        (status = 413, description = "More than 10,485,760 bytes (`too_large`)", body = ApiErrorBody),
        (status = 415, description = "Unsupported file type (`unsupported_type`)", body = ApiErrorBody)))]
#[put("/objects/upload/{ticket}")]
pub async fn put(
    uploads: web::Data<Uploads>,
    ticket: web::Path<String>,
    call: Guarded<SignedIn, (Query<PutUploadQuery>, RawBody)>,
) -> Result<HttpResponse, ApiError> {
    let (Query(query), body) = call.input;
    let (content_type, announced_bytes) = (body.content_type, body.announced_bytes);
    let incoming = Incoming { filename: query.filename, content_type, announced_bytes, body: body.bytes };
    // In a separate task, so that the upload is completed even if the caller disconnects.
    let task = actix_web::rt::spawn(async move {
        let (actor, ticket) = (&call.caller.actor, Ticket::received(&ticket));
        uploads.receive(&call.context, actor, &ticket, incoming).await
    });
    let received = task.await.map_err(|_panicked| ApiError::internal())?;
    body.rest.drained().await;
    let upload = received?;
    let tag = EntityTag::new_strong(upload.sha256.unwrap_or_default());
    let stored =
        StoredUpload { size: upload.size, content_type: upload.content_type, filename: upload.filename };
    Ok(HttpResponse::Ok().insert_header(ETag(tag)).json(stored))
}
