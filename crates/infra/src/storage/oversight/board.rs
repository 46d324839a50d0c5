//! The home page: pending work, notifications, and progress with the first steps. Every statement reads one index and
//! stops after a fixed number of entries.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{document_edits, documents, submissions, users};
use crate::on_both;
use crate::storage::archive::sections;
use crate::storage::exact;
use crate::storage::submissions::drafts;
use crate::storage::users::notifications;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_oversight::desk::{Desk, Queues, Waiting, WaitingItem};
use facility_oversight::first_steps::{AdminProgress, UserProgress};
use facility_oversight::ports::NewsRepository;
use facility_submissions::case::REVIEW_WINDOW;
use facility_users::news::{Notification, ReadNews};

/// Finishes a subquery that counts, so that it stops at the limit.
fn counted(conn: &mut AnyConn, rows: Phrase<BigInt>) -> Result<u64, DbError> {
    let limited = rows.then(" LIMIT ").number(Waiting::MAX_COUNTED.into()).then(") AS counted)");
    Ok(exact(diesel::select(limited).get_result(conn)?))
}

fn to_review(conn: &mut AnyConn, started_by: Timestamp) -> Result<Waiting, DbError> {
    let rows = Phrase::sql(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM submissions WHERE status = 'pending' \
         AND COALESCE(resubmitted_at, created_at) > ",
    );
    let count = counted(conn, rows.number(started_by.as_micros()))?;
    let since = || Phrase::<BigInt>::sql("COALESCE(submissions.resubmitted_at, submissions.created_at)");
    let in_time = Phrase::<Bool>::sql(
        "submissions.status = 'pending' AND COALESCE(submissions.resubmitted_at, submissions.created_at) > ",
    )
    .number(started_by.as_micros());
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| submissions::table
        .filter(in_time)
        .order((since(), submissions::position.asc()))
        .limit(1)
        .select((submissions::id, submissions::title, since()))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn edits_to_review(conn: &mut AnyConn, started_by: Timestamp) -> Result<Waiting, DbError> {
    let rows = Phrase::sql(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM document_edits WHERE status = 'pending' \
         AND COALESCE(resubmitted_at, created_at) > ",
    );
    let count = counted(conn, rows.number(started_by.as_micros()))?;
    let in_time = Phrase::<Bool>::sql(
        "document_edits.status = 'pending' AND COALESCE(document_edits.resubmitted_at, document_edits.created_at) > ",
    )
    .number(started_by.as_micros());
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| document_edits::table
        .filter(in_time)
        .order((edits_since(), document_edits::position.asc()))
        .limit(1)
        .select((document_edits::id, document_edits::title, edits_since()))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn edits_since() -> Phrase<BigInt> {
    Phrase::sql("COALESCE(document_edits.resubmitted_at, document_edits.created_at)")
}

fn to_archive(conn: &mut AnyConn) -> Result<Waiting, DbError> {
    let rows = Phrase::sql("(SELECT COUNT(*) FROM (SELECT 1 FROM documents WHERE archive_requested");
    let count = counted(conn, rows)?;
    let since = documents::archive_requested_at.assume_not_null();
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| documents::table
        .filter(Phrase::<Bool>::sql("documents.archive_requested"))
        .order(since.asc())
        .limit(1)
        .select((documents::id, documents::title, since))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn to_approve(conn: &mut AnyConn) -> Result<Waiting, DbError> {
    let rows = Phrase::sql("(SELECT COUNT(*) FROM (SELECT 1 FROM users WHERE NOT is_approved AND deleted_at IS NULL");
    let count = counted(conn, rows)?;
    let pending = Phrase::<Bool>::sql("NOT users.is_approved AND users.deleted_at IS NULL");
    let oldest: Option<(String, String, i64)> = on_both!(conn, |c| users::table
        .filter(pending)
        .order(users::position.asc())
        .limit(1)
        .select((users::id, users::username, users::created_at))
        .first(c)
        .optional())?;
    Ok(Waiting { count, oldest: oldest.map(item) })
}

fn item((id, name, since): (String, String, i64)) -> WaitingItem {
    WaitingItem { id, name, since: Timestamp::from_micros(since) }
}

fn timed_out(conn: &mut AnyConn, user: UserId, started_by: Timestamp) -> Result<u64, DbError> {
    let of = |rows: Phrase<BigInt>| {
        rows.text(user.to_string()).then(" AND COALESCE(resubmitted_at, created_at) <= ").number(started_by.as_micros())
    };
    let rows = of(Phrase::sql(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM submissions WHERE status = 'pending' AND resubmitted_as IS NULL \
         AND submitted_by = ",
    ));
    let rows =
        rows.then(" UNION ALL SELECT 1 FROM document_edits WHERE status = 'pending' AND resubmitted_as IS NULL AND submitted_by = ");
    counted(conn, of(rows))
}

#[async_trait]
impl NewsRepository for Database {
    async fn group(
        &self,
        recipient: UserId,
        is_read: bool,
        before: i64,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<(i64, Notification)>, StoreError> {
        let limit = i64::from(limit);
        self.read(move |conn| {
            let reader = notifications::Reader::of(conn, recipient, now)?;
            notifications::group(conn, &reader, is_read, before, limit)
        })
        .await
    }

    async fn unread(&self, recipient: UserId, now: Timestamp) -> Result<u64, StoreError> {
        self.read(move |conn| Ok(notifications::unread(conn, recipient, now)?.0)).await
    }

    async fn mark_read(&self, recipient: UserId, which: ReadNews, now: Timestamp) -> Result<(), StoreError> {
        self.write(move |conn| notifications::mark_read(conn, recipient, &which, now)).await
    }

    async fn desk(&self, user: UserId, with_queues: bool, now: Timestamp) -> Result<Desk, StoreError> {
        self.read(move |conn| {
            let started_by = now.minus(REVIEW_WINDOW);
            let queues = if with_queues {
                Some(Queues {
                    submissions: to_review(conn, started_by)?,
                    edits: edits_to_review(conn, started_by)?,
                    archive_requests: to_archive(conn)?,
                    accounts: to_approve(conn)?,
                })
            } else {
                None
            };
            let (unread, news) = notifications::unread(conn, user, now)?;
            let timed_out = timed_out(conn, user, started_by)?;
            let (drafts, sections) = (drafts::count(conn, user)?, sections::count_open(conn)?);
            Ok(Desk { queues, unread, news, timed_out, drafts, sections })
        })
        .await
    }

    async fn user_progress(&self, user: UserId, now: Timestamp) -> Result<UserProgress, StoreError> {
        self.read(move |conn| {
            let reader = notifications::Reader::of(conn, user, now)?;
            let told =
                Phrase::<Bool>::sql("EXISTS (SELECT 1 FROM notifications WHERE notifications.read_at IS NOT NULL AND ");
            let told = told.and(reader.admitted()).then(")");
            let id = user.to_string();
            let read = Phrase::<Bool>::sql("EXISTS (SELECT 1 FROM document_readers AS seen WHERE seen.user_id = ")
                .text(id.clone())
                .then(
                    " AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = seen.document_id \
             AND documents.submitted_by = ",
                )
                .text(id.clone())
                .then("))");
            let submitted =
                Phrase::<Bool>::sql("EXISTS (SELECT 1 FROM submissions WHERE submitted_by = ").text(id).then(")");
            let (was_told, has_read, has_submitted) = diesel::select((told, read, submitted)).get_result(conn)?;
            Ok(UserProgress { was_told, has_read, has_submitted })
        })
        .await
    }

    async fn admin_progress(&self, user: UserId) -> Result<AdminProgress, StoreError> {
        self.read(move |conn| {
            let mail = Phrase::<Bool>::sql(
                "EXISTS (SELECT 1 FROM (SELECT sent_at FROM mail ORDER BY position DESC LIMIT 1000) AS newest \
         WHERE newest.sent_at IS NOT NULL)",
            );
            let others = Phrase::<Bool>::sql(
                "EXISTS (SELECT 1 FROM users WHERE is_admin AND is_approved AND deleted_at IS NULL AND id NOT IN (",
            );
            let others = others.text(UserId::EMERGENCY_ACCESS).then(", ").text(user.to_string()).then("))");
            let record = Phrase::<Bool>::sql("EXISTS (SELECT 1 FROM documents)");
            let (has_sent_mail, has_others, has_record) = diesel::select((mail, others, record)).get_result(conn)?;
            Ok(AdminProgress { has_sent_mail, has_others, has_record })
        })
        .await
    }
}
