//! Submissions and the steps of their approval.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::{counters, submissions, users};
use crate::on_both;
use crate::storage::clearance;
use crate::storage::documents::derived::{Derived, unprepared};
use crate::storage::documents::{prepared, published};
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::{carriers, uploads};
use crate::storage::kernel::replies;
use crate::storage::page_bytes::{self, Length};
use crate::storage::submissions::resubmissions::{self, NewResubmission};
use crate::storage::submissions::submission_rows::{self, NewRow, Row, TABLE, is_pending, waits_since};
use crate::storage::submissions::{approval_steps, time_outs, waiting};
use crate::storage::users::notifications;
use async_trait::async_trait;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable};
use facility_audit::entry::Audited;
use facility_documents::sealed::Sealed;
use facility_documents::text::Category;
use facility_files::file::{AttachedFiles, FilePath};
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Clearance, Cursor, Page, PageRequest, StoreError, SubmissionId, Timestamp, UserId};
use facility_submissions::case::Status;
use facility_submissions::case::time_out::TimedOutItem;
use facility_submissions::draft::Draft;
use facility_submissions::ports::{SubmissionRefused, SubmissionRepository, SubmitError};
use facility_submissions::review::ReviewChange;
use facility_submissions::submission::{IncidentNumber, Submission, SubmissionRecord};

/// Reads as many rows of the query as fit on a page. A macro, because each query has its own type.
macro_rules! fitting_page {
    ($conn:expr, $wanted:expr, $limit:expr, $needed:expr, $reader:expr, $with_cursor:expr) => {{
        let limit = $limit.get();
        let lengths: Vec<(Option<i32>, Length)> = on_both!($conn, |c| $wanted()
            .limit(i64::from(limit) + 1)
            .select((
                sql::<Nullable<Integer>>($needed),
                (sql::<BigInt>(page_bytes::CONTENT_BYTES), page_bytes::variants("submissions.preview")),
            ))
            .load(c))?;
        let lengths = lengths.into_iter().map(|(needed, length)| page_bytes::visible_bytes(length, needed, $reader));
        let (fitting, more) = page_bytes::fitting(&lengths.collect::<Vec<_>>(), limit);
        let rows =
            $wanted().limit(i64::try_from(fitting).unwrap_or(i64::MAX)).select((Row::as_select(), users::username));
        let rows: Vec<(Row, String)> = rows.load($conn)?;
        page_bytes::page(with_steps($conn, rows)?.into_iter().map($with_cursor).map(Ok), more)
    }};
}

/// Returns pending submissions whose wait began after `started_after`, oldest first.
fn pending(
    conn: &mut AnyConn,
    started_after: Timestamp,
    reader: Clearance,
    page: PageRequest,
) -> Result<Page<SubmissionRecord>, DbError> {
    let (at, position) = page.after.map_or((i64::MIN, i64::MIN), Cursor::both);
    let wanted = || {
        submissions::table
            .inner_join(users::table.on(users::id.eq(submissions::submitted_by)))
            .filter(is_pending())
            .filter(waits_since().gt(started_after.as_micros()))
            // Positions follow the order of inserts, which on PostgreSQL can differ from that of the times.
            .filter(Phrase::<Bool>::sql("(submissions.created_at, submissions.position) > (").pair(at, position))
            .order((submissions::created_at.asc(), submissions::position.asc()))
    };
    let with_cursor = |(position, record): (i64, SubmissionRecord)| {
        (Cursor::after_both(record.submission.case.created_at.as_micros(), position), record)
    };
    fitting_page!(conn, wanted, page.limit, "submissions.assigned_clearance_level", reader, with_cursor)
}

/// The level at which a submission was published. Authors below it may no longer read it.
const PUBLISHED_AT: &str = "CASE WHEN submissions.status = 'approved' THEN submissions.assigned_clearance_level END";

/// Adds the steps, which one statement reads for all rows.
fn with_steps(conn: &mut AnyConn, rows: Vec<(Row, String)>) -> Result<Vec<(i64, SubmissionRecord)>, DbError> {
    let ids: Vec<&str> = rows.iter().map(|(row, _)| row.columns.id.as_str()).collect();
    let mut steps = approval_steps::of(conn, resubmissions::SUBMISSIONS, ids)?;
    let attachments = uploads::attachments(conn, rows.iter().map(|(row, _)| row.columns.file_path.as_deref()))?;
    let revised = rows.iter().filter_map(|(row, _)| row.columns.resubmission_of.as_deref());
    let mut past = resubmissions::past(conn, resubmissions::SUBMISSIONS, revised.collect())?;
    rows.into_iter()
        .map(|(row, submitted_by_username)| {
            let position = row.position;
            let preview = row.preview.into();
            let mut submission = row.columns.submission()?;
            submission.attachments = attachments.of(Some(&submission.files));
            let steps = steps.remove(&submission.case.id).unwrap_or_default();
            let previous = submission.case.resubmission_of.and_then(|id| past.remove(&id));
            Ok((position, SubmissionRecord { submission, submitted_by_username, steps, previous, preview }))
        })
        .collect()
}

