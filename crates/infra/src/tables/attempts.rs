//! Reading sign-in attempts, for monitoring.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::login_attempts;
use crate::on_both;
use crate::tables::{FOREVER, exact, read};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use facility_audit::attempts::{AttemptTally, RecordedAttempt};
use facility_kernel::{Page, PageRequest, Timestamp};
use std::time::Duration;

/// Attempts on a locked name are recorded up to a minute late, with the time of the last one. A row that is recorded
/// before another is at most this much later than it.
const DISORDER: Duration = Duration::from_mins(5);

#[derive(Queryable, Selectable)]
#[diesel(table_name = login_attempts)]
struct Row {
    position: i64,
    id: String,
    username: String,
    ip_address: Option<String>,
    user_agent: Option<String>,
    success: bool,
    failure_reason: Option<String>,
    is_suspicious: bool,
    attempted_at: i64,
    count: i32,
}

impl Row {
    fn attempt(self) -> Result<(i64, RecordedAttempt), DbError> {
        let attempt = RecordedAttempt {
            id: read(&self.id, "login_attempts", "id", &self.id)?,
            username: self.username,
            ip_address: self.ip_address,
            user_agent: self.user_agent,
            success: self.success,
            failure_reason: self.failure_reason,
            is_suspicious: self.is_suspicious,
            attempted_at: Timestamp::from_micros(self.attempted_at),
            count: u32::try_from(self.count).unwrap_or(1),
        };
        Ok((self.position, attempt))
    }
}

/// Returns a page of the attempts made at or after `since`, the last recorded first, and the total number of rows.
pub(crate) fn list(
    conn: &mut AnyConn,
    since: Timestamp,
    only_suspicious: bool,
    page: PageRequest,
) -> Result<(Page<RecordedAttempt>, u64), DbError> {
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
    let rows: Vec<Row> = matching()
        .filter(login_attempts::position.ge(first))
        .filter(login_attempts::position.lt(before))
        .order(login_attempts::position.desc())
        .limit(i64::from(page.limit.get()) + 1)
        .select(Row::as_select())
        .load(conn)?;
    let rows: Vec<_> = rows.into_iter().map(Row::attempt).collect::<Result<_, _>>()?;
    Ok((Page::from_rows(rows, page.limit), exact(total)))
}

/// Returns the position of the first recorded row that can be of an attempt made at or after `since`. Without it, a list
/// that is not full would be searched to its beginning.
fn first_since(conn: &mut AnyConn, since: Timestamp) -> Result<Option<i64>, DbError> {
    let earliest: Option<i64> = login_attempts::table
        .filter(login_attempts::attempted_at.between(since.as_micros(), FOREVER))
        .order(login_attempts::attempted_at.asc())
        .select(login_attempts::attempted_at)
        .first(conn)
        .optional()?;
    let Some(earliest) = earliest else { return Ok(None) };
    // Rows recorded before that of the earliest attempt are of attempts made soon after it. For the smallest position itself,
    // PostgreSQL would look through all attempts from the first on.
    let soon = Timestamp::from_micros(earliest).plus(DISORDER).as_micros();
    Ok(login_attempts::table
        .filter(login_attempts::attempted_at.between(earliest, soon))
        .select(diesel::dsl::min(login_attempts::position + 0))
        .first(conn)?)
}

/// Adds up the attempts made at or after `since`.
pub(crate) fn tally(conn: &mut AnyConn, since: Timestamp) -> Result<AttemptTally, DbError> {
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
}
