//! Limits for wrong passwords, and the waiting times after too many.
//!
//! Only checked attempts count. An attempt that was not checked, because the hasher was busy or the store unavailable,
//! is not a guess. An attempt is counted in the same transaction in which its result is recorded, so fifty concurrent
//! wrong passwords get only five results. Names without an account are counted in the same way.
//!
//! Others cannot use up the owner's attempts: a browser that has signed in to the account, known by its device cookie,
//! and a network from which the account has signed in have separate counters.

use crate::last_day::LastDay;
use facility_audit::attempts::FailureReason;
use facility_kernel::Timestamp;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// How long unused counters are stored. No limit looks further back.
pub const COUNTER_RETENTION: Duration = DAY;
/// Maximum number of wrong passwords per day for one name, over all unknown browsers and networks.
pub const UNKNOWN_BROWSER_FAILURES_A_DAY: u32 = 100;
/// Maximum number of wrong passwords per day for one account from one known browser.
pub const KNOWN_BROWSER_FAILURES_A_DAY: u32 = 10;
/// Maximum number of wrong passwords from one network, for any names, within [`NETWORK_WINDOW`].
pub const NETWORK_LIMIT: u32 = 30;
/// The same limit if the account has signed in from this network, because many people may share an address.
pub const KNOWN_NETWORK_LIMIT: u32 = 100;
/// The window of [`NETWORK_LIMIT`].
pub const NETWORK_WINDOW: Duration = Duration::from_mins(10);
/// How long a network counts as known to an account after a sign-in.
pub const KNOWN_NETWORK_LIFETIME: Duration = Duration::from_hours(24 * 90);
/// Maximum number of known networks per account. Beyond it, the least recently used is removed.
pub const MAX_KNOWN_NETWORKS: i64 = 10;

/// The number of attempts before a lock, and the duration of locks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockoutPolicy {
    /// Number of failures within `window` that do not cause a lock. The next one does.
    pub free_failures: u32,
    /// How long failures count.
    pub window: Duration,
    /// Duration of the first lock. Each further lock lasts twice as long.
    pub first_lock: Duration,
    /// Maximum duration of a lock.
    pub longest_lock: Duration,
    /// Maximum number of failures per day.
    pub failures_a_day: u32,
}

impl LockoutPolicy {
    /// Returns the duration of the `n`th consecutive lock, from 1.
    pub fn lock(&self, n: u32) -> Duration {
        self.first_lock.saturating_mul(1 << n.saturating_sub(1).min(16)).min(self.longest_lock)
    }
}

/// The policy for one name from one network. It must tolerate a user who mistypes and stop a program that guesses.
pub const PAIR_POLICY: LockoutPolicy = LockoutPolicy {
    free_failures: 4,
    window: Duration::from_mins(15),
    first_lock: Duration::from_mins(15),
    longest_lock: Duration::from_hours(4),
    failures_a_day: 100,
};

/// A counter that restarts when its window is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// When the window started.
    pub started_at: Timestamp,
    /// The count since the start.
    pub count: u32,
}

impl Window {
    pub const fn fresh(now: Timestamp) -> Self {
        Self { started_at: now, count: 0 }
    }

    /// Returns the time until another attempt is allowed, or `None` if it is allowed now.
    pub fn wait(self, limit: u32, length: Duration, now: Timestamp) -> Option<Duration> {
        let is_over = now.since(self.started_at) >= length;
        (!is_over && self.count >= limit).then(|| self.started_at.plus(length).since(now))
    }

    /// Counts one more.
    #[must_use]
    pub fn counted(self, length: Duration, now: Timestamp) -> Self {
        let current = if now.since(self.started_at) >= length { Self::fresh(now) } else { self };
        Self { count: current.count.saturating_add(1), ..current }
    }
}

/// The counters of one name in one network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockoutState {
    /// Failures in the current window.
    pub failures: u32,
    /// When the window started.
    pub window_started_at: Timestamp,
    /// Number of consecutive locks.
    pub locks: u32,
    /// No attempt is checked until this time.
    pub locked_until: Option<Timestamp>,
    /// Failures of the last day. A successful sign-in does not reset them.
    pub day: LastDay,
}

impl LockoutState {
    pub const fn fresh(now: Timestamp) -> Self {
        Self { failures: 0, window_started_at: now, locks: 0, locked_until: None, day: LastDay::empty() }
    }

    /// Returns how long attempts are refused, or `None` if one may be checked now.
    pub fn wait(&self, policy: &LockoutPolicy, now: Timestamp) -> Option<Duration> {
        let lock = self.locked_until.filter(|until| now < *until).map(|until| until.since(now));
        lock.max(self.day.wait(policy.failures_a_day, now))
    }

