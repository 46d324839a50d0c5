//! Puts the adapters behind the services.

use crate::anchoring::Anchoring;
use crate::config::Config;
use crate::data;
use async_trait::async_trait;
use audit::AuditTrail;
use documents::services::{Reading, Removal};
use infra::anchors::AnchorFile;
use infra::clock::{OsRandomness, SystemClock, UuidV7Ids};
use infra::db::{Database, Target};
use infra::events::{Feed, Outbox};
use infra::keys::Keys;
use infra::objects::Objects;
use infra::password::Argon2Hasher;
use infra::repos::{
    AccessLogRepo, AuditLogRepo, DocumentRepo, Housekeeping, SessionRepo, SiteRepo, SubmissionRepo, Swept,
    ThrottleRepo, UploadRepo, UserRepo,
};
use kernel::{Clock, IdGenerator, RequestContext};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use submissions::ports::Blobs;
use submissions::services::{Attachments, Reviewing, Submitting, Uploading};
use users::PasswordPolicy;
use users::ports::PasswordHasher;
use users::services::{
    Administration, Operator, RateLimits, Registration, Sessions, Settings, SignIn, SiteControl,
};
use web::{App, Hub, Metrics, Readiness, SessionCookie, WriteLimit};

/// How long the database and the object store may take to say that they are there.
const READY_WITHIN: Duration = Duration::from_secs(4);

/// Where the audit log is anchored, in the data folder.
const ANCHOR_FILE: &str = "audit-anchors.ndjson";

/// What every command needs: the database, its keys, and who hands out time, ids and random bits.
pub struct Foundation {
    /// The database, migrated.
    pub db: Database,
    /// The keys of this server.
    pub keys: Keys,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
    anchors: AnchorFile,
    hasher: Arc<dyn PasswordHasher>,
    policy: PasswordPolicy,
}

/// The database a configuration names.
pub fn target(config: &Config) -> Result<Target, Box<dyn Error>> {
    data::prepare(config)?;
    Ok(Target::parse(&config.database_url).map_err(|error| format!("database_url: {error}"))?)
}

impl Foundation {
    /// Opens and migrates the database. Blocks.
    pub fn open(config: &Config) -> Result<Self, Box<dyn Error>> {
        let target = target(config)?;
        let keys = data::keys(config)?;
        Ok(Self {
            db: Database::open(&target, keys.audit_chain())?,
            hasher: Arc::new(Argon2Hasher::new(keys.pepper())?),
            keys,
            anchors: AnchorFile::new(config.data_dir.join(ANCHOR_FILE)),
            clock: Arc::new(SystemClock),
            ids: Arc::new(UuidV7Ids::default()),
            policy: PasswordPolicy { min_chars: config.min_password_length },
        })
    }

    /// What the operator does.
    pub fn operator(&self) -> Operator {
        Operator {
            users: Arc::new(UserRepo::new(self.db.clone())),
            hasher: Arc::clone(&self.hasher),
            random: Arc::new(OsRandomness),
            ids: Arc::clone(&self.ids),
            policy: self.policy,
        }
    }

    /// The settings of the site.
    pub fn site_control(&self) -> SiteControl {
        SiteControl { site: Arc::new(SiteRepo::new(self.db.clone())), ids: Arc::clone(&self.ids) }
    }

    /// The audit log.
    pub fn trail(&self) -> AuditTrail {
        AuditTrail::new(
            Arc::new(AuditLogRepo::new(self.db.clone())),
            Arc::new(self.anchors.clone()),
            self.keys.audit_chain(),
        )
    }

    /// Tells the sockets of this process what is announced on any node, for as long as the runtime lives.
    pub async fn tell(&self, config: &Config, hub: Hub) -> Result<(), Box<dyn Error>> {
        let feed = Feed::open(self.db.clone(), &target(config)?, Arc::clone(&self.clock)).await?;
        tokio::spawn(feed.run(move |events| hub.tell(events)));
        Ok(())
    }

    /// The context of what is done on the command line, or by the server itself.
    pub fn context(&self) -> RequestContext {
        RequestContext {
            request_id: self.ids.next().to_string(),
            ip_address: None,
            user_agent: None,
            now: self.clock.now(),
            is_background: false,
        }
    }
}

/// How often what has no use any more is taken away.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// What goes on beside the requests: the sweep, the anchors of the audit log, and the adapters that hold back writes for a moment and have to write
/// them before the server ends.
pub struct Outstanding {
    sessions: SessionRepo,
    access: AccessLogRepo,
    housekeeping: Housekeeping,
    anchoring: Anchoring,
    clock: Arc<dyn Clock>,
}

impl Outstanding {
    /// Anchors the audit log, for as long as it is polled.
    pub async fn anchor(&self) {
        self.anchoring.run().await;
    }

