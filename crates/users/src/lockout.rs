//! How many wrong passwords a name takes, and how long it waits after too many.
//!
//! Only verdicts count: a try that was never judged, because the hasher was busy or the store did not answer, is not a
//! guess. Counting and telling a verdict are one transaction, so that fifty wrong guesses at once are told five
//! verdicts. Names that do not exist count like names that do.
//!
//! Strangers cannot use up the owner's tries: a browser that has signed in to the account, known by its device cookie, and
//! a network that the account was signed in to from are counted apart.

use kernel::Timestamp;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// A day, as limits count it: 24 hours from the first failure on.
pub const DAY: Duration = Duration::from_hours(24);
/// Wrong passwords a day that are judged for one name, from strangers everywhere together.
pub const STRANGERS_A_DAY: u32 = 100;
/// Wrong passwords a day that are judged for one account and one browser that has signed in to it.
pub const DEVICE_A_DAY: u32 = 10;
/// Wrong passwords, whatever the names, that are judged for one network within [`NETWORK_WINDOW`].
pub const NETWORK_LIMIT: u32 = 30;
/// The same where the name is of an account that was signed in to from this network: many people may share one address.
pub const KNOWN_NETWORK_LIMIT: u32 = 100;
/// The window of [`NETWORK_LIMIT`].
pub const NETWORK_WINDOW: Duration = Duration::from_mins(10);
/// How long a network counts as known to an account after a sign-in from it.
pub const NETWORK_KNOWN: Duration = Duration::from_hours(24 * 90);
/// The most networks that are known to an account; the least recently used goes.
pub const MAX_KNOWN_NETWORKS: i64 = 10;

/// How many tries, and how long the waits are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockoutPolicy {
    /// Failures within `window` up to which there is no lock; the next one starts it.
    pub free_failures: u32,
    /// How long failures are remembered.
    pub window: Duration,
    /// The first lock; each further one is twice as long.
    pub first_lock: Duration,
    /// The longest lock.
    pub longest_lock: Duration,
    /// The most failures a day, however spread.
    pub failures_a_day: u32,
}

/// One name from one network: a person who mistypes, or a machine that guesses.
pub const PAIR_POLICY: LockoutPolicy = LockoutPolicy {
    free_failures: 4,
    window: Duration::from_mins(15),
    first_lock: Duration::from_mins(15),
    longest_lock: Duration::from_hours(4),
    failures_a_day: 100,
};

/// A count that starts over when its time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// When it began.
    pub started_at: Timestamp,
    /// What was counted since.
    pub count: u32,
}

impl Window {
    /// Nothing counted yet.
    pub const fn fresh(now: Timestamp) -> Self {
        Self { started_at: now, count: 0 }
    }

    /// How long to wait until one more is allowed; nothing where it is allowed now.
    pub fn wait(self, limit: u32, length: Duration, now: Timestamp) -> Option<Duration> {
        let is_over = now.since(self.started_at) >= length;
        (!is_over && self.count >= limit).then(|| self.started_at.plus(length).since(now))
    }

    /// With one more.
    #[must_use]
    pub fn counted(self, length: Duration, now: Timestamp) -> Self {
        let current = if now.since(self.started_at) >= length { Self::fresh(now) } else { self };
        Self { count: current.count.saturating_add(1), ..current }
    }
}

/// What is counted of one name from one network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockoutState {
    /// Failures in the window.
    pub failures: u32,
    /// When the window began.
    pub window_started_at: Timestamp,
    /// How many locks there were in a row.
    pub locks: u32,
    /// Until when no try is judged.
    pub locked_until: Option<Timestamp>,
    /// Failures in the day. A success does not reset it.
    pub day: Window,
}

impl LockoutState {
    /// Nothing counted yet.
    pub const fn fresh(now: Timestamp) -> Self {
        Self { failures: 0, window_started_at: now, locks: 0, locked_until: None, day: Window::fresh(now) }
    }

    /// How long no try is judged; nothing where one may be judged now.
    pub fn wait(&self, policy: &LockoutPolicy, now: Timestamp) -> Option<Duration> {
        let lock = self.locked_until.filter(|until| now < *until).map(|until| until.since(now));
        lock.max(self.day.wait(policy.failures_a_day, DAY, now))
    }

    /// After a wrong password that was judged.
    #[must_use]
    pub fn failed(mut self, policy: &LockoutPolicy, now: Timestamp) -> Self {
        if let Some(until) = self.locked_until.take() {
            // One more failure after a lock starts the next, longer one; a quiet window forgives.
            self.failures = policy.free_failures;
            self.window_started_at = until;
        }
        if now.since(self.window_started_at) >= policy.window {
            self.failures = 0;
            self.locks = 0;
            self.window_started_at = now;
        }
        self.day = self.day.counted(DAY, now);
        self.failures = self.failures.saturating_add(1);
        if self.failures > policy.free_failures {
            let doubled = policy.first_lock.saturating_mul(1 << self.locks.min(16));
            self.locked_until = Some(now.plus(doubled.min(policy.longest_lock)));
            self.locks = self.locks.saturating_add(1);
        }
        self
    }

