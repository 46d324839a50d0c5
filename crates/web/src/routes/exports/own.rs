//! GET /api/user/export

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{HttpResponse, get, web};
use facility_transfer::services::own::OwnExports;

/// Export the caller's own records
///
/// A tar file compressed with Zstandard: the caller's documents with front matter, their submissions, drafts and
/// comments as JSON lines, and the files of these. Everything is as the caller may read it now; what is withheld is left out. The export
/// is recorded in the audit log, and each document in its access log.
#[utoipa::path(operation_id = "exportOwnRecords", tag = "User",
    responses(
        (status = 200, description = "The archive", body = inline(String), content_type = "application/zstd",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        (status = 403, description = "The emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 429, description = "The caller has two archives that are being made or sent, or has begun six within an \
            hour, or too many others are being made (`rate_limited`)", body = ApiErrorBody),
        (status = 503, description = "The database or the object store is unavailable (`unavailable`), or a file in it is not \
            what was uploaded (`damaged_file`, with its id)", body = ApiErrorBody),
        NeedsSession))]
#[get("/user/export")]
pub async fn own(
    installation_exports: web::Data<OwnExports>,
    limits: web::Data<Limits>,
    call: Guarded<SignedIn, Nothing>,
) -> Result<HttpResponse, ApiError> {
    let slot = limits.export(call.caller.actor.user_id)?;
    let archive = installation_exports.export(&call.context, &call.caller.actor).await?;
    Ok(super::download(("my-records", call.context.now), archive, slot))
}
