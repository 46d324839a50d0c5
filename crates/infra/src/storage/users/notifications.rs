//! Notifications to users about their items, and about documents that they watch.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::{comments, documents, notifications, users};
use crate::on_both;
use crate::storage::audit::readers::Opened;
use crate::storage::{clearance, exact, read};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use facility_documents::plain::preview;
use facility_documents::portions::readable;
use facility_kernel::{Clearance, CommentId, Timestamp, UserId};
use facility_oversight::desk::{Desk, Waiting};
use facility_users::news::{NEWS_RETENTION, NewsKind, Notification, NotificationId, ReadNews, Reclassified, Subject};
use std::collections::{BTreeSet, HashMap};

const TABLE: &str = "notifications";
/// The subjects' names in the database.
const DOCUMENT: &str = "document";
const SUBMISSION: &str = "submission";

/// Maximum number of ids in one statement.
const IDS_AT_A_TIME: usize = 500;

columns! {
    struct Columns in notifications, of news: Notification {
        id: NotificationId = news.id,
        user_id: UserId = news.recipient,
        kind: NewsKind = news.kind,
        title: String = news.title,
        decided_by: Option<String> = news.decided_by,
        comment: Option<String> = news.comment,
        entity_type: String = parts(news.subject).0.to_owned(),
        entity_id: String = parts(news.subject).1,
        created_at: Timestamp = news.created_at,
        read_at: Option<Timestamp> = news.read_at,
        due_at: Option<Timestamp> = news.due_at,
        change: Option<Reclassified> = news.change,
        comment_id: Option<CommentId> = news.about,
        level: Option<Clearance> = news.level,
    }
    fn notification() -> Notification = Notification {
        subject: subject(&id.to_string(), &entity_type, &entity_id)?,
        recipient: user_id, about: comment_id,
        id, kind, title, decided_by, comment, created_at, read_at, due_at, change, level,
    }
}

/// Returns the kind and the id of a subject.
pub(crate) fn parts(subject: Subject) -> (&'static str, String) {
    match subject {
        Subject::Document(id) => (DOCUMENT, id.to_string()),
        Subject::Submission(id) => (SUBMISSION, id.to_string()),
    }
}

fn subject(row: &str, kind: &str, id: &str) -> Result<Subject, DbError> {
    match kind {
        DOCUMENT => Ok(Subject::Document(read(id, TABLE, "entity_id", row)?)),
        SUBMISSION => Ok(Subject::Submission(read(id, TABLE, "entity_id", row)?)),
        _ => Err(DbError::Inconsistent { table: TABLE, column: "entity_type", row: row.to_owned() }),
    }
}

/// Writes a notification, and marks the reminder of the same item as read.
pub(crate) fn insert(conn: &mut AnyConn, news: &Notification) -> Result<(), DbError> {
    let columns = Columns::of(news);
    settle_reminder(conn, &columns.entity_id, &columns.user_id, news.created_at)?;
    diesel::insert_into(notifications::table).values(columns).execute(conn)?;
    Ok(())
}

/// Writes the reminder of a wait that `once` identifies. Errors: [`DbError::Stale`] if there is one already.
pub(crate) fn insert_once(conn: &mut AnyConn, news: &Notification, once: &str) -> Result<(), DbError> {
    let row = (Columns::of(news), notifications::once.eq(Some(once)));
    let written = insert_if_absent!(conn, notifications::table, row)?;
    exactly_one(written)
}

/// Marks the reminder of an item as read: it was decided, or it left the queue. The item is the submission, or the
/// document of an edit.
pub(crate) fn settle_reminder(conn: &mut AnyConn, item: &str, owner: &str, now: Timestamp) -> Result<(), DbError> {
    settle(conn, NewsKind::Reminder, item, owner, now)
}

/// The reader of notifications. Those about comments and new versions are shown only while the reader may read them.
pub(crate) struct Reader {
    id: UserId,
    level: Clearance,
    is_admin: bool,
    now: Timestamp,
}

impl Reader {
    /// Reads the level and the rights of an account.
    pub(crate) fn of(conn: &mut AnyConn, id: UserId, now: Timestamp) -> Result<Self, DbError> {
        let account = users::table.filter(users::id.eq(id.to_string()));
        // The emergency-access user has no row, and no notifications.
        let found = account.select((users::clearance_level, users::is_admin)).first(conn).optional()?;
        let (level, is_admin): (i32, bool) = found.unwrap_or((Clearance::MIN.level().into(), false));
        let level = clearance(level, "users", "clearance_level", &id.to_string())?;
        Ok(Self { id, level, is_admin, now })
    }

