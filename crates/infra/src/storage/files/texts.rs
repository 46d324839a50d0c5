//! The texts of files, and which files have yet to be read.

use super::refs::{self, DOCUMENT};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{documents, file_refs, file_texts, uploads};
use crate::search::files::{self, FileWords};
use crate::storage::read;
use crate::storage::stored::value;
use diesel::prelude::*;
use diesel::sql_types::Text;
use facility_files::file::AttachedFiles;
use facility_files::kind::FileKind;
use facility_files::text::{FileText, TextState};
use facility_files::upload::{Upload, UploadKind, UploadStatus};
use facility_kernel::{DocumentId, Timestamp, UploadId};
use std::borrow::Cow;

const TABLE: &str = "file_texts";

/// Number of failed attempts after which a file counts as one without a text.
const MAX_FAILURES: i32 = 3;

/// Returns the text of a file. `None` if nothing is stored about it.
pub(crate) fn find(conn: &mut AnyConn, id: UploadId) -> Result<Option<FileText>, DbError> {
    let key = id.to_string();
    let row: Option<(String, Option<String>)> =
        file_texts::table.find(&key).select((file_texts::state, file_texts::plain)).first(conn).optional()?;
    let Some((state, text)) = row else { return Ok(None) };
    Ok(Some(FileText { state: value(state, TABLE, "state", &key)?, text }))
}

/// Makes the text of an upload wait to be read, if it is a stored file of a kind that has texts.
pub(crate) fn add(conn: &mut AnyConn, upload: &Upload) -> Result<(), DbError> {
    if upload.status == UploadStatus::Stored && FileText::of_unknown(upload).state == TextState::Waiting {
        let row = (
            file_texts::upload_id.eq(upload.id.to_string()),
            file_texts::state.eq(TextState::Waiting.as_str()),
            file_texts::due_at.eq(upload.created_at.as_micros()),
        );
        insert_if_absent!(conn, file_texts::table, row)?;
    }
    Ok(())
}

/// Makes the texts of all files wait about which nothing is stored: those that were imported, or uploaded to a server
/// of an older version. They are read after all others.
pub(crate) fn add_missing(conn: &mut AnyConn) -> Result<usize, DbError> {
    // Texts have their encoding after the media type.
    let kinds = [FileKind::Txt, FileKind::Md, FileKind::Pdf, FileKind::Docx].map(FileKind::media_type);
    let [txt, md, pdf, docx] = kinds;
    Ok(diesel::sql_query(
        "INSERT INTO file_texts (upload_id, state, due_at) \
         SELECT uploads.id, 'waiting', 0 FROM uploads \
         WHERE uploads.kind = 'file' AND uploads.status IN ('stored', 'final') \
         AND (uploads.content_type LIKE $1 || '%' OR uploads.content_type LIKE $2 || '%' \
         OR uploads.content_type IN ($3, $4)) \
         AND NOT EXISTS (SELECT 1 FROM file_texts WHERE file_texts.upload_id = uploads.id) \
         ON CONFLICT DO NOTHING",
    )
    .bind::<Text, _>(txt)
    .bind::<Text, _>(md)
    .bind::<Text, _>(pdf)
    .bind::<Text, _>(docx)
    .execute(conn)?)
}

/// A file that has yet to be read.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) id: UploadId,
    pub(crate) media_type: String,
    due_at: i64,
}

/// Returns the newest file whose text is due. Those that were never tried before older servers' files.
pub(crate) fn next(conn: &mut AnyConn, now: Timestamp) -> Result<Option<Waiting>, DbError> {
    let live = [UploadStatus::Stored, UploadStatus::Final].map(UploadStatus::as_str);
    let row: Option<(String, Option<String>, i64)> = file_texts::table
        .inner_join(uploads::table.on(uploads::id.eq(file_texts::upload_id)))
        .filter(file_texts::state.eq(TextState::Waiting.as_str()))
        .filter(file_texts::due_at.le(now.as_micros()))
        .filter(uploads::status.eq_any(live))
        .order(file_texts::due_at.desc())
        .select((uploads::id, uploads::content_type, file_texts::due_at))
        .first(conn)
        .optional()?;
    let waiting = |(id, media_type, due_at): (String, Option<String>, i64)| {
        Ok(Waiting { id: read(&id, TABLE, "upload_id", &id)?, media_type: media_type.unwrap_or_default(), due_at })
    };
    row.map(waiting).transpose()
}

/// Reserves a file until this time. Returns whether nobody else did since it was found.
pub(crate) fn reserve(conn: &mut AnyConn, file: &Waiting, until: Timestamp) -> Result<bool, DbError> {
    let unreserved = waiting(file.id).filter(file_texts::due_at.eq(file.due_at));
    Ok(diesel::update(unreserved).set(file_texts::due_at.eq(until.as_micros())).execute(conn)? == 1)
}

