//! Sessions in the API.

use facility_kernel::SessionId;
use facility_users::session::Session;
use serde::Serialize;
use utoipa::ToSchema;

/// One of the caller's sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = OwnSession)]
#[serde(rename_all = "camelCase")]
pub struct OwnSessionDto {
    /// The session's id, which is not its token.
    pub id: String,
    /// Time of the sign-in.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Time of the last foreground request, up to a minute old.
    #[schema(format = DateTime)]
    pub last_activity: String,
    /// The client's address at sign-in.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The client's user agent at sign-in.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Whether it is the session of this request.
    pub current: bool,
}

impl OwnSessionDto {
    /// Presents a session to the caller whose session is `current`.
    pub fn new(session: Session, current: SessionId) -> Self {
        Self {
            id: session.id.to_string(),
            created_at: session.created_at.to_string(),
            last_activity: session.last_active_at.to_string(),
            ip_address: session.ip_address,
            user_agent: session.user_agent,
            current: session.id == current,
        }
    }
}
