//! The ports' adapters: each method hands one closure to the gate.

mod access_log;
mod audit_log;
mod background;

pub use access_log::AccessLogRepo;
pub use audit_log::AuditLogRepo;
