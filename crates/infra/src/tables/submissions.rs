//! Submissions and the steps of their approval.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::{counters, submissions, users};
use crate::on_both;
use crate::tables::derived::{Derived, unprepared};
use crate::tables::file_refs::{self, Holder};
use crate::tables::page_bytes::{self, Length};
use crate::tables::resubmissions::{self, Follower};
use crate::tables::{approval_steps, documents, notifications, read, read_optional, uploads};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable};
use facility_documents::edits::Status;
use facility_documents::sealed::Sealed;
use facility_documents::sealed::storage::unseal;
use facility_documents::text::Category;
use facility_kernel::{Clearance, Cursor, Page, PageRequest, SubmissionId, Timestamp, UserId};
use facility_submissions::draft::Draft;
use facility_submissions::ports::SubmissionRefused;
use facility_submissions::review::ReviewChange;
use facility_submissions::submission::{IncidentNumber, NewSubmission, Submission, SubmissionRecord};

pub(crate) const TABLE: &str = "submissions";

/// The columns of a submission's row, except its position.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = submissions, treat_none_as_default_value = false)]
struct Columns {
    id: String,
    title: String,
    content: String,
    category: String,
    file_path: Option<String>,
    status: String,
    assigned_clearance_level: Option<i32>,
    submitted_by: String,
    reviewed_by: Option<String>,
    review_comments: Option<String>,
    requires_multi_step_approval: bool,
    approval_step: i32,
    max_approval_steps: i32,
    scheduled_release_at: Option<i64>,
    timed_out_at: Option<i64>,
    resubmitted_at: Option<i64>,
    document_id: Option<String>,
    resubmission_of: Option<String>,
    resubmitted_as: Option<String>,
    attempt: i32,
    created_at: i64,
    reviewed_at: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = submissions)]
struct Row {
    position: i64,
    preview: String,
    #[diesel(embed)]
    columns: Columns,
}

#[derive(Insertable)]
#[diesel(table_name = submissions, treat_none_as_default_value = false)]
struct NewRow {
    preview: String,
    #[diesel(embed)]
    columns: Columns,
}

impl Columns {
    fn of(submission: &Submission) -> Self {
        Self {
            id: submission.id.to_string(),
            title: submission.title.clone(),
            content: unseal(&submission.content).clone(),
            category: submission.category.as_str().to_owned(),
            file_path: submission.file_path.clone(),
            status: submission.status.as_str().to_owned(),
            assigned_clearance_level: submission.assigned_clearance_level.map(|level| level.level().into()),
            submitted_by: submission.submitted_by.to_string(),
            reviewed_by: submission.reviewed_by.map(|id| id.to_string()),
            review_comments: submission.review_comments.clone(),
            requires_multi_step_approval: submission.requires_multi_step_approval,
            approval_step: submission.approval_step,
            max_approval_steps: submission.max_approval_steps,
            scheduled_release_at: submission.scheduled_release_at.map(Timestamp::as_micros),
            timed_out_at: submission.timed_out_at.map(Timestamp::as_micros),
            resubmitted_at: submission.resubmitted_at.map(Timestamp::as_micros),
            document_id: submission.document_id.map(|id| id.to_string()),
            resubmission_of: submission.resubmission_of.map(|id| id.to_string()),
            resubmitted_as: submission.resubmitted_as.map(|id| id.to_string()),
            attempt: submission.attempt,
            created_at: submission.created_at.as_micros(),
            reviewed_at: submission.reviewed_at.map(Timestamp::as_micros),
        }
    }

