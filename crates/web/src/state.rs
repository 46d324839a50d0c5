//! The parts of the server, and how each handler gets the ones it uses, as `web::Data`.

use crate::areas::Services;
use crate::client::pages::Pages;
use crate::description::Description;
use crate::gate::entrance::Entrance;
use crate::gate::idempotency::Replies;
use crate::gate::session_watch::SessionWatch;
use crate::http::cursor_seal::CursorSeal;
use crate::live::socket::Sockets;
use crate::observe::readiness::ReadyCheck;
use crate::parts::{Parts, Register, Shares};
use actix_web::web::{self, ServiceConfig};
use std::sync::{Arc, LazyLock};

/// The application: the middleware and guard that every request passes, the services behind them, and what serves
/// connections. The server has one, shared by its workers.
pub struct App<S = Services> {
    /// What the middleware and the guard use.
    pub entrance: Entrance,
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
    /// The API description, made when it is first asked for: most servers are started more often than it is read.
    pub description: LazyLock<Description>,
}

/// Everything that handlers can take, shared by all workers. Clones share it.
#[derive(Clone)]
pub struct Shared {
    /// What the middleware and the guard use.
    pub entrance: web::Data<Entrance>,
    parts: Arc<[Register]>,
}

impl Shared {
    /// Shares each part of the application under its own type.
    pub fn of(app: App<impl Parts>) -> Self {
        let App { entrance, services, sockets, pages, replies, readiness, cursors, description } = app;
        let entrance = web::Data::new(entrance);
        let mut shares = Shares::default();
        services.share(&mut shares);
        shares.add(sockets);
        shares.add(pages);
        shares.add(replies);
        shares.add(readiness);
        shares.add(cursors);
        shares.add(description);
        shares.add(SessionWatch::new(entrance.sessions.clone(), Arc::clone(&entrance.clock)));
        shares.add(entrance.limits.clone());
        shares.add(entrance.origin.clone());
        shares.add(entrance.cookie);
        Self { entrance, parts: Arc::from(shares.into_registers()) }
    }

    /// Registers all parts with a worker.
    pub fn register(&self, config: &mut ServiceConfig) {
        config.app_data(self.entrance.clone());
        for register in &*self.parts {
            register(config);
        }
    }
}
