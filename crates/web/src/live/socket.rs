//! The life cycle of one socket.

use super::frames::{MAX_MESSAGE, check_frames, exceeded_limit};
use super::hub::{Hub, Registration, SocketTimes};
use super::message::{CloseCause, MessageLimit, build, parse};
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::session_watch::SessionWatch;
use crate::http::cookie::SessionCookie;
use crate::http::error::ApiError;
use crate::http::input::Nothing;
use crate::http::refused::Refused;
use actix_web::http::header::UPGRADE;
use actix_web::{FromRequest as _, HttpRequest, HttpResponse, web};
use actix_ws::{AggregatedMessage, AggregatedMessageStream, ProtocolError, Session};
use facility_audit::topics::{Announcements, Topics};
use facility_kernel::Timestamp;
use facility_users::session::SessionToken;
use futures_util::{FutureExt as _, StreamExt as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout};

/// Time for which events are collected after a message was sent.
const MERGE_TIME: Duration = Duration::from_millis(200);
/// Maximum interval between checks of a session.
const MAX_CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// Minimum interval between checks of a session, when there are many events.
const MIN_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum interval between forwarded messages of a client.
const RELAY_INTERVAL: Duration = Duration::from_secs(1);

/// GET /auto-refresh-ws: sends changes as they happen.
pub async fn open(
    // Taken before the guard, which consumes the rest of the request.
    body: web::Payload,
    sockets: web::Data<Sockets>,
    sessions: web::Data<SessionWatch>,
    cookie: web::Data<SessionCookie>,
    call: Guarded<SignedIn, Nothing>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    if !request.headers().contains_key(UPGRADE) {
        return Err(Refused::NoSocket.into());
    }
    let (Some(session), Some(token)) = (call.caller.actor.session_id, cookie.read(&request)) else {
        return Err(ApiError::internal());
    };
    let (id, network) = (call.context.request_id.clone(), call.context.network());
    let registration = sockets.hub.register(id, call.caller.actor.user_id, session, network)?;
    let body = web::Payload::from_request(&request, &mut check_frames(body.into_inner()))
        .await
        .map_err(|_never| ApiError::internal())?;
    let (response, peer, stream) = actix_ws::handle(&request, body).map_err(|_refused| Refused::NoSocket)?;
    let stream = stream.max_frame_size(MAX_MESSAGE).aggregate_continuations().max_continuation_size(MAX_MESSAGE);
    let is_admin = call.caller.actor.is_admin;
    actix_web::rt::spawn(Conversation::new((sockets, sessions), registration, token, peer, is_admin).run(stream));
    Ok(response)
}

/// The open sockets and the port for forwarding their clients' messages.
pub struct Sockets {
    /// The open sockets of this node.
    pub hub: Hub,
    /// Announces the topics that a client's message names.
    pub announcements: Arc<dyn Announcements>,
}

struct Conversation {
    sockets: web::Data<Sockets>,
    sessions: web::Data<SessionWatch>,
    registration: Registration,
    token: SessionToken,
    peer: Session,
    is_admin: bool,
    times: SocketTimes,
    messages: MessageLimit,
    pings: MessageLimit,
    /// The times of the next and the last check of the session.
    check_at: Instant,
    checked_at: Instant,
    ping_at: Instant,
    heard_at: Instant,
    /// Events are collected until this time.
    merged_until: Instant,
    /// The topics that the client announced and that are not forwarded yet, and the earliest time to forward them.
    announced: Topics,
    relay_at: Instant,
}

/// Why the conversation ends.
enum End {
    Closed(CloseCause),
    PeerGone,
}

impl Conversation {
    fn new(
        (sockets, sessions): (web::Data<Sockets>, web::Data<SessionWatch>),
        registration: Registration,
        token: SessionToken,
        peer: Session,
        is_admin: bool,
    ) -> Self {
        let (now, times) = (Instant::now(), registration.times());
        Self {
            sockets,
            sessions,
            registration,
            token,
            peer,
            is_admin,
            times,
            messages: MessageLimit::of_messages(),
            pings: MessageLimit::of_pings(),
            // Immediately, because the first check determines when the session ends.
            check_at: now,
            checked_at: now,
            ping_at: now + times.ping_every,
            heard_at: now,
            merged_until: now,
            announced: Topics::NONE,
            relay_at: now,
        }
    }

    async fn run(mut self, mut stream: AggregatedMessageStream) {
        let end = loop {
            if let Err(end) = self.step(&mut stream).await {
                break end;
            }
        };
        if let End::Closed(reason) = end {
            // If the peer does not accept the close frame in time, the connection is dropped anyway.
            drop(timeout(self.times.send_time, self.peer.close(Some(reason.reason()))).await);
        }
    }

