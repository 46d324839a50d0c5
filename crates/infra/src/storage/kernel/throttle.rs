//! Counters that limit how often something may be attempted.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{lockouts, rate_windows};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_kernel::throttle::Throttle;
use facility_kernel::{StoreError, Timestamp};
use facility_users::lockout::PAIR_POLICY;
use std::time::Duration;

pub(crate) fn capped(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Maximum number of attempts to insert and lock a row that other transactions keep deleting.
const TRIES: u32 = 20;

/// Inserts a row if it is missing and locks it until the transaction ends. Retries, because on PostgreSQL another
/// transaction may be about to delete the existing row, as a successful sign-in does.
pub(crate) fn insert_and_lock<T>(
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
    Err(DbError::Fault("the throttle row was deleted after every insert".to_owned()))
}

/// Deletes the counts whose keys begin with `prefix`.
pub(crate) fn clear(conn: &mut AnyConn, prefix: &str) -> Result<(), DbError> {
    let own = rate_windows::key.like(prefix_pattern(prefix)).escape('\\');
    diesel::delete(rate_windows::table.filter(own)).execute(conn)?;
    Ok(())
}

/// Returns the LIKE pattern of texts that begin with `prefix`, escaped with backslashes.
pub(crate) fn prefix_pattern(prefix: &str) -> String {
    format!("{}%", prefix.replace('_', "\\_"))
}

/// Shortens locks that end later than they would if they began now: they come from a clock that was ahead.
pub(crate) fn clamp(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let later = |locks: u32| lockouts::locked_until.gt(Some(now.plus(PAIR_POLICY.lock(locks)).as_micros()));
    let found: Vec<i32> =
        lockouts::table.filter(later(1).assume_not_null()).select(lockouts::locks).distinct().load(conn)?;
    for locks in found {
        let n = u32::try_from(locks).unwrap_or_default();
        let until = now.plus(PAIR_POLICY.lock(n)).as_micros();
        let excessive = lockouts::table.filter(lockouts::locks.eq(locks)).filter(later(n).assume_not_null());
        diesel::update(excessive).set(lockouts::locked_until.eq(Some(until))).execute(conn)?;
    }
    Ok(())
}

/// Deletes obsolete counts: those without an active lock that have been inactive since `quiet_since`.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp, quiet_since: Timestamp) -> Result<(), DbError> {
    let unlocked = lockouts::locked_until.is_null().or(lockouts::locked_until.le(now.as_micros()));
    let quiet = lockouts::table
        .filter(lockouts::last_failed_at.lt(quiet_since.as_micros()))
        .filter(lockouts::window_started_at.lt(quiet_since.as_micros()))
        .filter(unlocked.assume_not_null());
    diesel::delete(quiet).execute(conn)?;
    let over = rate_windows::table.filter(rate_windows::window_started_at.lt(quiet_since.as_micros()));
    diesel::delete(over).execute(conn)?;
    Ok(())
}

#[async_trait]
impl Throttle for Database {
    async fn count_call(
        &self,
        key: &str,
        limit: u32,
        window: Duration,
        now: Timestamp,
    ) -> Result<Option<Duration>, StoreError> {
        let key = key.to_owned();
        self.write(move |conn| {
            let fresh = (
                rate_windows::key.eq(&key),
                rate_windows::window_started_at.eq(now.as_micros()),
                rate_windows::count.eq(0),
            );
            let columns = (rate_windows::window_started_at, rate_windows::count);
            let (started, count): (i64, i32) = insert_and_lock(
                conn,
                |conn| insert_if_absent!(conn, rate_windows::table, fresh),
                |conn| match conn {
                    AnyConn::Pg(c) => rate_windows::table.find(&key).select(columns).for_update().first(c),
                    AnyConn::Sqlite(c) => rate_windows::table.find(&key).select(columns).first(c),
                },
            )?;
            let started = Timestamp::from_micros(started);
            let (started, count) = if now.since(started) >= window { (now, 0) } else { (started, count) };
            if count >= capped(limit) {
                return Ok(Some(started.plus(window).since(now)));
            }
            diesel::update(rate_windows::table.filter(rate_windows::key.eq(&key)))
                .set((
                    rate_windows::window_started_at.eq(started.as_micros()),
                    rate_windows::count.eq(count.saturating_add(1)),
                ))
                .execute(conn)?;
            Ok(None)
        })
        .await
    }

    async fn give_back(&self, keys: &[String]) -> Result<(), StoreError> {
        let keys = keys.to_vec();
        self.write(move |conn| {
            // In a fixed order, so that two transactions do not deadlock.
            let mut keys: Vec<_> = keys.iter().collect();
            keys.sort_unstable();
            for key in &keys {
                let counted = rate_windows::table.find(key).filter(rate_windows::count.gt(0));
                diesel::update(counted).set(rate_windows::count.eq(rate_windows::count - 1)).execute(conn)?;
            }
            Ok(())
        })
        .await
    }
}
