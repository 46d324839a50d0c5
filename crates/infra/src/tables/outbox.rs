//! Announcements from every node to the sockets connected to all nodes.

use crate::db::phrase::Phrase;
use crate::db::schema::{outbox, site_settings};
use crate::db::{AnyConn, DbError};
use crate::tables::{Turn, read, read_optional, take_turn};
use audit::topics::{Announcement, Audience, Event};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use kernel::{Timestamp, UserId};

/// The channel on which PostgreSQL wakes the nodes.
pub(crate) const CHANNEL: &str = "facility_events";

/// Converts an audience to its columns. Nodes of an older release, which ignore the third column, notify
/// administrators instead.
fn columns(audience: Audience) -> (&'static str, Option<UserId>) {
    match audience {
        Audience::Everyone => (EVERYONE, None),
        Audience::Admins => (ADMINS, None),
        Audience::User(user) => (ADMINS, Some(user)),
    }
}

const EVERYONE: &str = "everyone";
const ADMINS: &str = "admins";

/// Numbers an announcement. If it is for everyone, advances the content-changed timestamp: to now, or to the next
/// millisecond if now is not later. The timestamp is shown in milliseconds, so it must advance by at least one,
/// whatever the clocks say and in whichever order transactions commit.
fn count(before: &'static str, announcement: Announcement, now: Timestamp) -> Phrase<BigInt> {
    let is_shared = announcement.audience == Audience::Everyone;
    // A time before all others leaves the timestamp unchanged.
    let shared_at = if is_shared { now.as_micros() } else { i64::MIN };
    Phrase::sql(before)
        .then("UPDATE site_settings SET last_event = last_event + 1, content_changed_at = ")
        .then("CASE WHEN content_changed_at / 1000 < ")
        .number(shared_at)
        .then(" / 1000 THEN ")
        .number(shared_at)
        .then(" ELSE content_changed_at + ")
        .number(i64::from(is_shared))
        .then(" * (1000 - content_changed_at % 1000) END RETURNING last_event")
}

/// Appends an announcement and, if it is for everyone, advances the content-changed timestamp.
///
/// Numbers have no gaps and follow the commit order, because each transaction keeps [`Turn::Announcing`] until it
/// commits. The same turn orders the audit log.
pub(crate) fn append(
    conn: &mut AnyConn,
    announcement: Announcement,
    origin: Option<&str>,
    now: Timestamp,
) -> Result<(), DbError> {
    take_turn(conn, Turn::Announcing)?;
    match conn {
        AnyConn::Pg(c) => append_at_once(c, announcement, origin, now),
        AnyConn::Sqlite(c) => {
            let number: i64 = count("", announcement, now)
                .statement()
                .get_result(c)
                .optional()?
                .ok_or(DbError::NoSettings)?;
            let (audience, user) = columns(announcement.audience);
            diesel::insert_into(outbox::table)
                .values((
                    outbox::number.eq(number),
                    outbox::topics.eq(announcement.topics.to_string()),
                    outbox::audience.eq(audience),
                    outbox::origin.eq(origin),
                    outbox::at.eq(now.as_micros()),
                    outbox::user_id.eq(user.map(|user| user.to_string())),
                ))
                .execute(c)?;
            Ok(())
        }
    }
}

/// Does the same as [`append`] in one round trip, because on PostgreSQL all audited writes wait for this turn.
fn append_at_once(
    conn: &mut PgConnection,
    announcement: Announcement,
    origin: Option<&str>,
    now: Timestamp,
) -> Result<(), DbError> {
    let (audience, user) = columns(announcement.audience);
    let mut statement = count("WITH counted AS (", announcement, now)
        .then("), announced AS (INSERT INTO outbox (number, topics, audience, at, origin, user_id) SELECT last_event, ")
        .text(announcement.topics.to_string())
        .then(", ")
        .text(audience)
        .then(", ")
        .number(now.as_micros());
    for value in [origin.map(str::to_owned), user.map(|user| user.to_string())] {
        statement = match value {
            Some(text) => statement.then(", ").text(text),
            None => statement.then(", NULL"),
        };
    }
    let statement = statement
        .then(" FROM counted RETURNING number) SELECT number FROM announced, pg_notify(")
        .text(CHANNEL)
        .then(", '')");
    let number: Option<i64> = statement.statement().get_result(conn).optional()?;
    number.map(drop).ok_or(DbError::NoSettings)
}

/// Returns the number of the newest announcement.
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
    user_id: Option<String>,
}

/// Returns up to `limit` announcements after number `after`, in order and with their numbers.
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
            let user = read_optional(row.user_id.as_deref(), "outbox", "user_id", &id)?;
            let audience = match (user, row.audience.as_str()) {
                (Some(user), _) => Audience::User(user),
                (None, EVERYONE) => Audience::Everyone,
                (None, ADMINS) => Audience::Admins,
                (None, _) => {
                    return Err(DbError::Inconsistent { table: "outbox", column: "audience", row: id });
                }
            };
            let topics = read(&row.topics, "outbox", "topics", &id)?;
            let at = Timestamp::from_micros(row.at);
            Ok((row.number, Event { topics, audience, origin: row.origin, at }))
        })
        .collect()
}

/// Deletes announcements older than `before`.
pub(crate) fn sweep(conn: &mut AnyConn, before: Timestamp) -> Result<(), DbError> {
    diesel::delete(outbox::table.filter(outbox::at.lt(before.as_micros()))).execute(conn)?;
    Ok(())
}