    /// Sweeps every minute, for as long as it is polled. A sweep that fails is told, and tried again a minute later.
    pub async fn sweep(&self) {
        let mut every = tokio::time::interval(SWEEP_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            match self.housekeeping.sweep(self.clock.now()).await {
                Ok(swept) if swept == Swept::default() => {}
                Ok(Swept { uploads, orphans }) => {
                    tracing::info!(uploads, orphans, "abandoned uploads and orphaned objects were removed");
                }
                Err(error) => tracing::warn!(%error, "the sweep failed; it is tried again"),
            }
        }
    }

    /// Writes what is outstanding.
    pub async fn write(&self) {
        self.sessions.shutdown().await;
        self.access.shutdown().await;
        self.anchoring.finish().await;
    }
}

struct Stores {
    db: Database,
    blobs: Arc<dyn Blobs>,
}

#[async_trait]
impl Readiness for Stores {
    async fn is_ready(&self) -> bool {
        let both = async { (self.db.is_ready().await, self.blobs.ping().await) };
        matches!(tokio::time::timeout(READY_WITHIN, both).await, Ok((Ok(()), Ok(()))))
    }
}

/// The whole application. Has to run on the runtime that lives as long as the server.
pub fn app(config: &Config, base: &Foundation) -> Result<(App, Outstanding), Box<dyn Error>> {
    let db = || base.db.clone();
    let (sessions, access) = (SessionRepo::start(db()), AccessLogRepo::start(db()));
    let store = Objects::open(&config.object_store_url, &config.aws)
        .map_err(|error| format!("object_store_url: {error}"))?;
    let blobs: Arc<dyn Blobs> = Arc::new(store);
    let outstanding = Outstanding {
        sessions: sessions.clone(),
        access: access.clone(),
        anchoring: Anchoring::new(base.trail()),
        housekeeping: Housekeeping::new(db(), Arc::clone(&blobs)),
        clock: Arc::clone(&base.clock),
    };
    let (users, site) = (Arc::new(UserRepo::new(db())), Arc::new(SiteRepo::new(db())));
    let (sessions, throttle) = (Arc::new(sessions), Arc::new(ThrottleRepo::new(db())));
    let (documents, uploads) = (Arc::new(DocumentRepo::new(db())), Arc::new(UploadRepo::new(db())));
    let submissions = Arc::new(SubmissionRepo::new(db()));
    let (random, ids, hasher) = (Arc::new(OsRandomness), &base.ids, &base.hasher);
    let limits = config.rate_limits;

    let reading = Reading {
        documents: documents.clone(),
        queries: documents.clone(),
        access: Arc::new(access),
        ids: Arc::clone(ids),
        searched: Arc::default(),
    };
    let uploading = Uploading {
        uploads: uploads.clone(),
        blobs: Arc::clone(&blobs),
        throttle: throttle.clone(),
        random: random.clone(),
        ids: Arc::clone(ids),
        limits,
    };
    let app = App {
        clock: Arc::clone(&base.clock),
        ids: Arc::clone(ids),
        random: random.clone(),
        trail: base.trail(),
        site_control: base.site_control(),
        readiness: Arc::new(Stores { db: db(), blobs: Arc::clone(&blobs) }),
        sessions: Sessions { sessions: sessions.clone() },
        sign_in: SignIn {
            users: users.clone(),
            sessions,
            site: site.clone(),
            throttle: throttle.clone(),
            hasher: Arc::clone(hasher),
            random,
            ids: Arc::clone(ids),
        },
        registration: Registration {
            users: users.clone(),
            site: site.clone(),
            throttle,
            hasher: Arc::clone(hasher),
            ids: Arc::clone(ids),
            policy: base.policy,
            limits,
        },
        site,
        settings: Settings { users: users.clone(), ids: Arc::clone(ids) },
        administration: Administration { users: users.clone(), ids: Arc::clone(ids) },
        removal: Removal { documents, files: Arc::new(uploading.clone()), ids: Arc::clone(ids) },
        submitting: Submitting {
            submissions: submissions.clone(),
            uploads: uploads.clone(),
            ids: Arc::clone(ids),
        },
        reviewing: Reviewing {
            submissions,
            users,
            ids: Arc::clone(ids),
            two_steps_at_top_level: config.two_steps_at_level_five,
        },
        attachments: Attachments { uploads, blobs, reading: reading.clone() },
        uploading,
        reading,
        cookie: SessionCookie::new(config.origin.is_https()),
        origin: config.origin.clone(),
        trusted_proxies: config.trusted_proxies.clone(),
        announcements: Arc::new(Outbox::new(db())),
        live: match limits {
            RateLimits::Strict => Hub::strict(),
            RateLimits::Open => Hub::open(),
        },
        writes: match limits {
            RateLimits::Strict => WriteLimit::strict(),
            RateLimits::Open => WriteLimit::open(),
        },
        metrics: config
            .metrics_listen
            .map(|_address| Arc::new(Metrics::new(env!("CARGO_PKG_VERSION"), base.clock.now()))),
    };
    Ok((app, outstanding))
}
