//! Wires the adapters to the services. Each area of services has a function of its own.

mod accounts;
mod adapters;
mod archive;
mod oversight;
mod proposals;
mod records;
mod transfers;

use crate::anchoring::Anchoring;
use crate::backups::Backups;
use crate::commands::backup::refuse_interrupted;
use crate::config::Config;
use crate::data;
use crate::jobs::{Jobs, Surroundings, Work};
use crate::mailing::Mailing;
use crate::surroundings::{Outstanding, Stores, load};
use adapters::Adapters;
use audit::note::NoteSigner;
use audit::{AuditLog as _, AuditTrail};
use documents::services::Releases;
use infra::anchors::AnchorFile;
use infra::clock::{OsRandomness, UuidIds, server_clock};
use infra::db::{Database, Target};
use infra::events::{Feed, Relay};
use infra::keys::Keys;
use infra::objects::Objects;
use infra::password::Argon2Hasher;
use infra::repos::{
    AuditLogRepo, Housekeeping, LeaseRepo, ReleaseRepo, ReplyRepo, SigningKeyRepo, SiteRepo, UserRepo,
    key_check::{self, Installation},
    signing_key,
};
use kernel::{Clock, IdGenerator, RateLimits, RequestContext, StoreError};
use std::error::Error;
use std::sync::{Arc, Mutex};
use submissions::first_steps::LastBackup;
use submissions::ports::Blobs;
use submissions::services::Reminding;
use users::PasswordPolicy;
use users::ports::{PasswordHasher, UserRepository as _};
use users::services::{Operator, Sessions, SiteControl};
use web::{
    App, CallLimit, CursorSeal, Entrance, ExportLimit, Hub, ListLimit, Load, Metrics, NameLimit, Pages,
    ReadyCheck, Replies, Services, SessionCookie, Sockets, WriteLimit,
};

/// Name of the anchor file in the data folder.
const ANCHOR_FILE: &str = "audit-anchors.ndjson";

/// What every command needs: the database, the keys, and the sources of time and ids.
pub struct Foundation {
    /// The database, migrated.
    pub db: Database,
    /// The keys of this server.
    pub keys: Keys,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The id generator.
    pub ids: Arc<dyn IdGenerator>,
    /// Hashes passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Requirements for passwords.
    pub policy: PasswordPolicy,
}

/// The configured database.
pub fn target(config: &Config) -> Result<Target, Box<dyn Error>> {
    Ok(Target::parse(&config.database_url).map_err(|error| format!("database_url: {error}"))?)
}

/// The database of an existing installation, and its keys. Blocks, and changes nothing. Errors: there is no installation, its
/// secret key is missing, or the configured one is another.
pub fn existing(config: &Config) -> Result<(Target, Keys), Box<dyn Error>> {
    find(config)?.ok_or_else(|| format!("there is no installation: {}", config.database_place()).into())
}

/// Like [`existing`], `None` if there is no installation.
fn find(config: &Config) -> Result<Option<(Target, Keys)>, Box<dyn Error>> {
    refuse_interrupted(config)?;
    let target = target(config)?;
    let Some(installation) = Installation::find(&target)? else { return Ok(None) };
    let keys = data::keys(config)?.ok_or_else(|| data::missing_key(config))?;
    if !installation.belongs_to(&keys) {
        return Err(OTHER_KEY.into());
    }
    Ok(Some((target, keys)))
}

const OTHER_KEY: &str = "secret_key: this database belongs to another secret key, without which no password, code or audit \
     seal fits: restore that key (docs/OPERATIONS.md, Keys)";

/// The anchors in the data folder.
pub fn anchors(config: &Config) -> AnchorFile {
    AnchorFile::new(config.data_dir.join(ANCHOR_FILE))
}

impl Foundation {
    /// Opens the installation that a command works on, and migrates its database. Blocks. Errors also: see [`existing`].
    pub fn of_installation(config: &Config) -> Result<Self, Box<dyn Error>> {
        let (target, keys) = existing(config)?;
        Self::open(config, &target, keys, data::given_signing_key(config)?.as_ref())
    }

