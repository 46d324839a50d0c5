//! The sockets that are open on this node, and the events that each has not received yet.
//!
//! Queuing an event merges it into the pending events of each socket and never waits. A slow client later receives one
//! merged message and does not delay the others.

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
pub struct SocketTimes {
    /// Interval between pings. A peer that is silent for two intervals is disconnected at the third.
    pub ping_every: Duration,
    /// Time limit for sending a message. For a peer that does not read, a few hundred kilobytes fit into the buffers
    /// before a message exceeds this limit.
    pub send_time: Duration,
}

impl SocketTimes {
    /// The default: a dead peer is disconnected within 51 s.
    pub const DEFAULT: Self = Self { ping_every: Duration::from_secs(17), send_time: Duration::from_secs(10) };
}

/// The `Retry-After` of a refused connection.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// Events that are not sent to a socket yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingEvents {
    /// Topics for everyone.
    pub public: Topics,
    /// Topics for administrators only.
    pub confidential: Topics,
    /// Topics for the user of this socket.
    pub personal: Topics,
    /// Time of the latest event.
    pub at: Timestamp,
}

impl PendingEvents {
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

struct SocketEntry {
    user: UserId,
    session: SessionId,
    network: String,
    pending: Mutex<PendingEvents>,
    arrived: Notify,
}

/// The open sockets of this node. Clones share them.
#[derive(Clone)]
pub struct Hub {
    sockets: Arc<Mutex<HashMap<String, Arc<SocketEntry>>>>,
    is_limited: bool,
    times: SocketTimes,
    closing: Arc<watch::Sender<bool>>,
}

impl Hub {
    /// Creates an empty hub with the limits of 5 sockets per session and 64 per address.
    pub fn strict() -> Self {
        let closing = Arc::new(watch::Sender::new(false));
        Self { sockets: Arc::default(), is_limited: true, times: SocketTimes::DEFAULT, closing }
    }

    /// Creates an empty hub without limits, for load tests.
    pub fn open() -> Self {
        Self { is_limited: false, ..Self::strict() }
    }

