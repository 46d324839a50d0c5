//! Who is asking, and from where.

use crate::{Clearance, SessionId, Timestamp, UserId};

/// A signed-in, approved user, as the database has them at this moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The user.
    pub user_id: UserId,
    /// The user's name, as it is written into the audit log.
    pub username: String,
    /// The user's clearance.
    pub clearance: Clearance,
    /// Whether the user is an administrator (the emergency-access user is one).
    pub is_admin: bool,
    /// The session the user acts in; none on the command line.
    pub session_id: Option<SessionId>,
}

impl Actor {
    /// Whether this is the protected pseudo-user, who may do what admins do and own nothing.
    pub const fn is_emergency_access(&self) -> bool {
        self.user_id.is_emergency_access()
    }

    /// Whether the user's clearance reaches `level`.
    pub fn is_cleared_for(&self, level: Clearance) -> bool {
        self.clearance >= level
    }
}

/// What is known of a request besides its content: where it came from and when. The audit log keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestContext {
    /// The request's id, as in the log and in the answer's `X-Request-Id`.
    pub request_id: String,
    /// The caller's address, as text; none on the command line.
    pub ip_address: Option<String>,
    /// The caller's user agent, at most 512 characters.
    pub user_agent: Option<String>,
    /// When the request was received. Every decision of the request takes this as now.
    pub now: Timestamp,
    /// Whether a page asked by itself, for a clock or for news, and not its reader. The client claims it, so it may
    /// withhold rights but never grant any.
    pub is_background: bool,
}

impl RequestContext {
    /// The network of the caller that throttles count by: the address itself for IPv4, the /64 for IPv6.
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
    fn a_network_is_what_one_subscriber_holds() {
        assert_eq!(from(Some("192.0.2.7")).network(), "192.0.2.7");
        assert_eq!(from(Some("2001:db8:1:2:3::4")).network(), "2001:db8:1:2::/64");
        assert_eq!(from(None).network(), "local");
    }
}