    /// Returns the counters after a wrong password.
    #[must_use]
    pub fn failed(mut self, policy: &LockoutPolicy, now: Timestamp) -> Self {
        if let Some(until) = self.locked_until.take() {
            // After a lock, one more failure starts the next, longer lock. A window without failures resets the locks.
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

    /// Returns the counters after the correct password: failures and locks are cleared, but the daily count remains.
    #[must_use]
    pub fn forgiven(self, now: Timestamp) -> Self {
        Self { day: self.day, ..Self::fresh(now) }
    }
}

/// Whether an attempt may be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    Admitted,
    /// Attempts with this name from this network or browser are refused for this time.
    Locked(Duration),
    /// Attempts from this network are refused for this time.
    NetworkLimited(Duration),
}

impl Admission {
    /// Returns the reason for not checking an attempt. `None` if it may be checked.
    pub const fn reason(self) -> Option<FailureReason> {
        match self {
            Self::Admitted => None,
            Self::Locked(_) => Some(FailureReason::Locked),
            Self::NetworkLimited(_) => Some(FailureReason::NetworkLimited),
        }
    }
}

/// Who is trying to sign in, as far as throttling can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimant {
    /// The entered name, as returned by [`crate::user::Username::key_of`].
    pub username_key: String,
    /// The network, as returned by [`network_of`].
    pub network: String,
    /// The fingerprint of the browser's device cookie, if it sent one.
    pub device: Option<String>,
    /// Whether the limit per network applies. False if rate limits are turned off.
    pub limits_network: bool,
}

impl Claimant {
    /// Returns the key of the counters for this name in this network.
    pub fn pair_key(&self) -> String {
        format!("{}{}", pair_prefix(&self.username_key), self.network)
    }

    /// Returns the key of the counter for this name over all unknown browsers and networks.
    pub fn name_key(&self) -> String {
        name_key(&self.username_key)
    }

    /// Returns the key under which refusals for this reason are combined. For a limited network it does not include the
    /// name, because otherwise each name would produce an entry.
    pub fn refusal_key(&self, reason: FailureReason) -> &str {
        if reason == FailureReason::NetworkLimited { "*" } else { &self.username_key }
    }

    /// Returns the key of the counter for this network. `None` if the limit does not apply.
    pub fn network_key(&self) -> Option<String> {
        self.limits_network.then(|| format!("sign-in:{}", self.network))
    }
}

/// The counters that apply to a claimant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Counters of the name in this network.
    pub pair: LockoutState,
    /// Failures of the name over all unknown browsers and networks.
    pub name: LastDay,
    /// Counter of the network over all names.
    pub network: Window,
    /// Failures of the browser, if it is known to the account.
    pub device: Option<LastDay>,
    /// Whether the account has signed in from this network before.
    pub is_known_network: bool,
}

impl Counters {
    /// Creates empty counters for an unknown browser and network.
    pub const fn fresh(now: Timestamp) -> Self {
        Self {
            pair: LockoutState::fresh(now),
            name: LastDay::empty(),
            network: Window::fresh(now),
            device: None,
            is_known_network: false,
        }
    }

    /// Decides whether an attempt may be checked now.
    pub fn admission(&self, now: Timestamp) -> Admission {
        if let Some(device) = &self.device {
            let wait = device.wait(KNOWN_BROWSER_FAILURES_A_DAY, now);
            return wait.map_or(Admission::Admitted, Admission::Locked);
        }
        let limit = if self.is_known_network { KNOWN_NETWORK_LIMIT } else { NETWORK_LIMIT };
        if let Some(wait) = self.network.wait(limit, NETWORK_WINDOW, now) {
            return Admission::NetworkLimited(wait);
        }
        let strangers = if self.is_known_network { None } else { self.name.wait(UNKNOWN_BROWSER_FAILURES_A_DAY, now) };
        let wait = self.pair.wait(&PAIR_POLICY, now).max(strangers);
        wait.map_or(Admission::Admitted, Admission::Locked)
    }

    /// Returns the counters after a wrong password.
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

    /// Returns the counters after the correct password. A sign-in from a known browser does not change the counters for
    /// unknown browsers, which would give others new attempts.
    #[must_use]
    pub fn succeeded(self, now: Timestamp) -> Self {
        match &self.device {
            Some(_) => self,
            None => Self { pair: self.pair.forgiven(now), ..self },
        }
    }
}

/// Returns the network of an address for throttling: the /24 of IPv4 or the /48 of IPv6. `local` if there is no
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

/// Returns the key of the counter for a name over all unknown browsers and networks.
pub fn name_key(username_key: &str) -> String {
    format!("name:{username_key}")
}

/// Returns the common prefix of a name's counter keys for all networks. Usernames cannot contain `|`.
pub fn pair_prefix(username_key: &str) -> String {
    format!("pair:{username_key}|")
}

#[cfg(test)]
#[path = "lockout_tests.rs"]
mod tests;
use crate::last_day::DAY;
