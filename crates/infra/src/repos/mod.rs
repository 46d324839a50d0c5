//! The ports' adapters: each method hands one closure to the gate.

mod access_log;
mod audit_log;
mod background;
mod documents;
mod sessions;
mod users;

pub use access_log::AccessLogRepo;
pub use audit_log::AuditLogRepo;
pub use documents::DocumentRepo;
pub use sessions::SessionRepo;
pub use users::{SiteRepo, ThrottleRepo, UserRepo};
