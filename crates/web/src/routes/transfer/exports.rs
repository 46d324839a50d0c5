//! Exports of the whole installation, and of a user's own records.

use crate::gate::guard::{Admin, Guarded, SignedIn};
use crate::gate::limits::Limits;
use crate::gate::limits::counted::Slot;
use crate::http::answers::{Answer, Fails, NeedsAdmin, NeedsSession};
use crate::http::input::Nothing;
use actix_web::body::SizedStream;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ContentEncoding};
use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use facility_kernel::{Timestamp, UserId};
use facility_transfer::error::row as transfer;
use facility_transfer::services::installation::InstallationExports;
use facility_transfer::services::own::OwnExports;
use facility_transfer::staged::Staged;
use futures_util::StreamExt as _;

/// Returns a finished archive as a download. The slot is freed when the archive was sent or the reader disconnects.
fn download((name, now): (&str, Timestamp), archive: Staged, slot: Option<Slot<UserId>>) -> HttpResponse {
    let day: String = now.to_string().chars().take(10).collect();
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zstd"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{day}.tar.zst\"")))
        .insert_header((CACHE_CONTROL, "no-store"))
        // The archive is already compressed, and its length lets clients show the progress.
        .insert_header(ContentEncoding::Identity)
        .body(SizedStream::new(
            archive.size,
            archive.bytes.inspect(move |_piece| {
                let _held = &slot;
            }),
        ))
}

/// Export the installation
///
/// A tar file compressed with Zstandard: every document with front matter, every file, and the other records as JSON
/// lines, with a manifest. It contains neither password hashes nor drafts. Only for administrators of level 5. The
/// export is recorded in the audit log. The response starts when the archive is complete.
#[utoipa::path(operation_id = "exportInstallation", tag = "System",
    responses(
        (status = 200, description = "The archive", body = inline(String), content_type = "application/zstd",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        Fails<(transfer::InsufficientClearance, transfer::Busy, transfer::BrokenFile, NeedsAdmin)>))]
#[get("/admin/export")]
pub async fn installation(exports: Data<InstallationExports>, call: Guarded<Admin, Nothing>) -> Answer {
    let archive = exports.export(&call.context, &call.caller.actor).await?;
    Ok(download(("facility", call.context.now), archive, None))
}

/// Export the caller's own records
///
/// A tar file compressed with Zstandard: the caller's documents with front matter, their submissions, drafts and
/// comments as JSON lines, and the attached files. Contains only what the caller may currently read. The export is
/// recorded in the audit log, and for each document in its access log.
#[utoipa::path(operation_id = "exportOwnRecords", tag = "User",
    responses(
        (status = 200, description = "The archive", body = inline(String), content_type = "application/zstd",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        Fails<(transfer::ProtectedAccount, transfer::Busy, transfer::BrokenFile, NeedsSession)>))]
#[get("/user/export")]
pub async fn own(exports: Data<OwnExports>, limits: Data<Limits>, call: Guarded<SignedIn, Nothing>) -> Answer {
    let slot = limits.export(call.caller.actor.user_id)?;
    let archive = exports.export(&call.context, &call.caller.actor).await?;
    Ok(download(("my-records", call.context.now), archive, slot))
}