    /// Like [`Self::of_installation`]. If there is no installation, makes one, with new keys unless they are
    /// configured.
    pub fn of_new_or_existing(config: &Config) -> Result<Self, Box<dyn Error>> {
        let signing_key = || match data::given_signing_key(config)? {
            Some(key) => Ok(key),
            None => data::new_signing_key(config),
        };
        if let Some((target, keys)) = find(config)? {
            return Self::open(config, &target, keys, Some(&signing_key()?));
        }
        data::prepare(config)?;
        if data::keys(config)?.is_none() {
            data::make_keys(config)?;
        }
        let keys = data::keys(config)?.ok_or_else(|| data::missing_key(config))?;
        Self::open(config, &target(config)?, keys, Some(&signing_key()?))
    }

    /// Opens the database, which takes this signing key over if it has none.
    fn open(
        config: &Config,
        target: &Target,
        keys: Keys,
        signing_key: Option<&NoteSigner>,
    ) -> Result<Self, Box<dyn Error>> {
        data::prepare(config)?;
        let db = Database::open(target, keys.audit_chain())?;
        // Another server may have made the installation meanwhile.
        if !key_check::claim(target, &keys)? {
            return Err(OTHER_KEY.into());
        }
        let kept = signing_key::claim(target, &keys, signing_key)?;
        if let (Some(kept), Some(own)) = (kept, data::given_signing_key(config)?)
            && own.verifier() != kept.verifier()
        {
            return Err(data::other_signing_key(config, &own, &kept).into());
        }
        let ids: Arc<dyn IdGenerator> = Arc::new(UuidIds::default());
        Ok(Self {
            db,
            hasher: Arc::new(Argon2Hasher::new(keys.pepper())?),
            keys,
            clock: server_clock()?,
            ids,
            policy: PasswordPolicy { min_chars: config.min_password_length },
        })
    }

    /// The service for the operator's commands.
    pub fn operator(&self) -> Operator {
        Operator {
            users: Arc::new(UserRepo::new(self.db.clone())),
            hasher: Arc::clone(&self.hasher),
            random: Arc::new(OsRandomness),
            ids: Arc::clone(&self.ids),
            policy: self.policy,
        }
    }

    /// The service for the site settings.
    pub fn site_control(&self) -> SiteControl {
        SiteControl {
            site: Arc::new(SiteRepo::new(self.db.clone())),
            users: Arc::new(UserRepo::new(self.db.clone())),
            ids: Arc::clone(&self.ids),
        }
    }

    /// The object store.
    pub fn blobs(config: &Config) -> Result<Arc<dyn Blobs>, Box<dyn Error>> {
        let store = Objects::open(&config.object_store_url, &config.aws)
            .map_err(|error| format!("object_store_url: {error}"))?;
        Ok(Arc::new(store))
    }

    /// The audit log.
    pub fn trail(&self, config: &Config) -> AuditTrail {
        let log = Arc::new(AuditLogRepo::new(self.db.clone()));
        let anchors = Arc::new(anchors(config));
        let signer = Arc::new(self.signing_key());
        AuditTrail::new(log, anchors, self.keys.audit_chain(), signer, Arc::clone(&self.ids))
    }

    /// The key that signs checkpoints.
    pub fn signing_key(&self) -> SigningKeyRepo {
        SigningKeyRepo::new(self.db.clone(), &self.keys)
    }

    /// Whether the database has neither accounts nor a log: nothing was ever kept in it.
    pub async fn is_unused(&self) -> Result<bool, StoreError> {
        let log = AuditLogRepo::new(self.db.clone());
        Ok(log.last().await?.is_none() && UserRepo::new(self.db.clone()).is_empty().await?)
    }

    /// Forwards announcements of all nodes to the sockets of this process until the runtime ends.
    pub async fn tell(&self, config: &Config, hub: Hub) -> Result<(), Box<dyn Error>> {
        let feed = Feed::open(self.db.clone(), &target(config)?, Arc::clone(&self.clock)).await?;
        tokio::spawn(feed.run(move |events| hub.tell(events)));
        Ok(())
    }

