//! What waits for people, for the home board. Every statement reads one index and stops after a fixed number of
//! entries.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{document_edits, documents, submissions, users};
use crate::on_both;
use crate::tables::{drafts, exact, notifications, sections};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_documents::edits::REVIEW_WINDOW;
use facility_kernel::{Timestamp, UserId};
use facility_submissions::desk::{Desk, Queues, Waiting, WaitingItem};

/// Returns what the home board shows to this user.
pub(crate) fn desk(
    conn: &mut AnyConn,
    user: UserId,
    with_queues: bool,
    now: Timestamp,
) -> Result<Desk, DbError> {
    let started_by = now.minus(REVIEW_WINDOW);
    let queues = if with_queues {
        Some(Queues {
            submissions: to_review(conn, started_by)?,
            edits: edits_to_review(conn, started_by)?,
            archive_requests: to_archive(conn)?,
            accounts: to_approve(conn)?,
        })
    } else {
        None
    };
    let (unread, news) = notifications::unread(conn, user, now)?;
    let timed_out = timed_out(conn, user, started_by)?;
    let (drafts, sections) = (drafts::count(conn, user)?, sections::count_open(conn)?);
    Ok(Desk { queues, unread, news, timed_out, drafts, sections })
}

/// Finishes a subquery that counts, so that it stops at the limit.
fn counted(conn: &mut AnyConn, rows: Phrase<BigInt>) -> Result<u64, DbError> {
    let limited = rows.then(" LIMIT ").number(Waiting::MOST_COUNTED.into()).then(") AS counted)");
    Ok(exact(diesel::select(limited).get_result(conn)?))
}

fn to_review(conn: &mut AnyConn, started_by: Timestamp) -> Result<Waiting, DbError> {
    let rows = Phrase::sql(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM submissions WHERE status = 'pending' \
         AND COALESCE(resubmitted_at, created_at) > ",
    );
    let count = counted(conn, rows.number(started_by.as_micros()))?;
    let since = || Phrase::<BigInt>::sql("COALESCE(submissions.resubmitted_at, submissions.created_at)");
    let in_time = Phrase::<Bool>::sql(
        "submissions.status = 'pending' AND COALESCE(submissions.resubmitted_at, submissions.created_at) > ",
    )
    .number(started_by.as_micros());
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| submissions::table
        .filter(in_time)
        .order((since(), submissions::position.asc()))
        .limit(1)
        .select((submissions::id, submissions::title, since()))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn edits_to_review(conn: &mut AnyConn, started_by: Timestamp) -> Result<Waiting, DbError> {
    let rows = Phrase::sql(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM document_edits WHERE status = 'pending' \
         AND COALESCE(resubmitted_at, created_at) > ",
    );
    let count = counted(conn, rows.number(started_by.as_micros()))?;
    let in_time = Phrase::<Bool>::sql(
        "document_edits.status = 'pending' AND COALESCE(document_edits.resubmitted_at, document_edits.created_at) > ",
    )
    .number(started_by.as_micros());
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| document_edits::table
        .filter(in_time)
        .order((edits_since(), document_edits::position.asc()))
        .limit(1)
        .select((document_edits::id, document_edits::title, edits_since()))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn edits_since() -> Phrase<BigInt> {
    Phrase::sql("COALESCE(document_edits.resubmitted_at, document_edits.created_at)")
}

fn to_archive(conn: &mut AnyConn) -> Result<Waiting, DbError> {
    let rows = Phrase::sql("(SELECT COUNT(*) FROM (SELECT 1 FROM documents WHERE archive_requested");
    let count = counted(conn, rows)?;
    let since = documents::archive_requested_at.assume_not_null();
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| documents::table
        .filter(Phrase::<Bool>::sql("documents.archive_requested"))
        .order(since.asc())
        .limit(1)
        .select((documents::id, documents::title, since))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn to_approve(conn: &mut AnyConn) -> Result<Waiting, DbError> {
    let rows = Phrase::sql(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM users WHERE NOT is_approved AND deleted_at IS NULL",
    );
    let count = counted(conn, rows)?;
    let pending = Phrase::<Bool>::sql("NOT users.is_approved AND users.deleted_at IS NULL");
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| users::table
        .filter(pending)
        .order(users::position.asc())
        .limit(1)
        .select((users::id, users::username, users::created_at))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn item((id, name, since): (String, String, i64)) -> WaitingItem {
    WaitingItem { id, name, since: Timestamp::from_micros(since) }
}

fn timed_out(conn: &mut AnyConn, user: UserId, started_by: Timestamp) -> Result<u64, DbError> {
    let of = |rows: Phrase<BigInt>| {
        rows.text(user.to_string())
            .then(" AND COALESCE(resubmitted_at, created_at) <= ")
            .number(started_by.as_micros())
    };
    let rows = of(Phrase::sql(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM submissions WHERE status = 'pending' AND resubmitted_as IS NULL \
         AND submitted_by = ",
    ));
    let rows =
        rows.then(" UNION ALL SELECT 1 FROM document_edits WHERE status = 'pending' AND resubmitted_as IS NULL AND submitted_by = ");
    counted(conn, of(rows))
}
