//! Alerts for administrators, and which of them each has read and cleared.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{alert_marks, audit_log, document_edits, documents, submissions, users};
use crate::on_both;
use crate::storage::FOREVER;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_audit::alerts::{Alarm, AlertCause};
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_oversight::reminders::{
    AlertMark, AlertMarks, AlertRepository, MAX_WAITS, NEW_PERIOD, OVERDUE_AFTER, Wait, WaitKind,
};
use facility_submissions::case::REVIEW_WINDOW;
use std::collections::HashMap;
use std::time::Duration;

/// Retention of marks. No alert lasts longer than a few days, except for an archive request that nobody decides.
const MARKS_KEPT: Duration = Duration::from_hours(24 * 90);

/// Maximum number of alarms: the newest ones.
const MOST_ALARMS: i64 = 200;

/// The waits to read, and their order. At most [`MAX_WAITS`] of them are read.
#[derive(Clone, Copy)]
struct Span {
    /// They began after this time.
    after: Timestamp,
    /// They began at or before this time.
    until: Timestamp,
    newest_first: bool,
}

/// Returns the waits of the items of this table in a span. A macro, because the query's type differs per table.
macro_rules! waits_of {
    ($conn:expr, $span:expr, $items:ident, $kind:expr) => {{
        let rows: Vec<(String, String, i64)> = on_both!($conn, |c| $items::table
            .filter(waiting($span))
            .order(order($span))
            .limit(MAX_WAITS.into())
            .select(($items::id, $items::title, began()))
            .load(c))?;
        rows.into_iter().map(wait($kind))
    }};
}

/// Returns the waits that may cause an alert at `now`.
fn waits(conn: &mut AnyConn, now: Timestamp) -> Result<Vec<Wait>, DbError> {
    let overdue_since = now.minus(OVERDUE_AFTER);
    let overdue = Span { after: now.minus(REVIEW_WINDOW), until: overdue_since, newest_first: false };
    let new = Span { after: now.minus(NEW_PERIOD), until: now, newest_first: true };
    let mut waits = Vec::new();
    for span in [overdue, new] {
        waits.extend(waits_of!(conn, span, submissions, WaitKind::Submission));
        waits.extend(waits_of!(conn, span, document_edits, WaitKind::Edit));
    }
    waits.extend(requests_until(conn, overdue_since)?);
    Ok(waits)
}

fn wait(kind: WaitKind) -> impl Fn((String, String, i64)) -> Wait {
    move |(id, title, since)| Wait { kind, id, title, since: Timestamp::from_micros(since) }
}

/// The condition for pending rows whose wait began in this span. The wording matches the indexes of waiting items.
fn waiting(Span { after, until, .. }: Span) -> Phrase<Bool> {
    Phrase::sql("status = 'pending' AND COALESCE(resubmitted_at, created_at) > ")
        .number(after.as_micros())
        .then(" AND COALESCE(resubmitted_at, created_at) <= ")
        .number(until.as_micros())
}

fn began() -> Phrase<BigInt> {
    Phrase::sql("COALESCE(resubmitted_at, created_at)")
}

fn order(span: Span) -> Phrase<BigInt> {
    Phrase::sql(if span.newest_first {
        "COALESCE(resubmitted_at, created_at) DESC, position DESC"
    } else {
        "COALESCE(resubmitted_at, created_at), position"
    })
}

fn requests_until(conn: &mut AnyConn, until: Timestamp) -> Result<Vec<Wait>, DbError> {
    let since = documents::archive_requested_at.assume_not_null();
    let rows: Vec<(String, String, i64)> = on_both!(conn, |c| documents::table
        .filter(Phrase::<Bool>::sql("documents.archive_requested"))
        .filter(since.le(until.as_micros()))
        .order(since.asc())
        .limit(MAX_WAITS.into())
        .select((documents::id, documents::title, since))
        .load(c))?;
    Ok(rows.into_iter().map(wait(WaitKind::ArchiveRequest)).collect())
}

/// Number, action, time, performer's name and entity of an entry.
type Logged = (i64, String, i64, Option<String>, Option<String>);

