//! Documents.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{documents, users};
use crate::search;
use crate::storage::documents::derived::Derived;
use crate::storage::documents::links;
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::{texts, uploads as files};
use crate::storage::page_bytes::{self, Length};
use crate::storage::read;
use crate::storage::stored::{self, value};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text as SqlText};
use facility_documents::document::{ArchiveRequest, Document, Placement, Text};
use facility_documents::sealed::Sealed;
use facility_documents::sealed::storage::unseal;
use facility_documents::search::Shelf;
use facility_documents::text::Category;
use facility_documents::title_key::title_key;
use facility_documents::view::Stored;
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, Cursor, DocumentId, Limit, Page, Timestamp, UserId};
use std::collections::HashMap;

const TABLE: &str = "documents";

/// The columns of a document's placement.
#[derive(Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = documents, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct PlacementColumns {
    pub(crate) is_archived: bool,
    archive_section: Option<String>,
    pub(crate) archived_at: Option<i64>,
    archived_by: Option<String>,
    pub(crate) archive_requested: bool,
    pub(crate) archive_requested_at: Option<i64>,
    archive_requested_by: Option<String>,
    archive_request_section: Option<String>,
}

columns! {
    /// The columns of a document's row that are read and written in the same form.
    pub(crate) struct Columns in documents, of document: Document {
        id: DocumentId = document.id,
        title: String = document.text.title,
        category: Category = document.text.category,
        clearance_level: Clearance = document.clearance,
        file_path: Option<AttachedFiles> = document.files.non_empty(),
        submitted_by: UserId = document.owner,
        #[diesel(embed)]
        placement: PlacementColumns = PlacementColumns::of(&document.placement),
        scheduled_release_at: Option<Timestamp> = document.release_at,
        version: i32 = document.version,
        created_at: Timestamp = document.created_at,
        updated_at: Timestamp = document.updated_at,
    }
    pub(crate) fn document(content: Sealed<String>) -> Document = Document {
        placement: placement.decode(&id.to_string())?, text: Text { category, title, content },
        owner: submitted_by, clearance: clearance_level, files: file_path.unwrap_or_default(), release_at: scheduled_release_at,
        id, version, created_at, updated_at,
    }
}

/// A document's row with its owner's name, without its content, which lists do not read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
pub(crate) struct Row {
    pub(crate) position: i64,
    #[diesel(embed)]
    pub(crate) columns: Columns,
    pub(crate) preview: String,
    #[diesel(select_expression = users::username, select_expression_type = users::username)]
    username: String,
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

impl stored::Stored for PlacementColumns {
    type Raw = Self;
    fn store(&self) -> Self {
        self.clone()
    }
    fn read(raw: Self) -> Option<Self> {
        Some(raw)
    }
}

impl PlacementColumns {
    pub(crate) fn of(placement: &Placement) -> Self {
        let (archived, request) = match placement {
            Placement::Archived { section, at, by } => (Some((section, at, by)), None),
            Placement::Repository { archive_request } => (None, archive_request.as_ref()),
        };
        Self {
            is_archived: archived.is_some(),
            archive_section: archived.map(|(section, ..)| section.to_string()),
            archived_at: archived.map(|(_, at, _)| at.as_micros()),
            archived_by: archived.map(|(.., by)| by.to_string()),
            archive_requested: request.is_some(),
            archive_requested_at: request.map(|request| request.at.as_micros()),
            archive_requested_by: request.map(|request| request.by.to_string()),
            archive_request_section: request.map(|request| request.section.to_string()),
        }
    }