    /// The notifications of this reader that they may read.
    pub(crate) fn admitted<ST>(&self) -> Phrase<ST> {
        let level = i64::from(self.level.level());
        let of = Phrase::sql("notifications.user_id = ").text(self.id.to_string());
        let read = of.then(" AND (notifications.level IS NULL OR (notifications.level <= ").number(level).then(
            " AND EXISTS (SELECT 1 FROM documents WHERE documents.id = notifications.entity_id \
             AND documents.clearance_level <= ",
        );
        let read = read.number(level);
        let released = if self.is_admin {
            read
        } else {
            read.then(" AND COALESCE(documents.scheduled_release_at, 0) <= ").number(self.now.as_micros())
        };
        released.then(
            ") AND (notifications.comment_id IS NULL OR EXISTS (SELECT 1 FROM comments \
             WHERE comments.id = notifications.comment_id AND comments.deleted_by IS NULL))))",
        )
    }
}

/// Reads up to `limit` notifications of one group, unread or read, newest first, each with its position, without the
/// comments on records above the reader's level.
pub(crate) fn group(
    conn: &mut AnyConn,
    reader: &Reader,
    is_read: bool,
    before: i64,
    limit: i64,
) -> Result<Vec<(i64, Notification)>, DbError> {
    let of_group =
        if is_read { "notifications.read_at IS NOT NULL AND " } else { "notifications.read_at IS NULL AND " };
    let admitted = Phrase::<Bool>::sql(of_group).and(reader.admitted());
    let rows: Vec<(i64, Columns)> = on_both!(conn, |c| notifications::table
        .filter(admitted)
        .filter(notifications::position.lt(before))
        .order(notifications::position.desc())
        .limit(limit)
        .select((notifications::position, Columns::as_select()))
        .load(c))?;
    let above = above(conn, reader, &rows)?;
    let texts = comment_previews(conn, reader, &rows)?;
    let shown = |(position, columns): (i64, Columns)| {
        let is_above = above.contains(&columns.entity_id);
        let text = columns.comment_id.as_ref().and_then(|id| texts.get(id)).cloned();
        let mut news = columns.notification()?;
        if is_above {
            news.comment = None;
            news.change = news.change.map(|change| Reclassified { category: None, ..change });
        }
        news.comment = news.comment.or(text);
        Ok((position, news))
    };
    rows.into_iter().map(shown).collect()
}

/// Returns the records of these rows that are above the reader's level. Reviewers' comments on them are withheld like
/// their texts.
fn above(conn: &mut AnyConn, reader: &Reader, rows: &[(i64, Columns)]) -> Result<BTreeSet<String>, DbError> {
    let commented = rows.iter().filter(|(_, row)| row.comment.is_some() && row.entity_type == DOCUMENT);
    let ids: Vec<&str> = commented.map(|(_, row)| row.entity_id.as_str()).collect();
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let above = documents::table
        .filter(documents::id.eq_any(ids))
        .filter(documents::clearance_level.gt(i32::from(reader.level.level())))
        .select(documents::id);
    Ok(above.load::<String>(conn)?.into_iter().collect())
}

