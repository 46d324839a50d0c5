//! Data that is computed before a transaction begins. For long texts, and for those with many portions, this takes
//! longer than the write itself. On SQLite all writers would wait for it, and PostgreSQL ends a transaction that is
//! idle for long.

use crate::db::Database;
use crate::storage::documents::derived::Derived;
use crate::storage::documents::revisions::{Derivation, TextBefore};
use facility_documents::change::{DocumentChange, Revision};
use facility_documents::document::Document;
use facility_documents::portions;
use facility_documents::sealed::Sealed;
use facility_kernel::StoreError;

/// The derived data that a change writes, made before the transaction.
pub(crate) enum Prepared {
    /// For a new document.
    New(Derived),
    /// For a new version.
    Revised(Derivation),
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
pub(crate) async fn document(document: &Document) -> Result<Derived, StoreError> {
    let document = document.clone();
    computed(move || Derived::of(&document)).await
}

/// Returns the derived data that a revision writes.
pub(crate) async fn revision(db: &Database, revision: &Revision) -> Result<Derivation, StoreError> {
    let (id, number, after) = (revision.after.id, revision.before, revision.after.clone());
    let before = db.read(move |conn| TextBefore::find(conn, id, number)).await?;
    computed(move || Derivation { before: before.as_ref().map(TextBefore::indexed), after: Derived::of(&after) }).await
}

/// Returns the derived data that a change of documents writes.
pub(crate) async fn change(db: &Database, change: &DocumentChange) -> Result<Prepared, StoreError> {
    Ok(match change {
        DocumentChange::Publish(new) => Prepared::New(document(new).await?),
        DocumentChange::Revise(made) => Prepared::Revised(revision(db, made).await?),
        DocumentChange::Trash { .. } => Prepared::Nothing,
    })
}
