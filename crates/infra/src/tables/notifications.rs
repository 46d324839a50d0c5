//! Notifications: what users are told about their own items.

use crate::db::phrase::Phrase;
use crate::db::schema::{documents, notifications, users};
use crate::db::{AnyConn, DbError, exactly_one};
use crate::on_both;
use crate::tables::{exact, read};
use ::submissions::{Desk, NEWS_KEPT, NewsKind, Notification, NotificationId, ReadNews, Subject, Waiting};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use kernel::{Timestamp, UserId};
use std::collections::BTreeSet;

const TABLE: &str = "notifications";
/// The subjects' names in the database.
const DOCUMENT: &str = "document";
const SUBMISSION: &str = "submission";

/// Maximum number of ids in one statement.
const IDS_AT_A_TIME: usize = 500;

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = notifications, treat_none_as_default_value = false)]
struct Columns {
    id: String,
    user_id: String,
    kind: String,
    title: String,
    decided_by: Option<String>,
    comment: Option<String>,
    entity_type: String,
    entity_id: String,
    created_at: i64,
    read_at: Option<i64>,
    due_at: Option<i64>,
}

impl Columns {
    fn of(news: &Notification) -> Self {
        let (entity_type, entity_id) = match news.subject {
            Subject::Document(id) => (DOCUMENT, id.to_string()),
            Subject::Submission(id) => (SUBMISSION, id.to_string()),
        };
        Self {
            id: news.id.to_string(),
            user_id: news.recipient.to_string(),
            kind: news.kind.as_str().to_owned(),
            title: news.title.clone(),
            decided_by: news.decided_by.clone(),
            comment: news.comment.clone(),
            entity_type: entity_type.to_owned(),
            entity_id,
            created_at: news.created_at.as_micros(),
            read_at: news.read_at.map(Timestamp::as_micros),
            due_at: news.due_at.map(Timestamp::as_micros),
        }
    }

    fn notification(self) -> Result<Notification, DbError> {
        let id = &self.id;
        let bad = |column| DbError::Inconsistent { table: TABLE, column, row: id.clone() };
        let subject = match self.entity_type.as_str() {
            DOCUMENT => Subject::Document(read(&self.entity_id, TABLE, "entity_id", id)?),
            SUBMISSION => Subject::Submission(read(&self.entity_id, TABLE, "entity_id", id)?),
            _ => return Err(bad("entity_type")),
        };
        Ok(Notification {
            id: read(id, TABLE, "id", id)?,
            recipient: read(&self.user_id, TABLE, "user_id", id)?,
            kind: NewsKind::parse(&self.kind).ok_or_else(|| bad("kind"))?,
            subject,
            title: self.title,
            decided_by: self.decided_by,
            comment: self.comment,
            created_at: Timestamp::from_micros(self.created_at),
            read_at: self.read_at.map(Timestamp::from_micros),
            due_at: self.due_at.map(Timestamp::from_micros),
        })
    }
}

/// Writes a notification. A reminder of the same item is settled by it.
pub(crate) fn insert(conn: &mut AnyConn, news: &Notification) -> Result<(), DbError> {
    let columns = Columns::of(news);
    settle_reminder(conn, &columns.entity_id, &columns.user_id, news.created_at)?;
    diesel::insert_into(notifications::table).values(columns).execute(conn)?;
    Ok(())
}

