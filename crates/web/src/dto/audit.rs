//! An entry of the audit log on the wire, and what a check of the log found.

use audit::Verification;
use audit::chain::SealedEntry;
use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// An entry of the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditLog)]
#[serde(rename_all = "camelCase")]
pub struct AuditLogDto {
    /// A UUID.
    pub id: String,
    /// The entry's place in the log, counted from 1 without gaps.
    pub number: i64,
    /// What was done, in `snake_case`.
    pub action: String,
    /// What kind of thing it was done to, in `snake_case`.
    pub entity_type: String,
    /// The thing; null where there is no single one.
    #[schema(required = true)]
    pub entity_id: Option<String>,
    /// The id of who did it; null for the server itself and for whoever was not signed in.
    #[schema(required = true)]
    pub performed_by: Option<String>,
    /// The name of who did it, or the name that was given at sign-in.
    #[schema(required = true)]
    pub performed_by_username: Option<String>,
    /// Facts about it: the text of a JSON object.
    #[schema(required = true)]
    pub details: Option<String>,
    /// From where.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// With what, at most 512 characters.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// The request it was done in.
    pub request_id: String,
    /// Whether it was done in the role of administrator.
    pub is_admin_action: bool,
    /// When.
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// The hash that seals the entry: SHA-256 in lower-case hexadecimal.
    pub hash: String,
}

/// A line of the exported audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditExport)]
#[serde(rename_all = "camelCase")]
pub struct AuditExportDto {
    /// The entry.
    #[serde(flatten)]
    pub entry: AuditLogDto,
    /// When, in microseconds since the epoch, as it is sealed.
    pub timestamp_micros: i64,
    /// The hash of the entry before, in lower-case hexadecimal; zeros at the first.
    pub previous_hash: String,
    /// HMAC-SHA-256 of `hash` under the server's key, in lower-case hexadecimal.
    pub mac: String,
}

/// What a check of the audit log found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditVerification)]
pub struct AuditVerificationDto {
    /// Whether the log holds.
    pub ok: bool,
    /// How many entries were found whole.
    pub entries: u64,
    /// The first entry at which it does not hold.
    #[schema(required = true)]
    #[serde(rename = "firstBroken")]
    pub first_broken: Option<AuditBrokenDto>,
}

/// An entry at which the audit log does not hold.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditBroken)]
pub struct AuditBrokenDto {
    /// Its id.
    pub id: String,
    /// Its place in the log.
    pub number: i64,
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
            timestamp: Timestamp::from_micros(entry.timestamp).to_string(),
            hash: hex::encode(entry.hash),
        }
    }
}

impl From<SealedEntry> for AuditExportDto {
    fn from(entry: SealedEntry) -> Self {
        Self {
            timestamp_micros: entry.timestamp,
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
