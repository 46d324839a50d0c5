//! Who makes a request.

use crate::http::error::ApiError;
use facility_kernel::{Actor, ErrorKind};
use facility_users::session::Session;
use facility_users::site::SiteSettings;
use facility_users::user::User;

/// The signed-in caller of a request.
#[derive(Debug)]
pub struct Caller {
    /// The caller as the domain rules know them.
    pub actor: Actor,
    /// The caller's account as currently stored.
    pub user: User,
    /// The site's current settings.
    pub site: SiteSettings,
    /// The session of the request.
    pub session: Session,
}

/// The error for callers who are not administrators.
pub fn admin_only() -> ApiError {
    ApiError::new(ErrorKind::Forbidden, "admin_only", "Administrator access required")
}