    /// Queues events for every socket except the one that caused them. Never waits.
    pub fn queue(&self, events: &[Event]) {
        for (id, entry) in &*lock(&self.sockets) {
            let others = events.iter().filter(|event| event.origin.as_ref() != Some(id));
            let mut pending = lock(&entry.pending);
            let before = *pending;
            others.for_each(|event| pending.add(event, entry.user));
            if *pending != before {
                entry.arrived.notify_one();
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
    pub fn with_times(self, times: SocketTimes) -> Self {
        Self { times, ..self }
    }

    /// Returns the number of open sockets.
    pub fn open_count(&self) -> usize {
        lock(&self.sockets).len()
    }

    /// Registers a new socket with this id. Errors: 429 if its session or network has the maximum number of sockets.
    pub fn register(
        &self,
        id: String,
        user: UserId,
        session: SessionId,
        network: String,
    ) -> Result<Registration, ApiError> {
        let entry = Arc::new(SocketEntry {
            user,
            session,
            network,
            pending: Mutex::new(PendingEvents::NONE),
            arrived: Notify::new(),
        });
        let mut sockets = lock(&self.sockets);
        let open_count =
            |is_same: &dyn Fn(&SocketEntry) -> bool| sockets.values().filter(|other| is_same(other)).count();
        let is_full = open_count(&|other| other.session == entry.session) >= PER_SESSION
            || open_count(&|other| other.network == entry.network) >= PER_ADDRESS;
        if self.is_limited && is_full {
            return Err(too_many(RETRY_AFTER, "Too many live connections are open"));
        }
        sockets.insert(id.clone(), Arc::clone(&entry));
        drop(sockets);
        Ok(Registration { id, entry, hub: self.clone(), closing: self.closing.subscribe() })
    }
}

/// The registration of one socket. Dropping it ends the registration.
pub struct Registration {
    id: String,
    entry: Arc<SocketEntry>,
    hub: Hub,
    closing: watch::Receiver<bool>,
}

impl Registration {
    /// Returns the connection id. Events that this connection caused are not sent to it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the socket's time limits.
    pub const fn times(&self) -> SocketTimes {
        self.hub.times
    }

    /// Returns whether the limits on messages of clients apply.
    pub const fn is_limited(&self) -> bool {
        self.hub.is_limited
    }

    /// Waits until there may be new events.
    pub async fn wait_for_events(&self) {
        self.entry.arrived.notified().await;
    }

    /// Takes all queued events. Later events are queued again.
    pub fn take_pending(&self) -> PendingEvents {
        std::mem::replace(&mut *lock(&self.entry.pending), PendingEvents::NONE)
    }

    /// Waits until the server is stopping.
    pub async fn closing(&self) {
        // An error means that the hub was dropped, so the server has stopped.
        drop(self.closing.clone().wait_for(|closing| *closing).await);
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        lock(&self.hub.sockets).remove(&self.id);
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

    fn registration(hub: &Hub, id: u32, session: u32, address: &str) -> Result<Registration, ApiError> {
        // Each session belongs to another user.
        let number = numbered(u64::from(session));
        hub.register(id.to_string(), UserId::Account(number), SessionId::from_uuid(number), address.to_owned())
    }

    fn event(topic: Topic, audience: Audience, origin: Option<&str>) -> Event {
        Event { topics: Topics::of(&[topic]), audience, origin: origin.map(str::to_owned), at: TEST_NOW }
    }

    #[test]
    fn events_are_merged_and_not_sent_to_the_socket_that_caused_them() {
        let hub = Hub::strict();
        let (one, other) = (registration(&hub, 1, 1, "a").unwrap(), registration(&hub, 2, 2, "a").unwrap());
        hub.queue(&[event(Topic::Documents, Audience::Everyone, Some("1"))]);
        hub.queue(&[event(Topic::Security, Audience::Admins, None)]);
        let (mine, theirs) = (one.take_pending(), other.take_pending());
        assert_eq!((mine.public, mine.of(true)), (Topics::NONE, Topics::of(&[Topic::Security])));
        assert_eq!(theirs.of(false), Topics::of(&[Topic::Documents]));
        assert_eq!(theirs.of(true), Topics::of(&[Topic::Documents, Topic::Security]));
        assert_eq!(other.take_pending(), PendingEvents::NONE, "each event is taken once");
    }

    #[test]
    fn events_for_a_user_reach_all_sockets_of_that_user_only() {
        let hub = Hub::strict();
        let registrations = [(1, 1), (2, 1), (3, 2)].map(|(id, user)| registration(&hub, id, user, "a").unwrap());
        hub.queue(&[event(Topic::Users, Audience::User(UserId::Account(numbered(1))), None)]);
        let users = Topics::of(&[Topic::Users]);
        let received = registrations
            .each_ref()
            .map(Registration::take_pending)
            .map(|pending| (pending.of(false), pending.of(true)));
        assert_eq!(received, [(users, users), (users, users), (Topics::NONE, Topics::NONE)]);
    }

    #[test]
    fn a_session_has_at_most_5_sockets_and_an_address_64() {
        let hub = Hub::strict();
        let mut registrations: Vec<Registration> = (0..5).map(|n| registration(&hub, n, 1, "a").unwrap()).collect();
        assert_eq!(registration(&hub, 5, 1, "b").map(drop).unwrap_err().code(), "rate_limited");
        registrations.pop();
        assert!(registration(&hub, 5, 1, "b").is_ok(), "a closed socket no longer counts");
        registrations.extend((10..70).map(|n| registration(&hub, n, n, "a").unwrap()));
        assert_eq!(hub.open_count(), 64);
        assert_eq!(registration(&hub, 99, 99, "a").map(drop).unwrap_err().code(), "rate_limited");
        let open = Hub::open();
        let many: Vec<Registration> = (0..99).map(|n| registration(&open, n, 1, "a").unwrap()).collect();
        assert_eq!(many.len(), open.open_count());
    }
}
