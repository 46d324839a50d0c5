//! The sockets connected to this node, and the events that each has not received yet.
//!
//! Announcing an event sets a flag on each seat and never waits. A slow client eventually receives one merged message
//! and does not delay the others.

use crate::gate::limits::counted::too_many;
use crate::http::error::ApiError;
use facility_audit::topics::{Audience, Event, Topics};
use facility_kernel::{SessionId, Timestamp, UserId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// Maximum number of sockets per session.
const PER_SESSION: usize = 5;
/// Maximum number of sockets per address; for IPv6, per /64 network.
const PER_ADDRESS: usize = 64;
/// Time limits of a socket.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Interval between pings. A peer that was silent for two intervals is disconnected at the third.
    pub ping_every: Duration,
    /// Time limit for sending a message. A few hundred kilobytes fit in the buffers of a peer that does not read;
    /// after that the next message exceeds the limit.
    pub send_time: Duration,
}

impl Pace {
    /// The default: a dead peer is detected within 51 s.
    pub const USUAL: Self = Self { ping_every: Duration::from_secs(17), send_time: Duration::from_secs(10) };
}

/// The `Retry-After` of a refused connection.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// Events that a socket has not sent yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct News {
    /// Topics for everyone.
    pub public: Topics,
    /// Topics for administrators only.
    pub confidential: Topics,
    /// Topics for the user of this socket.
    pub personal: Topics,
    /// Time of the latest event.
    pub at: Timestamp,
}

impl News {
    const NONE: Self =
        Self { public: Topics::NONE, confidential: Topics::NONE, personal: Topics::NONE, at: Timestamp::EPOCH };

    /// Returns the topics that a reader may see.
    pub const fn of(self, is_admin: bool) -> Topics {
        let own = self.public.union(self.personal);
        if is_admin { own.union(self.confidential) } else { own }
    }

    /// Adds an event, unless it is for a user other than this one.
    fn add(&mut self, event: &Event, user: UserId) {
        match event.audience {
            Audience::User(other) if other != user => return,
            Audience::User(_) => self.personal = self.personal.union(event.topics),
            Audience::Everyone => self.public = self.public.union(event.topics),
            Audience::Admins => self.confidential = self.confidential.union(event.topics),
        }
        self.at = self.at.max(event.at);
    }
}

struct Place {
    user: UserId,
    session: SessionId,
    network: String,
    news: Mutex<News>,
    arrived: Notify,
}

/// The sockets of this node. Clones share them.
#[derive(Clone)]
pub struct Hub {
    places: Arc<Mutex<HashMap<String, Arc<Place>>>>,
    is_limited: bool,
    pace: Pace,
    closing: Arc<watch::Sender<bool>>,
}

impl Hub {
    /// Creates an empty hub with the limits of 5 sockets per session and 64 per address.
    pub fn strict() -> Self {
        let closing = Arc::new(watch::Sender::new(false));
        Self { places: Arc::default(), is_limited: true, pace: Pace::USUAL, closing }
    }

    /// Creates an empty hub without limits, for load tests.
    pub fn open() -> Self {
        Self { is_limited: false, ..Self::strict() }
    }

    /// Queues events for all sockets except the one that caused them. Never waits.
    pub fn tell(&self, events: &[Event]) {
        for (id, place) in &*lock(&self.places) {
            let others = events.iter().filter(|event| event.origin.as_ref() != Some(id));
            let mut news = lock(&place.news);
            let before = *news;
            others.for_each(|event| news.add(event, place.user));
            if *news != before {
                place.arrived.notify_one();
            }
        }
    }

    /// Closes every socket because the server is stopping.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Sets the sockets' time limits.
    #[cfg(test)]
    #[must_use]
    pub fn paced(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// Returns the number of open sockets.
    pub fn taken(&self) -> usize {
        lock(&self.places).len()
    }

    /// Takes a seat for a new socket with this id. Errors: 429 when its session or network has the maximum number.
    pub fn take_seat(&self, id: String, user: UserId, session: SessionId, network: String) -> Result<Seat, ApiError> {
        let place = Arc::new(Place { user, session, network, news: Mutex::new(News::NONE), arrived: Notify::new() });
        let mut places = lock(&self.places);
        let taken = |is_same: &dyn Fn(&Place) -> bool| places.values().filter(|other| is_same(other)).count();
        let is_full = taken(&|other| other.session == place.session) >= PER_SESSION
            || taken(&|other| other.network == place.network) >= PER_ADDRESS;
        if self.is_limited && is_full {
            return Err(too_many(RETRY_AFTER, "Too many live connections are open"));
        }
        places.insert(id.clone(), Arc::clone(&place));
        drop(places);
        Ok(Seat { id, place, hub: self.clone(), closing: self.closing.subscribe() })
    }
}

/// The seat of one socket. Dropping it frees the seat.
pub struct Seat {
    id: String,
    place: Arc<Place>,
    hub: Hub,
    closing: watch::Receiver<bool>,
}

impl Seat {
    /// Connection id; events from this connection are not echoed to it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the socket's time limits.
    pub const fn pace(&self) -> Pace {
        self.hub.pace
    }

