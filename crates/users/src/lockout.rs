//! Limits for wrong passwords, and the waiting times after too many.
//!
//! Only verdicts count: an attempt that was never checked, because the hasher was busy or the store unavailable, is
//! not a guess. Counting and reporting a verdict happen in one transaction, so fifty concurrent wrong passwords get
//! only five verdicts. Names that do not exist are counted like names that do.
//!
//! Others cannot use up the owner's attempts: a browser that has signed in to the account, known by its device
//! cookie, and a network from which the account has signed in are counted separately.

use crate::last_day::LastDay;
use facility_audit::attempts::FailureReason;
use facility_kernel::Timestamp;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// Retention of inactive counts: no limit looks further back.
pub const COUNTS_KEPT: Duration = DAY;
/// Maximum number of wrong passwords per day that are checked for one name, from all unknown browsers and networks
/// together.
pub const STRANGERS_A_DAY: u32 = 100;
/// Maximum number of wrong passwords per day that are checked for one account and one known browser.
pub const DEVICE_A_DAY: u32 = 10;
/// Maximum number of wrong passwords for any names that are checked for one network within [`NETWORK_WINDOW`].
pub const NETWORK_LIMIT: u32 = 30;
/// The same limit if the named account has signed in from this network, because many people may share an address.
pub const KNOWN_NETWORK_LIMIT: u32 = 100;
/// The window of [`NETWORK_LIMIT`].
pub const NETWORK_WINDOW: Duration = Duration::from_mins(10);
/// Time for which a network counts as known to an account after a sign-in from it.
pub const NETWORK_KNOWN: Duration = Duration::from_hours(24 * 90);
/// Maximum number of known networks per account; the least recently used is removed.
pub const MAX_KNOWN_NETWORKS: i64 = 10;

/// The number of attempts and the duration of locks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockoutPolicy {
    /// Failures within `window` without a lock; the next one starts a lock.
    pub free_failures: u32,
    /// Time for which failures are remembered.
    pub window: Duration,
    /// Duration of the first lock; each further one lasts twice as long.
    pub first_lock: Duration,
    /// Maximum duration of a lock.
    pub longest_lock: Duration,
    /// Maximum number of failures per day.
    pub failures_a_day: u32,
}

impl LockoutPolicy {
    /// Returns how long a lock lasts that is the `n`th of consecutive ones, from 1.
    pub fn lock(&self, n: u32) -> Duration {
        self.first_lock.saturating_mul(1 << n.saturating_sub(1).min(16)).min(self.longest_lock)
    }
}

/// The policy for one name from one network: a user who mistypes, or a program that guesses.
pub const PAIR_POLICY: LockoutPolicy = LockoutPolicy {
    free_failures: 4,
    window: Duration::from_mins(15),
    first_lock: Duration::from_mins(15),
    longest_lock: Duration::from_hours(4),
    failures_a_day: 100,
};

/// A counter that restarts when its time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// When the window started.
    pub started_at: Timestamp,
    /// The count since then.
    pub count: u32,
}

impl Window {
    /// Creates an empty window that starts at `now`.
    pub const fn fresh(now: Timestamp) -> Self {
        Self { started_at: now, count: 0 }
    }

    /// Returns the time until one more is allowed, or `None` if it is allowed now.
    pub fn wait(self, limit: u32, length: Duration, now: Timestamp) -> Option<Duration> {
        let is_over = now.since(self.started_at) >= length;
        (!is_over && self.count >= limit).then(|| self.started_at.plus(length).since(now))
    }

    /// Returns the window with one more counted.
    #[must_use]
    pub fn counted(self, length: Duration, now: Timestamp) -> Self {
        let current = if now.since(self.started_at) >= length { Self::fresh(now) } else { self };
        Self { count: current.count.saturating_add(1), ..current }
    }
}

/// The counters of one name from one network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockoutState {
    /// Failures in the window.
    pub failures: u32,
    /// When the window started.
    pub window_started_at: Timestamp,
    /// Number of consecutive locks.
    pub locks: u32,
    /// Until this time no attempt is checked.
    pub locked_until: Option<Timestamp>,
    /// Failures of the last day. A success does not reset them.
    pub day: LastDay,
}

impl LockoutState {
    /// Creates empty counters.
    pub const fn fresh(now: Timestamp) -> Self {
        Self { failures: 0, window_started_at: now, locks: 0, locked_until: None, day: LastDay::empty() }
    }

    /// Returns the time for which no attempt is checked, or `None` if one may be checked now.
    pub fn wait(&self, policy: &LockoutPolicy, now: Timestamp) -> Option<Duration> {
        let lock = self.locked_until.filter(|until| now < *until).map(|until| until.since(now));
        lock.max(self.day.wait(policy.failures_a_day, now))
    }

    /// Returns the counters after a wrong password that was checked.
    #[must_use]
    pub fn failed(mut self, policy: &LockoutPolicy, now: Timestamp) -> Self {
        if let Some(until) = self.locked_until.take() {
            // One more failure after a lock starts the next, longer one; a window without failures clears the locks.
            self.failures = policy.free_failures;
            self.window_started_at = until;
        }
        if now.since(self.window_started_at) >= policy.window {
            self.failures = 0;
            self.locks = 0;
            self.window_started_at = now;
        }
        self.day = self.day.counted(now);
        self.failures = self.failures.saturating_add(1);
        if self.failures > policy.free_failures {
            self.locks = self.locks.saturating_add(1);
            self.locked_until = Some(now.plus(policy.lock(self.locks)));
        }
        self
    }