    /// The context of actions by the command line or the server itself.
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

/// Builds the application and its background jobs, which are not started yet. Call it on the runtime that the server
/// runs on.
pub fn app(config: &Config, base: &Foundation) -> Result<(App, Jobs, Outstanding), Box<dyn Error>> {
    let db = || base.db.clone();
    let with = Adapters::open(config, base)?;
    let trail = base.trail(config);
    let anchoring = Arc::new(Anchoring::new(trail.clone()));
    let outstanding = Outstanding {
        refusals: with.refusals.clone(),
        sessions: (*with.sessions).clone(),
        access: with.access.clone(),
        anchoring: Arc::clone(&anchoring),
    };
    let metrics = config
        .metrics_listen
        .map(|_address| Arc::new(Metrics::new(env!("CARGO_PKG_VERSION"), base.clock.now())));
    let counts = metrics.as_ref().map(|metrics| metrics.mail().clone()).unwrap_or_default();
    let mailing = Mailing::new(config, &base.db, (&base.ids, &base.clock), with.alerts.clone(), counts)?;
    let uploading = proposals::uploading(&with);
    let records = records::records(&with, &uploading);
    let last_backup = LastBackup::default();
    let proposals = proposals::proposals(&with, config, &records, uploading, last_backup.clone());
    let services = Services {
        accounts: accounts::accounts(&with, base),
        archive: archive::archive(&with, &records),
        oversight: oversight::oversight(&with, base, trail, mailing.delivery.clone()),
        transfers: transfers::transfers(&with, config, &records, &proposals)?,
        records,
        proposals,
    };
    let job_metrics = metrics.as_ref().map(|metrics| metrics.jobs().clone()).unwrap_or_default();
    let work = Work {
        mailing,
        backups: Backups::new(config, &base.keys, job_metrics.clone(), last_backup)?,
        trash: services.records.trash.clone(),
        housekeeping: Housekeeping::new(db(), Arc::clone(&with.blobs)),
        figures: with.figures.clone(),
        time_outs: services.proposals.time_outs.clone(),
        reminding: Reminding { reminders: with.news.clone(), ids: Arc::clone(&base.ids) },
        releases: Releases { releases: Arc::new(ReleaseRepo::new(db())), ids: Arc::clone(&base.ids) },
        anchoring,
        refusals: with.refusals.clone(),
        ids: Arc::clone(&base.ids),
    };
    let around = Surroundings {
        clock: Arc::clone(&base.clock),
        leases: Arc::new(LeaseRepo::new(db())),
        holder: base.ids.next().to_string(),
        metrics: job_metrics,
    };
    let jobs = Jobs::new(work.jobs(), around);
    let strict = with.limits == RateLimits::Strict;
    let hub = if strict { Hub::strict() } else { Hub::open() };
    if let Some(metrics) = &metrics {
        let (db, refusals, hub) = (db(), with.refusals.clone(), hub.clone());
        metrics.sampled_by(Box::new(move || Load { sockets: hub.taken(), ..load(&db, &refusals) }));
    }
    let app = App {
        entrance: Entrance {
            clock: Arc::clone(&base.clock),
            ids: Arc::clone(&base.ids),
            refusals: with.refusals.clone(),
            sessions: Sessions { sessions: with.sessions.clone() },
            cookie: SessionCookie::new(config.origin.is_https(), base.keys.cookie_marks()),
            origin: config.origin.clone(),
            trusted_proxies: config.trusted_proxies.clone(),
            calls: if strict { CallLimit::strict() } else { CallLimit::open() },
            writes: if strict { WriteLimit::strict() } else { WriteLimit::open() },
            metrics,
        },
        services,
        sockets: Sockets { hub, announcements: Arc::new(Relay::new(db())) },
        pages: Pages::new(Arc::new(OsRandomness)),
        replies: Replies::new(Arc::new(ReplyRepo::new(db()))),
        readiness: ReadyCheck::new(Arc::new(Stores {
            db: db(),
            blobs: with.blobs,
            last_cause: Mutex::default(),
        })),
        lists: if strict { ListLimit::strict() } else { ListLimit::open() },
        exports: if strict { ExportLimit::strict() } else { ExportLimit::open() },
        names: if strict { NameLimit::strict() } else { NameLimit::open() },
        cursors: CursorSeal::new(base.keys.cursors()),
    };
    Ok((app, jobs, outstanding))
}
