//! GET /api/admin/export

use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{HttpResponse, get, web};
use facility_transfer::services::installation::InstallationExports;

/// Export the installation
///
/// A tar file compressed with Zstandard: every document with front matter, every file, and the other records as JSON lines,
/// with a manifest. It contains neither password hashes nor drafts. Only for administrators of level 5. The export is
/// recorded in the audit log. The response begins when the archive is complete.
#[utoipa::path(operation_id = "exportInstallation", tag = "System",
    responses(
        (status = 200, description = "The archive", body = inline(String), content_type = "application/zstd",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        (status = 403, description = "The caller is not an administrator (`admin_only`), or has a lower level \
            (`insufficient_clearance`, with `requiredClearance`)", body = ApiErrorBody),
        (status = 429, description = "Another archive is being made (`rate_limited`)", body = ApiErrorBody),
        (status = 503, description = "The database or the object store is unavailable (`unavailable`), or a file in it is not \
            what was uploaded (`damaged_file`, with its id)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/export")]
pub async fn installation(
    installation_exports: web::Data<InstallationExports>,
    call: Guarded<Admin, Nothing>,
) -> Result<HttpResponse, ApiError> {
    let archive = installation_exports.export(&call.context, &call.caller.actor).await?;
    Ok(super::download(("facility", call.context.now), archive, None))
}
