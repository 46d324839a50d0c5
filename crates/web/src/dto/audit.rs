//! Audit log entries and verification results in the API.

use facility_audit::chain::SealedEntry;
use facility_audit::signing::Signed;
use facility_audit::trail::Verification;
use facility_kernel::Timestamp;
use facility_submissions::services::subjects::NamedSubject;
use serde::Serialize;
use utoipa::ToSchema;

/// An entry of the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditLog)]
#[serde(rename_all = "camelCase")]
pub struct AuditLogDto {
    /// A UUID.
    pub id: String,
    /// Number of the entry, from 1 without gaps.
    pub number: i64,
    /// The action, in `snake_case`.
    pub action: String,
    /// Type of the affected record, in `snake_case`.
    pub entity_type: String,
    /// Id of the affected record. Null if there is no single one.
    #[schema(required = true)]
    pub entity_id: Option<String>,
    /// Id of the acting account. Null for the server itself and for anonymous requests.
    #[schema(required = true)]
    pub performed_by: Option<String>,
    /// Name of the acting account, or the name entered at sign-in. Of one that belongs to no account, a fingerprint.
    #[schema(required = true)]
    pub performed_by_username: Option<String>,
    /// Details, as the text of a JSON object.
    #[schema(required = true)]
    pub details: Option<String>,
    /// The client's address.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The client's user agent, at most 512 characters.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Id of the request.
    pub request_id: String,
    /// Whether it is an administrator's action.
    pub is_admin_action: bool,
    /// Number of equal refusals that the entry stands for; it describes the last of them. 1 for everything else.
    #[schema(minimum = 1)]
    pub count: i64,
    /// Timestamp.
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// The hash that seals the entry: SHA-256 in lower-case hexadecimal.
    pub hash: String,
}

/// An entry of the audit log in a list, with the record that it is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditLogItem)]
pub struct AuditLogItemDto {
    /// The entry.
    #[serde(flatten)]
    pub entry: AuditLogDto,
    /// The affected record as it is now. Null if there is no single one, if it no longer exists, and if its level is above
    /// the reader's.
    #[schema(required = true)]
    pub object: Option<AuditObjectDto>,
}

/// The record that an entry of the audit log is about, as it is now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditObject)]
#[serde(rename_all = "camelCase")]
pub struct AuditObjectDto {
    /// The title of a document or submission, or the name of an account.
    pub name: String,
    /// Id of the document that it is or became.
    #[schema(required = true)]
    pub document_id: Option<String>,
}

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
    /// When content that everybody may share last changed, as of this entry, in microseconds since the Unix epoch.
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
    /// The key with which it verifies, in the format of c2sp.org/signed-note.
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

impl AuditLogItemDto {
    /// Combines an entry with the record that it is about.
    pub fn new(entry: SealedEntry, subject: Option<NamedSubject>) -> Self {
        let object = subject.map(|NamedSubject { name, document }| AuditObjectDto {
            name,
            document_id: document.map(|id| id.to_string()),
        });
        Self { entry: entry.into(), object }
    }
}

impl From<SealedEntry> for AuditLogDto {
    fn from(entry: SealedEntry) -> Self {
        Self {
            id: entry.id,
            number: entry.number,
            action: entry.action,
            entity_type: entry.entity_type,
            entity_id: entry.entity_id,
            performed_by: entry.performed_by,
            performed_by_username: entry.performed_by_username,
            details: entry.details,
            ip_address: entry.ip_address,
            user_agent: entry.user_agent,
            request_id: entry.request_id,
            is_admin_action: entry.is_admin_action,
            count: entry.count,
            timestamp: Timestamp::from_micros(entry.timestamp).to_string(),
            hash: hex::encode(entry.hash),
        }
    }
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
        let first_broken =
            found.first_broken.map(|broken| AuditBrokenDto { id: broken.id, number: broken.number });
        Self { ok: found.ok, entries: found.entries, first_broken }
    }
}
