//! Counts that limit how often something may be tried.

use crate::db::schema::{lockouts, rate_windows};
use crate::db::{AnyConn, DbError};
use crate::on_both;
use ::users::lockout::{Admission, LockoutPolicy, LockoutState};
use diesel::prelude::*;
use kernel::Timestamp;
use std::time::Duration;

#[derive(Queryable, Selectable)]
#[diesel(table_name = lockouts)]
struct Row {
    failures: i32,
    window_started_at: i64,
    locks: i32,
    locked_until: Option<i64>,
    day_started_at: i64,
    day_count: i32,
}

impl From<Row> for LockoutState {
    fn from(row: Row) -> Self {
        let count = |n: i32| u32::try_from(n).unwrap_or(0);
        Self {
            failures: count(row.failures),
            window_started_at: Timestamp::from_micros(row.window_started_at),
            locks: count(row.locks),
            locked_until: row.locked_until.map(Timestamp::from_micros),
            day_started_at: Timestamp::from_micros(row.day_started_at),
            day_count: count(row.day_count),
        }
    }
}

/// Counts a try under every key, or under none when one refuses; then the longest wait is answered.
pub(crate) fn begin_try(
    conn: &mut AnyConn,
    keys: &[(String, LockoutPolicy)],
    now: Timestamp,
) -> Result<Admission, DbError> {
    // In one order for everybody, so that two tries never wait for each other.
    let mut keys: Vec<&(String, LockoutPolicy)> = keys.iter().collect();
    keys.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut counted = Vec::with_capacity(keys.len());
    let mut longest: Option<Duration> = None;
    for (key, policy) in keys {
        let (after, admission) = held(conn, key, now)?.begin(*policy, now);
        counted.push((key, after));
        if let Admission::Refused(wait) = admission {
            longest = longest.max(Some(wait));
        }
    }
    if let Some(wait) = longest {
        return Ok(Admission::Refused(wait));
    }
    for (key, state) in counted {
        diesel::update(lockouts::table.filter(lockouts::key.eq(key)))
            .set((
                lockouts::failures.eq(capped(state.failures)),
                lockouts::window_started_at.eq(state.window_started_at.as_micros()),
                lockouts::locks.eq(capped(state.locks)),
                lockouts::locked_until.eq(state.locked_until.map(Timestamp::as_micros)),
                lockouts::day_started_at.eq(state.day_started_at.as_micros()),
                lockouts::day_count.eq(capped(state.day_count)),
            ))
            .execute(conn)?;
    }
    Ok(Admission::Admitted)
}

fn capped(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// How often a row that somebody deletes between making and holding it is made again.
const TRIES: u32 = 20;

/// Makes a row where there is none and holds it until the transaction ends, as often as it takes: on PostgreSQL the row
/// that is there may be one that another transaction is about to delete, as a successful sign-in does.
fn made_and_held<T>(
    conn: &mut AnyConn,
    mut make: impl FnMut(&mut AnyConn) -> QueryResult<usize>,
    mut hold: impl FnMut(&mut AnyConn) -> QueryResult<T>,
) -> Result<T, DbError> {
    for _ in 0..TRIES {
        make(conn)?;
        if let Some(row) = hold(conn).optional()? {
            return Ok(row);
        }
    }
    Err(DbError::Fault("a row is deleted whenever it is made".to_owned()))
}

/// The state under a key, its row held until the transaction ends.
fn held(conn: &mut AnyConn, key: &str, now: Timestamp) -> Result<LockoutState, DbError> {
    let fresh = (
        lockouts::key.eq(key),
        lockouts::failures.eq(0),
        lockouts::window_started_at.eq(now.as_micros()),
        lockouts::locks.eq(0),
        lockouts::locked_until.eq(None::<i64>),
        lockouts::day_started_at.eq(now.as_micros()),
        lockouts::day_count.eq(0),
    );
    let row: Row = made_and_held(
        conn,
        |conn| {
            on_both!(conn, |c| diesel::insert_into(lockouts::table)
                .values(fresh)
                .on_conflict_do_nothing()
                .execute(c))
        },
        |conn| match conn {
            AnyConn::Pg(c) => lockouts::table.find(key).select(Row::as_select()).for_update().first(c),
            AnyConn::Sqlite(c) => lockouts::table.find(key).select(Row::as_select()).first(c),
        },
    )?;
    Ok(row.into())
}

/// Counts one more call in this key's window, or answers how long until the next window begins.
pub(crate) fn count_call(
    conn: &mut AnyConn,
    key: &str,
    limit: u32,
    window: Duration,
    now: Timestamp,
) -> Result<Option<Duration>, DbError> {
    let fresh = (
        rate_windows::key.eq(key),
        rate_windows::window_started_at.eq(now.as_micros()),
        rate_windows::count.eq(0),
    );
    let columns = (rate_windows::window_started_at, rate_windows::count);
    let (started, count): (i64, i32) = made_and_held(
        conn,
        |conn| {
            on_both!(conn, |c| diesel::insert_into(rate_windows::table)
                .values(fresh)
                .on_conflict_do_nothing()
                .execute(c))
        },
        |conn| match conn {
            AnyConn::Pg(c) => rate_windows::table.find(key).select(columns).for_update().first(c),
            AnyConn::Sqlite(c) => rate_windows::table.find(key).select(columns).first(c),
        },
    )?;
    let started = Timestamp::from_micros(started);
    let (started, count) = if now.since(started) >= window { (now, 0) } else { (started, count) };
    if count >= capped(limit) {
        return Ok(Some(started.plus(window).since(now)));
    }
    diesel::update(rate_windows::table.filter(rate_windows::key.eq(key)))
        .set((
            rate_windows::window_started_at.eq(started.as_micros()),
            rate_windows::count.eq(count.saturating_add(1)),
        ))
        .execute(conn)?;
    Ok(None)
}

/// Deletes counts that say nothing any more: without a lock that still holds, and quiet since `quiet_since`.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp, quiet_since: Timestamp) -> Result<(), DbError> {
    let unlocked = lockouts::locked_until.is_null().or(lockouts::locked_until.le(now.as_micros()));
    let quiet = lockouts::table
        .filter(lockouts::day_started_at.lt(quiet_since.as_micros()))
        .filter(lockouts::window_started_at.lt(quiet_since.as_micros()))
        .filter(unlocked.assume_not_null());
    diesel::delete(quiet).execute(conn)?;
    let over = rate_windows::table.filter(rate_windows::window_started_at.lt(quiet_since.as_micros()));
    diesel::delete(over).execute(conn)?;
    Ok(())
}
