//! The versions of documents.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{document_versions, users};
use crate::on_both;
use crate::storage::documents::published::{self as document_rows, NO_TEXT};
use crate::storage::files::uploads::{self as files, Attachments};
use crate::storage::page_bytes::{self, Length};
use async_trait::async_trait;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text as SqlText};
use facility_documents::document::{Document, Text};
use facility_documents::ports::VersionRepository;
use facility_documents::text::Category;
use facility_documents::versions::{Version, VersionRecord};
use facility_documents::view::Stored;
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, Cursor, DocumentId, Page, PageRequest, StoreError, Timestamp, UserId, VersionId};

columns! {
    /// A version's row without its content.
    struct Columns in document_versions {
        id: VersionId,
        version_number: i32,
        title: String,
        category: Category,
        clearance_level: Clearance,
        file_path: Option<AttachedFiles>,
        change_description: Option<String>,
        created_by: UserId,
        created_at: Timestamp,
        preview: Option<String>,
    }
    fn version(
        present: &Stored, content: Option<String>, author: String, files: &Attachments
    ) -> VersionRecord = Version {
        document: Stored {
            files: files.of(file_path.as_ref()),
            has_content: content.is_some(),
            document: Document {
                text: Text { title, category, content: content.unwrap_or_default().into() },
                clearance: clearance_level, files: file_path.unwrap_or_default(), version: version_number, updated_at: created_at,
                ..present.document.clone()
            },
            submitted_by_username: present.submitted_by_username.clone(),
            preview: preview.unwrap_or_default().into(),
            snippet: None,
            title_matches: None,
            file_match: None,
        },
        is_current: version_number == present.document.version,
        number: version_number, description: change_description, created_by_username: author,
        id, created_by, created_at,
    }
}

/// A version's row, its content if it was read, and its author's name.
type VersionRow = (Columns, Option<String>, String);

/// Selects versions with their authors' names, and their contents or null.
macro_rules! with_authors {
    ($query:expr, $content:expr) => {
        $query.inner_join(users::table.on(users::id.eq(document_versions::created_by))).select((
            Columns::as_select(),
            sql::<Nullable<SqlText>>($content),
            users::username,
        ))
    };
}

const CONTENT: &str = "document_versions.content";
/// The current version has no content of its own.
const CONTENT_BYTES: &str = "CAST(COALESCE(octet_length(document_versions.content), 0) AS BIGINT)";

/// Returns the version of this document with this number.
fn numbered(conn: &mut AnyConn, document: DocumentId, number: i32) -> Result<Option<VersionRecord>, DbError> {
    let Some(present) = present(conn, document, true)? else { return Ok(None) };
    if number == present.document.version {
        return current_of(conn, present).map(Some);
    }
    let row: Option<VersionRow> = with_authors!(document_versions::table, CONTENT)
        .filter(document_versions::document_id.eq(document.to_string()))
        .filter(document_versions::version_number.eq(number))
        .first(conn)
        .optional()?;
    Ok(versions(conn, row.into_iter().collect(), &present)?.pop())
}

/// Returns the earlier versions of a document from these rows, with their files.
fn versions(conn: &mut AnyConn, rows: Vec<VersionRow>, present: &Stored) -> Result<Vec<VersionRecord>, DbError> {
    let files = files::attachments(conn, rows.iter().map(|(row, ..)| row.file_path.as_deref()))?;
    rows.into_iter().map(|(row, content, author)| row.version(present, content, author, &files)).collect()
}

/// Returns the document as it is now.
fn present(conn: &mut AnyConn, document: DocumentId, with_content: bool) -> Result<Option<Stored>, DbError> {
    Ok(document_rows::records(conn, &[document.to_string().as_str()], with_content)?.remove(&document))
}

/// Returns the current version of a document.
fn current_of(conn: &mut AnyConn, present: Stored) -> Result<VersionRecord, DbError> {
    let Document { id, owner, version, created_at, .. } = present.document;
    let row: Option<VersionRow> = with_authors!(document_versions::table, NO_TEXT)
        .filter(document_versions::document_id.eq(id.to_string()))
        .filter(document_versions::version_number.eq(version))
        .first(conn)
        .optional()?;
    if let Some((row, _, author)) = row {
        let found = row.version(&present, None, author, &Attachments::default())?;
        return Ok(Version { document: present, ..found });
    }
    Ok(Version {
        id: VersionRecord::first_id(id),
        number: version,
        description: None,
        created_by: owner,
        created_by_username: present.submitted_by_username.clone(),
        created_at,
        is_current: true,
        document: present,
    })
}

#[async_trait]
impl VersionRepository for Database {
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<VersionRecord>, StoreError> {
        self.read(move |conn| {
            let none = Page { items: Vec::new(), next: None };
            let Some(present) = present(conn, document, with_content)? else { return Ok(none) };
            let current = present.document.version;
            let mut limit = page.limit.get();
            let mut found = Vec::new();
            if page.after.is_none() && present.document.clearance <= max_level {
                found.push((i64::from(current), current_of(conn, present.clone())?));
                limit -= 1;
            }
            let before = page.after.map_or(i64::from(current), |after| Cursor::position(after).min(current.into()));
            let before = i32::try_from(before).unwrap_or_default();
            let wanted = || {
                document_versions::table
                    .filter(document_versions::document_id.eq(document.to_string()))
                    .filter(document_versions::clearance_level.le(i32::from(max_level.level())))
                    .filter(document_versions::version_number.lt(before))
                    .order(document_versions::version_number.desc())
            };
            let bytes = if with_content { CONTENT_BYTES } else { "CAST(0 AS BIGINT)" };
            let variants = page_bytes::variants(if with_content { "document_versions.preview" } else { "''" });
            let lengths = wanted().limit(i64::from(limit) + 1).select((sql::<BigInt>(bytes), variants));
            let lengths: Vec<Length> = on_both!(conn, |c| lengths.load(c))?;
            let lengths = lengths.into_iter().map(|length| page_bytes::visible_bytes(length, None, max_level));
            let (fitting, more) = page_bytes::fitting(&lengths.collect::<Vec<_>>(), limit);
            let content = if with_content { CONTENT } else { NO_TEXT };
            let rows: Vec<VersionRow> =
                with_authors!(wanted(), content).limit(i64::try_from(fitting).unwrap_or(i64::MAX)).load(conn)?;
            let earlier = versions(conn, rows, &present)?;
            found.extend(earlier.into_iter().map(|version| (version.number.into(), version)));
            page_bytes::page(found.into_iter().map(Ok), more)
        })
        .await
    }

    async fn find(&self, document: DocumentId, id: VersionId) -> Result<Option<VersionRecord>, StoreError> {
        self.read(move |conn| {
            let number: Option<i32> = document_versions::table
                .filter(document_versions::document_id.eq(document.to_string()))
                .filter(document_versions::id.eq(id.to_string()))
                .select(document_versions::version_number)
                .first(conn)
                .optional()?;
            match number {
                Some(number) => numbered(conn, document, number),
                // The first version has no row while it is current.
                None if id == VersionRecord::first_id(document) => numbered(conn, document, 1),
                None => Ok(None),
            }
        })
        .await
    }

    async fn numbered(&self, document: DocumentId, number: i32) -> Result<Option<VersionRecord>, StoreError> {
        self.read(move |conn| numbered(conn, document, number)).await
    }
}
