//! Binding the address and serving until told to stop.

use crate::error::ApiError;
use crate::fallback::{KnownPaths, fallback};
use crate::observe::observe;
use crate::routes::{self, Document};
use crate::state::{App, Shared};
use actix_web::dev::ServerHandle;
use actix_web::{HttpServer, middleware, web};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;
use utoipa_actix_web::AppExt as _;

/// How connections are taken.
#[derive(Clone, Copy, Debug)]
pub struct ServerConfig {
    /// How many connections a worker holds at most.
    pub max_connections: usize,
    /// How long requests that have begun may take to finish once the server is told to stop.
    pub shutdown: Duration,
    /// How long a peer may leave what was sent to it without taking any of it. Then the connection is gone, whatever
    /// was on its way; a slow peer that takes some of it in each such time is served to the end. On Linux alone.
    pub send_time: Duration,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self { max_connections: 25_000, shutdown: Duration::from_secs(8), send_time: Duration::from_secs(30) }
    }
}

/// How long a request's head may take to arrive.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long an idle connection is kept.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How often the counts of idle sessions and networks are forgotten.
const FORGET_EVERY: Duration = Duration::from_mins(1);
/// How much of an answer the system holds for a connection, in bytes; it doubles the number for its own use. What it
/// holds has left the server: a reader gets it even when the site was locked meanwhile.
const SEND_BUFFER: usize = 128 * 1024;

/// A running server.
pub struct Running {
    /// Where it listens.
    pub addresses: Vec<SocketAddr>,
    /// Stops it.
    pub handle: ServerHandle,
    /// Ends when the server has stopped.
    pub server: actix_web::dev::Server,
}

/// Ends every connection of this listener whose peer takes nothing of what was sent to it for so long. Nothing above
/// does: megabytes would be held in the system for as long as the peer likes.
#[cfg(target_os = "linux")]
fn bound_sending(listener: &TcpListener, time: Duration) -> io::Result<()> {
    // The connections inherit it.
    let listener = socket2::SockRef::from(listener);
    listener.set_send_buffer_size(SEND_BUFFER)?;
    listener.set_tcp_user_timeout(Some(time))
}

/// Other systems do not let a listener say so: there a proxy in front has to.
#[cfg(not(target_os = "linux"))]
fn bound_sending(_listener: &TcpListener, _time: Duration) -> io::Result<()> {
    Ok(())
}

/// Starts serving on this listener. The answer's `server` has to be awaited for anything to happen; the signals of the
/// process are left to the caller.
pub fn serve(app: App, config: ServerConfig, listener: TcpListener) -> io::Result<Running> {
    bound_sending(&listener, config.send_time)?;
    let shared = Shared::of(app);
    let contract = crate::openapi();
    let known = web::Data::new(KnownPaths::of(&contract));
    let contract = web::Data::new(Document::of(&contract));
    let limits = shared.entrance.clone();
    let server = HttpServer::new(move || {
        actix_web::App::new()
            .configure(|config| shared.register(config))
            .app_data(known.clone())
            .app_data(contract.clone())
            .app_data(web::PathConfig::default().error_handler(|_, _| ApiError::not_found("This").into()))
            .into_utoipa_app()
            .configure(routes::configure)
            .into_app()
            .default_service(web::to(fallback))
            .wrap(middleware::from_fn(observe))
    })
    .client_request_timeout(HEAD_TIME)
    .keep_alive(KEEP_ALIVE)
    .tcp_nodelay(true)
    .max_connections(config.max_connections)
    .shutdown_timeout(config.shutdown.as_secs())
    .disable_signals()
    .listen(listener)?;
    let addresses = server.addrs();
    let server = server.run();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(FORGET_EVERY).await;
            limits.writes.forget_idle();
            limits.calls.forget_idle();
        }
    });
    Ok(Running { addresses, handle: server.handle(), server })
}
