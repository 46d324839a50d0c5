//! Serves connections of a listener until the server is stopped.

use crate::gate::connection::Connection;
use crate::http::error::ApiError;
use crate::http::fallback::fallback;
use crate::observe::middleware::observe;
use crate::parts::Parts;
use crate::routes;
use crate::state::{App, Shared};
use actix_web::dev::ServerHandle;
use actix_web::{HttpServer, middleware, web};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

/// Settings for connections.
#[derive(Clone, Copy, Debug)]
pub struct ServerConfig {
    /// Maximum number of connections per worker.
    pub max_connections: usize,
    /// Time limit for requests in progress to finish after the server is asked to stop.
    pub shutdown: Duration,
    /// Time limit for a peer to acknowledge any sent data. After it, the connection is closed and unsent data is
    /// lost; a slow peer that acknowledges some data within each such time is served to the end. Linux only.
    pub send_time: Duration,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self { max_connections: 25_000, shutdown: Duration::from_secs(8), send_time: Duration::from_secs(30) }
    }
}

/// Time limit for a request's head to arrive.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// Time for which an idle connection is kept.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Interval between removals of idle counters.
const FORGET_EVERY: Duration = Duration::from_mins(1);
/// Bytes of a response that the system buffers per connection; the system doubles the number for its own use.
/// Buffered data has left the server: a reader receives it even if the site is locked in the meantime, unless the
/// connection is cut.
const SEND_BUFFER: usize = 128 * 1024;

/// A running server.
pub struct Running {
    /// The addresses on which it listens.
    pub addresses: Vec<SocketAddr>,
    /// Handle to stop it.
    pub handle: ServerHandle,
    /// Completes when the server has stopped.
    pub server: actix_web::dev::Server,
}

/// Makes the system close connections of this listener whose peer acknowledges nothing for `time`. The HTTP layer has
/// no such limit: without this one, the system would hold megabytes for as long as the peer likes.
#[cfg(target_os = "linux")]
fn limit_send_time(listener: &TcpListener, time: Duration) -> io::Result<()> {
    // Connections inherit the option.
    let listener = socket2::SockRef::from(listener);
    listener.set_send_buffer_size(SEND_BUFFER)?;
    listener.set_tcp_user_timeout(Some(time))
}

/// Other systems have no such option for listeners, so a proxy in front has to enforce the limit.
#[cfg(not(target_os = "linux"))]
fn limit_send_time(_listener: &TcpListener, _time: Duration) -> io::Result<()> {
    Ok(())
}

/// Serves on this listener. The caller MUST await the returned `server` and handle the signals of the process.
pub fn serve(app: App<impl Parts>, config: ServerConfig, listener: TcpListener) -> io::Result<Running> {
    limit_send_time(&listener, config.send_time)?;
    let shared = Shared::of(app);
    let limits = shared.gate.limits.clone();
    let server = HttpServer::new(move || {
        actix_web::App::new()
            .configure(|config| shared.register(config))
            .app_data(web::PathConfig::default().error_handler(|_, _| ApiError::not_found("This").into()))
            .configure(routes::configure)
            .default_service(web::to(fallback))
            .wrap(middleware::from_fn(observe))
    })
    .on_connect(Connection::keep)
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
            limits.forget_idle();
        }
    });
    Ok(Running { addresses, handle: server.handle(), server })
}
