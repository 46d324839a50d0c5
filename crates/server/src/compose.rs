//! Wires the adapters to the services.

use crate::accounts::Accounts;
use crate::anchoring::Anchoring;
use crate::backups::Backups;
use crate::commands::backup::refuse_interrupted;
use crate::config::Config;
use crate::data;
use crate::jobs::{Jobs, Surroundings, Work};
use crate::mailing::Mailing;
use crate::surroundings::{Outstanding, Stores, load};
use archive::services::{Archiving, Browsing, Sections};
use audit::AuditTrail;
use audit::refusals::Refusals;
use documents::services::{Commenting, History, Linking, Reading, Releases, Removal, Templates, Trash};
use infra::anchors::AnchorFile;
use infra::clock::{OsRandomness, UuidIds, server_clock};
use infra::comparing::Comparer;
use infra::db::{Database, Target};
use infra::events::{Feed, Relay};
use infra::keys::Keys;
use infra::objects::Objects;
use infra::password::Argon2Hasher;
use infra::repos::{
    AccessLogRepo, AlertRepo, ArchiveRepo, AttemptRepo, AuditLogRepo, CommentRepo, DocumentRepo, DraftRepo,
    EditRepo, FigureRepo, Housekeeping, LeaseRepo, NewsRepo, ReleaseRepo, ReplyRepo, SessionRepo, SiteRepo,
    SubjectRepo, SubmissionRepo, TemplateRepo, ThrottleRepo, TrashRepo, UploadRepo, UserRepo, VersionRepo,
    key_check,
};
use infra::transfer::{Archives, Exporter};
use kernel::{Clock, IdGenerator, RateLimits, RequestContext};
use std::error::Error;
use std::sync::Arc;
use submissions::ports::Blobs;
use submissions::services::{
    AdminAlerts, Analytics, Attachments, Drafting, EditReviewing, Editing, HomeBoard, InFlight, News,
    Reviewing, Subjects, Submitting, TimeOuts, Uploading,
};
use tokio::runtime::Handle;
use transfer::services::{Exporting, OwnExporting};
use users::PasswordPolicy;
use users::ports::PasswordHasher;
use users::services::{Operator, Sessions, SiteControl, Watching};
use web::{
    App, CallLimit, CursorSeal, Entrance, ExportLimit, Hub, ListLimit, Load, Metrics, Pages, ReadyCheck,
    Replies, Services, SessionCookie, Sockets, WriteLimit,
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
    trail: AuditTrail,
    /// Hashes passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Requirements for passwords.
    pub policy: PasswordPolicy,
}

/// The configured database.
pub fn target(config: &Config) -> Result<Target, Box<dyn Error>> {
    data::prepare(config)?;
    Ok(Target::parse(&config.database_url).map_err(|error| format!("database_url: {error}"))?)
}

impl Foundation {
    /// Opens the installation that a command works on. Blocks. Errors also: there is none; see [`data::refuse_missing`].
    pub fn of_installation(config: &Config) -> Result<Self, Box<dyn Error>> {
        refuse_interrupted(config)?;
        data::refuse_missing(config)?;
        Self::open(config)
    }

    /// Opens and migrates the database. Blocks.
    pub fn open(config: &Config) -> Result<Self, Box<dyn Error>> {
        refuse_interrupted(config)?;
        let target = target(config)?;
        let keys = data::keys(config)?;
        let signer = data::signing_key(config)?;
        let db = Database::open(&target, keys.audit_chain())?;
        let ids: Arc<dyn IdGenerator> = Arc::new(UuidIds::default());
        let log = Arc::new(AuditLogRepo::new(db.clone()));
        let anchors = Arc::new(AnchorFile::new(config.data_dir.join(ANCHOR_FILE)));
        Ok(Self {
            trail: AuditTrail::new(log, anchors, keys.audit_chain(), signer, Arc::clone(&ids)),
            db,
            hasher: Arc::new(Argon2Hasher::new(keys.pepper())?),
            keys,
            clock: server_clock()?,
            ids,
            policy: PasswordPolicy { min_chars: config.min_password_length },
        })
    }

