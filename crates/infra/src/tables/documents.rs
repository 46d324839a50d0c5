//! Documents.

use crate::db::schema::{documents, users};
use crate::db::{AnyConn, DbError, exactly_one};
use crate::on_both;
use crate::search;
use crate::tables::file_refs::{self, Holder};
use crate::tables::{read, read_optional, uploads as files};
use ::documents::{Document, DocumentChange, DocumentRecord, beginning, plain_text, preview};
use ::submissions::FilePath;
use diesel::prelude::*;
use kernel::{Clearance, DocumentId, Timestamp, UploadId};

const TABLE: &str = "documents";

/// A document's row without its content, which lists do not read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
pub(super) struct Row {
    pub(super) position: i64,
    id: String,
    pub(super) title: String,
    category: String,
    clearance_level: i32,
    pub(super) file_path: Option<String>,
    submitted_by: String,
    is_archived: bool,
    archive_section: Option<String>,
    archived_at: Option<i64>,
    archived_by: Option<String>,
    archive_requested: bool,
    archive_requested_at: Option<i64>,
    archive_requested_by: Option<String>,
    archive_request_section: Option<String>,
    scheduled_release_at: Option<i64>,
    version: i32,
    created_at: i64,
    updated_at: i64,
}

#[derive(Insertable)]
#[diesel(table_name = documents, treat_none_as_default_value = false)]
struct NewRow<'a> {
    id: String,
    title: &'a str,
    content: &'a str,
    preview: String,
    category: &'static str,
    clearance_level: i32,
    file_path: Option<&'a str>,
    submitted_by: String,
    is_archived: bool,
    archive_section: Option<String>,
    archived_at: Option<i64>,
    archived_by: Option<String>,
    archive_requested: bool,
    archive_requested_at: Option<i64>,
    archive_requested_by: Option<String>,
    archive_request_section: Option<String>,
    scheduled_release_at: Option<i64>,
    version: i32,
    created_at: i64,
    updated_at: i64,
}

impl Row {
    pub(super) fn document(self, content: String) -> Result<Document, DbError> {
        let id = &self.id;
        Ok(Document {
            id: read(id, TABLE, "id", id)?,
            category: read(&self.category, TABLE, "category", id)?,
            clearance_level: Clearance::parse(self.clearance_level.into()).map_err(|_refused| {
                DbError::Inconsistent { table: TABLE, column: "clearance_level", row: id.clone() }
            })?,
            submitted_by: read(&self.submitted_by, TABLE, "submitted_by", id)?,
            archive_section: read_optional(self.archive_section.as_deref(), TABLE, "archive_section", id)?,
            archived_by: read_optional(self.archived_by.as_deref(), TABLE, "archived_by", id)?,
            archive_requested_by: read_optional(
                self.archive_requested_by.as_deref(),
                TABLE,
                "archive_requested_by",
                id,
            )?,
            archive_request_section: read_optional(
                self.archive_request_section.as_deref(),
                TABLE,
                "archive_request_section",
                id,
            )?,
            title: self.title,
            content,
            file_path: self.file_path,
            is_archived: self.is_archived,
            archived_at: self.archived_at.map(Timestamp::from_micros),
            archive_requested: self.archive_requested,
            archive_requested_at: self.archive_requested_at.map(Timestamp::from_micros),
            scheduled_release_at: self.scheduled_release_at.map(Timestamp::from_micros),
            version: self.version,
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
        })
    }
}

/// A document, its content, the stored start of the content if there is one, and the owner's name.
pub(super) type Joined = (Row, String, Option<String>, String);
/// A record with its position.
pub(super) type Positioned = (i64, Result<DocumentRecord, DbError>);
type Found = Vec<(DocumentId, Result<DocumentRecord, DbError>)>;

/// Selects documents with their content and their owners' names. A macro, because the query's type differs per
/// database.
macro_rules! joined {
    () => {
        documents::table.inner_join(users::table.on(users::id.eq(documents::submitted_by))).select((
            Row::as_select(),
            documents::content,
            documents::preview,
            users::username,
        ))
    };
}

/// Returns the document with this id and its owner's name.
pub(crate) fn find(conn: &mut AnyConn, id: &DocumentId) -> Result<Option<DocumentRecord>, DbError> {
    // A concrete connection caches the statement by its type and does not rebuild its SQL for every call.
    let row: Option<Joined> =
        on_both!(conn, |c| joined!().filter(documents::id.eq(id.to_string())).get_result(c)).optional()?;
    records_of(conn, row.into_iter().collect())?.pop().map(|(_position, record)| record).transpose()
}

