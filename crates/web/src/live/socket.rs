//! The life cycle of one socket.

use super::frames::{MAX_MESSAGE, broken_limit, judged};
use super::hub::{Hub, Pace, Seat};
use super::message::{Ended, Flood, parse, told};
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
const MERGE: Duration = Duration::from_millis(200);
/// Maximum interval between checks of a session, and the minimum interval when there are many events.
const LOOK_EVERY: Duration = Duration::from_secs(30);
const LOOK_AT_MOST: Duration = Duration::from_secs(1);
/// Minimum interval between forwarded messages of a client.
const RELAY_EVERY: Duration = Duration::from_secs(1);

/// GET /auto-refresh-ws: sends changes as they happen.
pub async fn open(
    // Before the guard, which consumes the rest of the request.
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
    let seat = sockets.hub.take_seat(id, call.caller.actor.user_id, session, network)?;
    let body = web::Payload::from_request(&request, &mut judged(body.into_inner()))
        .await
        .map_err(|_never| ApiError::internal())?;
    let (response, peer, stream) = actix_ws::handle(&request, body).map_err(|_refused| Refused::NoSocket)?;
    let stream = stream.max_frame_size(MAX_MESSAGE).aggregate_continuations().max_continuation_size(MAX_MESSAGE);
    let is_admin = call.caller.actor.is_admin;
    actix_web::rt::spawn(Conversation::new((sockets, sessions), seat, token, peer, is_admin).run(stream));
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
    seat: Seat,
    token: SessionToken,
    peer: Session,
    is_admin: bool,
    pace: Pace,
    messages: Flood,
    signs: Flood,
    /// When the session is checked next, and when it was checked last.
    look_at: Instant,
    looked_at: Instant,
    ping_at: Instant,
    heard_at: Instant,
    /// Events are collected until this time.
    merged_until: Instant,
    /// The topics that the client announced, and the earliest time to forward them.
    asked: Topics,
    relay_at: Instant,
}

/// Why the conversation ends: with a reason for the peer, or because the peer is gone.
enum End {
    Told(Ended),
    Gone,
}

impl Conversation {
    fn new(
        (sockets, sessions): (web::Data<Sockets>, web::Data<SessionWatch>),
        seat: Seat,
        token: SessionToken,
        peer: Session,
        is_admin: bool,
    ) -> Self {
        let (now, pace) = (Instant::now(), seat.pace());
        Self {
            sockets,
            sessions,
            seat,
            token,
            peer,
            is_admin,
            pace,
            messages: Flood::of_messages(),
            signs: Flood::of_signs(),
            // At once, because this determines when the session ends.
            look_at: now,
            looked_at: now,
            ping_at: now + pace.ping_every,
            heard_at: now,
            merged_until: now,
            asked: Topics::NONE,
            relay_at: now,
        }
    }

    async fn run(mut self, mut stream: AggregatedMessageStream) {
        let end = loop {
            if let Err(end) = self.step(&mut stream).await {
                break end;
            }
        };
        if let End::Told(reason) = end {
            // If the peer does not accept the close frame in time, the connection is dropped anyway.
            drop(timeout(self.pace.send_time, self.peer.close(Some(reason.reason()))).await);
        }
    }

    /// Waits for the next event and handles it.
    async fn step(&mut self, stream: &mut AggregatedMessageStream) -> Result<(), End> {
        let has_news = self.merged_until <= Instant::now();
        let (merged_until, asked, relay_at) = (self.merged_until, !self.asked.is_empty(), self.relay_at);
        tokio::select! {
            biased;
            () = self.seat.closing() => Err(End::Told(Ended::GoingAway)),
            () = sleep_until(self.look_at) => self.look().await,
            () = self.seat.arrival(), if has_news => self.tell().await,
            () = sleep_until(merged_until), if !has_news => Ok(()),
            () = sleep_until(relay_at), if asked => self.relay().await,
            () = sleep_until(self.ping_at) => self.ping().await,
            message = stream.next() => self.hear(message).await,
        }
    }