    /// Returns the counters after the correct password: failures and locks are cleared, the daily count continues.
    #[must_use]
    pub fn forgiven(self, now: Timestamp) -> Self {
        Self { day: self.day, ..Self::fresh(now) }
    }
}

/// Whether an attempt is admitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// The attempt may be checked.
    Admitted,
    /// No attempt with this name is checked from this network or browser for this time.
    Locked(Duration),
    /// No attempt is checked from this network for this time.
    NetworkLimited(Duration),
}

impl Admission {
    /// Returns why nothing is checked. `None` if it is.
    pub const fn reason(self) -> Option<FailureReason> {
        match self {
            Self::Admitted => None,
            Self::Locked(_) => Some(FailureReason::Locked),
            Self::NetworkLimited(_) => Some(FailureReason::NetworkLimited),
        }
    }
}

/// A person who tries to sign in, as far as throttles can distinguish them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimant {
    /// The name, in the form of [`crate::user::Username::key_of`].
    pub username_key: String,
    /// The network, from [`network_of`].
    pub network: String,
    /// The fingerprint of the browser's device cookie, if it sent one.
    pub device: Option<String>,
    /// Whether the limit per network applies. It does not with rate limits turned off.
    pub limits_network: bool,
}

impl Claimant {
    /// Returns the key of the counters for this name from this network.
    pub fn pair_key(&self) -> String {
        format!("{}{}", pair_prefix(&self.username_key), self.network)
    }

    /// Returns the key of the counter for this name from unknown browsers and networks.
    pub fn name_key(&self) -> String {
        name_key(&self.username_key)
    }

    /// Returns what refusals for this reason are recorded together for: those of a limited network whatever they name,
    /// because else each name would be an entry.
    pub fn refused_as(&self, reason: FailureReason) -> &str {
        if reason == FailureReason::NetworkLimited { "*" } else { &self.username_key }
    }

    /// Returns the key of the counter for this network, or `None` if the limit does not apply.
    pub fn network_key(&self) -> Option<String> {
        self.limits_network.then(|| format!("sign-in:{}", self.network))
    }
}

/// The counters that apply to a claimant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Counters of the name from this network.
    pub pair: LockoutState,
    /// Failures of the name from unknown browsers and networks.
    pub name: LastDay,
    /// Counter of the network, for all names.
    pub network: Window,
    /// Failures of the browser, if the account knows it.
    pub device: Option<LastDay>,
    /// Whether the account has signed in from this network before.
    pub is_known_network: bool,
}

impl Counters {
    /// Creates empty counters of an unknown browser and network.
    pub const fn fresh(now: Timestamp) -> Self {
        Self {
            pair: LockoutState::fresh(now),
            name: LastDay::empty(),
            network: Window::fresh(now),
            device: None,
            is_known_network: false,
        }
    }

    /// Returns whether an attempt may be checked now.
    pub fn admission(&self, now: Timestamp) -> Admission {
        if let Some(device) = &self.device {
            let wait = device.wait(DEVICE_A_DAY, now);
            return wait.map_or(Admission::Admitted, Admission::Locked);
        }
        let limit = if self.is_known_network { KNOWN_NETWORK_LIMIT } else { NETWORK_LIMIT };
        if let Some(wait) = self.network.wait(limit, NETWORK_WINDOW, now) {
            return Admission::NetworkLimited(wait);
        }
        let strangers = if self.is_known_network { None } else { self.name.wait(STRANGERS_A_DAY, now) };
        let wait = self.pair.wait(&PAIR_POLICY, now).max(strangers);
        wait.map_or(Admission::Admitted, Admission::Locked)
    }

    /// Returns the counters after a wrong password that was checked.
    #[must_use]
    pub fn failed(self, now: Timestamp) -> Self {
        if let Some(device) = self.device {
            return Self { device: Some(device.counted(now)), ..self };
        }
        Self {
            pair: self.pair.failed(&PAIR_POLICY, now),
            name: if self.is_known_network { self.name } else { self.name.counted(now) },
            network: self.network.counted(NETWORK_WINDOW, now),
            ..self
        }
    }

    /// Returns the counters after the correct password. A known browser's success does not change the counters for
    /// unknown ones, because it must not give others new attempts.
    #[must_use]
    pub fn succeeded(self, now: Timestamp) -> Self {
        match &self.device {
            Some(_) => self,
            None => Self { pair: self.pair.forgiven(now), ..self },
        }
    }
}

/// Returns the network of an address for counting sign-ins: the /24 of IPv4, the /48 of IPv6, or `local` without an
/// address.
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

/// Returns the key of a name from unknown browsers and networks.
pub fn name_key(username_key: &str) -> String {
    format!("name:{username_key}")
}

/// Returns the common prefix of the keys of a name from each network. A username cannot contain `|`.
pub fn pair_prefix(username_key: &str) -> String {
    format!("pair:{username_key}|")
}

#[cfg(test)]
#[path = "lockout_tests.rs"]
mod tests;
use crate::last_day::DAY;