/// Writes a new submission, with these previews of its text, and returns it as written: an incident gets the next
/// number as its title. If a file cannot be attached, refuses it and writes nothing.
pub(crate) fn submit(
    conn: &mut AnyConn,
    new: &Submission,
    preview: &Sealed<String>,
) -> Result<Result<Submission, SubmissionRefused>, DbError> {
    let mut submission = new.clone();
    if let Some(revised) = submission.case.resubmission_of {
        let (id, owner) = (submission.case.id.to_string(), submission.case.author.to_string());
        let (revised, at) = (revised.to_string(), submission.case.created_at);
        let new = NewResubmission { id, about: &revised.clone(), revised, owner, at };
        if !resubmissions::mark_resubmitted(conn, resubmissions::SUBMISSIONS, &new)? {
            return Ok(Err(SubmissionRefused::AlreadyResubmitted));
        }
    }
    let holder = Holder::Submission(submission.case.id);
    if let Err(taken) = uploads::attach(conn, &submission.files, submission.case.author, holder)? {
        return Ok(Err(taken.into()));
    }
    if submission.category == Category::Incident {
        submission.title = next_incident(conn)?.title();
    }
    let row = NewRow::of(&submission, preview);
    diesel::insert_into(submissions::table).values(row).execute(conn)?;
    submission_rows::hold_pictures(conn, &submission)?;
    Ok(Ok(submission))
}

/// Increments the counter in the submission's own transaction: a rolled-back number is used again, so there are no
/// gaps.
fn next_incident(conn: &mut AnyConn) -> Result<IncidentNumber, DbError> {
    let number: i64 = diesel::update(counters::table.filter(counters::name.eq("incident")))
        .set(counters::value.eq(counters::value + 1))
        .returning(counters::value)
        .get_result(conn)?;
    Ok(IncidentNumber::new(number))
}

/// Writes a review, its step, the author's notification, and the document that it publishes with its derived data. From
/// then on the document holds the files.
fn review(conn: &mut AnyConn, change: &ReviewChange, derived: Option<&Derived>) -> Result<(), DbError> {
    let after = &change.after;
    let expected = submissions::table
        .filter(submissions::id.eq(after.case.id.to_string()))
        .filter(submissions::status.eq(Status::Pending.as_str()))
        .filter(submissions::approval_step.eq(change.expected_step));
    let touched = diesel::update(expected)
        .set((
            submissions::status.eq(after.case.status.as_str()),
            submissions::assigned_clearance_level
                .eq(after.assigned_clearance_level.map(|level| i32::from(level.level()))),
            submissions::reviewed_by.eq(after.case.reviewed_by.map(|id| id.to_string())),
            submissions::review_comments.eq(after.case.review_comments.as_deref()),
            submissions::approval_step.eq(after.case.approval_step),
            submissions::max_approval_steps.eq(after.case.max_approval_steps),
            submissions::scheduled_release_at.eq(after.scheduled_release_at.map(Timestamp::as_micros)),
            submissions::document_id.eq(after.document_id.map(|id| id.to_string())),
            submissions::reviewed_at.eq(after.case.reviewed_at.map(Timestamp::as_micros)),
        ))
        .execute(conn)?;
    exactly_one(touched)?;
    approval_steps::insert(conn, resubmissions::SUBMISSIONS, &change.step)?;
    if let Some(document) = &change.publish {
        published::insert(conn, document, derived.ok_or_else(unprepared)?)?;
        refs::hand_over(conn, Holder::Submission(after.case.id))?;
    }
    let Some(news) = &change.news else { return Ok(()) };
    // The notification is about the document, if one was published.
    let (item, owner) = (after.case.id.to_string(), after.case.author.to_string());
    notifications::settle_reminder(conn, &item, &owner, news.created_at)?;
    notifications::insert(conn, news)
}