    fn submission(self) -> Result<Submission, DbError> {
        let id = &self.id;
        let bad = |column| DbError::Inconsistent { table: TABLE, column, row: id.clone() };
        let level = |n: i32| Clearance::parse(n.into()).map_err(|_refused| bad("assigned_clearance_level"));
        Ok(Submission {
            id: read(id, TABLE, "id", id)?,
            category: read(&self.category, TABLE, "category", id)?,
            status: Status::parse(&self.status).ok_or_else(|| bad("status"))?,
            assigned_clearance_level: self.assigned_clearance_level.map(level).transpose()?,
            submitted_by: read(&self.submitted_by, TABLE, "submitted_by", id)?,
            reviewed_by: read_optional(self.reviewed_by.as_deref(), TABLE, "reviewed_by", id)?,
            document_id: read_optional(self.document_id.as_deref(), TABLE, "document_id", id)?,
            resubmission_of: read_optional(self.resubmission_of.as_deref(), TABLE, "resubmission_of", id)?,
            resubmitted_as: read_optional(self.resubmitted_as.as_deref(), TABLE, "resubmitted_as", id)?,
            attempt: self.attempt,
            title: self.title,
            content: self.content.into(),
            file_path: self.file_path,
            attachment: None,
            review_comments: self.review_comments,
            requires_multi_step_approval: self.requires_multi_step_approval,
            approval_step: self.approval_step,
            max_approval_steps: self.max_approval_steps,
            scheduled_release_at: self.scheduled_release_at.map(Timestamp::from_micros),
            timed_out_at: self.timed_out_at.map(Timestamp::from_micros),
            resubmitted_at: self.resubmitted_at.map(Timestamp::from_micros),
            created_at: Timestamp::from_micros(self.created_at),
            reviewed_at: self.reviewed_at.map(Timestamp::from_micros),
        })
    }
}

/// Returns the submission with this id, its author's name and its steps.
pub(crate) fn find(conn: &mut AnyConn, id: SubmissionId) -> Result<Option<SubmissionRecord>, DbError> {
    let rows: Vec<(Row, String)> = submissions::table
        .inner_join(users::table.on(users::id.eq(submissions::submitted_by)))
        .filter(submissions::id.eq(id.to_string()))
        .select((Row::as_select(), users::username))
        .load(conn)?;
    Ok(with_steps(conn, rows)?.pop().map(|(_position, record)| record))
}

/// Whether a submission is pending, as SQL. The value is part of the statement: with a parameter in its place neither database
/// could use the indexes of what is pending, because a plan is made for all values.
pub(crate) fn is_pending() -> SqlLiteral<Bool> {
    sql("submissions.status = 'pending'")
}

/// When a submission began to wait, as SQL.
pub(crate) fn waits_since() -> SqlLiteral<BigInt> {
    sql("COALESCE(submissions.resubmitted_at, submissions.created_at)")
}

/// Reads as many rows of the query as fit on a page. A macro, because each query has its own type.
macro_rules! fitting_page {
    ($conn:expr, $wanted:expr, $limit:expr, $needed:expr, $reader:expr, $place:expr) => {{
        let limit = $limit.get();
        let lengths: Vec<(Option<i32>, Length)> = on_both!($conn, |c| $wanted()
            .limit(i64::from(limit) + 1)
            .select((
                sql::<Nullable<Integer>>($needed),
                (sql::<BigInt>(page_bytes::CONTENT_BYTES), page_bytes::variants("submissions.preview")),
            ))
            .load(c))?;
        let lengths =
            lengths.into_iter().map(|(needed, length)| page_bytes::visible_bytes(length, needed, $reader));
        let (fitting, more) = page_bytes::fitting(&lengths.collect::<Vec<_>>(), limit);
        let rows = $wanted()
            .limit(i64::try_from(fitting).unwrap_or(i64::MAX))
            .select((Row::as_select(), users::username));
        let rows: Vec<(Row, String)> = rows.load($conn)?;
        page_bytes::page(with_steps($conn, rows)?.into_iter().map($place).map(Ok), more)
    }};
}

/// Returns pending submissions whose wait began after `started_after`, oldest first.
pub(crate) fn pending(
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
            .filter(
                Phrase::<Bool>::sql("(submissions.created_at, submissions.position) > (")
                    .number(at)
                    .then(", ")
                    .number(position)
                    .then(")"),
            )
            .order((submissions::created_at.asc(), submissions::position.asc()))
    };
    let place = |(position, record): (i64, SubmissionRecord)| {
        (Cursor::after_both(record.submission.created_at.as_micros(), position), record)
    };
    fitting_page!(conn, wanted, page.limit, "submissions.assigned_clearance_level", reader, place)
}

