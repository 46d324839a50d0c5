//! Submissions that waited too long for a review, and resubmissions.

use super::submissions::{TABLE, waits_since};
use crate::db::schema::submissions;
use crate::db::{AnyConn, DbError, exactly_one};
use crate::tables::{notifications, read};
use ::submissions::{REVIEW_WINDOW, Resubmission, Status, TimeOut, TimeOutMark};
use diesel::prelude::*;
use kernel::Timestamp;

/// Returns up to `limit` unmarked pending submissions whose wait began at `started_by` or earlier, oldest first.
pub(crate) fn unmarked(
    conn: &mut AnyConn,
    started_by: Timestamp,
    limit: u32,
) -> Result<Vec<TimeOut>, DbError> {
    let rows: Vec<(String, i64, String, String)> = submissions::table
        .filter(submissions::status.eq(Status::Pending.as_str()))
        .filter(submissions::timed_out_at.is_null())
        .filter(waits_since().le(started_by.as_micros()))
        .order(submissions::position.asc())
        .limit(i64::from(limit))
        .select((submissions::id, waits_since(), submissions::submitted_by, submissions::title))
        .load(conn)?;
    rows.into_iter()
        .map(|(id, since, owner, title)| {
            let at = Timestamp::from_micros(since).plus(REVIEW_WINDOW);
            let owner = read(&owner, TABLE, "submitted_by", &id)?;
            Ok(TimeOut { id: read(&id, TABLE, "id", &id)?, at, owner, title })
        })
        .collect()
}

/// Marks a submission as timed out and notifies its author. Errors: [`DbError::Stale`] if it is already marked,
/// decided or resubmitted.
pub(crate) fn mark_timed_out(conn: &mut AnyConn, marked: &TimeOutMark) -> Result<(), DbError> {
    let TimeOutMark { time_out, news } = marked;
    let expected = submissions::table
        .filter(submissions::id.eq(time_out.id.to_string()))
        .filter(submissions::status.eq(Status::Pending.as_str()))
        .filter(submissions::timed_out_at.is_null())
        .filter(waits_since().eq(time_out.at.minus(REVIEW_WINDOW).as_micros()));
    let mark = submissions::timed_out_at.eq(Some(time_out.at.as_micros()));
    exactly_one(diesel::update(expected).set(mark).execute(conn)?)?;
    notifications::insert(conn, news)
}

/// Starts a new wait and marks the notification of the time-out as read. Errors: [`DbError::Stale`] if the submission was decided or resubmitted.
pub(crate) fn resubmit(conn: &mut AnyConn, resubmission: &Resubmission) -> Result<(), DbError> {
    let expected = submissions::table
        .filter(submissions::id.eq(resubmission.id.to_string()))
        .filter(submissions::status.eq(Status::Pending.as_str()))
        .filter(waits_since().eq(resubmission.expected_start.as_micros()));
    let touched = diesel::update(expected)
        .set((
            submissions::resubmitted_at.eq(Some(resubmission.at.as_micros())),
            submissions::timed_out_at.eq(None::<i64>),
        ))
        .execute(conn)?;
    exactly_one(touched)?;
    let owner: String = submissions::table
        .filter(submissions::id.eq(resubmission.id.to_string()))
        .select(submissions::submitted_by)
        .first(conn)?;
    notifications::settle_time_out(conn, resubmission.id, &owner, resubmission.at)
}
