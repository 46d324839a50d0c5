//! The parts of the server, and how each handler gets the services it uses, as `web::Data`.

use crate::client::Pages;
use crate::cursor_seal::CursorSeal;
use crate::entrance::Entrance;
use crate::export_limit::ExportLimit;
use crate::idempotency::Replies;
use crate::list_limit::ListLimit;
use crate::live::Sockets;
use crate::readiness::ReadyCheck;
use crate::session_watch::SessionWatch;
use actix_web::web::{self, ServiceConfig};
use archive::services::{Archiving, Browsing, Sections};
use audit::AuditTrail;
use documents::services::{Commenting, History, Linking, Reading, Removal, Templates, Trash};
use std::sync::Arc;
use submissions::services::{
    AdminAlerts, Analytics, Attachments, Drafting, EditReviewing, Editing, HomeBoard, News, Reviewing,
    Subjects, Submitting, TimeOuts, Uploading,
};
use transfer::services::{Exporting, OwnExporting};
use users::services::{
    Administration, CodeSync, Delivery, EmergencyAccess, OwnSessions, Passwords, Registration, SecondStep,
    Settings, SignIn, SiteControl, TwoFactor, Watching,
};

/// The domain services. Each handler takes the ones that it uses.
pub struct Services {
    /// The audit log.
    pub trail: AuditTrail,
    /// Names the records that its entries are about.
    pub subjects: Subjects,
    /// Locks the site, and requires second factors.
    pub site_control: SiteControl,
    /// Signs in and out.
    pub sign_in: SignIn,
    /// Checks the codes after the password.
    pub second_step: SecondStep,
    /// Sets up and turns off a user's own second factor.
    pub two_factor: TwoFactor,
    /// Issues codes for accounts.
    pub code_sync: CodeSync,
    /// Opens sessions of the emergency-access user.
    pub emergency: EmergencyAccess,
    /// Registers accounts.
    pub registration: Registration,
    /// Changes a user's own settings.
    pub settings: Settings,
    /// Sets new passwords.
    pub passwords: Passwords,
    /// Lists and ends a user's own sessions.
    pub own_sessions: OwnSessions,
    /// Shows sign-in attempts and sessions, and ends sessions.
    pub watching: Watching,
    /// Shows the mail to users.
    pub delivery: Delivery,
    /// Alerts administrators.
    pub alerts: AdminAlerts,
    /// Shows figures about the whole site.
    pub analytics: Analytics,
    /// Administers accounts.
    pub administration: Administration,
    /// Finds and reads documents.
    pub reading: Reading,
    /// Shows the links from and to documents.
    pub linking: Linking,
    /// Deletes documents.
    pub removal: Removal,
    /// Shows the versions of documents and reverts to them.
    pub history: History,
    /// Proposes edits of documents.
    pub editing: Editing,
    /// Reviews edits.
    pub edit_reviewing: EditReviewing,
    /// Lists, restores and purges deleted documents.
    pub trash: Trash,
    /// Shows and writes comments on documents.
    pub commenting: Commenting,
    /// Lists and administers templates.
    pub templates: Templates,
    /// Lists and administers the sections of the archive.
    pub sections: Sections,
    /// Shows the documents of a section.
    pub browsing: Browsing,
    /// Archives documents, and decides about requests.
    pub archiving: Archiving,
    /// Creates submissions.
    pub submitting: Submitting,
    /// Keeps and submits drafts.
    pub drafting: Drafting,
    /// Reviews submissions.
    pub reviewing: Reviewing,
    /// Lists submissions that timed out, and returns them to the queue.
    pub time_outs: TimeOuts,
    /// Lists notifications.
    pub news: News,
    /// Shows the home board.
    pub home_board: HomeBoard,
    /// Receives files.
    pub uploading: Uploading,
    /// Serves files.
    pub attachments: Attachments,
    /// Exports the installation.
    pub exporting: Exporting,
    /// Exports what users may read of their own records.
    pub own_exporting: OwnExporting,
}

/// The application: the middleware and guard that every request passes, the services behind them, and what serves
/// connections. The server has one, shared by its workers.
pub struct App {
    /// What the middleware and the guard use.
    pub entrance: Entrance,
    /// The services of the domain.
    pub services: Services,
    /// The open sockets.
    pub sockets: Sockets,
    /// Renders pages with a nonce.
    pub pages: Pages,
    /// Replies to idempotent requests.
    pub replies: Replies,
    /// Checks whether the stores answer.
    pub readiness: ReadyCheck,
    /// Limit on whole lists per session.
    pub lists: ListLimit,
    /// Limit on archives of their own records per person.
    pub exports: ExportLimit,
    /// Seals the cursors of lists.
    pub cursors: CursorSeal,
}

/// Registers one part with a worker.
type Register = Box<dyn Fn(&mut ServiceConfig) + Send + Sync>;

/// Everything that handlers can take, shared by all workers. Clones share it.
#[derive(Clone)]
pub struct Shared {
    /// What the middleware and the guard use.
    pub entrance: web::Data<Entrance>,
    parts: Arc<[Register]>,
}

impl Shared {
    /// Shares each part of the application under its own type.
    pub fn of(app: App) -> Self {
        let App { entrance, services, sockets, pages, replies, readiness, lists, exports, cursors } = app;
        let entrance = web::Data::new(entrance);
        let parts = [
            share(services.trail),
            share(services.subjects),
            share(services.site_control),
            share(services.sign_in),
            share(services.second_step),
            share(services.two_factor),
            share(services.code_sync),
            share(services.emergency),
            share(services.registration),
            share(services.settings),
            share(services.passwords),
            share(services.own_sessions),
            share(services.administration),
            share(services.watching),
            share(services.delivery),
            share(services.alerts),
            share(services.analytics),
            share(services.reading),
            share(services.linking),
            share(services.removal),
            share(services.trash),
            share(services.commenting),
            share(services.history),
            share(services.editing),
            share(services.edit_reviewing),
            share(services.templates),
            share(services.sections),
            share(services.browsing),
            share(services.archiving),
            share(services.submitting),
            share(services.drafting),
            share(services.reviewing),
            share(services.time_outs),
            share(services.news),
            share(services.home_board),
            share(services.uploading),
            share(services.attachments),
            share(services.exporting),
            share(services.own_exporting),
            share(sockets),
            share(pages),
            share(replies),
            share(readiness),
            share(lists),
            share(exports),
            share(cursors),
            share(SessionWatch::new(entrance.sessions.clone(), Arc::clone(&entrance.clock))),
            share(entrance.origin.clone()),
            share(entrance.cookie),
            share(entrance.calls.clone()),
        ];
        Self { entrance, parts: Arc::from(parts) }
    }

    /// Registers all parts with a worker.
    pub fn register(&self, config: &mut ServiceConfig) {
        config.app_data(self.entrance.clone());
        for register in &*self.parts {
            register(config);
        }
    }
}

fn share<T: Send + Sync + 'static>(part: T) -> Register {
    let part = web::Data::new(part);
    Box::new(move |config| {
        config.app_data(part.clone());
    })
}