/// Writes the reminder of a wait that `once` identifies. Errors: [`DbError::Stale`] if there is one already.
pub(crate) fn insert_once(conn: &mut AnyConn, news: &Notification, once: &str) -> Result<(), DbError> {
    let row = (Columns::of(news), notifications::once.eq(Some(once)));
    let written = on_both!(conn, |c| diesel::insert_into(notifications::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    exactly_one(written)
}

/// Marks the reminder of an item as read: it was decided, or it left the queue. The item is the submission, or the
/// document of an edit.
pub(crate) fn settle_reminder(
    conn: &mut AnyConn,
    item: &str,
    owner: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    settle(conn, NewsKind::Reminder, item, owner, now)
}

/// Reads up to `limit` notifications of one group, unread or read, newest first, each with its position, without the comments
/// on records above the recipient's level.
pub(crate) fn group(
    conn: &mut AnyConn,
    recipient: UserId,
    is_read: bool,
    before: i64,
    limit: i64,
) -> Result<Vec<(i64, Notification)>, DbError> {
    let own = notifications::table
        .filter(notifications::user_id.eq(recipient.to_string()))
        .filter(notifications::position.lt(before))
        .order(notifications::position.desc())
        .limit(limit)
        .select((notifications::position, Columns::as_select()));
    let rows: Vec<(i64, Columns)> = if is_read {
        own.filter(notifications::read_at.is_not_null()).load(conn)?
    } else {
        own.filter(notifications::read_at.is_null()).load(conn)?
    };
    let above = above(conn, recipient, &rows)?;
    let shown = |(position, columns): (i64, Columns)| {
        let comment = columns.comment.filter(|_| !above.contains(&columns.entity_id));
        Ok((position, Columns { comment, ..columns }.notification()?))
    };
    rows.into_iter().map(shown).collect()
}

/// Returns the records of these rows that are above the recipient's present level. The reviewers' words about them are
/// withheld like their texts.
fn above(
    conn: &mut AnyConn,
    recipient: UserId,
    rows: &[(i64, Columns)],
) -> Result<BTreeSet<String>, DbError> {
    let commented = rows.iter().filter(|(_, row)| row.comment.is_some() && row.entity_type == DOCUMENT);
    let ids: Vec<&str> = commented.map(|(_, row)| row.entity_id.as_str()).collect();
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let level = users::table.filter(users::id.eq(recipient.to_string())).select(users::clearance_level);
    let level = level.first::<i32>(conn)?;
    let above = documents::table
        .filter(documents::id.eq_any(ids))
        .filter(documents::clearance_level.gt(level))
        .select(documents::id);
    Ok(above.load::<String>(conn)?.into_iter().collect())
}

/// Marks unread notifications of this user as read.
pub(crate) fn mark_read(
    conn: &mut AnyConn,
    recipient: UserId,
    which: &ReadNews,
    now: Timestamp,
) -> Result<(), DbError> {
    let read_at = notifications::read_at.eq(Some(now.as_micros()));
    let unread = || {
        notifications::table
            .filter(notifications::user_id.eq(recipient.to_string()))
            .filter(notifications::read_at.is_null())
    };
    match which {
        ReadNews::All => {
            diesel::update(unread()).set(read_at).execute(conn)?;
        }
        ReadNews::These(ids) => {
            for ids in ids.chunks(IDS_AT_A_TIME) {
                let ids = ids.iter().map(NotificationId::to_string);
                diesel::update(unread().filter(notifications::id.eq_any(ids))).set(read_at).execute(conn)?;
            }
        }
    }
    Ok(())
}

/// Marks the notifications of a time-out, and of the reminder of it, as read. The item is the submission, or the document of an edit.
pub(crate) fn settle_time_out(
    conn: &mut AnyConn,
    item: &str,
    owner: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    settle(conn, NewsKind::TimedOut, item, owner, now)?;
    settle_reminder(conn, item, owner, now)
}

fn settle(
    conn: &mut AnyConn,
    kind: NewsKind,
    item: &str,
    owner: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    let told = notifications::table
        .filter(notifications::user_id.eq(owner))
        .filter(notifications::read_at.is_null())
        .filter(notifications::kind.eq(kind.as_str()))
        .filter(notifications::entity_id.eq(item));
    diesel::update(told).set(notifications::read_at.eq(Some(now.as_micros()))).execute(conn)?;
    Ok(())
}

/// Returns the number of a user's unread notifications, and the newest of them.
pub(crate) fn unread(conn: &mut AnyConn, user: UserId) -> Result<(u64, Vec<Notification>), DbError> {
    let newest = group(conn, user, false, i64::MAX, i64::from(Desk::MOST_NEWS))?;
    let count = if newest.len() < usize::try_from(Desk::MOST_NEWS).unwrap_or(usize::MAX) {
        newest.len() as u64
    } else {
        let count = Phrase::<BigInt>::sql(
            "(SELECT COUNT(*) FROM (SELECT 1 FROM notifications WHERE read_at IS NULL AND user_id = ",
        )
        .text(user.to_string())
        .then(" LIMIT ")
        .number(Waiting::MOST_COUNTED.into())
        .then(") AS counted)");
        exact(diesel::select(count).get_result(conn)?)
    };
    Ok((count, newest.into_iter().map(|(_position, news)| news).collect()))
}

/// Deletes the oldest notifications whose retention has ended, at most `limit`, and returns their number.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp, limit: i64) -> Result<usize, DbError> {
    let expired: Vec<i64> = notifications::table
        .filter(notifications::created_at.le(now.minus(NEWS_KEPT).as_micros()))
        .order(notifications::created_at.asc())
        .limit(limit)
        .select(notifications::position)
        .load(conn)?;
    let mut deleted = 0;
    for part in expired.chunks(IDS_AT_A_TIME) {
        let rows = notifications::table.filter(notifications::position.eq_any(part));
        deleted += diesel::delete(rows).execute(conn)?;
    }
    Ok(deleted)
}
