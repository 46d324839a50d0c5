//! Submissions and edits that waited too long for a review, and users' lists of them.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use crate::storage::submissions::resubmissions::{self, Item, ItemTables};
use crate::storage::submissions::submission_rows::TABLE;
use crate::storage::users::notifications;
use crate::storage::{batch, log_damaged, read};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_kernel::{Cursor, Page, PageRequest, StoreError, Timestamp, UserId};
use facility_submissions::case::REVIEW_WINDOW;
use facility_submissions::case::time_out::{Resubmission, TimeOut, TimeOutMark, TimedOutItem, TimedOutKind};
use facility_submissions::ports::WaitRepository;

/// One item of a user's list: its time, its number among the items of that time, its kind (0 for a submission), id,
/// title, category, and the start of its wait.
type Listed = (i64, i64, i32, String, String, String, i64);
type ListedType = (BigInt, BigInt, Integer, Text, Text, Text, BigInt);

/// Returns this user's pending submissions and edits whose wait began at `started_by` or earlier, newest first. Items
/// of the same time, as after an import, are ordered by twice the position, plus one for edits.
pub(crate) fn timed_out(
    conn: &mut AnyConn,
    owner: UserId,
    started_by: Timestamp,
    page: PageRequest,
) -> Result<Page<TimedOutItem>, DbError> {
    let (at, number) = page.after.map_or((i64::MAX, i64::MAX), Cursor::both);
    let of = |phrase: Phrase<ListedType>, bound: &'static str| {
        phrase
            .text(owner.to_string())
            .then(" AND COALESCE(resubmitted_at, created_at) <= ")
            .number(started_by.as_micros())
            .then(bound)
            .pair(at, number)
    };
    let phrase = Phrase::<ListedType>::sql(
        "SELECT created_at, position * 2 AS number, 0 AS kind, id, title, category, \
         COALESCE(resubmitted_at, created_at) FROM submissions WHERE status = 'pending' AND resubmitted_as IS NULL \
         AND submitted_by = ",
    );
    let phrase = of(phrase, " AND (created_at, position * 2) < (").then(
        " UNION ALL SELECT created_at, position * 2 + 1, 1, id, title, category, \
         COALESCE(resubmitted_at, created_at) FROM document_edits WHERE status = 'pending' AND resubmitted_as IS NULL AND submitted_by = ",
    );
    let phrase = of(phrase, " AND (created_at, position * 2 + 1) < (")
        .then(" ORDER BY 1 DESC, 2 DESC LIMIT ")
        .number(i64::from(page.limit.get()) + 1);
    let rows: Vec<Listed> = on_both!(conn, |c| phrase.statement().load(c))?;
    let item = |(created_at, number, kind, id, title, category, since): Listed| {
        let item = TimedOutItem {
            kind: if kind == 0 { TimedOutKind::Submission } else { TimedOutKind::Edit },
            category: read(&category, TABLE, "category", &id)?,
            id,
            title,
            created_at: Timestamp::from_micros(created_at),
            timed_out_at: Timestamp::from_micros(since).plus(REVIEW_WINDOW),
        };
        Ok((Cursor::after_both(created_at, number), item))
    };
    Ok(Page::from_rows(rows.into_iter().map(item).collect::<Result<_, DbError>>()?, page.limit))
}

named_row! {
    struct Waiting { id: String, about: String, since: i64, owner: String, title: String }
}

/// Returns up to `limit` unmarked pending items whose wait began at `started_by` or earlier, oldest first.
fn unmarked<Id: Item>(
    conn: &mut AnyConn,
    started_by: Timestamp,
    limit: u32,
) -> Result<Vec<Result<TimeOut<Id>, DbError>>, DbError> {
    let ItemTables { table, about, .. } = Id::TABLES;
    let statement = format!(
        "SELECT id, {about} AS about, COALESCE(resubmitted_at, created_at) AS since, submitted_by AS owner, title FROM {table} \
         WHERE status = 'pending' AND resubmitted_as IS NULL AND timed_out_at IS NULL \
         AND COALESCE(resubmitted_at, created_at) <= $1 ORDER BY position LIMIT $2"
    );
    let query =
        diesel::sql_query(statement).bind::<BigInt, _>(started_by.as_micros()).bind::<BigInt, _>(i64::from(limit));
    let rows: Vec<Waiting> = on_both!(conn, |c| query.load(c))?;
    let rows = rows.into_iter().map(|Waiting { id, about: subject, since, owner, title }| {
        Ok(TimeOut {
            id: read(&id, table, "id", &id)?,
            subject: Id::subject(read(&subject, table, about, &id)?),
            at: Timestamp::from_micros(since).plus(REVIEW_WINDOW),
            owner: read(&owner, table, "submitted_by", &id)?,
            title,
        })
    });
    Ok(rows.collect())
}

#[async_trait]
impl<Id: Item> WaitRepository<Id> for Database {
    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Batch<TimeOut<Id>>, StoreError> {
        self.read(move |conn| unmarked(conn, started_by, limit)).await.map(batch)
    }

    async fn mark_timed_out(&self, mark: Audited<TimeOutMark<Id>>) -> Result<(), StoreError> {
        let apply = |conn: &mut AnyConn, TimeOutMark { time_out, news }: &TimeOutMark<Id>| {
            resubmissions::mark_timed_out(conn, Id::TABLES, &time_out.id.to_string(), time_out.at)?;
            notifications::insert(conn, news)
        };
        log_damaged(self.commit(mark, apply).await)
    }

    async fn resubmit(&self, resubmission: Audited<Resubmission<Id>>) -> Result<(), StoreError> {
        let apply = |conn: &mut AnyConn, again: &Resubmission<Id>| {
            let of = (&*again.id.to_string(), &*notifications::parts(again.subject).1);
            resubmissions::restart_wait(conn, Id::TABLES, of, again.expected_start, again.at)
        };
        self.commit(resubmission, apply).await
    }
}
