//! Who is connected to this node, and what each has yet to be told.
//!
//! Telling is a note on each seat and never waits: a client that reads slowly finds one merged note in the end, and
//! keeps nobody from theirs.

use crate::error::ApiError;
use audit::topics::{Audience, Event, Topics};
use kernel::{ErrorKind, SessionId, Timestamp};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// The most sockets of one session.
const PER_SESSION: usize = 5;
/// The most sockets from one address; of IPv6, from one /64.
const PER_ADDRESS: usize = 64;
/// How long a socket waits for its peer.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How often the peer is pinged; a peer that was silent for two of them is gone at the third.
    pub ping_every: Duration,
    /// How long a message may take to leave. A peer that does not read has room for some hundred kilobytes on the way,
    /// and then stops the next message.
    pub send_time: Duration,
}

impl Pace {
    /// A peer that is gone is noticed within 51 s.
    pub const USUAL: Self = Self { ping_every: Duration::from_secs(17), send_time: Duration::from_secs(10) };
}

/// What a refused client is told to wait.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// What a socket has yet to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct News {
    /// For everybody.
    pub public: Topics,
    /// For administrators alone.
    pub confidential: Topics,
    /// When the latest of it happened.
    pub at: Timestamp,
}

impl News {
    const NONE: Self = Self { public: Topics::NONE, confidential: Topics::NONE, at: Timestamp::EPOCH };

    /// What a reader may know of it.
    pub const fn of(self, is_admin: bool) -> Topics {
        if is_admin { self.public.and(self.confidential) } else { self.public }
    }

    fn add(&mut self, event: &Event) {
        match event.audience {
            Audience::Everyone => self.public = self.public.and(event.topics),
            Audience::Admins => self.confidential = self.confidential.and(event.topics),
        }
        self.at = self.at.max(event.at);
    }
}

struct Place {
    session: SessionId,
    network: String,
    news: Mutex<News>,
    arrived: Notify,
}

/// The sockets of this node. Clones are the same one.
#[derive(Clone)]
pub struct Hub {
    places: Arc<Mutex<HashMap<String, Arc<Place>>>>,
    is_limited: bool,
    pace: Pace,
    closing: Arc<watch::Sender<bool>>,
}

impl Hub {
    /// Nobody yet; 5 sockets a session and 64 an address.
    pub fn strict() -> Self {
        let closing = Arc::new(watch::Sender::new(false));
        Self { places: Arc::default(), is_limited: true, pace: Pace::USUAL, closing }
    }

    /// Nobody yet, and no limits, for load tests.
    pub fn open() -> Self {
        Self { is_limited: false, ..Self::strict() }
    }

    /// Notes down events for everybody but those who caused them. Never waits.
    pub fn tell(&self, events: &[Event]) {
        for (id, place) in &*lock(&self.places) {
            let others = events.iter().filter(|event| event.origin.as_ref() != Some(id));
            let mut news = lock(&place.news);
            let before = *news;
            others.for_each(|event| news.add(event));
            if *news != before {
                place.arrived.notify_one();
            }
        }
    }

    /// Closes every socket, as the server stops.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// With sockets that wait so long for their peers.
    #[cfg(test)]
    #[must_use]
    pub fn paced(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// How many sockets are open.
    #[cfg(test)]
    pub fn taken(&self) -> usize {
        lock(&self.places).len()
    }

    /// A place for a new socket called `id`, or 429 when its session or network holds enough.
    pub fn take_seat(&self, id: String, session: SessionId, network: String) -> Result<Seat, ApiError> {
        let place =
            Arc::new(Place { session, network, news: Mutex::new(News::NONE), arrived: Notify::new() });
        let mut places = lock(&self.places);
        let taken = |is_same: &dyn Fn(&Place) -> bool| places.values().filter(|other| is_same(other)).count();
        let is_full = taken(&|other| other.session == place.session) >= PER_SESSION
            || taken(&|other| other.network == place.network) >= PER_ADDRESS;
        if self.is_limited && is_full {
            let kind = ErrorKind::RateLimited { retry_after: RETRY_AFTER };
            return Err(ApiError::new(kind, "rate_limited", "Too many live connections are open"));
        }
        places.insert(id.clone(), Arc::clone(&place));
        drop(places);
        Ok(Seat { id, place, hub: self.clone(), closing: self.closing.subscribe() })
    }
}

/// One socket's place. Dropping it gives the place back.
pub struct Seat {
    id: String,
    place: Arc<Place>,
    hub: Hub,
    closing: watch::Receiver<bool>,
}

impl Seat {
    /// The socket's name, by which it is spared what it caused.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How long the socket waits for its peer.
    pub const fn pace(&self) -> Pace {
        self.hub.pace
    }

    /// Whether clients are held to their limits.
    pub const fn is_limited(&self) -> bool {
        self.hub.is_limited
    }

    /// Waits until there may be news.
    pub async fn arrival(&self) {
        self.place.arrived.notified().await;
    }

    /// Takes the news there is; what comes later is told later.
    pub fn take_news(&self) -> News {
        std::mem::replace(&mut *lock(&self.place.news), News::NONE)
    }

    /// Waits until the server stops.
    pub async fn closing(&self) {
        // An error says that the hub is gone, and the server with it.
        drop(self.closing.clone().wait_for(|closing| *closing).await);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.hub.places).remove(&self.id);
    }
}

/// A panic elsewhere leaves nothing half done in here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit::topics::Topic;
    use kernel::testing::{TEST_NOW, numbered};

    fn seat(hub: &Hub, id: u32, session: u32, address: &str) -> Result<Seat, ApiError> {
        let session = SessionId::from_uuid(numbered(u64::from(session)));
        hub.take_seat(id.to_string(), session, address.to_owned())
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
    fn a_session_and_an_address_hold_so_many() {
        let hub = Hub::strict();
        let mut seats: Vec<Seat> = (0..5).map(|n| seat(&hub, n, 1, "a").unwrap()).collect();
        assert_eq!(seat(&hub, 5, 1, "b").map(drop).unwrap_err().code(), "rate_limited");
        seats.pop();
        assert!(seat(&hub, 5, 1, "b").is_ok(), "a place that is given back is free");
        seats.extend((10..70).map(|n| seat(&hub, n, n, "a").unwrap()));
        assert_eq!(hub.taken(), 64);
        assert_eq!(seat(&hub, 99, 99, "a").map(drop).unwrap_err().code(), "rate_limited");
        let open = Hub::open();
        let many: Vec<Seat> = (0..99).map(|n| seat(&open, n, 1, "a").unwrap()).collect();
        assert_eq!(many.len(), open.taken());
    }
}