    /// Errors: the database belongs to another secret key, with which nobody could sign in.
    pub async fn check_key(&self) -> Result<(), Box<dyn Error>> {
        if key_check::belongs_to(&self.db, &self.keys).await? {
            return Ok(());
        }
        Err("secret_key: this database belongs to another secret key, without which no password, code or audit seal \
             fits: restore that key (docs/OPERATIONS.md, Keys)"
            .into())
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
    pub fn trail(&self) -> AuditTrail {
        self.trail.clone()
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
    let (sessions, access) = (SessionRepo::start(db()), AccessLogRepo::start(db()));
    let blobs = Foundation::blobs(config)?;
    let refusals = Refusals::new(Arc::new(AuditLogRepo::new(db())));
    let anchoring = Arc::new(Anchoring::new(base.trail()));
    let outstanding = Outstanding {
        refusals: refusals.clone(),
        sessions: sessions.clone(),
        access: access.clone(),
        anchoring: Arc::clone(&anchoring),
    };
    let metrics = config
        .metrics_listen
        .map(|_address| Arc::new(Metrics::new(env!("CARGO_PKG_VERSION"), base.clock.now())));
    let users = Arc::new(UserRepo::new(db()));
    let (sessions, throttle) = (Arc::new(sessions), Arc::new(ThrottleRepo::new(db())));
    let (documents, uploads) = (Arc::new(DocumentRepo::new(db())), Arc::new(UploadRepo::new(db())));
    let (submissions, news) = (Arc::new(SubmissionRepo::new(db())), Arc::new(NewsRepo::new(db())));
    let (attempts, figures) = (Arc::new(AttemptRepo::new(db())), Arc::new(FigureRepo::new(db())));
    let (random, ids) = (Arc::new(OsRandomness), &base.ids);
    let limits = config.rate_limits;

    let reading = Reading {
        documents: documents.clone(),
        queries: documents.clone(),
        access: Arc::new(access),
        ids: Arc::clone(ids),
        searched: Arc::default(),
    };
    let templates = Templates { templates: Arc::new(TemplateRepo::new(db())), ids: Arc::clone(ids) };
    let archive = Arc::new(ArchiveRepo::new(db()));
    let uploading = Uploading {
        uploads: uploads.clone(),
        blobs: Arc::clone(&blobs),
        throttle: throttle.clone(),
        random: random.clone(),
        ids: Arc::clone(ids),
        limits,
        in_flight: InFlight::default(),
    };
    let (edits, versions) = (Arc::new(EditRepo::new(db())), Arc::new(VersionRepo::new(db())));
    let comparing = Arc::new(Comparer::default());
    let time_outs = TimeOuts { submissions: submissions.clone(), edits: edits.clone(), ids: Arc::clone(ids) };
    let trash = Trash {
        trash: Arc::new(TrashRepo::new(db())),
        documents: documents.clone(),
        files: Arc::new(uploading.clone()),
        ids: Arc::clone(ids),
    };
    let alerts = AdminAlerts { attempts: attempts.clone(), alerts: Arc::new(AlertRepo::new(db())) };
    let counts = metrics.as_ref().map(|metrics| metrics.mail().clone()).unwrap_or_default();
    let mailing = Mailing::new(config, &base.db, (ids, &base.clock), alerts.clone(), counts)?;
    let delivery = mailing.delivery.clone();
    let work = Work {
        mailing,
        backups: Backups::new(config, &base.keys)?,
        trash: trash.clone(),
        housekeeping: Housekeeping::new(db(), Arc::clone(&blobs)),
        figures: figures.clone(),
        time_outs: time_outs.clone(),
        releases: Releases { releases: Arc::new(ReleaseRepo::new(db())), ids: Arc::clone(ids) },
        anchoring,
        refusals: refusals.clone(),
        ids: Arc::clone(ids),
    };
    let around = Surroundings {
        clock: Arc::clone(&base.clock),
        leases: Arc::new(LeaseRepo::new(db())),
        holder: ids.next().to_string(),
        metrics: metrics.as_ref().map(|metrics| metrics.jobs().clone()).unwrap_or_default(),
    };
    let jobs = Jobs::new(work.jobs(), around);
    let strict = limits == RateLimits::Strict;
    let hub = if strict { Hub::strict() } else { Hub::open() };
    if let Some(metrics) = &metrics {
        let (db, refusals, hub) = (db(), refusals.clone(), hub.clone());
        metrics.sampled_by(Box::new(move || Load { sockets: hub.taken(), ..load(&db, &refusals) }));
    }
    let submitting =
        Submitting { submissions: submissions.clone(), uploads: uploads.clone(), ids: Arc::clone(ids) };
    let entrance = Entrance {
        clock: Arc::clone(&base.clock),
        ids: Arc::clone(ids),
        refusals: refusals.clone(),
        sessions: Sessions { sessions: sessions.clone() },
        cookie: SessionCookie::new(config.origin.is_https()),
        origin: config.origin.clone(),
        trusted_proxies: config.trusted_proxies.clone(),
        calls: if strict { CallLimit::strict() } else { CallLimit::open() },
        writes: if strict { WriteLimit::strict() } else { WriteLimit::open() },
        metrics,
    };
    let archives =
        Arc::new(Archives::new(db(), Exporter::new(target(config)?, Arc::clone(&blobs), Handle::current())));
    let drafting = Drafting {
        drafts: Arc::new(DraftRepo::new(db())),
        submitting: submitting.clone(),
        files: Arc::new(uploading.clone()),
        ids: Arc::clone(ids),
    };
    let attachments = Attachments {
        submissions: submissions.clone(),
        uploads,
        blobs: Arc::clone(&blobs),
        reading: reading.clone(),
    };
    let commenting = Commenting {
        reading: reading.clone(),
        comments: Arc::new(CommentRepo::new(db())),
        ids: Arc::clone(ids),
    };
    let accounts = Accounts::new(base, &sessions, &refusals, limits);
    let services = Services {
        exporting: Exporting { exports: archives.clone(), ids: Arc::clone(ids) },
        own_exporting: OwnExporting {
            exports: archives.clone(),
            records: archives,
            reading: reading.clone(),
            submitting: submitting.clone(),
            drafting: drafting.clone(),
            commenting: commenting.clone(),
            attachments: attachments.clone(),
            ids: Arc::clone(ids),
        },
        trail: base.trail(),
        subjects: Subjects { queries: Arc::new(SubjectRepo::new(db())) },
        site_control: base.site_control(),
        watching: Watching { attempts, sessions: sessions.clone(), ids: Arc::clone(ids) },
        analytics: Analytics { figures: figures.clone(), started_at: base.clock.now() },
        delivery,
        alerts: alerts.clone(),
        passwords: accounts.passwords,
        own_sessions: accounts.own_sessions,
        sign_in: accounts.sign_in,
        second_step: accounts.second_step,
        two_factor: accounts.two_factor,
        code_sync: accounts.code_sync,
        emergency: accounts.emergency,
        registration: accounts.registration,
        settings: accounts.settings,
        administration: accounts.administration,
        commenting,
        history: History {
            reading: reading.clone(),
            versions: versions.clone(),
            comparing: comparing.clone(),
            ids: Arc::clone(ids),
        },
        editing: Editing {
            edits: edits.clone(),
            reading: reading.clone(),
            versions: versions.clone(),
            ids: Arc::clone(ids),
        },
        edit_reviewing: EditReviewing {
            edits,
            reading: reading.clone(),
            versions,
            comparing,
            users: users.clone(),
            ids: Arc::clone(ids),
            two_steps_at_top_level: config.two_steps_at_level_five,
        },
        linking: Linking { documents: documents.clone(), links: documents.clone() },
        removal: Removal { documents, ids: Arc::clone(ids) },
        trash,
        drafting,
        submitting,
        time_outs,
        home_board: HomeBoard { reading: reading.clone(), templates: templates.clone(), news: news.clone() },
        templates,
        sections: Sections { sections: archive.clone(), queries: archive.clone(), ids: Arc::clone(ids) },
        browsing: Browsing { sections: archive.clone(), queries: archive.clone(), reading: reading.clone() },
        archiving: Archiving {
            sections: archive.clone(),
            queries: archive.clone(),
            places: archive,
            reading: reading.clone(),
            users: users.clone(),
            ids: Arc::clone(ids),
        },
        news: News { news, alerts },
        reviewing: Reviewing {
            submissions: submissions.clone(),
            users,
            ids: Arc::clone(ids),
            two_steps_at_top_level: config.two_steps_at_level_five,
        },
        attachments,
        uploading,
        reading,
    };
    let app = App {
        entrance,
        services,
        sockets: Sockets { hub, announcements: Arc::new(Relay::new(db())) },
        pages: Pages::new(Arc::new(OsRandomness)),
        replies: Replies::new(Arc::new(ReplyRepo::new(db()))),
        readiness: ReadyCheck::new(Arc::new(Stores { db: db(), blobs })),
        lists: if strict { ListLimit::strict() } else { ListLimit::open() },
        exports: if strict { ExportLimit::strict() } else { ExportLimit::open() },
        cursors: CursorSeal::new(base.keys.cursors()),
    };
    Ok((app, jobs, outstanding))
}
