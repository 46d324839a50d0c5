//! Ends long responses when their reader loses access. A slow or stalled reader could otherwise outlast a lockdown,
//! their session or their rights, and still receive data.
//!
//! [`observe`](crate::observe::middleware) applies it to every response, so no handler can forget it.

use crate::gate::caller::Caller;
use crate::gate::connection::Connection;
use crate::gate::session_watch::SessionWatch;
use crate::gate::state::GateState;
use actix_web::HttpMessage as _;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::rt::task::JoinHandle;
use bytes::Bytes;
use facility_kernel::Actor;
use facility_users::session::SessionToken;
use std::error::Error;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Interval between checks of the session and the lockdown during a response. A response ends within 5 seconds of the
/// loss of access, even if its reader reads nothing.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// Time for which a response continues while the checks fail, such as when the database is unavailable.
const UNCHECKED_FOR: Duration = Duration::from_secs(4);
/// Bytes of a response that fit into the buffers: a response up to this size has left the server before the first
/// check.
const BUFFERED: u64 = 64 * 1024;

/// Tells a proxy such as nginx not to buffer the response: data that the proxy holds cannot be withdrawn
/// (https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering).
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Watches the session of a response's reader for as long as the response is being sent. When the session has ended or
/// lost rights or level, or a lockdown applies to it, the body ends with an error and the connection is cut.
pub fn watched(gate: &GateState, mut response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    // A socket has the status 101 and its own checks.
    let is_long = match response.response().body().size() {
        BodySize::None => false,
        BodySize::Sized(length) => length > BUFFERED,
        BodySize::Stream => true,
    };
    if !is_long || !response.status().is_success() {
        return response;
    }
    let request = response.request();
    let caller = request.extensions().get::<Arc<Caller>>().map(|caller| caller.actor.clone());
    let (Some(actor), Some(token)) = (caller, gate.cookie.read(request)) else { return response };
    let reader = Reader {
        sessions: SessionWatch::new(gate.sessions.clone(), Arc::clone(&gate.clock)),
        token,
        actor,
        connection: request.conn_data::<Connection>().cloned(),
    };
    response.headers_mut().insert(BUFFERING, HeaderValue::from_static("no"));
    response.map_body(|_head, body| BoxBody::new(WatchedBody { body, sent: 0, waits: Some(reader), watch: None }))
}

/// The reader of a response, with their rights at its start.
struct Reader {
    sessions: SessionWatch,
    token: SessionToken,
    actor: Actor,
    connection: Option<Connection>,
}

impl Reader {
    /// Returns when the reader has lost access.
    async fn until_lost(&self) {
        let mut seen_at = Instant::now();
        loop {
            sleep(CHECK_EVERY).await;
            let keeps_access = match self.sessions.check(&self.token).await {
                Ok(Some(found)) => {
                    seen_at = Instant::now();
                    let now = found.actor;
                    now.clearance >= self.actor.clearance
                        && (now.is_admin || !(self.actor.is_admin || found.site.is_locked))
                }
                Ok(None) => false,
                Err(_) => seen_at.elapsed() < UNCHECKED_FOR,
            };
            if !keeps_access {
                return;
            }
        }
    }
}

/// Checks the reader of one response until it is dropped.
struct Watch {
    lost: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Watch {
    fn start(reader: Reader) -> Self {
        let lost = Arc::new(AtomicBool::new(false));
        let has_lost_access = Arc::clone(&lost);
        let task = actix_web::rt::spawn(async move {
            reader.until_lost().await;
            has_lost_access.store(true, Ordering::Release);
            if let Some(connection) = reader.connection {
                connection.cut();
            }
        });
        Self { lost, task }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The response is complete: a later cut would hit the connection's next request.
        self.task.abort();
    }
}

/// A body whose reader is watched as soon as sending takes time.
struct WatchedBody {
    body: BoxBody,
    sent: u64,
    /// The reader, until the watch starts.
    waits: Option<Reader>,
    watch: Option<Watch>,
}

impl MessageBody for WatchedBody {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let piece = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(bytes))) = &piece {
            self.sent = self.sent.saturating_add(bytes.len() as u64);
        }
        if (piece.is_pending() || self.sent > BUFFERED)
            && let Some(reader) = self.waits.take()
        {
            self.watch = Some(Watch::start(reader));
        }
        let is_lost = self.watch.as_ref().is_some_and(|watch| watch.lost.load(Ordering::Acquire));
        if is_lost && matches!(piece, Poll::Ready(Some(Ok(_)))) {
            let lost = io::Error::new(io::ErrorKind::PermissionDenied, "the reader has lost access");
            return Poll::Ready(Some(Err(lost.into())));
        }
        piece
    }
}
