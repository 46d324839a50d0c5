//! Uploads. Every step is a conditional update: of two concurrent ones, one succeeds.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{file_refs, submissions, uploads};
use crate::storage::files::refs::{self, DRAFT, EDIT, Holder, SUBMISSION, shown_pictures};
use crate::storage::files::{carriers, places, texts};
use crate::storage::stored::value;
use crate::storage::{exact, read};
use async_trait::async_trait;
use diesel::dsl::{exists, not, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use facility_audit::entry::Audited;
use facility_files::file::{AttachedFile, AttachedFiles, Attachment, FilePath};
use facility_files::picture::Pixels;
use facility_files::place::Place;
use facility_files::ports::UploadRepository;
use facility_files::text::FileText;
use facility_files::upload::{MAX_UNATTACHED_FILES, Unattached, Upload, UploadKind, UploadStatus};
use facility_kernel::{Actor, StoreError, Timestamp, UploadId, UserId};
use facility_submissions::ports::FileTaken;
use std::collections::{BTreeSet, HashMap};

const TABLE: &str = "uploads";

/// Whether a submission is rejected, as SQL: see [`submission_rows::is_pending`].
fn is_rejected() -> SqlLiteral<Bool> {
    sql("submissions.status = 'rejected'")
}

columns! {
    struct Row in uploads, of upload: Upload {
        id: UploadId = upload.id,
        ticket_hash: String = upload.ticket_fingerprint,
        owner_id: UserId = upload.owner_id,
        kind: UploadKind = upload.kind,
        status: UploadStatus = upload.status,
        filename: Option<String> = upload.filename,
        content_type: Option<String> = upload.content_type,
        size: Option<i64> = upload.size,
        sha256: Option<String> = upload.sha256,
        width: Option<i32> = upload.pixels.map(|pixels| side(pixels.width)),
        height: Option<i32> = upload.pixels.map(|pixels| side(pixels.height)),
        refusal: Option<String> = upload.refusal,
        created_at: Timestamp = upload.created_at,
        expires_at: Timestamp = upload.expires_at,
    }
    fn upload() -> Upload = Upload {
        ticket_fingerprint: ticket_hash,
        pixels: pixels(width, height),
        id, owner_id, kind, status, filename, content_type, size, sha256, refusal, created_at, expires_at,
    }
}

/// Pictures have sides far below the maximum of the column.
fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

fn pixels(width: Option<i32>, height: Option<i32>) -> Option<Pixels> {
    Some(Pixels { width: width?.try_into().ok()?, height: height?.try_into().ok()? })
}

/// Inserts a new upload.
pub(crate) fn insert(conn: &mut AnyConn, upload: &Upload) -> Result<(), DbError> {
    diesel::insert_into(uploads::table).values(Row::of(upload)).execute(conn)?;
    Ok(())
}

/// Changes the status from one to the next. Errors: [`DbError::Stale`] if it has another status.
fn advance(conn: &mut AnyConn, id: UploadId, from: UploadStatus, to: UploadStatus) -> Result<(), DbError> {
    let expected = uploads::table.filter(uploads::id.eq(id.to_string())).filter(uploads::status.eq(from.as_str()));
    exactly_one(diesel::update(expected).set(uploads::status.eq(to.as_str())).execute(conn)?)
}

/// Makes a submission, an edit or a draft hold completed files. Refused unless each is the author's, final, and held
/// only by drafts, edits and rejected submissions: what is rejected or withdrawn can be sent again with its files.
pub(crate) fn attach(
    conn: &mut AnyConn,
    files: &AttachedFiles,
    owner: UserId,
    to: Holder,
) -> Result<Result<(), FileTaken>, DbError> {
    if files.is_empty() {
        return Ok(Ok(()));
    }
    let ids: Vec<String> = files.uploads().map(|id| id.to_string()).collect();
    refs::lock(conn, &ids)?;
    let usable = uploads::table
        .filter(uploads::id.eq_any(&ids))
        .filter(uploads::owner_id.eq(owner.to_string()))
        .filter(uploads::kind.eq(UploadKind::File.as_str()))
        .filter(uploads::status.eq(UploadStatus::Final.as_str()));
    let rejected = submissions::table.filter(submissions::id.eq(file_refs::holder_id)).filter(is_rejected());
    let held = file_refs::table
        .filter(file_refs::upload_id.eq_any(&ids))
        .filter(file_refs::holder_kind.ne_all([DRAFT, EDIT]))
        .filter(file_refs::holder_kind.ne(SUBMISSION).or(not(exists(rejected))));
    let (usable, held): (i64, i64) = (usable.count().get_result(conn)?, held.count().get_result(conn)?);
    if exact(usable) != ids.len() as u64 || held != 0 {
        return Ok(Err(FileTaken));
    }
    refs::hold_files(conn, files, to)?;
    Ok(Ok(()))
}

/// Marks uploads as deleted that nothing holds and whose tickets expired before this time, oldest first and at most
/// `limit`. Returns their ids.
pub(crate) fn abandon(conn: &mut AnyConn, ended_before: Timestamp, limit: i64) -> Result<Vec<UploadId>, DbError> {
    let live = [UploadStatus::Issued, UploadStatus::Uploading, UploadStatus::Stored, UploadStatus::Final];
    let found: Vec<String> = uploads::table
        .filter(uploads::status.eq_any(live.map(UploadStatus::as_str)))
        .filter(uploads::expires_at.lt(ended_before.as_micros()))
        .filter(not(exists(file_refs::table.filter(file_refs::upload_id.eq(uploads::id)))))
        .order(uploads::expires_at)
        .limit(limit)
        .select(uploads::id)
        .load(conn)?;
    // Checked again under the lock: since the query, another node may have deleted them, or a submission may hold
    // them.
    refs::lock(conn, &found)?;
    refs::discard_unheld(conn, &found)
}

/// Releases the files of at most `limit` submissions that were rejected before this time, and returns the uploads
/// that nothing else holds. The submissions lose the paths of deleted files.
pub(crate) fn abandon_rejected(
    conn: &mut AnyConn,
    rejected_before: Timestamp,
    limit: i64,
) -> Result<Vec<UploadId>, DbError> {
    let rejected: Vec<String> = submissions::table
        .filter(is_rejected())
        .filter(submissions::reviewed_at.lt(rejected_before.as_micros()))
        .filter(exists(
            file_refs::table
                .filter(file_refs::holder_kind.eq(SUBMISSION))
                .filter(file_refs::holder_id.eq(submissions::id)),
        ))
        .order(submissions::reviewed_at)
        .limit(limit)
        .select(submissions::id)
        .load(conn)?;
    let holders = rejected
        .iter()
        .map(|id| Ok(Holder::Submission(read(id, "submissions", "id", id)?)))
        .collect::<Result<Vec<_>, DbError>>()?;
    let ids = refs::release_all(conn, &holders)?;
    carriers::forget(conn, &ids)?;
    Ok(ids)
}

/// An upload's id, file name, size and media type.
type Described = (String, Option<String>, Option<i64>, Option<String>);

/// The metadata of files.
#[derive(Default)]
pub(crate) struct Attachments(HashMap<UploadId, Attachment>);

impl Attachments {
    /// Returns those of these files whose metadata is known.
    pub(crate) fn of(&self, files: Option<&AttachedFiles>) -> Vec<AttachedFile> {
        let known = |id| Some(AttachedFile { path: FilePath::of(id), attachment: self.0.get(&id)?.clone() });
        files.into_iter().flat_map(AttachedFiles::uploads).filter_map(known).collect()
    }
}

/// Returns the metadata of the files of these columns `file_path`. Paths without a file are left out.
pub(crate) fn attachments<'a>(
    conn: &mut AnyConn,
    columns: impl Iterator<Item = Option<&'a str>>,
) -> Result<Attachments, DbError> {
    // A file's path ends with its upload's id.
    let ids: BTreeSet<&str> =
        columns.flatten().flat_map(str::split_whitespace).filter_map(|path| Some(path.rsplit_once('/')?.1)).collect();
    if ids.is_empty() {
        return Ok(Attachments::default());
    }
    let rows: Vec<Described> = uploads::table
        .filter(uploads::id.eq_any(ids))
        .select((uploads::id, uploads::filename, uploads::size, uploads::content_type))
        .load(conn)?;
    let known = |(id, name, size, content_type): Described| {
        let attachment = Attachment { name: name?, size: exact(size?), content_type: content_type? };
        Some((id.parse().ok()?, attachment))
    };
    Ok(Attachments(rows.into_iter().filter_map(known).collect()))
}

