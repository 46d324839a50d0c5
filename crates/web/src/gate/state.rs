//! What the middleware and the guard use before every handler: caller identity, rate limits and the record of
//! refusals.

use crate::gate::known_paths::KnownPaths;
use crate::gate::limits::Limits;
use crate::gate::origin::Origin;
use crate::http::cookie::SessionCookie;
use crate::observe::metrics::Metrics;
use facility_audit::refusals::Refusals;
use facility_kernel::{Clock, IdGenerator};
use facility_users::services::sessions::Sessions;
use ipnet::IpNet;
use std::sync::{Arc, LazyLock};

/// What the middleware and the guard use. The server has one, shared by its workers; handlers never see it.
pub struct GateState {
    /// Provides the time at which a request is received.
    pub clock: Arc<dyn Clock>,
    /// Generates request ids.
    pub ids: Arc<dyn IdGenerator>,
    /// Records refusals.
    pub refusals: Refusals,
    /// Reads sessions.
    pub sessions: Sessions,
    /// The origin under which browsers reach the server.
    pub origin: Origin,
    /// The session cookie.
    pub cookie: SessionCookie,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The rate limits.
    pub limits: Limits,
    /// The paths of all operations, read at their first use.
    pub known_paths: LazyLock<KnownPaths>,
    /// Counts requests, if metrics are on.
    pub metrics: Option<Arc<Metrics>>,
}
