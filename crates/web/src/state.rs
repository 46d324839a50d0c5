//! What every handler can reach: the services, and how this server is reached.

use crate::cookie::SessionCookie;
use crate::live::Hub;
use crate::metrics::Metrics;
use crate::origin::Origin;
use crate::write_limit::WriteLimit;
use async_trait::async_trait;
use audit::AuditTrail;
use audit::topics::Announcements;
use documents::services::{Reading, Removal};
use ipnet::IpNet;
use kernel::{Clock, IdGenerator};
use std::sync::Arc;
use submissions::services::{Attachments, Reviewing, Submitting, Uploading};
use users::ports::{Randomness, SiteRepository};
use users::services::{Administration, Registration, Sessions, Settings, SignIn, SiteControl};

/// Tells whether the server can do its work.
#[async_trait]
pub trait Readiness: Send + Sync {
    /// Whether the database and the object store answer, within a few seconds.
    async fn is_ready(&self) -> bool;
}

/// What every handler can reach. One for the whole server, shared by its workers.
pub struct App {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
    /// Nonces.
    pub random: Arc<dyn Randomness>,
    /// Where refusals are recorded.
    pub trail: AuditTrail,
    /// The settings of the site.
    pub site: Arc<dyn SiteRepository>,
    /// Locks the site, and requires second factors.
    pub site_control: SiteControl,
    /// Whether the stores answer.
    pub readiness: Arc<dyn Readiness>,
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
    /// Writes a session may make a minute.
    pub writes: WriteLimit,
    /// What is counted of the requests, where somebody asked for it.
    pub metrics: Option<Arc<Metrics>>,
}
