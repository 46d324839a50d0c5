//! Documents.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{documents, users};
use crate::storage::documents::derived::{Derived, unprepared};
use crate::storage::documents::revisions::{self, Derivation};
use crate::storage::documents::{links, trash};
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::uploads as files;
use crate::storage::{clearance, read, read_optional};
use crate::{on_both, search};
use diesel::prelude::*;
use facility_documents::change::DocumentChange;
use facility_documents::document::{ArchiveRequest, Document, DocumentRecord, Placement, Text};
use facility_documents::sealed::Sealed;
use facility_documents::sealed::storage::unseal;
use facility_documents::title_key::title_key;
use facility_files::file::FilePath;
use facility_kernel::{DocumentId, Timestamp};
use std::collections::HashMap;

const TABLE: &str = "documents";

/// The columns of a document's row that are read and written in the same form.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = documents, treat_none_as_default_value = false)]
pub(crate) struct Columns {
    id: String,
    title: String,
    category: String,
    clearance_level: i32,
    file_path: Option<String>,
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

/// A document's row without its content, which lists do not read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
pub(crate) struct Row {
    pub(crate) position: i64,
    #[diesel(embed)]
    columns: Columns,
}

#[derive(Insertable)]
#[diesel(table_name = documents, treat_none_as_default_value = false)]
struct NewRow<'a> {
    #[diesel(embed)]
    columns: Columns,
    title_key: String,
    preview: &'a str,
    content: &'a str,
}

impl Row {
    /// Returns the path of its file.
    pub(crate) fn file_path(&self) -> Option<&str> {
        self.columns.file_path.as_deref()
    }

    /// Its title.
    pub(crate) fn title(&self) -> &str {
        &self.columns.title
    }

    pub(crate) fn document(self, content: Sealed<String>) -> Result<Document, DbError> {
        self.columns.document(content)
    }
}

impl Columns {
    fn of(document: &Document) -> Self {
        let Document { text, placement, .. } = document;
        let (archived, request) = match placement {
            Placement::Archived { section, at, by } => (Some((section, at, by)), None),
            Placement::Repository { archive_request } => (None, archive_request.as_ref()),
        };
        Self {
            id: document.id.to_string(),
            title: text.title.clone(),
            category: text.category.as_str().to_owned(),
            clearance_level: document.clearance.level().into(),
            file_path: document.attachment.map(|path| path.to_string()),
            submitted_by: document.owner.to_string(),
            is_archived: archived.is_some(),
            archive_section: archived.map(|(section, ..)| section.to_string()),
            archived_at: archived.map(|(_, at, _)| at.as_micros()),
            archived_by: archived.map(|(.., by)| by.to_string()),
            archive_requested: request.is_some(),
            archive_requested_at: request.map(|request| request.at.as_micros()),
            archive_requested_by: request.map(|request| request.by.to_string()),
            archive_request_section: request.map(|request| request.section.to_string()),
            scheduled_release_at: document.release_at.map(Timestamp::as_micros),
            version: document.version,
            created_at: document.created_at.as_micros(),
            updated_at: document.updated_at.as_micros(),
        }
    }

    fn document(self, content: Sealed<String>) -> Result<Document, DbError> {
        let id = &self.id;
        Ok(Document {
            id: read(id, TABLE, "id", id)?,
            owner: read(&self.submitted_by, TABLE, "submitted_by", id)?,
            clearance: clearance(self.clearance_level, TABLE, "clearance_level", id)?,
            attachment: read_optional(self.file_path.as_deref(), TABLE, "file_path", id)?,
            placement: self.placement()?,
            text: Text { category: read(&self.category, TABLE, "category", id)?, title: self.title, content },
            release_at: self.scheduled_release_at.map(Timestamp::from_micros),
            version: self.version,
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
        })
    }

    /// Returns the placement. Errors: the columns of an archived document or of a request are incomplete.
    fn placement(&self) -> Result<Placement, DbError> {
        if self.is_archived {
            return Ok(Placement::Archived {
                section: self.known(self.archive_section.as_deref(), "archive_section")?,
                at: self.known_time(self.archived_at, "archived_at")?,
                by: self.known(self.archived_by.as_deref(), "archived_by")?,
            });
        }
        let archive_request = if self.archive_requested {
            Some(ArchiveRequest {
                section: self.known(self.archive_request_section.as_deref(), "archive_request_section")?,
                at: self.known_time(self.archive_requested_at, "archive_requested_at")?,
                by: self.known(self.archive_requested_by.as_deref(), "archive_requested_by")?,
            })
        } else {
            None
        };
        Ok(Placement::Repository { archive_request })
    }

    fn known<T: std::str::FromStr>(&self, text: Option<&str>, column: &'static str) -> Result<T, DbError> {
        let missing = || DbError::Inconsistent { table: TABLE, column, row: self.id.clone() };
        read(text.ok_or_else(missing)?, TABLE, column, &self.id)
    }

    fn known_time(&self, micros: Option<i64>, column: &'static str) -> Result<Timestamp, DbError> {
        let missing = || DbError::Inconsistent { table: TABLE, column, row: self.id.clone() };
        micros.map(Timestamp::from_micros).ok_or_else(missing)
    }
}