/// Removes a pending submission and its steps, and gives its files to this draft. Returns whether it was pending.
pub(crate) fn withdraw(conn: &mut AnyConn, id: SubmissionId, to: &Draft) -> Result<bool, DbError> {
    let pending = submissions::table
        .filter(submissions::id.eq(id.to_string()))
        .filter(submissions::submitted_by.eq(to.owner.to_string()))
        .filter(submissions::status.eq(Status::Pending.as_str()))
        .filter(submissions::resubmitted_as.is_null());
    // The row lock serializes this with a review.
    let touched = diesel::update(pending).set(submissions::approval_step.eq(submissions::approval_step));
    if touched.execute(conn)? == 0 {
        return Ok(false);
    }
    resubmissions::forget(conn, resubmissions::SUBMISSIONS, &id.to_string())?;
    approval_steps::delete(conn, id)?;
    diesel::delete(submissions::table.filter(submissions::id.eq(id.to_string()))).execute(conn)?;
    refs::hold_files(conn, &to.text.attached(), Holder::Draft(to.id))?;
    if let Some(content) = &to.text.content {
        refs::hold_own_pictures(conn, content, to.owner, Holder::Draft(to.id))?;
    }
    refs::hand_over(conn, Holder::Submission(id))?;
    notifications::settle_time_out(conn, &id.to_string(), &to.owner.to_string(), to.created_at)?;
    Ok(true)
}

#[async_trait]
impl SubmissionRepository for Database {
    async fn find(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError> {
        self.read(move |conn| {
            let rows: Vec<(Row, String)> = submissions::table
                .inner_join(users::table.on(users::id.eq(submissions::submitted_by)))
                .filter(submissions::id.eq(id.to_string()))
                .select((Row::as_select(), users::username))
                .load(conn)?;
            Ok(with_steps(conn, rows)?.pop().map(|(_position, record)| record))
        })
        .await
    }

    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError> {
        self.read(move |conn| pending(conn, started_after, reader, page)).await
    }

    async fn by_owner(
        &self,
        owner: UserId,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError> {
        self.read(move |conn| {
            let before = page.after.map_or(i64::MAX, Cursor::position);
            let wanted = || {
                submissions::table
                    .inner_join(users::table.on(users::id.eq(submissions::submitted_by)))
                    .filter(submissions::submitted_by.eq(owner.to_string()))
                    .filter(submissions::position.lt(before))
                    .order(submissions::position.desc())
            };
            fitting_page!(conn, wanted, page.limit, PUBLISHED_AT, reader, |row| row)
        })
        .await
    }

    async fn timed_out(
        &self,
        owner: UserId,
        started_by: Timestamp,
        page: PageRequest,
    ) -> Result<Page<TimedOutItem>, StoreError> {
        self.read(move |conn| time_outs::timed_out(conn, owner, started_by, page)).await
    }

    async fn levels_of_carriers(&self, owner: UserId, file: FilePath) -> Result<Vec<Option<Clearance>>, StoreError> {
        self.read(move |conn| {
            let carriers = carriers::of(conn, &owner.to_string(), &[file].into_iter().collect())?;
            let level = |(row, level, _): (String, Option<i32>, AttachedFiles)| {
                level.map(|n| clearance(n, TABLE, "assigned_clearance_level", &row)).transpose()
            };
            let mut levels = carriers.into_iter().map(level).collect::<Result<Vec<_>, DbError>>()?;
            for level in carriers::levels_of_edits(conn, file.upload_id())? {
                levels.push(Some(clearance(level, "document_edits", "clearance_level", &file.to_string())?));
            }
            Ok(levels)
        })
        .await
    }

    async fn submit(
        &self,
        submission: Audited<Submission>,
        remember: Option<IdempotentRequest>,
    ) -> Result<Submission, SubmitError> {
        let preview = prepared::previews(&submission.change().content).await;
        let preview = preview.map_err(SubmitError::Store)?;
        let apply = move |conn: &mut AnyConn, new: &Submission| {
            let id = |made: &Submission| made.case.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                let Submission { case, content, .. } = new;
                if let Err(full) = waiting::check_pending_quota(conn, case.author, content)? {
                    return Ok(Err(SubmitError::TooMuchWaiting(full)));
                }
                Ok(submit(conn, new, &preview)?.map_err(SubmitError::Refused))
            })
        };
        match self.commit_or_refuse(submission, apply).await {
            Ok(written) => written,
            Err(error) => Err(replies::repeat(&error).map_or(SubmitError::Store(error), SubmitError::Repeated)),
        }
    }

    async fn review(&self, change: Audited<ReviewChange>) -> Result<(), StoreError> {
        let derived = match &change.change().publish {
            Some(document) => Some(prepared::document(self, document).await?),
            None => None,
        };
        let apply = move |conn: &mut AnyConn, change: &ReviewChange| review(conn, change, derived.as_ref());
        self.commit(change, apply).await
    }
}
