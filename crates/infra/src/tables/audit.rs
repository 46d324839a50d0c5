//! The audit log: appended to, read, and never anything else.

use crate::db::schema::audit_log;
use crate::db::{AnyConn, DbError};
use audit::Entry;
use audit::chain::{ChainKey, Link, SealedEntry};
use diesel::prelude::*;

/// The lock that PostgreSQL's audited writes take in turn, so that the order of numbers is the order of commits. Any
/// number will do as long as nothing else uses it.
const CHAIN_LOCK: &str = "SELECT pg_advisory_xact_lock(7305804402530)";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_log, treat_none_as_default_value = false)]
struct Row {
    number: i64,
    id: String,
    action: String,
    entity_type: String,
    entity_id: Option<String>,
    performed_by: Option<String>,
    performed_by_username: Option<String>,
    details: Option<String>,
    ip_address: Option<String>,
    user_agent: Option<String>,
    request_id: String,
    is_admin_action: bool,
    timestamp: i64,
    previous_hash: String,
    hash: String,
    mac: String,
}

impl From<SealedEntry> for Row {
    fn from(entry: SealedEntry) -> Self {
        Self {
            number: entry.number,
            id: entry.id,
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
            timestamp: entry.timestamp,
            previous_hash: hex::encode(entry.previous_hash),
            hash: hex::encode(entry.hash),
            mac: hex::encode(entry.mac),
        }
    }
}

impl From<Row> for SealedEntry {
    fn from(row: Row) -> Self {
        // What is not hexadecimal was tampered with. It becomes a digest that nothing has, so that a verification finds
        // it at this entry instead of failing as a whole.
        let digest = |text: &str| decode(text).unwrap_or([0xff; 32]);
        Self {
            previous_hash: digest(&row.previous_hash),
            hash: digest(&row.hash),
            mac: digest(&row.mac),
            number: row.number,
            id: row.id,
            action: row.action,
            entity_type: row.entity_type,
            entity_id: row.entity_id,
            performed_by: row.performed_by,
            performed_by_username: row.performed_by_username,
            details: row.details,
            ip_address: row.ip_address,
            user_agent: row.user_agent,
            request_id: row.request_id,
            is_admin_action: row.is_admin_action,
            timestamp: row.timestamp,
        }
    }
}

/// Lower-case hexadecimal only: one digest, one spelling.
fn decode(text: &str) -> Option<[u8; 32]> {
    let bytes: [u8; 32] = hex::decode(text).ok()?.try_into().ok()?;
    (!text.bytes().any(|byte| byte.is_ascii_uppercase())).then_some(bytes)
}

/// Appends an entry behind the newest one. Has to be the last statement before the commit: on PostgreSQL every audited
/// write waits here for the one before it.
pub(crate) fn append(conn: &mut AnyConn, entry: &Entry, key: &ChainKey) -> Result<(), DbError> {
    if let AnyConn::Pg(postgres) = conn {
        diesel::connection::SimpleConnection::batch_execute(postgres, CHAIN_LOCK)?;
    }
    let newest: Option<(i64, String)> = audit_log::table
        .select((audit_log::number, audit_log::hash))
        .order(audit_log::number.desc())
        .first(conn)
        .optional()?;
    let previous = match newest {
        None => Link::START,
        Some((number, hash)) => Link {
            number,
            hash: decode(&hash).ok_or_else(|| DbError::Inconsistent {
                table: "audit_log",
                column: "hash",
                row: number.to_string(),
            })?,
        },
    };
    let row = Row::from(SealedEntry::seal(entry, previous, key));
    diesel::insert_into(audit_log::table).values(&row).execute(conn)?;
    Ok(())
}

/// Up to `limit` entries with a number above `after`, in order.
pub(crate) fn read_after(conn: &mut AnyConn, after: i64, limit: u32) -> Result<Vec<SealedEntry>, DbError> {
    let rows: Vec<Row> = audit_log::table
        .filter(audit_log::number.gt(after))
        .order(audit_log::number.asc())
        .limit(i64::from(limit))
        .select(Row::as_select())
        .load(conn)?;
    Ok(rows.into_iter().map(SealedEntry::from).collect())
}

/// The newest entry.
pub(crate) fn last(conn: &mut AnyConn) -> Result<Option<SealedEntry>, DbError> {
    let row: Option<Row> =
        audit_log::table.order(audit_log::number.desc()).select(Row::as_select()).first(conn).optional()?;
    Ok(row.map(SealedEntry::from))
}