    /// Returns the placement. Errors: the columns of an archived document or of a request are incomplete.
    fn decode(self, id: &str) -> Result<Placement, DbError> {
        if self.is_archived {
            return Ok(Placement::Archived {
                section: known(self.archive_section, "archive_section", id)?,
                at: known(self.archived_at, "archived_at", id)?,
                by: known(self.archived_by, "archived_by", id)?,
            });
        }
        if !self.archive_requested {
            return Ok(Placement::Repository { archive_request: None });
        }
        let section = known(self.archive_request_section, "archive_request_section", id)?;
        let at = known(self.archive_requested_at, "archive_requested_at", id)?;
        let by = known(self.archive_requested_by, "archive_requested_by", id)?;
        Ok(Placement::Repository { archive_request: Some(ArchiveRequest { section, at, by }) })
    }
}

/// Reads a column that must not be null.
fn known<T: stored::Stored>(raw: Option<T::Raw>, column: &'static str, row: &str) -> Result<T, DbError> {
    let known: Option<T> = value(raw, TABLE, column, row)?;
    known.ok_or_else(|| DbError::Inconsistent { table: TABLE, column, row: row.to_owned() })
}

/// A row, and the text that was read with it.
pub(crate) type RowWithText = (Row, Option<String>);

/// Selects no text.
pub(crate) const NO_TEXT: &str = "CAST(NULL AS TEXT)";

/// Reads rows, each with this text, of the documents that `$left` selects from `$all`. A macro, because the query's
/// type differs per database. The caller annotates the type of the rows: the compiler takes minutes if `load` names it.
macro_rules! rows {
    ($conn:expr, $text:expr, |$all:ident| $left:expr) => {{
        use $crate::db::schema::{documents, users};
        $crate::on_both!($conn, |c| {
            let $all = documents::table.inner_join(users::table.on(users::id.eq(documents::submitted_by)));
            $left.select(($crate::storage::documents::published::Row::as_select(), $text)).load(c)
        })
    }};
}
pub(crate) use rows;

/// Documents with their keys.
type Keyed<K> = Vec<(K, Result<Stored, DbError>)>;

/// Returns the documents of rows whose text is the content, each with its key. A row that cannot be decoded does not
/// affect the others.
pub(crate) fn stored<K>(
    conn: &mut AnyConn,
    rows: Vec<RowWithText>,
    key: impl Fn(&Row) -> K,
) -> Result<Keyed<K>, DbError> {
    let attachments = files::attachments(conn, rows.iter().map(|(row, _)| row.columns.file_path.as_deref()))?;
    let stored = |(row, content): RowWithText| {
        let key = key(&row);
        let Row { columns, preview, username, .. } = row;
        let has_content = content.is_some();
        let stored = columns.document(content.unwrap_or_default().into()).map(|document| Stored {
            files: attachments.of(Some(&document.files)),
            document,
            has_content,
            submitted_by_username: username,
            preview: preview.into(),
            snippet: None,
            title_matches: None,
            file_match: None,
        });
        (key, stored)
    };
    Ok(rows.into_iter().map(stored).collect())
}

/// Returns the document with this id.
pub(crate) fn find(conn: &mut AnyConn, id: &DocumentId) -> Result<Option<Stored>, DbError> {
    // A concrete connection caches the statement by its type and does not rebuild its SQL for every call.
    let row: Vec<RowWithText> =
        rows!(conn, documents::content.nullable(), |all| all.filter(documents::id.eq(id.to_string())))?;
    stored(conn, row, |_| ())?.pop().map(|((), stored)| stored).transpose()
}

/// Returns the documents with any of these ids, each with its id.
pub(crate) fn find_many(conn: &mut AnyConn, ids: &[DocumentId]) -> Result<Keyed<DocumentId>, DbError> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let rows: Vec<RowWithText> =
        rows!(conn, documents::content.nullable(), |all| all.filter(documents::id.eq_any(&ids)))?;
    let found = stored(conn, rows, |row| read(&row.columns.id, TABLE, "id", &row.columns.id))?;
    found.into_iter().map(|(id, stored)| Ok((id?, stored))).collect()
}

/// The length of a document's text in bytes, for statements that also read another table with a text.
pub(crate) const DOCUMENT_BYTES: &str = "CAST(octet_length(documents.content) AS BIGINT)";

/// Returns the documents with these ids, whose contents are empty without `with_content`.
pub(crate) fn records(
    conn: &mut AnyConn,
    ids: &[&str],
    with_content: bool,
) -> Result<HashMap<DocumentId, Stored>, DbError> {
    let content = Phrase::<Nullable<SqlText>>::sql(if with_content { "documents.content" } else { NO_TEXT });
    let rows: Vec<RowWithText> = rows!(conn, content, |all| all.filter(documents::id.eq_any(ids)))?;
    let found = stored(conn, rows, |_| ())?.into_iter();
    found.map(|((), stored)| stored.map(|stored| (stored.document.id, stored))).collect()
}

