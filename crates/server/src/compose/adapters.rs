//! Adapters that several services use.

use crate::config::Config;
use crate::foundation::Foundation;
use facility_audit::refusals::Refusals;
use facility_files::ports::{Blobs, PictureReader};
use facility_infra::comparing::Comparer;
use facility_infra::confined::parent::Children;
use facility_infra::db::Database;
use facility_infra::pictures::reader::PictureChild;
use facility_infra::storage::audit::access_log::AccessLogStore;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::storage::documents::store::DocumentStore;
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::{IdGenerator, RateLimits};
use facility_oversight::services::alerts::AdminAlerts;
use std::error::Error;
use std::sync::Arc;

/// One instance of each adapter, shared by the services of all areas.
pub struct Adapters {
    /// The database. It implements every port whose adapter has no state of its own.
    pub db: Arc<Database>,
    /// The id generator.
    pub ids: Arc<dyn IdGenerator>,
    /// Whether the rate limits apply.
    pub limits: RateLimits,
    /// Counts and records refusals.
    pub refusals: Refusals,
    /// Buffers the access log.
    pub access: AccessLogStore,
    /// The object store.
    pub blobs: Arc<dyn Blobs>,
    /// Reads uploaded pictures, a few at a time.
    pub pictures: Arc<dyn PictureReader>,
    /// The sessions. Buffers their last activity.
    pub sessions: Arc<SessionStore>,
    /// The documents. Limits the number of concurrent searches.
    pub documents: Arc<DocumentStore>,
    /// Alerts administrators.
    pub alerts: AdminAlerts,
    /// Compares texts, one comparison per user at a time.
    pub comparing: Arc<Comparer>,
}

impl Adapters {
    /// Creates the adapters for the database of `base`. Errors: the object store is not usable.
    pub fn open(config: &Config, base: &Foundation) -> Result<Self, Box<dyn Error>> {
        let db = || base.db.clone();
        let shared = Arc::new(db());
        Ok(Self {
            ids: Arc::clone(&base.ids),
            limits: config.rate_limits,
            refusals: Refusals::new(Arc::new(AuditLogStore::new(db()))),
            access: AccessLogStore::start(db()),
            blobs: Foundation::blobs(config)?,
            pictures: Arc::new(PictureChild::new(Arc::new(Children::new("/proc/self/exe".into())))),
            sessions: Arc::new(SessionStore::start(db())),
            documents: Arc::new(DocumentStore::new(db())),
            alerts: AdminAlerts { attempts: shared.clone(), alerts: shared.clone() },
            db: shared,
            comparing: Arc::default(),
        })
    }
}
