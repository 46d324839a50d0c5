//! Submissions that waited too long for a review, and resubmissions; and users' lists of what waited too long.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::submissions;
use crate::on_both;
use crate::storage::read;
use crate::storage::submissions::resubmissions::{self, SUBMISSIONS};
use crate::storage::submissions::submission_rows::{TABLE, is_pending, waits_since};
use crate::storage::users::notifications;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use facility_kernel::{Cursor, Page, PageRequest, Timestamp, UserId};
use facility_submissions::edits::REVIEW_WINDOW;
use facility_submissions::edits::change::{TimedOutItem, TimedOutKind};
use facility_submissions::submission::{Resubmission, TimeOut, TimeOutMark};

/// One item of a user's list: its time, its number among the items of that time, its kind (0 for a submission), id, title,
/// category, and since when it waits.
type Item = (i64, i64, i32, String, String, String, i64);
type ItemType = (BigInt, BigInt, Integer, Text, Text, Text, BigInt);

/// Returns this user's pending submissions and edits whose wait began at `started_by` or earlier, newest first. Of those of
/// the same time, which an import makes, the order is that of twice the position, plus one for edits.
pub(crate) fn timed_out(
    conn: &mut AnyConn,
    owner: UserId,
    started_by: Timestamp,
    page: PageRequest,
) -> Result<Page<TimedOutItem>, DbError> {
    let (at, number) = page.after.map_or((i64::MAX, i64::MAX), Cursor::both);
    let of = |phrase: Phrase<ItemType>, place: &'static str| {
        phrase
            .text(owner.to_string())
            .then(" AND COALESCE(resubmitted_at, created_at) <= ")
            .number(started_by.as_micros())
            .then(place)
            .pair(at, number)
    };
    let phrase = Phrase::<ItemType>::sql(
        "SELECT created_at, position * 2 AS number, 0 AS kind, id, title, category, \
         COALESCE(resubmitted_at, created_at) FROM submissions WHERE status = 'pending' AND resubmitted_as IS NULL \
         AND submitted_by = ",
    );
    let phrase = of(phrase, " AND (created_at, position * 2) < (").then(
        " UNION ALL SELECT created_at, position * 2 + 1, 1, id, title, category, \
         COALESCE(resubmitted_at, created_at) FROM document_edits WHERE status = 'pending' AND resubmitted_as IS NULL AND submitted_by = ",
    );
    let phrase = of(phrase, " AND (created_at, position * 2 + 1) < (")
        .then(" ORDER BY 1 DESC, 2 DESC LIMIT ")
        .number(i64::from(page.limit.get()) + 1);
    let rows: Vec<Item> = on_both!(conn, |c| phrase.statement().load(c))?;
    let item = |(created_at, number, kind, id, title, category, since): Item| {
        let item = TimedOutItem {
            kind: if kind == 0 { TimedOutKind::Submission } else { TimedOutKind::Edit },
            category: read(&category, TABLE, "category", &id)?,
            id,
            title,
            created_at: Timestamp::from_micros(created_at),
            timed_out_at: Timestamp::from_micros(since).plus(REVIEW_WINDOW),
        };
        Ok((Cursor::after_both(created_at, number), item))
    };
    Ok(Page::from_rows(rows.into_iter().map(item).collect::<Result<_, DbError>>()?, page.limit))
}

/// Returns up to `limit` unmarked pending submissions whose wait began at `started_by` or earlier, oldest first.
pub(crate) fn unmarked(
    conn: &mut AnyConn,
    started_by: Timestamp,
    limit: u32,
) -> Result<Vec<Result<TimeOut, DbError>>, DbError> {
    let rows: Vec<(String, i64, String, String)> = submissions::table
        .filter(is_pending())
        .filter(submissions::resubmitted_as.is_null())
        .filter(submissions::timed_out_at.is_null())
        .filter(waits_since().le(started_by.as_micros()))
        .order(submissions::position.asc())
        .limit(i64::from(limit))
        .select((submissions::id, waits_since(), submissions::submitted_by, submissions::title))
        .load(conn)?;
    let rows = rows.into_iter().map(|(id, since, owner, title)| {
        let at = Timestamp::from_micros(since).plus(REVIEW_WINDOW);
        let owner = read(&owner, TABLE, "submitted_by", &id)?;
        Ok(TimeOut { id: read(&id, TABLE, "id", &id)?, at, owner, title })
    });
    Ok(rows.collect())
}

/// Marks a submission as timed out and notifies its author. Errors: as [`resubmissions::mark_timed_out`].
pub(crate) fn mark_timed_out(conn: &mut AnyConn, marked: &TimeOutMark) -> Result<(), DbError> {
    let TimeOutMark { time_out, news } = marked;
    resubmissions::mark_timed_out(conn, SUBMISSIONS, &time_out.id.to_string(), time_out.at)?;
    notifications::insert(conn, news)
}

/// Starts a new wait of a submission. Errors: as [`resubmissions::wait_again`].
pub(crate) fn resubmit(conn: &mut AnyConn, resubmission: &Resubmission) -> Result<(), DbError> {
    let Resubmission { id, expected_start, at, .. } = resubmission;
    let id = id.to_string();
    resubmissions::wait_again(conn, SUBMISSIONS, (&id, &id), *expected_start, *at)
}