    /// Waits for the next event and handles it.
    async fn step(&mut self, stream: &mut AggregatedMessageStream) -> Result<(), End> {
        let can_send = self.merged_until <= Instant::now();
        let (merged_until, announced, relay_at) = (self.merged_until, !self.announced.is_empty(), self.relay_at);
        tokio::select! {
            biased;
            () = self.registration.closing() => Err(End::Closed(CloseCause::GoingAway)),
            () = sleep_until(self.check_at) => self.check_session().await,
            () = self.registration.wait_for_events(), if can_send => self.send_events().await,
            () = sleep_until(merged_until), if !can_send => Ok(()),
            () = sleep_until(relay_at), if announced => self.relay().await,
            () = sleep_until(self.ping_at) => self.ping().await,
            message = stream.next() => self.receive(message).await,
        }
    }

    /// Checks that the session is valid and no lockdown applies to it.
    async fn check_session(&mut self) -> Result<(), End> {
        let (clock, instant) = (self.sessions.now(), Instant::now());
        self.checked_at = instant;
        let Ok(found) = self.sessions.check(&self.token).await else {
            // The database is unavailable, so the permissions are unknown: retry soon.
            self.check_at = instant + MIN_CHECK_INTERVAL;
            return Ok(());
        };
        let Some(found) = found else { return Err(End::Closed(CloseCause::SessionOver)) };
        self.is_admin = found.actor.is_admin;
        if found.site.is_locked && !self.is_admin {
            return Err(End::Closed(CloseCause::Lockdown));
        }
        let left = found.ends_at().since(clock) + Duration::from_millis(10);
        self.check_at = instant + left.min(MAX_CHECK_INTERVAL);
        Ok(())
    }

    async fn send_events(&mut self) -> Result<(), End> {
        let pending = self.registration.take_pending();
        if pending.of(true).intersects(Topics::ACCESS) {
            // The event may change what this user may see, so check first, but at most once a second.
            let due = self.checked_at + MIN_CHECK_INTERVAL;
            if due <= Instant::now() { self.check_session().await? } else { self.check_at = self.check_at.min(due) }
        }
        let topics = pending.of(self.is_admin);
        if topics.is_empty() {
            return Ok(());
        }
        self.merged_until = Instant::now() + MERGE_TIME;
        self.send(build(topics, pending.at)).await
    }

    async fn relay(&mut self) -> Result<(), End> {
        let topics = std::mem::take(&mut self.announced);
        self.relay_at = Instant::now() + RELAY_INTERVAL;
        let now: Timestamp = self.sessions.now();
        if let Err(error) = self.sockets.announcements.relay(topics, self.registration.id().to_owned(), now).await {
            tracing::warn!(%error, "cannot forward a client's message");
        }
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard_at.elapsed() > self.times.ping_every * 2 {
            return Err(End::PeerGone);
        }
        self.ping_at = Instant::now() + self.times.ping_every;
        let sent = timeout(self.times.send_time, self.peer.ping(b"")).await;
        if matches!(sent, Ok(Ok(()))) { Ok(()) } else { Err(End::PeerGone) }
    }

    async fn send(&mut self, text: String) -> Result<(), End> {
        let sent = timeout(self.times.send_time, self.peer.text(text)).await;
        if matches!(sent, Ok(Ok(()))) { Ok(()) } else { Err(End::PeerGone) }
    }

    /// Counts a received message, if the limits apply.
    fn count(&mut self, limit: impl FnOnce(&mut Self) -> &mut MessageLimit) -> Result<(), End> {
        let heard_at = self.heard_at;
        if self.registration.is_limited() { limit(self).count(heard_at).map_err(End::Closed) } else { Ok(()) }
    }

    async fn receive(&mut self, message: Option<Result<AggregatedMessage, ProtocolError>>) -> Result<(), End> {
        self.heard_at = Instant::now();
        match message {
            Some(Ok(AggregatedMessage::Text(text))) => {
                self.count(|of| &mut of.messages)?;
                self.announced = self.announced.union(parse(&text).map_err(End::Closed)?);
                Ok(())
            }
            Some(Ok(AggregatedMessage::Binary(_))) => Err(End::Closed(CloseCause::Policy)),
            Some(Ok(AggregatedMessage::Ping(bytes))) => {
                self.count(|of| &mut of.pings)?;
                let sent = timeout(self.times.send_time, self.peer.pong(&bytes)).await;
                if matches!(sent, Ok(Ok(()))) { Ok(()) } else { Err(End::PeerGone) }
            }
            Some(Ok(AggregatedMessage::Pong(_))) => self.count(|of| &mut of.pings),
            Some(Ok(AggregatedMessage::Close(reason))) => {
                // Answer with a close frame, unless the peer is already gone.
                let _unheard = self.peer.clone().close(reason).now_or_never();
                Err(End::PeerGone)
            }
            Some(Err(ProtocolError::Overflow)) => Err(End::Closed(CloseCause::TooLarge)),
            Some(Err(ProtocolError::Io(error))) => Err(exceeded_limit(&error).map_or(End::PeerGone, End::Closed)),
            Some(Err(_)) | None => Err(End::PeerGone),
        }
    }
}