/// The level at which a submission was published, above which its author reads it no more.
const PUBLISHED_AT: &str =
    "CASE WHEN submissions.status = 'approved' THEN submissions.assigned_clearance_level END";

/// Returns this user's submissions, newest first.
pub(crate) fn by_owner(
    conn: &mut AnyConn,
    owner: UserId,
    reader: Clearance,
    page: PageRequest,
) -> Result<Page<SubmissionRecord>, DbError> {
    let before = page.after.map_or(i64::MAX, Cursor::position);
    let wanted = || {
        submissions::table
            .inner_join(users::table.on(users::id.eq(submissions::submitted_by)))
            .filter(submissions::submitted_by.eq(owner.to_string()))
            .filter(submissions::position.lt(before))
            .order(submissions::position.desc())
    };
    fitting_page!(conn, wanted, page.limit, PUBLISHED_AT, reader, |row| row)
}

/// Returns the assigned levels of the submissions with this file.
pub(crate) fn levels_of_carriers(
    conn: &mut AnyConn,
    file_path: &str,
) -> Result<Vec<Option<Clearance>>, DbError> {
    let rows: Vec<(String, Option<i32>)> = submissions::table
        .filter(submissions::file_path.eq(file_path))
        .select((submissions::id, submissions::assigned_clearance_level))
        .load(conn)?;
    rows.into_iter()
        .map(|(row, level)| {
            let column = "assigned_clearance_level";
            let bad = |_refused| DbError::Inconsistent { table: TABLE, column, row: row.clone() };
            level.map(|level| Clearance::parse(level.into()).map_err(bad)).transpose()
        })
        .collect()
}

/// Adds the steps, which one statement reads for all rows.
fn with_steps(conn: &mut AnyConn, rows: Vec<(Row, String)>) -> Result<Vec<(i64, SubmissionRecord)>, DbError> {
    let ids: Vec<&str> = rows.iter().map(|(row, _)| row.columns.id.as_str()).collect();
    let mut steps = approval_steps::of(conn, resubmissions::SUBMISSIONS, ids)?;
    let attachments =
        uploads::attachments(conn, rows.iter().map(|(row, _)| row.columns.file_path.as_deref()))?;
    let revised = rows.iter().filter_map(|(row, _)| row.columns.resubmission_of.as_deref());
    let mut past = resubmissions::past(conn, resubmissions::SUBMISSIONS, revised.collect())?;
    rows.into_iter()
        .map(|(row, submitted_by_username)| {
            let position = row.position;
            let preview = row.preview.into();
            let mut submission = row.columns.submission()?;
            submission.attachment =
                submission.file_path.as_ref().and_then(|path| attachments.get(path)).cloned();
            let steps = steps.remove(&submission.id).unwrap_or_default();
            let previous = submission.resubmission_of.and_then(|id| past.remove(&id));
            Ok((position, SubmissionRecord { submission, submitted_by_username, steps, previous, preview }))
        })
        .collect()
}

