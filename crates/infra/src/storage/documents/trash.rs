//! Documents in the trash.
//!
//! A deleted document leaves its table, so queries that read, count or search documents need not exclude it. The rows
//! of all tables that belong to it by a foreign key go with it (see [`trashed_rows`](super::trashed_rows)), and so do
//! the notifications about it. It keeps holding its files, and a restored document gets back its position, under which
//! the index has its words.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{document_edits, documents, trash, users};
use crate::search;
use crate::search::files::FileWords;
use crate::storage::archive::sections;
use crate::storage::documents::trashed_text::TrashedIndex;
use crate::storage::documents::{links, prepared, published, purging, trashed_rows};
use crate::storage::files::refs::{self, Holder};
use crate::storage::files::texts;
use crate::storage::read;
use crate::storage::{AdvisoryLock, batch, exact, lock, read_optional};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Text;
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_documents::document::Document;
use facility_documents::ports::TrashRepository;
use facility_documents::text::Category;
use facility_documents::trash::{Purge, Restoration, TrashedDocument};
use facility_kernel::{Clearance, DocumentId, Page, PageRequest, SectionId, StoreError, Timestamp, UploadId, UserId};
use facility_submissions::case::Status;

const TABLE: &str = "trash";

/// A document that goes into the trash.
struct Trashed {
    document: Document,
    by: UserId,
    at: Timestamp,
}

columns! {
    struct Columns in trash, of trashed: Trashed {
        document_id: DocumentId = trashed.document.id,
        title: String = trashed.document.text.title,
        category: Category = trashed.document.text.category,
        clearance_level: Clearance = trashed.document.clearance,
        submitted_by: UserId = trashed.document.owner,
        version: i32 = trashed.document.version,
        archive_section: Option<SectionId> = trashed.document.placement.section(),
        created_at: Timestamp = trashed.document.created_at,
        updated_at: Timestamp = trashed.document.updated_at,
        trashed_by: UserId = trashed.by,
        trashed_at: Timestamp = trashed.at,
    }
    fn document(owner_username: String, trashed_by_username: String) -> TrashedDocument = TrashedDocument {
        id: document_id, clearance: clearance_level, owner: submitted_by, owner_username, trashed_by_username,
        title, category, version, archive_section, created_at, updated_at, trashed_by, trashed_at,
    }
}

/// Moves a document into the trash. Its pending edits are withdrawn. Errors: [`DbError::Stale`] if it is gone or has
/// another version.
pub(crate) fn put(conn: &mut AnyConn, id: DocumentId, version: i32, by: UserId, at: Timestamp) -> Result<(), DbError> {
    let text = id.to_string();
    let decided_on = documents::table.filter(documents::id.eq(&text)).filter(documents::version.eq(version));
    // On PostgreSQL, the row lock serializes this with new comments, edits and versions.
    let found: Option<published::Columns> = match conn {
        AnyConn::Sqlite(c) => decided_on.select(published::Columns::as_select()).first(c).optional()?,
        AnyConn::Pg(c) => decided_on.select(published::Columns::as_select()).for_update().first(c).optional()?,
    };
    let document = found.ok_or(DbError::Stale)?.document("".into())?;
    diesel::insert_into(trash::table).values(Columns::of(&Trashed { document, by, at })).execute(conn)?;
    let withdrawn = document_edits::table
        .filter(document_edits::document_id.eq(&text))
        .filter(document_edits::status.eq(Status::Pending.as_str()));
    let withdrawn: Vec<String> = diesel::delete(withdrawn).returning(document_edits::id).get_results(conn)?;
    let holders = withdrawn.iter().map(|edit| Ok(Holder::Edit(read(edit, "document_edits", "id", edit)?)));
    refs::release_all(conn, &holders.collect::<Result<Vec<_>, DbError>>()?)?;
    trashed_rows::copy_to_trash(conn, &text)?;
    diesel::sql_query(format!("DELETE FROM notifications WHERE {}", trashed_rows::NOTIFICATIONS))
        .bind::<Text, _>(&text)
        .execute(conn)?;
    // The database also deletes the rows that belong to it.
    exactly_one(diesel::delete(documents::table.filter(documents::id.eq(&text))).execute(conn)?)
}