    /// After the right password: failures and locks are forgiven, the day goes on counting.
    #[must_use]
    pub const fn forgiven(self, now: Timestamp) -> Self {
        Self { day: self.day, ..Self::fresh(now) }
    }
}

/// What a try finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// The try may be judged.
    Admitted,
    /// No try with this name is judged from there, for this long.
    Locked(Duration),
    /// No try is judged from this network, for this long.
    NetworkLimited(Duration),
}

/// Who tries to sign in, as far as throttles tell people apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimant {
    /// The name, in [`crate::Username::key_of`] form.
    pub username_key: String,
    /// The network, by [`network_of`].
    pub network: String,
    /// What the database knows the browser's device cookie by, where it sent one.
    pub device: Option<String>,
    /// Whether the network is limited, whatever the names: not in the profile without limits.
    pub limits_network: bool,
}

impl Claimant {
    /// The key under which this name from this network is counted.
    pub fn pair_key(&self) -> String {
        format!("{}{}", pair_prefix(&self.username_key), self.network)
    }

    /// The key under which this name is counted for strangers from everywhere.
    pub fn name_key(&self) -> String {
        name_key(&self.username_key)
    }

    /// The key under which this network is counted, whatever the name; none where it is not limited.
    pub fn network_key(&self) -> Option<String> {
        self.limits_network.then(|| format!("sign-in:{}", self.network))
    }
}

/// What has been counted for a claimant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counters {
    /// The name from this network.
    pub pair: LockoutState,
    /// The name from strangers everywhere, a day.
    pub name: Window,
    /// The network, whatever the names.
    pub network: Window,
    /// The browser, a day, where it has signed in to the account before.
    pub device: Option<Window>,
    /// Whether the account was signed in to from this network before.
    pub is_known_network: bool,
}

impl Counters {
    /// Nothing counted, nothing known.
    pub const fn fresh(now: Timestamp) -> Self {
        Self {
            pair: LockoutState::fresh(now),
            name: Window::fresh(now),
            network: Window::fresh(now),
            device: None,
            is_known_network: false,
        }
    }

    /// Whether a try may be judged now.
    pub fn admission(&self, now: Timestamp) -> Admission {
        if let Some(device) = self.device {
            let wait = device.wait(DEVICE_A_DAY, DAY, now);
            return wait.map_or(Admission::Admitted, Admission::Locked);
        }
        let limit = if self.is_known_network { KNOWN_NETWORK_LIMIT } else { NETWORK_LIMIT };
        if let Some(wait) = self.network.wait(limit, NETWORK_WINDOW, now) {
            return Admission::NetworkLimited(wait);
        }
        let strangers = if self.is_known_network { None } else { self.name.wait(STRANGERS_A_DAY, DAY, now) };
        let wait = self.pair.wait(&PAIR_POLICY, now).max(strangers);
        wait.map_or(Admission::Admitted, Admission::Locked)
    }

    /// After a wrong password that was judged.
    #[must_use]
    pub fn failed(self, now: Timestamp) -> Self {
        if let Some(device) = self.device {
            return Self { device: Some(device.counted(DAY, now)), ..self };
        }
        Self {
            pair: self.pair.failed(&PAIR_POLICY, now),
            name: if self.is_known_network { self.name } else { self.name.counted(DAY, now) },
            network: self.network.counted(NETWORK_WINDOW, now),
            ..self
        }
    }

    /// After the right password. A known browser's success leaves the strangers' counts alone: it must not give them
    /// new tries.
    #[must_use]
    pub const fn succeeded(self, now: Timestamp) -> Self {
        match self.device {
            Some(_) => self,
            None => Self { pair: self.pair.forgiven(now), ..self },
        }
    }
}

/// The network of an address that sign-ins are counted by: the /24 of IPv4, the /48 of IPv6; `local` without one.
pub fn network_of(address: Option<&str>) -> String {
    let Some(text) = address else { return "local".to_owned() };
    match text.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, _] = address.octets();
            format!("{}/24", Ipv4Addr::new(a, b, c, 0))
        }
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, ..] = address.segments();
            format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
        Err(_) => text.to_owned(),
    }
}

/// The key of a name from everywhere.
pub fn name_key(username_key: &str) -> String {
    format!("name:{username_key}")
}

/// What the keys of a name from each network begin with. `|` cannot stand in a username.
pub fn pair_prefix(username_key: &str) -> String {
    format!("pair:{username_key}|")
}

#[cfg(test)]
#[path = "lockout_tests.rs"]
mod tests;
