//! Sign-in attempts: recorded, counted, listed for monitoring, and deleted.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::login_attempts;
use crate::on_both;
use crate::storage::audit::activity;
use crate::storage::kernel::throttle::capped;
use crate::storage::{FOREVER, exact};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use facility_audit::activity::Metric;
use facility_audit::attempts::{
    AttemptLog, AttemptTally, FailureReason, LoginAttempt, RecordedAttempt, SUSPICION_WINDOW, SUSPICIOUS_FROM,
};
use facility_kernel::{AttemptId, Page, PageRequest, StoreError, Timestamp};
use facility_users::user::Username;
use std::time::Duration;

/// Attempts on a locked name are recorded up to a minute late, with the time of the last one. So a row's time is at
/// most this much later than that of a row recorded after it.
const DISORDER: Duration = Duration::from_mins(5);

columns! {
    struct Columns in login_attempts {
        id: AttemptId,
        username: String,
        ip_address: Option<String>,
        user_agent: Option<String>,
        success: bool,
        failure_reason: Option<String>,
        is_suspicious: bool,
        attempted_at: Timestamp,
        count: i32,
    }
    fn attempt() -> RecordedAttempt = RecordedAttempt {
        count: u32::try_from(count).unwrap_or(1),
        id, username, ip_address, user_agent, success, failure_reason, is_suspicious, attempted_at,
    }
}

/// Returns the position of the first recorded row that can be of an attempt made at or after `since`. Without it, a
/// page that is not full would read all earlier rows.
fn first_since(conn: &mut AnyConn, since: Timestamp) -> Result<Option<i64>, DbError> {
    let earliest: Option<i64> = login_attempts::table
        .filter(login_attempts::attempted_at.between(since.as_micros(), FOREVER))
        .order(login_attempts::attempted_at.asc())
        .select(login_attempts::attempted_at)
        .first(conn)
        .optional()?;
    let Some(earliest) = earliest else { return Ok(None) };
    // Rows recorded before that of the earliest attempt are of attempts made soon after it. `position + 0`, because for
    // `MIN(position)` PostgreSQL would scan all attempts from the first on.
    let soon = Timestamp::from_micros(earliest).plus(DISORDER).as_micros();
    Ok(login_attempts::table
        .filter(login_attempts::attempted_at.between(earliest, soon))
        .select(diesel::dsl::min(login_attempts::position + 0))
        .first(conn)?)
}

/// Counts the guesses that were recorded before this attempt for its name and from its address, and returns the larger
/// number, at most as many as make this attempt suspicious. The counters of its claimant MUST be locked, so that each
/// of several concurrent attempts sees those that were recorded before it.
pub(crate) fn earlier_guesses(conn: &mut AnyConn, attempt: &LoginAttempt) -> Result<u64, DbError> {
    let since = attempt.attempted_at.minus(SUSPICION_WINDOW);
    let no_guesses = FailureReason::NOT_GUESSES.map(FailureReason::as_str);
    let at_most = SUSPICIOUS_FROM - 1;
    // This wording matches the partial indexes, so the query reads only failures, and no more than needed.
    let failed = || {
        login_attempts::table
            .filter(diesel::dsl::not(login_attempts::success))
            .filter(login_attempts::attempted_at.ge(since.as_micros()))
            .filter(login_attempts::failure_reason.ne_all(no_guesses).assume_not_null())
            .select(login_attempts::count)
            .limit(i64::try_from(at_most).unwrap_or(i64::MAX))
    };
    let for_name: Vec<i32> =
        failed().filter(login_attempts::username_key.eq(Username::key_of(&attempt.username))).load(conn)?;
    let from_address: Vec<i32> = match attempt.ip_address.as_deref() {
        None => Vec::new(),
        Some(address) => failed().filter(login_attempts::ip_address.eq(address)).load(conn)?,
    };
    // Each row counts at least one attempt, so the limited number of rows suffices.
    let sum = |counts: Vec<i32>| counts.into_iter().map(i64::from).sum::<i64>().unsigned_abs().min(at_most);
    Ok(sum(for_name).max(sum(from_address)))
}