/// A document, its content, the start of the content, and the owner's name.
pub(crate) type Joined = (Row, String, String, String);
/// A record with its position.
pub(crate) type Positioned = (i64, Result<DocumentRecord, DbError>);
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
    let ids: Vec<DocumentId> = rows
        .iter()
        .map(|(row, ..)| read(&row.columns.id, TABLE, "id", &row.columns.id))
        .collect::<Result<_, _>>()?;
    let records = records_of(conn, rows)?;
    Ok(ids.into_iter().zip(records.into_iter().map(|(_position, record)| record)).collect())
}

/// The length of a document's text in bytes, where a statement reads another table with a text.
pub(crate) const DOCUMENT_BYTES: &str = "CAST(octet_length(documents.content) AS BIGINT)";

/// Returns the documents with these ids, whose contents are empty without `with_content`.
pub(crate) fn records(
    conn: &mut AnyConn,
    ids: &[&str],
    with_content: bool,
) -> Result<HashMap<DocumentId, DocumentRecord>, DbError> {
    let rows: Vec<Joined> = if with_content {
        on_both!(conn, |c| joined!().filter(documents::id.eq_any(ids)).load(c))?
    } else {
        let rows: Vec<(Row, String, String)> = documents::table
            .inner_join(users::table.on(users::id.eq(documents::submitted_by)))
            .filter(documents::id.eq_any(ids))
            .select((Row::as_select(), documents::preview, users::username))
            .load(conn)?;
        rows.into_iter().map(|(row, preview, username)| (row, String::new(), preview, username)).collect()
    };
    let records = records_of(conn, rows)?.into_iter();
    records.map(|(_position, record)| record.map(|record| (record.document.id, record))).collect()
}

/// Converts rows to records, each with its position. A row that cannot be decoded does not affect the others.
pub(crate) fn records_of(conn: &mut AnyConn, rows: Vec<Joined>) -> Result<Vec<Positioned>, DbError> {
    let attachments = files::attachments(conn, rows.iter().map(|(row, ..)| row.file_path()))?;
    let record = |(row, content, preview, submitted_by_username): Joined| {
        let preview = Sealed::new(preview);
        let attachment = row.file_path().and_then(|path| attachments.get(path)).cloned();
        let position = row.position;
        let document = row.document(content.into());
        let document =
            document.map(|document| DocumentRecord { document, submitted_by_username, attachment, preview });
        (position, document)
    };
    Ok(rows.into_iter().map(record).collect())
}

/// Returns the documents with this file, oldest first.
pub(crate) fn with_file(conn: &mut AnyConn, file: FilePath) -> Result<Vec<Document>, DbError> {
    let rows: Vec<(Row, String)> = documents::table
        .filter(documents::file_path.eq(file.to_string()))
        .order(documents::position.asc())
        .select((Row::as_select(), documents::content))
        .load(conn)?;
    rows.into_iter().map(|(row, content)| row.document(content.into())).collect()
}

/// What a change writes beside the text, made before the transaction.
pub(crate) enum Prepared {
    /// Of a new document.
    New(Derived),
    /// Of a new version.
    Revised(Derivation),
    /// A deletion writes no text.
    Nothing,
}

/// Makes the change.
pub(crate) fn apply(conn: &mut AnyConn, change: &DocumentChange, prepared: &Prepared) -> Result<(), DbError> {
    match (change, prepared) {
        (DocumentChange::Publish(document), Prepared::New(derived)) => insert(conn, document, derived),
        (DocumentChange::Revise(revision), Prepared::Revised(made)) => {
            revisions::apply(conn, revision, made, &[])
        }
        (DocumentChange::Trash { id, version, by, at }, _) => trash::put(conn, *id, *version, *by, *at),
        (DocumentChange::Publish(_) | DocumentChange::Revise(_), _) => Err(unprepared()),
    }
}

/// Inserts a new document and its words in the index. It holds its file from then on.
pub(crate) fn insert(conn: &mut AnyConn, document: &Document, derived: &Derived) -> Result<(), DbError> {
    let content = unseal(&document.text.content);
    let title_key = title_key(&document.text.title);
    let row = NewRow { columns: Columns::of(document), title_key, preview: &derived.previews, content };
    let position: i64 =
        diesel::insert_into(documents::table).values(row).returning(documents::position).get_result(conn)?;
    if let Some(file) = document.attachment {
        refs::hold(conn, file.upload_id(), Holder::Document(document.id))?;
    }
    links::write(conn, position, document.clearance, &document.text.title, &derived.links)?;
    search::index::put(conn, position, &derived.entry)
}

/// Returns the position of the newest document, or 0 if there is none. Later ones get a higher position.
pub(crate) fn last_position(conn: &mut AnyConn) -> Result<i64, DbError> {
    let last: Option<i64> = documents::table.select(diesel::dsl::max(documents::position)).first(conn)?;
    Ok(last.unwrap_or(0))
}

/// Inserts a new document without its words, its plain text and its start. [`search::index::put_inserted`] MUST follow in the same
/// transaction: for many documents this writes each row of the index once.
pub(crate) fn insert_unindexed(conn: &mut AnyConn, document: &Document) -> Result<(), DbError> {
    let content = unseal(&document.text.content);
    diesel::insert_into(documents::table)
        .values((
            Columns::of(document),
            documents::title_key.eq(title_key(&document.text.title)),
            documents::content.eq(content),
        ))
        .execute(conn)?;
    if let Some(file) = document.attachment {
        refs::hold(conn, file.upload_id(), Holder::Document(document.id))?;
    }
    Ok(())
}
