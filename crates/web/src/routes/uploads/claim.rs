//! PUT /api/submission-files

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::origin::Origin;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::Json;
use actix_web::{put, web};
use facility_submissions::services::uploads::Uploads;

/// A file.
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
        NeedsSession, TakesBody,
        (status = 404, description = "Unknown upload, or not the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Nothing was uploaded with the ticket (`not_uploaded`)", body = ApiErrorBody)))]
#[put("/submission-files")]
pub async fn claim(
    uploads: web::Data<Uploads>,
    origin: web::Data<Origin>,
    call: Guarded<SignedIn, Json<ClaimUploadRequest>>,
) -> Result<web::Json<ClaimedUpload>, ApiError> {
    let (actor, url) = (&call.caller.actor, call.input.0.file_url);
    let path = uploads.claim(&call.context, actor, origin.as_str(), &url).await?;
    Ok(web::Json(ClaimedUpload { object_path: path.to_string() }))
}