/// Deletes at most `limit` attempts made before `before` and returns their number.
pub(crate) fn prune(conn: &mut AnyConn, before: Timestamp, limit: i64) -> Result<usize, DbError> {
    let old: Vec<i64> = login_attempts::table
        .filter(login_attempts::attempted_at.lt(before.as_micros()))
        .order(login_attempts::attempted_at.asc())
        .limit(limit)
        .select(login_attempts::position)
        .load(conn)?;
    // By position, not by a list of ids: SQLite limits the number of bound values.
    let mut deleted = 0;
    for part in old.chunks(500) {
        let rows = login_attempts::table.filter(login_attempts::position.eq_any(part));
        deleted += diesel::delete(rows).execute(conn)?;
    }
    Ok(deleted)
}

/// Inserts an attempt that happened `count` times, and adds it to these metrics.
pub(crate) fn insert(
    conn: &mut AnyConn,
    attempt: &LoginAttempt,
    metrics: &[Metric],
    count: u32,
) -> Result<(), DbError> {
    diesel::insert_into(login_attempts::table)
        .values((
            login_attempts::id.eq(attempt.id.to_string()),
            login_attempts::username.eq(&attempt.username),
            login_attempts::username_key.eq(Username::key_of(&attempt.username)),
            login_attempts::ip_address.eq(attempt.ip_address.as_deref()),
            login_attempts::user_agent.eq(attempt.user_agent.as_deref()),
            login_attempts::success.eq(attempt.failure.is_none()),
            login_attempts::failure_reason.eq(attempt.failure.map(FailureReason::as_str)),
            login_attempts::is_suspicious.eq(attempt.is_suspicious),
            login_attempts::attempted_at.eq(attempt.attempted_at.as_micros()),
            login_attempts::count.eq(capped(count)),
        ))
        .execute(conn)?;
    metrics.iter().try_for_each(|metric| activity::add(conn, *metric, count.into(), attempt.attempted_at))
}

#[async_trait]
impl AttemptLog for Database {
    async fn list(
        &self,
        since: Timestamp,
        only_suspicious: bool,
        page: PageRequest,
    ) -> Result<(Page<RecordedAttempt>, u64), StoreError> {
        self.read(move |conn| {
            let matching = || {
                let rows =
                    login_attempts::table.filter(login_attempts::attempted_at.between(since.as_micros(), FOREVER));
                let rows = rows.into_boxed();
                if only_suspicious { rows.filter(login_attempts::is_suspicious) } else { rows }
            };
            let total: i64 = matching().count().get_result(conn)?;
            let Some(first) = first_since(conn, since)? else {
                return Ok((Page { items: Vec::new(), next: None }, 0));
            };
            let before = page.after.map_or(i64::MAX, facility_kernel::Cursor::position);
            let rows: Vec<(i64, Columns)> = matching()
                .filter(login_attempts::position.ge(first))
                .filter(login_attempts::position.lt(before))
                .order(login_attempts::position.desc())
                .limit(i64::from(page.limit.get()) + 1)
                .select((login_attempts::position, Columns::as_select()))
                .load(conn)?;
            let rows = rows.into_iter().map(|(position, columns)| Ok((position, columns.attempt()?)));
            Ok((Page::from_rows(rows.collect::<Result<_, DbError>>()?, page.limit), exact(total)))
        })
        .await
    }

    async fn tally(&self, since: Timestamp) -> Result<AttemptTally, StoreError> {
        self.read(move |conn| {
            let statement = Phrase::<(BigInt, BigInt, BigInt, Nullable<BigInt>)>::sql(
                "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT), \
         CAST(COALESCE(SUM(CASE WHEN success THEN 0 ELSE count END), 0) AS BIGINT), \
         CAST(COALESCE(SUM(CASE WHEN is_suspicious THEN count ELSE 0 END), 0) AS BIGINT), \
         MAX(CASE WHEN is_suspicious THEN attempted_at END) \
         FROM login_attempts WHERE attempted_at BETWEEN ",
            )
            .number(since.as_micros())
            .then(" AND ")
            .number(FOREVER)
            .statement();
            let (attempts, failed, suspicious, last): (i64, i64, i64, Option<i64>) =
                on_both!(conn, |c| statement.get_result(c))?;
            Ok(AttemptTally {
                attempts: exact(attempts),
                failed: exact(failed),
                suspicious: exact(suspicious),
                last_suspicious: last.map(Timestamp::from_micros),
            })
        })
        .await
    }
}
