//! Wires the adapters to the services, with one function per area of services.

mod accounts;
mod adapters;
mod archive;
mod oversight;
mod proposals;
mod records;
mod transfers;

use crate::anchoring::Anchoring;
use crate::backups::Backups;
use crate::config::Config;
use crate::foundation::Foundation;
use crate::jobs::named::JobServices;
use crate::jobs::{JobContext, Jobs};
use crate::mailing::Mailing;
use crate::process::{ShutdownTasks, Stores, load};
use adapters::Adapters;
use facility_documents::services::releases::Releases;
use facility_infra::clock::OsRandomness;
use facility_infra::confined::parent::Children;
use facility_infra::events::relay::Relay;
use facility_infra::housekeeping::Housekeeping;
use facility_infra::texts::reading::FileTexts;
use facility_kernel::RateLimits;
use facility_oversight::first_steps::LastBackup;
use facility_submissions::services::reminders::Reminders;
use facility_users::services::sessions::Sessions;
use facility_web::areas::Services;
use facility_web::client::pages::Pages;
use facility_web::description::Description;
use facility_web::gate::idempotency::Replies;
use facility_web::gate::known_paths::KnownPaths;
use facility_web::gate::limits::Limits;
use facility_web::gate::state::GateState;
use facility_web::http::cookie::SessionCookie;
use facility_web::http::cursor_seal::CursorSeal;
use facility_web::http::security_txt::SecurityContact;
use facility_web::live::hub::Hub;
use facility_web::live::socket::Sockets;
use facility_web::observe::load::Load;
use facility_web::observe::metrics::Metrics;
use facility_web::observe::readiness::ReadyCheck;
use facility_web::state::App;
use std::error::Error;
use std::sync::{Arc, LazyLock, Mutex};

/// Builds the application and its background jobs, which are not started yet. MUST be called on the runtime that the
/// server runs on.
pub fn app(config: &Config, base: &Foundation) -> Result<(App, Jobs, ShutdownTasks), Box<dyn Error>> {
    let db = || base.db.clone();
    let with = Adapters::open(config, base)?;
    let trail = base.trail(config);
    let anchoring = Arc::new(Anchoring::new(trail.clone()));
    let shutdown_tasks = ShutdownTasks {
        refusals: with.refusals.clone(),
        sessions: (*with.sessions).clone(),
        access: with.access.clone(),
        anchoring: Arc::clone(&anchoring),
    };
    let metrics =
        config.metrics_listen.map(|_address| Arc::new(Metrics::new(env!("CARGO_PKG_VERSION"), base.clock.now())));
    let counts = metrics.as_ref().map(|metrics| metrics.mail().clone()).unwrap_or_default();
    let mailing = Mailing::new(config, &base.db, (&base.ids, &base.clock), with.alerts.clone(), counts)?;
    let uploads = proposals::uploads(&with);
    let records = records::records(&with, &uploads);
    let last_backup = LastBackup::default();
    let proposals = proposals::proposals(&with, config, &records, uploads, last_backup.clone());
    let services = Services {
        accounts: accounts::accounts(&with, base),
        archive: archive::archive(&with, &records),
        oversight: oversight::oversight(&with, base, trail, mailing.delivery.clone()),
        transfers: transfers::transfers(&with, config, &records, &proposals)?,
        records,
        proposals,
    };
    let job_metrics = metrics.as_ref().map(|metrics| metrics.jobs().clone()).unwrap_or_default();
    let work = JobServices {
        mailing,
        backups: Backups::new(config, &base.keys, job_metrics.clone(), last_backup)?,
        trash: services.records.trash.clone(),
        housekeeping: Housekeeping::new(db(), Arc::clone(&with.blobs)),
        file_texts: FileTexts::new(db(), Arc::clone(&with.blobs), Arc::new(Children::new("/proc/self/exe".into()))),
        db: base.db.clone(),
        time_outs: services.proposals.time_outs.clone(),
        reminders: Reminders { reminders: with.db.clone(), ids: Arc::clone(&base.ids) },
        releases: Releases { releases: with.db.clone(), ids: Arc::clone(&base.ids) },
        anchoring,
        refusals: with.refusals.clone(),
        ids: Arc::clone(&base.ids),
    };
    let job_context = JobContext {
        clock: Arc::clone(&base.clock),
        leases: with.db.clone(),
        holder: base.ids.next().to_string(),
        metrics: job_metrics,
    };
    let jobs = Jobs::new(work.jobs(), job_context);
    let strict = with.limits == RateLimits::Strict;
    let hub = if strict { Hub::strict() } else { Hub::open() };
    if let Some(metrics) = &metrics {
        let (db, refusals, hub) = (db(), with.refusals.clone(), hub.clone());
        metrics.sampled_by(Box::new(move || Load { sockets: hub.open_count(), ..load(&db, &refusals) }));
    }
    let app = App {
        gate: GateState {
            clock: Arc::clone(&base.clock),
            ids: Arc::clone(&base.ids),
            refusals: with.refusals.clone(),
            sessions: Sessions { sessions: with.sessions.clone() },
            cookie: SessionCookie::new(config.origin.is_https(), base.keys.cookie_marks()),
            origin: config.origin.clone(),
            trusted_proxies: config.trusted_proxies.clone(),
            limits: if strict { Limits::strict() } else { Limits::open() },
            known_paths: LazyLock::new(|| KnownPaths::of(&facility_web::openapi::openapi())),
            metrics,
        },
        services,
        sockets: Sockets { hub, announcements: Arc::new(Relay::new(db())) },
        pages: Pages::new(Arc::new(OsRandomness)),
        replies: Replies::new(with.db.clone()),
        readiness: ReadyCheck::new(Arc::new(Stores { db: db(), blobs: with.blobs, last_cause: Mutex::default() })),
        cursors: CursorSeal::new(base.keys.cursors()),
        security_contact: SecurityContact(config.security_contact.clone()),
        description: LazyLock::new(|| Description::of(&facility_web::openapi::openapi())),
    };
    Ok((app, jobs, shutdown_tasks))
}
