//! The parts of the server, and how each handler gets the ones it uses, as `web::Data`.

use crate::areas::Services;
use crate::client::pages::Pages;
use crate::description::Description;
use crate::gate::idempotency::Replies;
use crate::gate::session_watch::SessionWatch;
use crate::gate::state::GateState;
use crate::http::cursor_seal::CursorSeal;
use crate::http::security_txt::SecurityContact;
use crate::live::socket::Sockets;
use crate::observe::readiness::ReadyCheck;
use crate::parts::{Parts, Register, Shares};
use actix_web::web::{self, ServiceConfig};
use std::sync::{Arc, LazyLock};

/// The application: the state of the middleware and guard, the services, and what else handlers use. The server has
/// one, shared by its workers.
pub struct App<S = Services> {
    /// What the middleware and the guard use.
    pub gate: GateState,
    /// The services of the domain.
    pub services: S,
    /// The open sockets.
    pub sockets: Sockets,
    /// Renders pages with a nonce.
    pub pages: Pages,
    /// Replies to idempotent requests.
    pub replies: Replies,
    /// Checks whether the stores answer.
    pub readiness: ReadyCheck,
    /// Seals the cursors of lists.
    pub cursors: CursorSeal,
    /// Where vulnerabilities are reported to.
    pub security_contact: SecurityContact,
    /// The API description, created at the first request for it: most processes never serve it.
    pub description: LazyLock<Description>,
}

/// Everything that handlers can take as `web::Data`, shared by all workers and by clones.
#[derive(Clone)]
pub struct Shared {
    /// What the middleware and the guard use.
    pub gate: web::Data<GateState>,
    parts: Arc<[Register]>,
}

impl Shared {
    /// Shares each part of the application under its own type.
    pub fn of(app: App<impl Parts>) -> Self {
        let App { gate, services, sockets, pages, replies, readiness, cursors, security_contact, description } = app;
        let gate = web::Data::new(gate);
        let mut shares = Shares::default();
        services.share(&mut shares);
        shares.add(sockets);
        shares.add(pages);
        shares.add(replies);
        shares.add(readiness);
        shares.add(cursors);
        shares.add(security_contact);
        shares.add(description);
        shares.add(SessionWatch::new(gate.sessions.clone(), Arc::clone(&gate.clock)));
        shares.add(gate.limits.clone());
        shares.add(gate.origin.clone());
        shares.add(gate.cookie);
        Self { gate, parts: Arc::from(shares.into_registers()) }
    }

    /// Registers all parts with a worker.
    pub fn register(&self, config: &mut ServiceConfig) {
        config.app_data(self.gate.clone());
        for register in &*self.parts {
            register(config);
        }
    }
}