/// Returns the documents with any of these ids, each with its id.
pub(crate) fn find_many(conn: &mut AnyConn, ids: &[DocumentId]) -> Result<Found, DbError> {
    let texts: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let rows: Vec<Joined> = on_both!(conn, |c| joined!().filter(documents::id.eq_any(&texts)).load(c))?;
    let ids: Vec<DocumentId> =
        rows.iter().map(|(row, ..)| read(&row.id, TABLE, "id", &row.id)).collect::<Result<_, _>>()?;
    let records = records_of(conn, rows)?;
    Ok(ids.into_iter().zip(records.into_iter().map(|(_position, record)| record)).collect())
}

/// Converts rows to records, each with its position. A row that cannot be decoded does not affect the others.
pub(super) fn records_of(conn: &mut AnyConn, rows: Vec<Joined>) -> Result<Vec<Positioned>, DbError> {
    let attachments = files::attachments(conn, rows.iter().map(|(row, ..)| row.file_path.as_deref()))?;
    let record = |(row, content, kept, submitted_by_username): Joined| {
        let preview = kept.unwrap_or_else(|| preview(&content));
        let attachment = row.file_path.as_ref().and_then(|path| attachments.get(path)).cloned();
        let position = row.position;
        let document = row.document(content);
        let document =
            document.map(|document| DocumentRecord { document, submitted_by_username, attachment, preview });
        (position, document)
    };
    Ok(rows.into_iter().map(record).collect())
}

/// Returns the documents with this file, oldest first.
pub(crate) fn find_by_file(conn: &mut AnyConn, file_path: &str) -> Result<Vec<Document>, DbError> {
    let rows: Vec<(Row, String)> = documents::table
        .filter(documents::file_path.eq(file_path))
        .order(documents::position.asc())
        .select((Row::as_select(), documents::content))
        .load(conn)?;
    rows.into_iter().map(|(row, content)| row.document(content)).collect()
}

/// Makes the change. Returns the uploads that nothing holds any more.
pub(crate) fn apply(conn: &mut AnyConn, change: &DocumentChange) -> Result<Vec<UploadId>, DbError> {
    match change {
        DocumentChange::Publish(document) => insert(conn, document).map(|()| Vec::new()),
        DocumentChange::Delete { id, version } => {
            delete(conn, *id, *version)?;
            file_refs::let_go(conn, &[Holder::Document(*id)])
        }
    }
}

/// Inserts a new document and its words in the index. It holds its file from then on.
pub(crate) fn insert(conn: &mut AnyConn, document: &Document) -> Result<(), DbError> {
    let plain = plain_text(&document.content);
    let row = NewRow {
        id: document.id.to_string(),
        title: &document.title,
        content: &document.content,
        preview: beginning(&plain),
        category: document.category.as_str(),
        clearance_level: document.clearance_level.level().into(),
        file_path: document.file_path.as_deref(),
        submitted_by: document.submitted_by.to_string(),
        is_archived: document.is_archived,
        archive_section: document.archive_section.map(|id| id.to_string()),
        archived_at: document.archived_at.map(Timestamp::as_micros),
        archived_by: document.archived_by.map(|id| id.to_string()),
        archive_requested: document.archive_requested,
        archive_requested_at: document.archive_requested_at.map(Timestamp::as_micros),
        archive_requested_by: document.archive_requested_by.map(|id| id.to_string()),
        archive_request_section: document.archive_request_section.map(|id| id.to_string()),
        scheduled_release_at: document.scheduled_release_at.map(Timestamp::as_micros),
        version: document.version,
        created_at: document.created_at.as_micros(),
        updated_at: document.updated_at.as_micros(),
    };
    let position: i64 =
        diesel::insert_into(documents::table).values(&row).returning(documents::position).get_result(conn)?;
    if let Some(path) = document.file_path.as_ref().and_then(|path| path.parse::<FilePath>().ok()) {
        file_refs::hold(conn, path.upload_id(), Holder::Document(document.id))?;
    }
    search::put(conn, position, &document.title, &plain)
}

fn delete(conn: &mut AnyConn, id: DocumentId, version: i32) -> Result<(), DbError> {
    let decided_on =
        documents::table.filter(documents::id.eq(id.to_string())).filter(documents::version.eq(version));
    exactly_one(diesel::delete(decided_on).execute(conn)?)
}