/// Moves a document out of the trash. Errors: [`DbError::Stale`] if it is not there.
fn restore(conn: &mut AnyConn, change: &Restoration, index: &TrashedIndex) -> Result<(), DbError> {
    // Under this lock no section closes while the document returns to it.
    lock(conn, AdvisoryLock::Archive)?;
    let id = change.id.to_string();
    claim(conn, &id)?;
    index.check(conn, change.id)?;
    trashed_rows::restore(conn, &id)?;
    let back = documents::table.filter(documents::id.eq(&id));
    let (position, section): (i64, Option<String>) =
        back.select((documents::position, documents::archive_section)).first(conn)?;
    let section: Option<SectionId> = read_optional(section.as_deref(), TABLE, "archive_section", &id)?;
    if let Some(section) = section
        && !sections::is_open(conn, section)?
    {
        diesel::update(back)
            .set((
                documents::is_archived.eq(false),
                documents::archive_section.eq(None::<String>),
                documents::archived_at.eq(None::<i64>),
                documents::archived_by.eq(None::<String>),
            ))
            .execute(conn)?;
    }
    let TrashedIndex { text, indexed, entry, links, files: known } = index;
    let files = texts::attached(conn, change.id)?;
    // The index may still have its words, unless it was imported.
    search::index::replace(conn, position, &indexed.clone().uncertain(), entry)?;
    let words = known.of_attached(conn, &files)?;
    search::files::replace(conn, position, &FileWords::default(), &words)?;
    links::restore(conn, position, text.level, &text.title, links)?;
    exactly_one(diesel::delete(trash::table.filter(trash::document_id.eq(&id))).execute(conn)?)
}

/// Locks a row of the trash, so that of a concurrent restoration and purge the second finds nothing.
fn claim(conn: &mut AnyConn, id: &str) -> Result<(), DbError> {
    // SQLite has one writer.
    let row = trash::table.filter(trash::document_id.eq(id)).select(trash::position);
    let found: Option<i64> = match conn {
        AnyConn::Sqlite(c) => row.first(c).optional()?,
        AnyConn::Pg(c) => row.for_update().first(c).optional()?,
    };
    found.map(|_position| ()).ok_or(DbError::Stale)
}

diesel::alias!(users as deleters: Deleters);

/// Selects rows of the trash with the usernames of the owners and of those who deleted them.
macro_rules! with_usernames {
    () => {
        trash::table
            .inner_join(users::table.on(users::id.eq(trash::submitted_by)))
            .inner_join(deleters.on(deleters.field(users::id).eq(trash::trashed_by)))
            .select((trash::position, Columns::as_select(), users::username, deleters.field(users::username)))
    };
}

type Row = (i64, Columns, String, String);

fn found((position, columns, owner, by): Row) -> Result<(i64, TrashedDocument), DbError> {
    Ok((position, columns.document(owner, by)?))
}

/// Returns a document in the trash.
pub(crate) fn find(conn: &mut AnyConn, id: DocumentId) -> Result<Option<TrashedDocument>, DbError> {
    let row: Option<Row> = with_usernames!().filter(trash::document_id.eq(id.to_string())).first(conn).optional()?;
    Ok(row.map(found).transpose()?.map(|(_position, document)| document))
}

#[async_trait]
impl TrashRepository for Database {
    async fn list(&self, page: PageRequest) -> Result<(Page<TrashedDocument>, u64), StoreError> {
        self.read(move |conn| {
            let total: i64 = trash::table.count().get_result(conn)?;
            let before = page.after.map_or(i64::MAX, facility_kernel::Cursor::position);
            let rows: Vec<Row> = with_usernames!()
                .filter(trash::position.lt(before))
                .order(trash::position.desc())
                .limit(i64::from(page.limit.get()) + 1)
                .load(conn)?;
            let rows = rows.into_iter().map(found).collect::<Result<_, _>>()?;
            Ok((Page::from_rows(rows, page.limit), exact(total)))
        })
        .await
    }

    async fn find(&self, id: DocumentId) -> Result<Option<TrashedDocument>, StoreError> {
        self.read(move |conn| find(conn, id)).await
    }

    async fn due(&self, before: Timestamp, limit: u16) -> Result<Batch<TrashedDocument>, StoreError> {
        self.read(move |conn| {
            let rows: Vec<Row> = with_usernames!()
                .filter(trash::trashed_at.lt(before.as_micros()))
                .order(trash::trashed_at.asc())
                .limit(limit.into())
                .load(conn)?;
            Ok(rows.into_iter().map(|row| Ok(found(row)?.1)).collect())
        })
        .await
        .map(batch)
    }

    async fn restore(&self, change: Audited<Restoration>) -> Result<(), StoreError> {
        let index = prepared::trashed(self, change.change().id).await?.ok_or(StoreError::Stale)?;
        self.commit(change, move |conn, change| restore(conn, change, &index)).await
    }

    async fn purge(&self, change: Audited<Purge>) -> Result<Vec<UploadId>, StoreError> {
        let document = change.change().id;
        let purged = match prepared::trashed(self, document).await {
            Ok(Some(index)) => {
                let purge = move |conn: &mut AnyConn, change: &Purge| {
                    claim(conn, &change.id.to_string())?;
                    purging::purge(conn, change.id, &index)
                };
                self.commit(change, purge).await
            }
            Ok(None) => Err(StoreError::Stale),
            Err(error) => Err(error),
        };
        if let Err(StoreError::Internal(error)) = &purged {
            tracing::warn!(%document, %error, "a document cannot be purged");
        }
        purged
    }
}
