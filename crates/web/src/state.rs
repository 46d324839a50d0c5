//! What every handler can reach: the services, and how this server is reached.

use crate::call_limit::CallLimit;
use crate::cookie::SessionCookie;
use crate::idempotency::Replies;
use crate::list_limit::ListLimit;
use crate::live::Hub;
use crate::metrics::Metrics;
use crate::origin::Origin;
use crate::readiness::ReadyCheck;
use crate::write_limit::WriteLimit;
use audit::AuditTrail;
use audit::refusals::Refusals;
use audit::topics::Announcements;
use documents::services::{Reading, Removal};
use ipnet::IpNet;
use kernel::{Clock, IdGenerator};
use std::sync::Arc;
use submissions::services::{Attachments, Reviewing, Submitting, TimeOuts, Uploading};
use users::ports::{Randomness, SiteRepository};
use users::services::{Administration, Registration, Sessions, Settings, SignIn, SiteControl};

/// What every handler can reach. One for the whole server, shared by its workers.
pub struct App {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
    /// Nonces.
    pub random: Arc<dyn Randomness>,
    /// The audit log.
    pub trail: AuditTrail,
    /// Records refusals.
    pub refusals: Refusals,
    /// The site settings.
    pub site: Arc<dyn SiteRepository>,
    /// Locks the site, and requires second factors.
    pub site_control: SiteControl,
    /// Whether the stores answer.
    pub readiness: ReadyCheck,
    /// Reads sessions.
    pub sessions: Sessions,
    /// Signs in and out.
    pub sign_in: SignIn,
    /// Registers accounts.
    pub registration: Registration,
    /// Changes a user's own settings.
    pub settings: Settings,
    /// Administers accounts.
    pub administration: Administration,
    /// Finds and reads documents.
    pub reading: Reading,
    /// Deletes documents.
    pub removal: Removal,
    /// Takes submissions.
    pub submitting: Submitting,
    /// Reviews submissions.
    pub reviewing: Reviewing,
    /// Lists submissions that timed out, and takes them back.
    pub time_outs: TimeOuts,
    /// Replies to calls that may be sent twice.
    pub replies: Replies,
    /// Takes files.
    pub uploading: Uploading,
    /// Hands files out.
    pub attachments: Attachments,
    /// Where browsers reach the server.
    pub origin: Origin,
    /// How session cookies are written.
    pub cookie: SessionCookie,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// The open sockets.
    pub live: Hub,
    /// What clients ask to be told to the others.
    pub announcements: Arc<dyn Announcements>,
    /// Calls a session or a network may make a minute.
    pub calls: CallLimit,
    /// Whole lists a session may be reading at a time.
    pub lists: ListLimit,
    /// Writes a session may make a minute.
    pub writes: WriteLimit,
    /// What is counted of the requests, where somebody asked for it.
    pub metrics: Option<Arc<Metrics>>,
}
