//! Adapters of the ports. Each method passes one closure to the database gate.

use crate::db::DbError;
use ::documents::Batch;
use kernel::StoreError;

mod access_log;
mod archive;
mod audit_log;
mod background;
mod comments;
mod documents;
mod drafts;
mod edits;
mod figures;
mod housekeeping;
mod jobs;
pub mod key_check;
mod mail;
mod news;
mod passwords;
mod prepared;
mod releases;
mod replies;
mod second_factor;
mod sessions;
pub mod signing_key;
mod subjects;
mod submissions;
mod templates;
mod trash;
mod uploads;
mod users;
mod versions;
mod watching;

pub use access_log::AccessLogRepo;
pub use archive::ArchiveRepo;
pub use audit_log::AuditLogRepo;
pub use comments::CommentRepo;
pub use documents::DocumentRepo;
pub use drafts::DraftRepo;
pub use edits::EditRepo;
pub use figures::FigureRepo;
pub use housekeeping::Housekeeping;
pub use jobs::LeaseRepo;
pub use mail::{MailChoiceRepo, OutboxRepo};
pub use news::NewsRepo;
pub use passwords::PasswordRepo;
pub use releases::ReleaseRepo;
pub use replies::ReplyRepo;
pub use second_factor::SecondFactorRepo;
pub use sessions::SessionRepo;
pub use signing_key::SigningKeyRepo;
pub use subjects::SubjectRepo;
pub use submissions::SubmissionRepo;
pub use templates::TemplateRepo;
pub use trash::TrashRepo;
pub use uploads::UploadRepo;
pub use users::{SiteRepo, ThrottleRepo, UserRepo};
pub use versions::VersionRepo;
pub use watching::{AlertRepo, AttemptRepo};

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