#[diesel::dsl::auto_type]
fn waiting(id: UploadId) -> _ {
    let (id, state): (String, &'static str) = (id.to_string(), TextState::Waiting.as_str());
    file_texts::table.filter(file_texts::upload_id.eq(id)).filter(file_texts::state.eq(state))
}

/// Writes the text of a file with its words, if it still waits. The documents with the file are then found by it.
pub(crate) fn settle(conn: &mut AnyConn, id: UploadId, text: Option<(&str, &FileWords)>) -> Result<(), DbError> {
    // So that no document gets the file meanwhile.
    refs::lock(conn, &[id.to_string()])?;
    let state = if text.is_some() { TextState::Ready } else { TextState::None };
    let read = (file_texts::state.eq(state.as_str()), file_texts::plain.eq(text.map(|(plain, _)| plain)));
    let is_first = diesel::update(waiting(id)).set(read).execute(conn)? == 1;
    let Some((_, words)) = text.filter(|_| is_first) else { return Ok(()) };
    let positions: Vec<i64> = file_refs::table
        .inner_join(documents::table.on(documents::id.eq(file_refs::holder_id)))
        .filter(file_refs::upload_id.eq(id.to_string()).and(file_refs::holder_kind.eq(DOCUMENT)))
        .select(documents::position)
        .load(conn)?;
    if positions.is_empty() {
        return Ok(());
    }
    files::add(conn, &positions, words)?;
    diesel::sql_query(
        "INSERT INTO counters (name, value) VALUES ('file_texts', 1) \
         ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
    )
    .execute(conn)?;
    Ok(())
}

/// Counts a failed attempt. After the last one the file counts as one without a text.
pub(crate) fn count_failure(conn: &mut AnyConn, id: UploadId, again_at: Timestamp) -> Result<(), DbError> {
    let counted = (file_texts::failures.eq(file_texts::failures + 1), file_texts::due_at.eq(again_at.as_micros()));
    diesel::update(waiting(id)).set(counted).execute(conn)?;
    diesel::update(waiting(id).filter(file_texts::failures.ge(MAX_FAILURES)))
        .set(file_texts::state.eq(TextState::None.as_str()))
        .execute(conn)?;
    Ok(())
}

#[diesel::dsl::auto_type]
fn files_of(document: DocumentId) -> _ {
    let (id, holder): (String, &'static str) = (document.to_string(), DOCUMENT);
    let kind: &'static str = UploadKind::File.as_str();
    file_refs::table
        .inner_join(uploads::table.on(uploads::id.eq(file_refs::upload_id)))
        .filter(file_refs::holder_kind.eq(holder))
        .filter(file_refs::holder_id.eq(id))
        .filter(uploads::kind.eq(kind))
}

/// Returns the files of a document, in the order of their ids. Locks them until the transaction ends, so that none of
/// their texts becomes ready meanwhile.
pub(crate) fn attached(conn: &mut AnyConn, document: DocumentId) -> Result<Vec<String>, DbError> {
    let ids: Vec<String> = files_of(document).order(uploads::id).select(uploads::id).load(conn)?;
    if !ids.is_empty() {
        refs::lock(conn, &ids)?;
    }
    Ok(ids)
}

/// The texts of files that were read, by the files' ids and in their order.
pub(crate) type ReadTexts = Vec<(String, String)>;

/// Returns the texts of these files, for [`KnownWords::of`].
pub(crate) fn read_of(conn: &mut AnyConn, files: &AttachedFiles) -> Result<ReadTexts, DbError> {
    texts(conn, files.uploads().map(|id| id.to_string()).collect())
}

/// Returns the texts of a document's files, also of one in the trash.
pub(crate) fn read_of_document(conn: &mut AnyConn, document: DocumentId) -> Result<ReadTexts, DbError> {
    let ids = files_of(document).select(uploads::id).load(conn)?;
    texts(conn, ids)
}

fn texts(conn: &mut AnyConn, ids: Vec<String>) -> Result<ReadTexts, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(String, Option<String>)> =
        ready(ids).order(file_texts::upload_id).select((file_texts::upload_id, file_texts::plain)).load(conn)?;
    Ok(rows.into_iter().filter_map(|(id, plain)| Some((id, plain?))).collect())
}

#[diesel::dsl::auto_type]
fn ready(ids: Vec<String>) -> _ {
    let state: &'static str = TextState::Ready.as_str();
    file_texts::table.filter(file_texts::upload_id.eq_any(ids)).filter(file_texts::state.eq(state))
}

/// The words of files, made before the transaction that writes them. The text of a file never changes.
#[derive(Default)]
pub(crate) struct KnownWords {
    /// The files that had been read, in the order of their ids.
    files: Vec<String>,
    words: FileWords,
}

impl KnownWords {
    /// Makes the words of these texts, which may take long.
    pub(crate) fn of(texts: ReadTexts) -> Self {
        let words = FileWords::of(texts.iter().map(|(_, plain)| plain.as_str()));
        Self { files: texts.into_iter().map(|(id, _)| id).collect(), words }
    }

    /// Returns these words, if they are those of `ids`, which [`attached`] has locked. Otherwise, because a file was read
    /// meanwhile, makes them again. Files that were not read have none.
    pub(crate) fn of_attached(&self, conn: &mut AnyConn, ids: &[String]) -> Result<Cow<'_, FileWords>, DbError> {
        let read: Vec<String> =
            ready(ids.to_vec()).order(file_texts::upload_id).select(file_texts::upload_id).load(conn)?;
        if read == self.files {
            return Ok(Cow::Borrowed(&self.words));
        }
        Ok(Cow::Owned(Self::of(texts(conn, read)?).words))
    }
}
