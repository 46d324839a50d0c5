//! GET /api/admin/audit-logs/export

use crate::dto::audit::AuditExportDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpResponse, get, web};
use bytes::Bytes;
use facility_audit::chain::SealedEntry;
use facility_audit::trail::AuditTrail;
use futures_util::stream::{self, StreamExt as _};

/// Export the audit log
///
/// One JSON object per line, oldest first, with all sealed fields and the seal, so that the chain can be verified without
/// the server. The export is recorded in the log; the file includes at least that entry. The last line has the member
/// `checkpoint` alone: the signed checkpoint of all entries before it, which `facility audit verify --export` checks with the
/// server's public key. It is missing if the log does not extend its last checkpoint.
#[utoipa::path(operation_id = "exportAuditLog", tag = "AuditLog",
    responses(
        (status = 200, description = "The entries", body = AuditExportDto, content_type = "application/x-ndjson",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        NeedsAdmin))]
#[get("/admin/audit-logs/export")]
pub async fn export(
    trail: web::Data<AuditTrail>,
    call: Guarded<Admin, Nothing>,
) -> Result<HttpResponse, ApiError> {
    let (end, checkpoint) = trail.export(&call.context, &call.caller.actor).await?;
    let checkpoint = checkpoint.map(|line| Ok(Bytes::from(line + "\n")));
    // An error ends the response before its end, which every client detects.
    let lines = stream::try_unfold(0, move |at| {
        let trail = trail.clone();
        async move {
            let batch = trail.exported(at, end).await?;
            let Some(last) = batch.last().map(|entry| entry.number) else { return Ok::<_, ApiError>(None) };
            Ok(Some((lines(batch)?, last)))
        }
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"audit-log.ndjson\""))
        .streaming(lines.chain(stream::iter(checkpoint))))
}

fn lines(entries: Vec<SealedEntry>) -> Result<Bytes, ApiError> {
    let mut text = Vec::new();
    for entry in entries {
        serde_json::to_writer(&mut text, &AuditExportDto::from(entry))
            .map_err(|_source| ApiError::internal())?;
        text.push(b'\n');
    }
    Ok(Bytes::from(text))
}