    /// Checks that the session is valid and the site is open to it.
    async fn look(&mut self) -> Result<(), End> {
        let (clock, instant) = (self.sessions.now(), Instant::now());
        self.looked_at = instant;
        let Ok(found) = self.sessions.look(&self.token).await else {
            // The database is unavailable, so permissions are unknown: send nothing until it is back.
            self.look_at = instant + LOOK_AT_MOST;
            return Ok(());
        };
        let Some(found) = found else { return Err(End::Told(Ended::SessionOver)) };
        self.is_admin = found.actor.is_admin;
        if found.site.is_locked && !self.is_admin {
            return Err(End::Told(Ended::Lockdown));
        }
        let left = found.ends_at().since(clock) + Duration::from_millis(10);
        self.look_at = instant + left.min(LOOK_EVERY);
        Ok(())
    }

    async fn tell(&mut self) -> Result<(), End> {
        let news = self.seat.take_news();
        if news.of(true).intersects(Topics::ACCESS) {
            // Before sending anything. With many events, once a second suffices.
            let due = self.looked_at + LOOK_AT_MOST;
            if due <= Instant::now() { self.look().await? } else { self.look_at = self.look_at.min(due) }
        }
        let topics = news.of(self.is_admin);
        if topics.is_empty() {
            return Ok(());
        }
        self.merged_until = Instant::now() + MERGE;
        self.send(told(topics, news.at)).await
    }

    async fn relay(&mut self) -> Result<(), End> {
        let topics = std::mem::take(&mut self.asked);
        self.relay_at = Instant::now() + RELAY_EVERY;
        let now: Timestamp = self.sessions.now();
        if let Err(error) = self.sockets.announcements.relay(topics, self.seat.id().to_owned(), now).await {
            tracing::warn!(%error, "cannot forward a client's message");
        }
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard_at.elapsed() > self.pace.ping_every * 2 {
            return Err(End::Gone);
        }
        self.ping_at = Instant::now() + self.pace.ping_every;
        let sent = timeout(self.pace.send_time, self.peer.ping(b"")).await;
        if matches!(sent, Ok(Ok(()))) { Ok(()) } else { Err(End::Gone) }
    }

    async fn send(&mut self, text: String) -> Result<(), End> {
        let sent = timeout(self.pace.send_time, self.peer.text(text)).await;
        if matches!(sent, Ok(Ok(()))) { Ok(()) } else { Err(End::Gone) }
    }

    /// Counts what was received, if the limits apply.
    fn count(&mut self, flood: impl FnOnce(&mut Self) -> &mut Flood) -> Result<(), End> {
        let heard_at = self.heard_at;
        if self.seat.is_limited() { flood(self).count(heard_at).map_err(End::Told) } else { Ok(()) }
    }

    async fn hear(&mut self, message: Option<Result<AggregatedMessage, ProtocolError>>) -> Result<(), End> {
        self.heard_at = Instant::now();
        match message {
            Some(Ok(AggregatedMessage::Text(text))) => {
                self.count(|of| &mut of.messages)?;
                self.asked = self.asked.union(parse(&text).map_err(End::Told)?);
                Ok(())
            }
            Some(Ok(AggregatedMessage::Binary(_))) => Err(End::Told(Ended::Policy)),
            Some(Ok(AggregatedMessage::Ping(bytes))) => {
                self.count(|of| &mut of.signs)?;
                let sent = timeout(self.pace.send_time, self.peer.pong(&bytes)).await;
                if matches!(sent, Ok(Ok(()))) { Ok(()) } else { Err(End::Gone) }
            }
            Some(Ok(AggregatedMessage::Pong(_))) => self.count(|of| &mut of.signs),
            Some(Ok(AggregatedMessage::Close(reason))) => {
                // A peer that is already gone receives no close frame.
                let _unheard = self.peer.clone().close(reason).now_or_never();
                Err(End::Gone)
            }
            Some(Err(ProtocolError::Overflow)) => Err(End::Told(Ended::TooLarge)),
            Some(Err(ProtocolError::Io(error))) => Err(broken_limit(&error).map_or(End::Gone, End::Told)),
            Some(Err(_)) | None => Err(End::Gone),
        }
    }
}
