//! POST /api/objects/upload

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{post, web};
use facility_submissions::services::uploads::Uploads;

/// The address for an upload.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct UploadTicket {
    /// A path on this server, so that it is the same site whatever its address is in the browser. Valid for 15 minutes and one
    /// `PUT` of at most 10,485,760 bytes.
    #[serde(rename = "uploadURL")]
    upload_url: String,
}

/// Request a ticket to upload one file
#[utoipa::path(operation_id = "createUpload", tag = "Submission",
    responses(
        (status = 200, description = "The ticket", body = UploadTicket),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody)))]
#[post("/objects/upload")]
pub async fn create(
    uploads: web::Data<Uploads>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<web::Json<UploadTicket>, ApiError> {
    let ticket = uploads.request(&call.context, &call.caller.actor).await?;
    Ok(web::Json(UploadTicket { upload_url: format!("/api/objects/upload/{}", ticket.expose()) }))
}
