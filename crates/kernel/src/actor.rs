//! The actor of a request, and its context.

use crate::{Clearance, SessionId, Timestamp, UserId};
use std::ops::Deref;

/// A signed-in, approved user, with the rights that are stored at the time of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    pub user_id: UserId,
    /// The username, for the audit log.
    pub username: String,
    pub clearance: Clearance,
    /// Whether the user is an administrator. True for the emergency-access user.
    pub is_admin: bool,
    /// The session of the request. None on the command line.
    pub session_id: Option<SessionId>,
}

impl Actor {
    /// Whether this is the protected emergency-access user, who has administrator rights but cannot own records.
    pub const fn is_emergency_access(&self) -> bool {
        self.user_id.is_emergency_access()
    }

    /// Whether the user's clearance is at least `level`.
    pub fn is_cleared_for(&self, level: Clearance) -> bool {
        self.clearance >= level
    }
}

/// An actor whose administrator rights are proven, so that calls without the check do not compile.
///
/// Created once per request, from rights that the same request read from the database. Never stored between requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdminActor(Actor);

impl AdminActor {
    /// Returns the administrator, or `None` if the actor is not one.
    ///
    /// Clippy allows the call only where callers are identified (`clippy.toml`).
    pub fn of(actor: &Actor) -> Option<Self> {
        actor.is_admin.then(|| Self(actor.clone()))
    }
}

impl Deref for AdminActor {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.0
    }
}

/// The metadata of a request for the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestContext {
    /// The request id, as in the log and in the response's `X-Request-Id`.
    pub request_id: String,
    /// The caller's address as text. None on the command line.
    pub ip_address: Option<String>,
    /// The caller's user agent, at most 512 characters.
    pub user_agent: Option<String>,
    /// Time of receipt. The request uses it as the current time throughout.
    pub now: Timestamp,
    /// Whether the client sent the request on its own, for example to poll, and not because of a user action. The
    /// client claims it, so it may only withhold rights, never grant any.
    pub is_background: bool,
}

impl RequestContext {
    /// The caller's network for throttles: the address for IPv4, the /64 prefix for IPv6.
    pub fn network(&self) -> String {
        let Some(text) = self.ip_address.as_deref() else { return "local".to_owned() };
        match text.parse::<std::net::IpAddr>() {
            Ok(std::net::IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
            _ => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(ip: Option<&str>) -> RequestContext {
        RequestContext {
            request_id: "r".to_owned(),
            ip_address: ip.map(str::to_owned),
            user_agent: None,
            now: Timestamp::EPOCH,
            is_background: false,
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test is about the constructor")]
    fn only_an_administrator_becomes_an_admin_actor() {
        let actor = |is_admin| Actor {
            user_id: UserId::EmergencyAccess,
            username: "mercer".to_owned(),
            clearance: Clearance::MAX,
            is_admin,
            session_id: None,
        };
        assert_eq!(AdminActor::of(&actor(false)), None);
        assert_eq!(AdminActor::of(&actor(true)).as_deref(), Some(&actor(true)));
    }

    #[test]
    fn network_is_ipv4_address_or_ipv6_64_prefix() {
        assert_eq!(from(Some("192.0.2.7")).network(), "192.0.2.7");
        assert_eq!(from(Some("2001:db8:1:2:3::4")).network(), "2001:db8:1:2::/64");
        assert_eq!(from(None).network(), "local");
    }
}
