//! What every node tells the screens that are connected to it.

use crate::db::schema::{outbox, site_settings};
use crate::db::{AnyConn, DbError};
use crate::tables::read;
use audit::topics::{Announcement, Audience, Event};
use diesel::QueryableByName;
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use kernel::Timestamp;

/// The channel on which PostgreSQL wakes the nodes.
pub(crate) const CHANNEL: &str = "facility_events";

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    last_event: i64,
}

/// Puts an announcement behind the newest one, and moves the time of shared content forward where everybody is told: to
/// now, or to the next millisecond when now is no later. It is shown in milliseconds, so it has to move by one at least,
/// whatever the clocks say and in whichever order transactions commit.
///
/// Numbers have no gaps and follow the order of commits, because the row that counts them stays locked until then.
pub(crate) fn append(
    conn: &mut AnyConn,
    announcement: Announcement,
    origin: Option<&str>,
    now: Timestamp,
) -> Result<(), DbError> {
    let is_shared = announcement.audience == Audience::Everyone;
    // A time that lies before every other leaves the one that is there.
    let shared_at = if is_shared { now.as_micros() } else { i64::MIN };
    let step = i64::from(is_shared);
    let Number { last_event } = diesel::sql_query(
        "UPDATE site_settings SET last_event = last_event + 1, content_changed_at = \
         CASE WHEN content_changed_at / 1000 < $1 / 1000 THEN $1 \
         ELSE content_changed_at + $2 * (1000 - content_changed_at % 1000) END RETURNING last_event",
    )
    .bind::<BigInt, _>(shared_at)
    .bind::<BigInt, _>(step)
    .get_result(conn)
    .optional()?
    .ok_or(DbError::NoSettings)?;
    diesel::insert_into(outbox::table)
        .values((
            outbox::number.eq(last_event),
            outbox::topics.eq(announcement.topics.to_string()),
            outbox::audience.eq(announcement.audience.as_str()),
            outbox::origin.eq(origin),
            outbox::at.eq(now.as_micros()),
        ))
        .execute(conn)?;
    if let AnyConn::Pg(postgres) = conn {
        postgres.batch_execute(&format!("SELECT pg_notify('{CHANNEL}', '')"))?;
    }
    Ok(())
}

/// The number of the newest announcement.
pub(crate) fn newest(conn: &mut AnyConn) -> Result<i64, DbError> {
    let newest = site_settings::table.select(site_settings::last_event).first(conn).optional()?;
    newest.ok_or(DbError::NoSettings)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = outbox)]
struct Row {
    number: i64,
    topics: String,
    audience: String,
    origin: Option<String>,
    at: i64,
}

/// Up to `limit` announcements behind number `after`, in order and with their numbers.
pub(crate) fn read_after(conn: &mut AnyConn, after: i64, limit: i64) -> Result<Vec<(i64, Event)>, DbError> {
    let rows: Vec<Row> = outbox::table
        .filter(outbox::number.gt(after))
        .order(outbox::number.asc())
        .limit(limit)
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter()
        .map(|row| {
            let id = row.number.to_string();
            let audience = Audience::parse(&row.audience).ok_or_else(|| DbError::Inconsistent {
                table: "outbox",
                column: "audience",
                row: id.clone(),
            })?;
            let topics = read(&row.topics, "outbox", "topics", &id)?;
            let at = Timestamp::from_micros(row.at);
            Ok((row.number, Event { topics, audience, origin: row.origin, at }))
        })
        .collect()
}

/// Deletes what is older than `before`.
pub(crate) fn sweep(conn: &mut AnyConn, before: Timestamp) -> Result<(), DbError> {
    diesel::delete(outbox::table.filter(outbox::at.lt(before.as_micros()))).execute(conn)?;
    Ok(())
}
