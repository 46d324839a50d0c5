//! Uploads. Every step is a conditional update: of two that race, one wins.

use crate::db::schema::{submissions, uploads};
use crate::db::{AnyConn, DbError, exactly_one};
use crate::tables::read;
use ::submissions::{Status, Upload, UploadStatus};
use diesel::prelude::*;
use kernel::{SubmissionId, Timestamp, UploadId, UserId};
use std::collections::HashMap;

const TABLE: &str = "uploads";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = uploads, treat_none_as_default_value = false)]
struct Row {
    id: String,
    ticket_hash: String,
    owner_id: String,
    status: String,
    filename: Option<String>,
    content_type: Option<String>,
    size: Option<i64>,
    sha256: Option<String>,
    refusal: Option<String>,
    created_at: i64,
    expires_at: i64,
}

impl Row {
    fn upload(self) -> Result<Upload, DbError> {
        Ok(Upload {
            owner_id: read(&self.owner_id, TABLE, "owner_id", &self.id)?,
            status: UploadStatus::parse(&self.status).ok_or_else(|| DbError::Inconsistent {
                table: TABLE,
                column: "status",
                row: self.id.clone(),
            })?,
            id: read(&self.id, TABLE, "id", &self.id)?,
            ticket_fingerprint: self.ticket_hash,
            filename: self.filename,
            content_type: self.content_type,
            size: self.size,
            sha256: self.sha256,
            refusal: self.refusal,
            created_at: Timestamp::from_micros(self.created_at),
            expires_at: Timestamp::from_micros(self.expires_at),
        })
    }
}

/// The upload with this id.
pub(crate) fn find(conn: &mut AnyConn, id: UploadId) -> Result<Option<Upload>, DbError> {
    let row: Option<Row> = uploads::table
        .filter(uploads::id.eq(id.to_string()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(Row::upload).transpose()
}

/// The upload whose ticket has this fingerprint.
pub(crate) fn find_by_ticket(conn: &mut AnyConn, fingerprint: &str) -> Result<Option<Upload>, DbError> {
    let row: Option<Row> = uploads::table
        .filter(uploads::ticket_hash.eq(fingerprint))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(Row::upload).transpose()
}

/// Writes a new ticket.
pub(crate) fn issue(conn: &mut AnyConn, upload: &Upload) -> Result<(), DbError> {
    let row = Row {
        id: upload.id.to_string(),
        ticket_hash: upload.ticket_fingerprint.clone(),
        owner_id: upload.owner_id.to_string(),
        status: upload.status.as_str().to_owned(),
        filename: upload.filename.clone(),
        content_type: upload.content_type.clone(),
        size: upload.size,
        sha256: upload.sha256.clone(),
        refusal: upload.refusal.clone(),
        created_at: upload.created_at.as_micros(),
        expires_at: upload.expires_at.as_micros(),
    };
    diesel::insert_into(uploads::table).values(&row).execute(conn)?;
    Ok(())
}

/// One status becomes the next; anything else is stale.
pub(crate) fn advance(
    conn: &mut AnyConn,
    id: UploadId,
    from: UploadStatus,
    to: UploadStatus,
) -> Result<(), DbError> {
    let expected =
        uploads::table.filter(uploads::id.eq(id.to_string())).filter(uploads::status.eq(from.as_str()));
    exactly_one(diesel::update(expected).set(uploads::status.eq(to.as_str())).execute(conn)?)
}

/// Writes what came of an upload while its bytes were arriving.
pub(crate) fn finish(conn: &mut AnyConn, upload: &Upload) -> Result<(), DbError> {
    let expected = uploads::table
        .filter(uploads::id.eq(upload.id.to_string()))
        .filter(uploads::status.eq(UploadStatus::Uploading.as_str()));
    let touched = diesel::update(expected)
        .set((
            uploads::status.eq(upload.status.as_str()),
            uploads::filename.eq(upload.filename.as_deref()),
            uploads::content_type.eq(upload.content_type.as_deref()),
            uploads::size.eq(upload.size),
            uploads::sha256.eq(upload.sha256.as_deref()),
            uploads::refusal.eq(upload.refusal.as_deref()),
        ))
        .execute(conn)?;
    exactly_one(touched)
}

/// Makes a finished file a submission's own; refused unless it is its owner's, final and carried by nothing but a
/// rejected submission, which gives it up: what was rejected can be sent in again with its file.
pub(crate) fn carry(
    conn: &mut AnyConn,
    id: UploadId,
    owner: UserId,
    by: SubmissionId,
) -> Result<(), DbError> {
    let rejected = submissions::table
        .filter(submissions::status.eq(Status::Rejected.as_str()))
        .select(submissions::id.nullable());
    let free = uploads::table
        .filter(uploads::id.eq(id.to_string()))
        .filter(uploads::owner_id.eq(owner.to_string()))
        .filter(uploads::status.eq(UploadStatus::Final.as_str()))
        .filter(uploads::carried_by.is_null().or(uploads::carried_by.eq_any(rejected).assume_not_null()));
    let touched = diesel::update(free).set(uploads::carried_by.eq(Some(by.to_string()))).execute(conn)?;
    exactly_one(touched).map_err(|_stale| DbError::Taken("uploads.carried_by"))
}

/// Makes uploads that nothing carries and whose ticket ended before this unusable, the oldest first and at most
/// `limit`, and answers which.
pub(crate) fn abandon(
    conn: &mut AnyConn,
    ended_before: Timestamp,
    limit: i64,
) -> Result<Vec<UploadId>, DbError> {
    let live = [UploadStatus::Issued, UploadStatus::Uploading, UploadStatus::Stored, UploadStatus::Final];
    let useless = uploads::status
        .eq_any(live.map(UploadStatus::as_str))
        .and(uploads::carried_by.is_null())
        .and(uploads::expires_at.lt(ended_before.as_micros()));
    let found: Vec<String> = uploads::table
        .filter(useless.clone())
        .order(uploads::expires_at)
        .limit(limit)
        .select(uploads::id)
        .load(conn)?;
    // Asked again: since they were found, another node may have taken them, or a submission.
    let ids: Vec<String> = diesel::update(uploads::table.filter(uploads::id.eq_any(found)).filter(useless))
        .set(uploads::status.eq(UploadStatus::Deleted.as_str()))
        .returning(uploads::id)
        .get_results(conn)?;
    ids.iter().map(|id| read(id, TABLE, "id", id)).collect()
}

/// Where these uploads stand; those there are none of are left out.
pub(crate) fn statuses(
    conn: &mut AnyConn,
    ids: &[UploadId],
) -> Result<HashMap<UploadId, UploadStatus>, DbError> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let rows: Vec<(String, String)> =
        uploads::table.filter(uploads::id.eq_any(ids)).select((uploads::id, uploads::status)).load(conn)?;
    let known = |(id, status): (String, String)| {
        let status = UploadStatus::parse(&status).ok_or_else(|| DbError::Inconsistent {
            table: TABLE,
            column: "status",
            row: id.clone(),
        })?;
        Ok((read(&id, TABLE, "id", &id)?, status))
    };
    rows.into_iter().map(known).collect()
}
