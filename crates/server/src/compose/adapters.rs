//! The adapters that several services use.

use crate::config::Config;
use crate::foundation::Foundation;
use facility_audit::refusals::Refusals;
use facility_infra::comparing::Comparer;
use facility_infra::db::Database;
use facility_infra::repos::access_log::AccessLogRepo;
use facility_infra::repos::archive::ArchiveRepo;
use facility_infra::repos::audit_log::AuditLogRepo;
use facility_infra::repos::documents::DocumentRepo;
use facility_infra::repos::edits::EditRepo;
use facility_infra::repos::figures::FigureRepo;
use facility_infra::repos::news::NewsRepo;
use facility_infra::repos::sessions::SessionRepo;
use facility_infra::repos::submissions::SubmissionRepo;
use facility_infra::repos::uploads::UploadRepo;
use facility_infra::repos::users::{ThrottleRepo, UserRepo};
use facility_infra::repos::versions::VersionRepo;
use facility_infra::repos::watching::{AlertRepo, AttemptRepo};
use facility_kernel::{IdGenerator, RateLimits};
use facility_submissions::ports::Blobs;
use facility_submissions::services::alerts::AdminAlerts;
use std::error::Error;
use std::sync::Arc;

/// One of each, shared by the services of all areas.
pub struct Adapters {
    /// The database.
    pub db: Database,
    /// The id generator.
    pub ids: Arc<dyn IdGenerator>,
    /// Whether calls are limited.
    pub limits: RateLimits,
    /// Counts refusals.
    pub refusals: Refusals,
    /// Buffers the access log.
    pub access: AccessLogRepo,
    /// The object store.
    pub blobs: Arc<dyn Blobs>,
    /// The sessions, whose last activity is buffered.
    pub sessions: Arc<SessionRepo>,
    /// The throttle of calls and sign-ins.
    pub throttle: Arc<ThrottleRepo>,
    /// The accounts.
    pub users: Arc<UserRepo>,
    /// The documents.
    pub documents: Arc<DocumentRepo>,
    /// Their versions.
    pub versions: Arc<VersionRepo>,
    /// The archive.
    pub archive: Arc<ArchiveRepo>,
    /// The edits.
    pub edits: Arc<EditRepo>,
    /// The submissions.
    pub submissions: Arc<SubmissionRepo>,
    /// The files.
    pub uploads: Arc<UploadRepo>,
    /// What people are told of their items.
    pub news: Arc<NewsRepo>,
    /// The attempts to sign in.
    pub attempts: Arc<AttemptRepo>,
    /// The figures about the whole site.
    pub figures: Arc<FigureRepo>,
    /// Alerts administrators.
    pub alerts: AdminAlerts,
    /// Compares texts, one comparison per person at a time.
    pub comparing: Arc<Comparer>,
}

impl Adapters {
    /// Opens them over the database of `base`. Errors: the object store is not usable.
    pub fn open(config: &Config, base: &Foundation) -> Result<Self, Box<dyn Error>> {
        let db = || base.db.clone();
        let attempts = Arc::new(AttemptRepo::new(db()));
        Ok(Self {
            db: db(),
            ids: Arc::clone(&base.ids),
            limits: config.rate_limits,
            refusals: Refusals::new(Arc::new(AuditLogRepo::new(db()))),
            access: AccessLogRepo::start(db()),
            blobs: Foundation::blobs(config)?,
            sessions: Arc::new(SessionRepo::start(db())),
            throttle: Arc::new(ThrottleRepo::new(db())),
            users: Arc::new(UserRepo::new(db())),
            documents: Arc::new(DocumentRepo::new(db())),
            versions: Arc::new(VersionRepo::new(db())),
            archive: Arc::new(ArchiveRepo::new(db())),
            edits: Arc::new(EditRepo::new(db())),
            submissions: Arc::new(SubmissionRepo::new(db())),
            uploads: Arc::new(UploadRepo::new(db())),
            news: Arc::new(NewsRepo::new(db())),
            figures: Arc::new(FigureRepo::new(db())),
            alerts: AdminAlerts { attempts: attempts.clone(), alerts: Arc::new(AlertRepo::new(db())) },
            attempts,
            comparing: Arc::default(),
        })
    }
}
