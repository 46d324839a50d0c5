//! Adapters of the ports. Each method passes one closure to the database gate.

use crate::db::error::DbError;
use facility_documents::batch::Batch;
use facility_kernel::StoreError;

pub mod access_log;
pub mod archive;
pub mod audit_log;
mod background;
pub mod comments;
pub mod documents;
pub mod drafts;
pub mod edits;
pub mod figures;
pub mod housekeeping;
pub mod jobs;
pub mod key_check;
pub mod mail;
pub mod news;
pub mod passwords;
mod prepared;
pub mod releases;
pub mod replies;
pub mod second_factor;
pub mod sessions;
pub mod signing_key;
pub mod subjects;
pub mod submissions;
pub mod templates;
pub mod trash;
pub mod uploads;
pub mod users;
pub mod versions;
pub mod watching;

/// Returns the rows that a job works off. Logs those that cannot be read, which the job leaves out.
fn batch<T>(rows: Vec<Result<T, DbError>>) -> Batch<T> {
    rows.into_iter().map(|row| log_damaged(row.map_err(StoreError::from))).collect()
}

/// Logs why an item of a job fails, if that is not the state of the store.
fn log_damaged<T>(item: Result<T, StoreError>) -> Result<T, StoreError> {
    if let Err(StoreError::Internal(error)) = &item {
        tracing::warn!(%error, "a job leaves out a damaged item");
    }
    item
}
