//! Adapters of the ports. Each method passes one closure to the database gate.

mod access_log;
mod audit_log;
mod background;
mod documents;
mod drafts;
mod edits;
mod housekeeping;
mod jobs;
mod news;
mod releases;
mod replies;
mod sessions;
mod subjects;
mod submissions;
mod templates;
mod uploads;
mod users;
mod versions;

pub use access_log::AccessLogRepo;
pub use audit_log::AuditLogRepo;
pub use documents::DocumentRepo;
pub use drafts::DraftRepo;
pub use edits::EditRepo;
pub use housekeeping::Housekeeping;
pub use jobs::LeaseRepo;
pub use news::NewsRepo;
pub use releases::ReleaseRepo;
pub use replies::ReplyRepo;
pub use sessions::SessionRepo;
pub use subjects::SubjectRepo;
pub use submissions::SubmissionRepo;
pub use templates::TemplateRepo;
pub use uploads::UploadRepo;
pub use users::{SiteRepo, ThrottleRepo, UserRepo};
pub use versions::VersionRepo;
