//! Proof that the audit log is intact: its verification, signed checkpoint and export.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin};
use crate::http::error::ApiError;
use crate::http::input::Nothing;
use crate::routes::audit::log::AuditLogDto;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, web};
use bytes::Bytes;
use facility_audit::chain::SealedEntry;
use facility_audit::signing::Signed;
use facility_audit::signing::row as signing;
use facility_audit::trail::{AuditTrail, Verification};
use futures_util::stream::{self, StreamExt as _};
use serde::Serialize;
use utoipa::ToSchema;

/// A line of the exported audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditExport)]
#[serde(rename_all = "camelCase")]
pub struct AuditExportDto {
    /// The entry.
    #[serde(flatten)]
    pub entry: AuditLogDto,
    /// The sealed timestamp, in microseconds since the Unix epoch.
    pub timestamp_micros: i64,
    /// Time of the last change to shared content as of this entry, in microseconds since the Unix epoch.
    pub content_changed_micros: i64,
    /// The previous entry's hash in lower-case hexadecimal. Zeros for the first entry.
    pub previous_hash: String,
    /// HMAC-SHA-256 of `hash` under the server's key, in lower-case hexadecimal.
    pub mac: String,
}

/// A signed checkpoint of the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditCheckpoint)]
#[serde(rename_all = "camelCase")]
pub struct AuditCheckpointDto {
    /// Number of entries that it covers.
    pub entries: u64,
    /// The signed text, in the format of c2sp.org/tlog-checkpoint.
    pub checkpoint: String,
    /// The public key that verifies it, in the format of c2sp.org/signed-note.
    pub public_key: String,
}

impl From<Signed> for AuditCheckpointDto {
    fn from(signed: Signed) -> Self {
        Self { entries: signed.size, checkpoint: signed.note, public_key: signed.key.to_text() }
    }
}

/// The result of verifying the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditVerification)]
pub struct AuditVerificationDto {
    /// Whether the log is intact.
    pub ok: bool,
    /// Number of intact entries.
    pub entries: u64,
    /// The first entry that failed verification.
    #[schema(required = true)]
    #[serde(rename = "firstBroken")]
    pub first_broken: Option<AuditBrokenDto>,
}

/// An entry that failed verification.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditBroken)]
pub struct AuditBrokenDto {
    /// Id of the entry.
    pub id: String,
    /// Number of the entry.
    pub number: i64,
}

impl From<SealedEntry> for AuditExportDto {
    fn from(entry: SealedEntry) -> Self {
        Self {
            timestamp_micros: entry.timestamp,
            content_changed_micros: entry.content_changed_at,
            previous_hash: hex::encode(entry.previous_hash),
            mac: hex::encode(entry.mac),
            entry: entry.into(),
        }
    }
}

impl From<Verification> for AuditVerificationDto {
    fn from(found: Verification) -> Self {
        let first_broken = found.first_broken.map(|broken| AuditBrokenDto { id: broken.id, number: broken.number });
        Self { ok: found.ok, entries: found.entries, first_broken }
    }
}

/// Verify the whole audit log
///
/// Checks the hash chain from the first entry on and names the first invalid entry. Takes a few seconds for a million
/// entries.
#[utoipa::path(operation_id = "verifyAuditLog", tag = "AuditLog",
    responses((status = 200, description = "The result", body = AuditVerificationDto), Fails<NeedsAdmin>))]
#[get("/admin/audit-logs/verify")]
pub async fn verify(trail: Data<AuditTrail>, call: Guarded<Admin, Nothing>) -> Body<AuditVerificationDto> {
    Ok(web::Json(trail.verify_for(&call.caller.actor).await?.into()))
}

/// Sign the audit log
///
/// A checkpoint states the number of entries and the root of their Merkle tree, signed with the server's Ed25519 key
/// (c2sp.org/tlog-checkpoint). A copy that is kept elsewhere later proves whether the entries up to it are unchanged.
/// With the conflict `audit_log_altered`, the log does not extend its last checkpoint, so no other is signed.
#[utoipa::path(operation_id = "getAuditCheckpoint", tag = "AuditLog",
    responses(
        (status = 200, description = "The checkpoint of the log as it is now", body = AuditCheckpointDto),
        Fails<(signing::Altered, NeedsAdmin)>))]
#[get("/admin/audit-logs/checkpoint")]
pub async fn sign_checkpoint(trail: Data<AuditTrail>, call: Guarded<Admin, Nothing>) -> Body<AuditCheckpointDto> {
    let signed = trail.checkpoint_for(&call.caller.actor).await?;
    Ok(web::Json(signed.into()))
}

/// Export the audit log
///
/// One JSON object per line, oldest first, with all sealed fields and the seal, so that the chain can be verified
/// without the server. The export is itself recorded in the log; the file includes at least that entry. The last line
/// has only the member `checkpoint`: the signed checkpoint of all entries before it, which `facility audit verify
/// --export` checks with the server's public key. It is missing if the log does not extend its last checkpoint.
#[utoipa::path(operation_id = "exportAuditLog", tag = "AuditLog",
    responses(
        (status = 200, description = "The entries", body = AuditExportDto, content_type = "application/x-ndjson",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        Fails<NeedsAdmin>))]
#[get("/admin/audit-logs/export")]
pub async fn export(trail: Data<AuditTrail>, call: Guarded<Admin, Nothing>) -> Answer {
    let (end, checkpoint) = trail.export(&call.context, &call.caller.actor).await?;
    let checkpoint = checkpoint.map(|line| Ok(Bytes::from(line + "\n")));
    // An error cuts the response off, which every client detects.
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
        serde_json::to_writer(&mut text, &AuditExportDto::from(entry)).map_err(|_source| ApiError::internal())?;
        text.push(b'\n');
    }
    Ok(Bytes::from(text))
}