/// A document's position and level, and the length of its text.
pub(crate) type Measured = (i64, i32, Length);

/// The type of their selection.
type Measures = (documents::position, documents::clearance_level, (SqlLiteral<BigInt>, Phrase<Nullable<SqlText>>));

/// Selects [`Measured`].
pub(crate) fn measured() -> Measures {
    let length = (sql(page_bytes::CONTENT_BYTES), page_bytes::variants("documents.preview"));
    (documents::position, documents::clearance_level, length)
}

/// Returns a page of these documents of a list with their contents, with at most a mebibyte of text that its reader may
/// read. Contents beyond that are not read. Omits documents that the reader may no longer see.
pub(crate) fn whole(
    conn: &mut AnyConn,
    places: Vec<(Cursor, Measured)>,
    shelf: Shelf,
    limit: Limit,
) -> Result<Page<Stored>, DbError> {
    let reader = shelf.reader_level();
    let (places, bytes): (Vec<(Cursor, i64)>, Vec<i64>) = places
        .into_iter()
        .map(|(cursor, (position, level, length))| {
            ((cursor, position), page_bytes::visible_bytes(length, Some(level), reader))
        })
        .unzip();
    let (fitting, more) = page_bytes::fitting(&bytes, limit.get());
    let positions: Vec<i64> = places.iter().take(fitting).map(|(_, position)| *position).collect();
    let among = search::ranks::among(conn, &positions);
    let content = Phrase::<Nullable<SqlText>>::sql("CASE WHEN documents.clearance_level <= ")
        .number(reader.level().into())
        .then(" THEN documents.content END");
    let rows: Vec<RowWithText> = rows!(conn, content, |all| all.filter(among))?;
    let mut found: HashMap<i64, Result<Stored, DbError>> =
        stored(conn, rows, |row| row.position)?.into_iter().collect();
    let found = places.into_iter().filter_map(|(cursor, position)| Some((cursor, found.remove(&position)?)));
    let admitted = found.filter(|(_, stored)| stored.as_ref().map_or(true, |stored| shelf.admits(&stored.document)));
    page_bytes::page(admitted.map(|(cursor, stored)| Ok((cursor, stored?))), more)
}

/// Inserts a new document and its words in the index. From then on it holds its files.
pub(crate) fn insert(conn: &mut AnyConn, document: &Document, derived: &Derived) -> Result<(), DbError> {
    let content = unseal(&document.text.content);
    let title_key = title_key(&document.text.title);
    let row = NewRow { columns: Columns::of(document), title_key, preview: &derived.previews, content };
    let position: i64 =
        diesel::insert_into(documents::table).values(row).returning(documents::position).get_result(conn)?;
    refs::hold_files(conn, &document.files, Holder::Document(document.id))?;
    refs::hold_pictures(conn, content, Holder::Document(document.id))?;
    let files = texts::attached(conn, document.id)?;
    links::write(conn, position, document.clearance, &document.text.title, &derived.links)?;
    search::index::put(conn, position, &derived.entry)?;
    let words = derived.files.of_attached(conn, &files)?;
    search::files::add(conn, &[position], &words)
}

/// Returns the position of the newest document, or 0 if there is none. Later ones get a higher position.
pub(crate) fn last_position(conn: &mut AnyConn) -> Result<i64, DbError> {
    let last: Option<i64> = documents::table.select(diesel::dsl::max(documents::position)).first(conn)?;
    Ok(last.unwrap_or(0))
}

/// Inserts a new document without its words, its plain text and its preview. [`search::index::index_inserted`] MUST
/// follow in the same transaction: for many documents, it writes each row of the index only once.
pub(crate) fn insert_unindexed(conn: &mut AnyConn, document: &Document) -> Result<(), DbError> {
    let content = unseal(&document.text.content);
    diesel::insert_into(documents::table)
        .values((
            Columns::of(document),
            documents::title_key.eq(title_key(&document.text.title)),
            documents::content.eq(content),
        ))
        .execute(conn)?;
    refs::hold_files(conn, &document.files, Holder::Document(document.id))?;
    refs::hold_pictures(conn, content, Holder::Document(document.id))
}
