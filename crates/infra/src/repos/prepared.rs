//! What is computed before a transaction begins. Of a text with many passages it takes longer than the write itself, and on
//! SQLite everybody who writes would wait for it.

use documents::{Sealed, portions};
use kernel::StoreError;

/// Returns what to store beside a text: [`documents::previews`].
pub(super) async fn previews(content: &Sealed<String>) -> Result<Sealed<String>, StoreError> {
    let content = content.clone();
    let made = tokio::task::spawn_blocking(move || portions::stored::previews(&content));
    made.await.map_err(|error| StoreError::Internal(Box::new(error)))
}