    /// Returns whether the limits for clients apply.
    pub const fn is_limited(&self) -> bool {
        self.hub.is_limited
    }

    /// Waits until there may be new events.
    pub async fn arrival(&self) {
        self.place.arrived.notified().await;
    }

    /// Takes all queued events. Later events are queued again.
    pub fn take_news(&self) -> News {
        std::mem::replace(&mut *lock(&self.place.news), News::NONE)
    }

    /// Waits until the server is stopping.
    pub async fn closing(&self) {
        // An error means that the hub was dropped because the server has stopped.
        drop(self.closing.clone().wait_for(|closing| *closing).await);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.hub.places).remove(&self.id);
    }
}

/// Locks the state. A panic elsewhere leaves it consistent, so a poisoned lock is safe to use.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_audit::topics::Topic;
    use facility_kernel::testing::{TEST_NOW, numbered};

    fn seat(hub: &Hub, id: u32, session: u32, address: &str) -> Result<Seat, ApiError> {
        // Each session belongs to another user.
        let number = numbered(u64::from(session));
        hub.take_seat(id.to_string(), UserId::Account(number), SessionId::from_uuid(number), address.to_owned())
    }

    fn event(topic: Topic, audience: Audience, origin: Option<&str>) -> Event {
        Event { topics: Topics::of(&[topic]), audience, origin: origin.map(str::to_owned), at: TEST_NOW }
    }

    #[test]
    fn news_are_merged_and_spared_to_who_caused_them() {
        let hub = Hub::strict();
        let (one, other) = (seat(&hub, 1, 1, "a").unwrap(), seat(&hub, 2, 2, "a").unwrap());
        hub.tell(&[event(Topic::Documents, Audience::Everyone, Some("1"))]);
        hub.tell(&[event(Topic::Security, Audience::Admins, None)]);
        let (mine, theirs) = (one.take_news(), other.take_news());
        assert_eq!((mine.public, mine.of(true)), (Topics::NONE, Topics::of(&[Topic::Security])));
        assert_eq!(theirs.of(false), Topics::of(&[Topic::Documents]));
        assert_eq!(theirs.of(true), Topics::of(&[Topic::Documents, Topic::Security]));
        assert_eq!(other.take_news(), News::NONE, "told once");
    }

    #[test]
    fn one_user_s_news_reach_all_sockets_of_that_user_only() {
        let hub = Hub::strict();
        let seats = [(1, 1), (2, 1), (3, 2)].map(|(id, user)| seat(&hub, id, user, "a").unwrap());
        hub.tell(&[event(Topic::Users, Audience::User(UserId::Account(numbered(1))), None)]);
        let users = Topics::of(&[Topic::Users]);
        let told = seats.each_ref().map(Seat::take_news).map(|news| (news.of(false), news.of(true)));
        assert_eq!(told, [(users, users), (users, users), (Topics::NONE, Topics::NONE)]);
    }

    #[test]
    fn a_session_and_an_address_hold_so_many() {
        let hub = Hub::strict();
        let mut seats: Vec<Seat> = (0..5).map(|n| seat(&hub, n, 1, "a").unwrap()).collect();
        assert_eq!(seat(&hub, 5, 1, "b").map(drop).unwrap_err().code(), "rate_limited");
        seats.pop();
        assert!(seat(&hub, 5, 1, "b").is_ok(), "a freed seat is available");
        seats.extend((10..70).map(|n| seat(&hub, n, n, "a").unwrap()));
        assert_eq!(hub.taken(), 64);
        assert_eq!(seat(&hub, 99, 99, "a").map(drop).unwrap_err().code(), "rate_limited");
        let open = Hub::open();
        let many: Vec<Seat> = (0..99).map(|n| seat(&open, n, 1, "a").unwrap()).collect();
        assert_eq!(many.len(), open.taken());
    }
}