/// Returns the status of these uploads. Missing ones are left out.
pub(crate) fn statuses(conn: &mut AnyConn, ids: &[UploadId]) -> Result<HashMap<UploadId, UploadStatus>, DbError> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let rows: Vec<(String, String)> =
        uploads::table.filter(uploads::id.eq_any(ids)).select((uploads::id, uploads::status)).load(conn)?;
    let known = |(id, status): (String, String)| {
        let status = value(status, TABLE, "status", &id)?;
        Ok((read(&id, TABLE, "id", &id)?, status))
    };
    rows.into_iter().map(known).collect()
}

#[async_trait]
impl UploadRepository for Database {
    async fn find(&self, id: UploadId) -> Result<Option<Upload>, StoreError> {
        self.read(move |conn| {
            let row: Option<Row> = uploads::table
                .filter(uploads::id.eq(id.to_string()))
                .select(Row::as_select())
                .first(conn)
                .optional()?;
            row.map(Row::upload).transpose()
        })
        .await
    }

    async fn find_by_ticket(&self, ticket_fingerprint: &str) -> Result<Option<Upload>, StoreError> {
        let fingerprint = ticket_fingerprint.to_owned();
        self.read(move |conn| {
            let row: Option<Row> = uploads::table
                .filter(uploads::ticket_hash.eq(&fingerprint))
                .select(Row::as_select())
                .first(conn)
                .optional()?;
            row.map(Row::upload).transpose()
        })
        .await
    }