/// Writes a new submission, with these previews of its text, and returns it as written: an incident gets the next number as its title. If its file
/// cannot be attached, refuses it and writes nothing.
pub(crate) fn submit(
    conn: &mut AnyConn,
    new: &NewSubmission,
    preview: &Sealed<String>,
) -> Result<Result<Submission, SubmissionRefused>, DbError> {
    let mut submission = new.submission.clone();
    if let Some(revised) = submission.resubmission_of {
        let (id, owner) = (submission.id.to_string(), submission.submitted_by.to_string());
        let (revised, at) = (revised.to_string(), submission.created_at);
        let new = Follower { id, about: &revised.clone(), revised, owner, at };
        if !resubmissions::follow(conn, resubmissions::SUBMISSIONS, &new)? {
            return Ok(Err(SubmissionRefused::AlreadyResubmitted));
        }
    }
    if let Some(upload) = new.upload
        && let Err(taken) =
            uploads::attach(conn, upload, submission.submitted_by, Holder::Submission(submission.id))?
    {
        return Ok(Err(taken.into()));
    }
    if submission.category == Category::Incident {
        submission.title = next_incident(conn)?.title();
    }
    let row = NewRow { preview: unseal(preview).to_owned(), columns: Columns::of(&submission) };
    diesel::insert_into(submissions::table).values(row).execute(conn)?;
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

/// Writes a review, its step, the document that it publishes with what was derived from it, which holds the file from then on,
/// and the author's notification.
pub(crate) fn review(
    conn: &mut AnyConn,
    change: &ReviewChange,
    derived: Option<&Derived>,
) -> Result<(), DbError> {
    let after = &change.after;
    let expected = submissions::table
        .filter(submissions::id.eq(after.id.to_string()))
        .filter(submissions::status.eq(Status::Pending.as_str()))
        .filter(submissions::approval_step.eq(change.expected_step));
    let touched = diesel::update(expected)
        .set((
            submissions::status.eq(after.status.as_str()),
            submissions::assigned_clearance_level
                .eq(after.assigned_clearance_level.map(|level| i32::from(level.level()))),
            submissions::reviewed_by.eq(after.reviewed_by.map(|id| id.to_string())),
            submissions::review_comments.eq(after.review_comments.as_deref()),
            submissions::requires_multi_step_approval.eq(after.requires_multi_step_approval),
            submissions::approval_step.eq(after.approval_step),
            submissions::max_approval_steps.eq(after.max_approval_steps),
            submissions::scheduled_release_at.eq(after.scheduled_release_at.map(Timestamp::as_micros)),
            submissions::document_id.eq(after.document_id.map(|id| id.to_string())),
            submissions::reviewed_at.eq(after.reviewed_at.map(Timestamp::as_micros)),
        ))
        .execute(conn)?;
    exactly_one(touched)?;
    approval_steps::insert(conn, resubmissions::SUBMISSIONS, &change.step)?;
    if let Some(document) = &change.publish {
        documents::insert(conn, document, derived.ok_or_else(unprepared)?)?;
        file_refs::hand_over(conn, Holder::Submission(after.id))?;
    }
    let Some(news) = &change.news else { return Ok(()) };
    // The news are about the document, if one was published.
    let (item, owner) = (after.id.to_string(), after.submitted_by.to_string());
    notifications::settle_reminder(conn, &item, &owner, news.created_at)?;
    notifications::insert(conn, news)
}

/// Removes a pending submission and its steps, and gives its file to this draft. Returns whether it was pending.
pub(crate) fn withdraw(conn: &mut AnyConn, id: SubmissionId, to: &Draft) -> Result<bool, DbError> {
    let pending = submissions::table
        .filter(submissions::id.eq(id.to_string()))
        .filter(submissions::submitted_by.eq(to.owner.to_string()))
        .filter(submissions::status.eq(Status::Pending.as_str()))
        .filter(submissions::resubmitted_as.is_null());
    // A review of it waits for this row, or this for the review.
    let touched = diesel::update(pending).set(submissions::approval_step.eq(submissions::approval_step));
    if touched.execute(conn)? == 0 {
        return Ok(false);
    }
    resubmissions::forget(conn, resubmissions::SUBMISSIONS, &id.to_string())?;
    approval_steps::delete(conn, id)?;
    diesel::delete(submissions::table.filter(submissions::id.eq(id.to_string()))).execute(conn)?;
    if let Some(upload) = to.text.upload() {
        file_refs::hold(conn, upload, Holder::Draft(to.id))?;
    }
    file_refs::hand_over(conn, Holder::Submission(id))?;
    notifications::settle_time_out(conn, &id.to_string(), &to.owner.to_string(), to.created_at)?;
    Ok(true)
}