/// Returns the preview of each comment that these rows are about, as the reader may read it, by the comment's id.
fn comment_previews(
    conn: &mut AnyConn,
    reader: &Reader,
    rows: &[(i64, Columns)],
) -> Result<HashMap<String, String>, DbError> {
    let ids: Vec<&str> = rows.iter().filter_map(|(_, row)| row.comment_id.as_deref()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(String, String)> =
        comments::table.filter(comments::id.eq_any(ids)).select((comments::id, comments::content)).load(conn)?;
    Ok(found.into_iter().map(|(id, text)| (id, preview(&readable(&text, reader.level)))).collect())
}

/// Marks unread notifications of this user as read.
pub(crate) fn mark_read(
    conn: &mut AnyConn,
    recipient: UserId,
    which: &ReadNews,
    now: Timestamp,
) -> Result<(), DbError> {
    let read_at = notifications::read_at.eq(Some(now.as_micros()));
    let reader = Reader::of(conn, recipient, now)?;
    // Notifications that the user may not read now stay unread.
    let unread = || notifications::table.filter(notifications::read_at.is_null()).filter(reader.admitted::<Bool>());
    match which {
        ReadNews::All => {
            on_both!(conn, |c| diesel::update(unread()).set(read_at).execute(c))?;
        }
        ReadNews::These(ids) => {
            for ids in ids.chunks(IDS_AT_A_TIME) {
                let ids = ids.iter().map(NotificationId::to_string);
                let these = unread().filter(notifications::id.eq_any(ids));
                on_both!(conn, |c| diesel::update(these).set(read_at).execute(c))?;
            }
        }
    }
    Ok(())
}

/// Marks unread notifications about each opened document as read, if they are older than the access and their recipient
/// may read them.
pub(crate) fn mark_opened(conn: &mut AnyConn, opened: &[Opened]) -> Result<(), DbError> {
    const SET: &str = "UPDATE notifications SET read_at = ";
    const LEVEL: &str = "AND (notifications.level IS NULL OR notifications.level <= \
         (SELECT clearance_level FROM users WHERE users.id = notifications.user_id))";
    let opened = opened.iter().filter(|access| access.version.is_some());
    match conn {
        AnyConn::Sqlite(c) => {
            let sql = format!(
                "{SET} $1 WHERE user_id = $2 AND read_at IS NULL AND created_at <= $1 AND entity_type = '{DOCUMENT}' \
                 AND entity_id = $3 {LEVEL}"
            );
            for access in opened {
                diesel::sql_query(&sql)
                    .bind::<BigInt, _>(access.at)
                    .bind::<Text, _>(&access.user_id)
                    .bind::<Text, _>(&access.document_id)
                    .execute(c)?;
            }
        }
        AnyConn::Pg(c) => {
            let (keys, times): (Vec<_>, Vec<i64>) =
                opened.map(|access| ((&access.user_id, &access.document_id), access.at)).unzip();
            let (users, documents): (Vec<&String>, Vec<&String>) = keys.into_iter().unzip();
            let sql = format!(
                "{SET} opened.at FROM unnest($1, $2, $3) AS opened(reader, document, at) \
                 WHERE notifications.user_id = opened.reader AND notifications.read_at IS NULL \
                 AND notifications.created_at <= opened.at AND entity_type = '{DOCUMENT}' AND entity_id = opened.document {LEVEL}"
            );
            diesel::sql_query(sql)
                .bind::<Array<Text>, _>(users)
                .bind::<Array<Text>, _>(documents)
                .bind::<Array<BigInt>, _>(times)
                .execute(c)?;
        }
    }
    Ok(())
}

/// Marks the notifications of a time-out, and of the reminder of it, as read. The item is the submission, or the
/// document of an edit.
pub(crate) fn settle_time_out(conn: &mut AnyConn, item: &str, owner: &str, now: Timestamp) -> Result<(), DbError> {
    settle(conn, NewsKind::TimedOut, item, owner, now)?;
    settle_reminder(conn, item, owner, now)
}

fn settle(conn: &mut AnyConn, kind: NewsKind, item: &str, owner: &str, now: Timestamp) -> Result<(), DbError> {
    let unread = notifications::table
        .filter(notifications::user_id.eq(owner))
        .filter(notifications::read_at.is_null())
        .filter(notifications::kind.eq(kind.as_str()))
        .filter(notifications::entity_id.eq(item));
    diesel::update(unread).set(notifications::read_at.eq(Some(now.as_micros()))).execute(conn)?;
    Ok(())
}

/// Returns the number of a user's unread notifications, and the newest of them.
pub(crate) fn unread(conn: &mut AnyConn, user: UserId, now: Timestamp) -> Result<(u64, Vec<Notification>), DbError> {
    let reader = Reader::of(conn, user, now)?;
    let newest = group(conn, &reader, false, i64::MAX, i64::from(Desk::MAX_NEWS))?;
    let count = if newest.len() < usize::try_from(Desk::MAX_NEWS).unwrap_or(usize::MAX) {
        newest.len() as u64
    } else {
        let admitted = Phrase::<BigInt>::sql(
            "(SELECT COUNT(*) FROM (SELECT 1 FROM notifications WHERE notifications.read_at IS NULL AND ",
        );
        let count =
            admitted.and(reader.admitted()).then(" LIMIT ").number(Waiting::MAX_COUNTED.into()).then(") AS counted)");
        exact(diesel::select(count).get_result(conn)?)
    };
    Ok((count, newest.into_iter().map(|(_position, news)| news).collect()))
}

/// Deletes the oldest notifications whose retention has ended, at most `limit`, and returns their number.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp, limit: i64) -> Result<usize, DbError> {
    let expired: Vec<i64> = notifications::table
        .filter(notifications::created_at.le(now.minus(NEWS_RETENTION).as_micros()))
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
