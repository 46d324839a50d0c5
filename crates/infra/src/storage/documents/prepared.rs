//! What is computed before a transaction begins. Of the longest texts, and of those with many passages, it takes longer
//! than the write itself, and on SQLite everybody who writes would wait for it. PostgreSQL ends a transaction that
//! waits for it for long.

use crate::db::Database;
use crate::storage::documents::derived::Derived;
use crate::storage::documents::revisions::{Derivation, TextBefore};
use facility_documents::change::{DocumentChange, Revision};
use facility_documents::document::Document;
use facility_documents::portions;
use facility_documents::sealed::Sealed;
use facility_kernel::StoreError;

/// What a change writes beside the text, made before the transaction.
pub(crate) enum Prepared {
    /// Of a new document.
    New(Derived),
    /// Of a new version.
    Revised(Derivation),
    /// A deletion writes no text.
    Nothing,
}

/// Computes something beside the threads that answer requests.
async fn computed<T: Send + 'static>(make: impl FnOnce() -> T + Send + 'static) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(make).await.map_err(|error| StoreError::Internal(Box::new(error)))
}

/// Returns what to store beside a text: [`facility_documents::previews::previews`].
pub(crate) async fn previews(content: &Sealed<String>) -> Result<Sealed<String>, StoreError> {
    let content = content.clone();
    computed(move || portions::stored::previews(&content)).await
}

/// Returns what to store beside a new document.
pub(crate) async fn document(document: &Document) -> Result<Derived, StoreError> {
    let document = document.clone();
    computed(move || Derived::of(&document)).await
}

/// Returns what a revision writes beside the text.
pub(crate) async fn revision(db: &Database, revision: &Revision) -> Result<Derivation, StoreError> {
    let (id, number, after) = (revision.after.id, revision.before, revision.after.clone());
    let before = db.read(move |conn| TextBefore::find(conn, id, number)).await?;
    computed(move || Derivation { before: before.as_ref().map(TextBefore::entry), after: Derived::of(&after) }).await
}

/// Returns what a change of documents writes beside the text.
pub(crate) async fn change(db: &Database, change: &DocumentChange) -> Result<Prepared, StoreError> {
    Ok(match change {
        DocumentChange::Publish(new) => Prepared::New(document(new).await?),
        DocumentChange::Revise(made) => Prepared::Revised(revision(db, made).await?),
        DocumentChange::Trash { .. } => Prepared::Nothing,
    })
}
