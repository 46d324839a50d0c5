//! Who makes a request.

use facility_kernel::Actor;
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
