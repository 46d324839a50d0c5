//! Items that will soon leave the review queue, and their reminders.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::{document_edits, submissions};
use crate::on_both;
use crate::storage::users::notifications;
use crate::storage::{batch, log_damaged, read};
use async_trait::async_trait;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_kernel::{StoreError, Timestamp};
use facility_submissions::case::{REVIEW_WINDOW, Status};
use facility_submissions::expiring_items::{ExpiringItem, ReminderMark, ReminderRepository};
use facility_users::news::Subject;

/// An item: its kind (0 for a submission), id, document or submission, author, title, and the start of its wait.
type Item = (i32, String, String, String, String, i64);
type ItemType = (Integer, Text, Text, Text, Text, BigInt);

const SINCE: &str = "COALESCE(resubmitted_at, created_at)";

fn item((kind, id, about, owner, title, since): Item) -> Result<ExpiringItem, DbError> {
    let (table, is_edit) = if kind == 0 { ("submissions", false) } else { ("document_edits", true) };
    let item = if is_edit {
        Subject::Document(read(&about, table, "document_id", &id)?)
    } else {
        Subject::Submission(read(&about, table, "id", &id)?)
    };
    let owner = read(&owner, table, "submitted_by", &id)?;
    Ok(ExpiringItem { item, owner, title, at: Timestamp::from_micros(since).plus(REVIEW_WINDOW), id })
}

/// Writes the reminder of an item. Errors: [`DbError::Stale`] if it already has one, or if its wait has ended or
/// started again.
fn remind(conn: &mut AnyConn, mark: &ReminderMark) -> Result<(), DbError> {
    let ExpiringItem { item, id, at, .. } = &mark.expiring;
    let since = at.minus(REVIEW_WINDOW).as_micros();
    let pending = Status::Pending.as_str();
    // The row lock serializes this with a decision.
    let waits = match item {
        Subject::Submission(_) => diesel::update(
            submissions::table
                .filter(submissions::id.eq(id))
                .filter(submissions::status.eq(pending))
                .filter(sql::<BigInt>(SINCE).eq(since)),
        )
        .set(submissions::approval_step.eq(submissions::approval_step))
        .execute(conn)?,
        Subject::Document(_) => diesel::update(
            document_edits::table
                .filter(document_edits::id.eq(id))
                .filter(document_edits::status.eq(pending))
                .filter(sql::<BigInt>(SINCE).eq(since)),
        )
        .set(document_edits::approval_step.eq(document_edits::approval_step))
        .execute(conn)?,
    };
    exactly_one(waits)?;
    notifications::insert_once(conn, &mark.news, &format!("reminder:{id}:{since}"))
}

#[async_trait]
impl ReminderRepository for Database {
    async fn expiring(&self, after: Timestamp, by: Timestamp, limit: u32) -> Result<Batch<ExpiringItem>, StoreError> {
        self.read(move |conn| {
    let within = |phrase: Phrase<ItemType>| {
        phrase
            .then(" AND COALESCE(resubmitted_at, created_at) > ")
            .number(after.as_micros())
            .then(" AND COALESCE(resubmitted_at, created_at) <= ")
            .number(by.as_micros())
    };
    let submissions = Phrase::<ItemType>::sql(
        "SELECT 0 AS kind, id, id, submitted_by, title, COALESCE(resubmitted_at, created_at) FROM submissions \
         WHERE status = 'pending' AND NOT EXISTS (SELECT 1 FROM notifications WHERE once = 'reminder:' || submissions.id \
         || ':' || CAST(COALESCE(submissions.resubmitted_at, submissions.created_at) AS TEXT))",
    );
    let both = within(submissions).then(
        " UNION ALL SELECT 1, id, document_id, submitted_by, title, COALESCE(resubmitted_at, created_at) \
         FROM document_edits WHERE status = 'pending' AND NOT EXISTS (SELECT 1 FROM notifications WHERE once = \
         'reminder:' || document_edits.id || ':' \
         || CAST(COALESCE(document_edits.resubmitted_at, document_edits.created_at) AS TEXT))",
    );
    let phrase = within(both).then(" ORDER BY 6, 2 LIMIT ").number(i64::from(limit));
    let rows: Vec<Item> = on_both!(conn, |c| phrase.statement().load(c))?;
    Ok(rows.into_iter().map(item).collect())
}).await.map(batch)
    }

    async fn remind(&self, mark: Audited<ReminderMark>) -> Result<(), StoreError> {
        log_damaged(self.commit(mark, remind).await)
    }
}
