//! Files whose bytes have yet to be deleted from the object store.
//!
//! A row is written in the transaction that discards the file, and deleted after the store has deleted the bytes. So
//! neither a crash in between nor an unavailable store leaves bytes behind for good.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{discarded_files, uploads};
use crate::storage::read;
use diesel::prelude::*;
use facility_files::upload::UploadKind;
use facility_kernel::{Timestamp, UploadId};

/// Records that the bytes of these files have to be deleted.
pub(crate) fn add(conn: &mut AnyConn, ids: &[String]) -> Result<(), DbError> {
    for id in ids {
        let row = discarded_files::upload_id.eq(id);
        insert_if_absent!(conn, discarded_files::table, row)?;
    }
    Ok(())
}

/// Returns up to `limit` of these files and whether each is a picture. Those whose deletion failed most recently are at
/// the end.
pub(crate) fn list(conn: &mut AnyConn, limit: i64) -> Result<Vec<(UploadId, bool)>, DbError> {
    let rows: Vec<(String, Option<String>)> = discarded_files::table
        .left_join(uploads::table.on(uploads::id.eq(discarded_files::upload_id)))
        .order((discarded_files::failed_at.asc(), discarded_files::upload_id.asc()))
        .limit(limit)
        .select((discarded_files::upload_id, uploads::kind.nullable()))
        .load(conn)?;
    let known = |(id, kind): (String, Option<String>)| {
        let is_picture = kind.as_deref() == Some(UploadKind::Picture.as_str());
        Ok((read(&id, "discarded_files", "upload_id", &id)?, is_picture))
    };
    rows.into_iter().map(known).collect()
}

/// Records that the store has deleted the bytes of these files, and that it could not delete those of `failed`.
pub(crate) fn settle(
    conn: &mut AnyConn,
    deleted: &[UploadId],
    failed: Option<UploadId>,
    now: Timestamp,
) -> Result<(), DbError> {
    let ids: Vec<String> = deleted.iter().map(ToString::to_string).collect();
    diesel::delete(discarded_files::table.filter(discarded_files::upload_id.eq_any(ids))).execute(conn)?;
    if let Some(failed) = failed {
        diesel::update(discarded_files::table.filter(discarded_files::upload_id.eq(failed.to_string())))
            .set(discarded_files::failed_at.eq(now.as_micros()))
            .execute(conn)?;
    }
    Ok(())
}