/// Returns the marks of this administrator.
fn marks(conn: &mut AnyConn, user: UserId) -> Result<AlertMarks, DbError> {
    let rows: Vec<(String, i64, Option<i64>)> = alert_marks::table
        .filter(alert_marks::user_id.eq(user.to_string()))
        .select((alert_marks::alert_id, alert_marks::read_at, alert_marks::cleared_at))
        .load(conn)?;
    let mut marks = AlertMarks::default();
    for (id, read_at, cleared_at) in rows {
        if cleared_at.is_some() {
            marks.cleared.insert(id.clone());
        }
        marks.read.insert(id, Timestamp::from_micros(read_at));
    }
    Ok(marks)
}

/// Deletes marks whose retention has ended.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let old = alert_marks::read_at.le(now.minus(MARKS_KEPT).as_micros());
    diesel::delete(alert_marks::table.filter(old)).execute(conn)?;
    Ok(())
}

#[async_trait]
impl AlertRepository for Database {
    async fn waits(&self, now: Timestamp) -> Result<Vec<Wait>, StoreError> {
        self.read(move |conn| waits(conn, now)).await
    }

    async fn alarms(&self, since: Timestamp) -> Result<Vec<Alarm>, StoreError> {
        self.read(move |conn| {
            // The condition is that of the index `audit_log_alarms`, word for word.
            let recent = || {
                Phrase::<Bool>::sql(
                    "action IN ('static_code_used', 'two_factor_locked', 'emergency_access_opened', \
             'emergency_codes_synchronized', 'master_key_used') AND timestamp BETWEEN ",
                )
                .number(since.as_micros())
                .then(" AND ")
                .number(FOREVER)
            };
            // The entries of a day are few: a static code, a lock and a key are each used by hand.
            let rows: Vec<Logged> = on_both!(conn, |c| audit_log::table
                .filter(recent())
                .order(audit_log::timestamp.desc())
                .limit(MOST_ALARMS)
                .select((
                    audit_log::number,
                    audit_log::action,
                    audit_log::timestamp,
                    audit_log::performed_by_username,
                    audit_log::entity_id,
                ))
                .load(c))?;
            let about: Vec<&String> = rows.iter().filter_map(|(.., id)| id.as_ref()).collect();
            let names: Vec<(String, String)> =
                users::table.filter(users::id.eq_any(about)).select((users::id, users::username)).load(conn)?;
            let names: HashMap<String, String> = names.into_iter().collect();
            let alarm = |(number, action, at, performer, about): (i64, String, i64, Option<String>, Option<String>)| {
                let named = about.and_then(|id| names.get(&id).cloned());
                let (cause, person) = (AlertCause::of_action(&action)?, named.or(performer));
                Some(Alarm { cause, number, at: Timestamp::from_micros(at), person })
            };
            Ok(rows.into_iter().filter_map(alarm).collect())
        })
        .await
    }

    async fn marks(&self, user: UserId) -> Result<AlertMarks, StoreError> {
        self.read(move |conn| marks(conn, user)).await
    }

    async fn mark(&self, user: UserId, ids: Vec<String>, mark: AlertMark, now: Timestamp) -> Result<(), StoreError> {
        self.write(move |conn| {
            // The first mark of a kind keeps its time.
            let user = user.to_string();
            let cleared_at = (mark == AlertMark::Cleared).then(|| now.as_micros());
            // In a fixed order, so that two windows of the same administrator do not deadlock.
            let mut ids: Vec<&String> = ids.iter().collect();
            ids.sort_unstable();
            for id in &ids {
                let row = (
                    alert_marks::user_id.eq(&user),
                    alert_marks::alert_id.eq(id),
                    alert_marks::read_at.eq(now.as_micros()),
                    alert_marks::cleared_at.eq(cleared_at),
                );
                let added = insert_if_absent!(conn, alert_marks::table, row)?;
                if added == 0 && cleared_at.is_some() {
                    let uncleared = alert_marks::table.find((&user, id)).filter(alert_marks::cleared_at.is_null());
                    diesel::update(uncleared).set(alert_marks::cleared_at.eq(cleared_at)).execute(conn)?;
                }
            }
            Ok(())
        })
        .await
    }
}