    async fn pictures(&self, ids: Vec<UploadId>) -> Result<Vec<Upload>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let ids = ids.iter().map(ToString::to_string).collect();
        self.read(move |conn| {
            let rows: Vec<Row> = shown_pictures(ids).select(Row::as_select()).load(conn)?;
            rows.into_iter().map(Row::upload).collect()
        })
        .await
    }

    async fn readable_places(
        &self,
        picture: UploadId,
        reader: &Actor,
        now: Timestamp,
    ) -> Result<Option<Vec<Place>>, StoreError> {
        let reader = reader.clone();
        self.read(move |conn| places::readable(conn, picture, &reader, now)).await
    }

    async fn text(&self, id: UploadId) -> Result<Option<FileText>, StoreError> {
        self.read(move |conn| texts::find(conn, id)).await
    }

    async fn unattached(&self, owner: UserId) -> Result<Unattached, StoreError> {
        self.read(move |conn| {
            let held = [UploadStatus::Uploading, UploadStatus::Stored, UploadStatus::Final];
            let sizes: Vec<Option<i64>> = uploads::table
                .filter(uploads::owner_id.eq(owner.to_string()))
                .filter(uploads::status.eq_any(held.map(UploadStatus::as_str)))
                .filter(not(exists(
                    file_refs::table
                        .filter(file_refs::upload_id.eq(uploads::id))
                        .filter(file_refs::holder_kind.ne(DRAFT)),
                )))
                // Numbers above the quota need not be distinguished.
                .limit(i64::try_from(MAX_UNATTACHED_FILES).unwrap_or(i64::MAX))
                .select(uploads::size)
                .load(conn)?;
            Ok(Unattached { files: sizes.len() as u64, bytes: sizes.into_iter().flatten().map(exact).sum() })
        })
        .await
    }

    async fn issue(&self, upload: Audited<Upload>) -> Result<(), StoreError> {
        self.commit(upload, insert).await
    }

    async fn spend(&self, id: UploadId) -> Result<(), StoreError> {
        let (from, to) = (UploadStatus::Issued, UploadStatus::Uploading);
        self.write(move |conn| advance(conn, id, from, to)).await
    }

    async fn finish(&self, upload: Audited<Upload>) -> Result<(), StoreError> {
        self.commit(upload, |conn, upload| {
            let expected = uploads::table
                .filter(uploads::id.eq(upload.id.to_string()))
                .filter(uploads::status.eq(UploadStatus::Uploading.as_str()));
            let touched = diesel::update(expected)
                .set((
                    uploads::status.eq(upload.status.as_str()),
                    uploads::filename.eq(upload.filename.as_deref()),
                    uploads::content_type.eq(upload.content_type.as_deref()),
                    uploads::size.eq(upload.size),
                    uploads::sha256.eq(upload.sha256.as_deref()),
                    uploads::width.eq(upload.pixels.map(|pixels| side(pixels.width))),
                    uploads::height.eq(upload.pixels.map(|pixels| side(pixels.height))),
                    uploads::refusal.eq(upload.refusal.as_deref()),
                ))
                .execute(conn)?;
            exactly_one(touched)?;
            texts::add(conn, upload)
        })
        .await
    }

    async fn claim(&self, id: Audited<UploadId>) -> Result<(), StoreError> {
        let (from, to) = (UploadStatus::Stored, UploadStatus::Final);
        self.commit(id, move |conn, id| advance(conn, *id, from, to)).await
    }
}
