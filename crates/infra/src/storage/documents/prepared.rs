//! Data that is computed before a transaction begins. For long texts, and for those with many portions, this takes
//! longer than the write itself. On SQLite all writers would wait for it, and PostgreSQL ends a transaction that is
//! idle for long.

use crate::db::Database;
use crate::storage::documents::derived::Derived;
use crate::storage::documents::revisions::{Derivation, TextBefore};
use crate::storage::documents::trashed_text::{TrashedIndex, TrashedText};
use crate::storage::files::texts::{self, KnownWords};
use facility_documents::change::{DocumentChange, Revision};
use facility_documents::document::Document;
use facility_documents::portions;
use facility_documents::sealed::Sealed;
use facility_kernel::{DocumentId, StoreError};

/// The derived data that a change writes, made before the transaction.
pub(crate) enum Prepared {
    /// For a new document.
    New(Box<Derived>),
    /// For a new version.
    Revised(Box<Derivation>),
    /// For a deletion, which writes no text.
    Nothing,
}

/// Computes something outside the threads that answer requests.
async fn computed<T: Send + 'static>(make: impl FnOnce() -> T + Send + 'static) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(make).await.map_err(|error| StoreError::Internal(Box::new(error)))
}

/// Returns the previews to store beside a text: [`facility_documents::previews::previews`].
pub(crate) async fn previews(content: &Sealed<String>) -> Result<Sealed<String>, StoreError> {
    let content = content.clone();
    computed(move || portions::stored::previews(&content)).await
}

/// Returns the derived data of a new document.
pub(crate) async fn document(db: &Database, document: &Document) -> Result<Derived, StoreError> {
    let (document, files) = (document.clone(), document.files.clone());
    let files = if files.is_empty() { Vec::new() } else { db.read(move |conn| texts::read_of(conn, &files)).await? };
    computed(move || Derived::of(&document, files)).await
}

/// Returns the derived data that a revision writes.
pub(crate) async fn revision(db: &Database, revision: &Revision) -> Result<Derivation, StoreError> {
    let (id, number, after) = (revision.after.id, revision.before, revision.after.clone());
    let files = after.files.clone();
    let read = move |conn: &mut _| {
        let before = TextBefore::find(conn, id, number)?;
        let (had, has) = match &before {
            Some(before) if before.files != files => {
                (texts::read_of(conn, &before.files)?, texts::read_of(conn, &files)?)
            }
            _ => (Vec::new(), Vec::new()),
        };
        Ok((before, had, has))
    };
    let (before, had, has) = db.read(read).await?;
    let derive = move || Derivation {
        before: before.as_ref().map(TextBefore::indexed),
        files_before: KnownWords::of(had),
        after: Derived::of(&after, has),
    };
    computed(derive).await
}

/// Returns what the index has about a document in the trash, and what it would have about it again. `None` if it is not
/// there.
pub(crate) async fn trashed(db: &Database, id: DocumentId) -> Result<Option<TrashedIndex>, StoreError> {
    let read = move |conn: &mut _| {
        let Some(text) = TrashedText::find(conn, id)? else { return Ok(None) };
        Ok(Some((text, texts::read_of_document(conn, id)?)))
    };
    let Some((text, files)) = db.read(read).await? else { return Ok(None) };
    computed(move || TrashedIndex::of(text, files)).await.map(Some)
}

/// Returns the derived data that a change of documents writes.
pub(crate) async fn change(db: &Database, change: &DocumentChange) -> Result<Prepared, StoreError> {
    Ok(match change {
        DocumentChange::Publish(new) => Prepared::New(Box::new(document(db, new).await?)),
        DocumentChange::Revise(made) => Prepared::Revised(Box::new(revision(db, made).await?)),
        DocumentChange::Trash { .. } => Prepared::Nothing,
    })
}
