//! Verification of the emergency key and the master key.

use super::sign_in::attempt_of;
use crate::credential::CredentialName;
use crate::error::UserError;
use crate::last_day::DAY;
use crate::lockout::{Window, network_of};
use crate::ports::{PasswordCheck, PasswordHasher, UserRepository};
use crate::second_factor::ports::CodeHasher;
use facility_audit::action::{Action, EntityType};
use facility_audit::attempts::FailureReason;
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_audit::trail::AuditLog;
use facility_kernel::throttle::Throttle;
use facility_kernel::{IdGenerator, RateLimits, RequestContext, Secret, Timestamp, UserId, check_line};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of wrong keys from one network within [`NETWORK_WINDOW`].
const NETWORK_LIMIT: u32 = 3;
const NETWORK_WINDOW: Duration = Duration::from_mins(15);
/// Maximum number of wrong keys from one network within [`DAY`].
const NETWORK_FAILURES_A_DAY: u32 = 20;
/// Maximum number of wrong keys from all networks within [`SITE_WINDOW`] that are reported as wrong. Beyond it, only
/// the correct key gets a different answer, so others cannot lock out its holder.
const SITE_LIMIT: u32 = 10;
const SITE_WINDOW: Duration = Duration::from_hours(1);
/// Suffix of the key of a network's daily counter.
const DAY_SUFFIX: &str = ":day";
/// Maximum length of a key that is checked, in characters.
const MAX_KEY_CHARS: usize = 256;

/// Returns the network whose keys are refused now, if this counter has reached its limit. `key` is the counter's key.
pub fn blocked_network(key: &str, window: Window, now: Timestamp) -> Option<&str> {
    let (_name, network) = key.split_once(':')?;
    let (network, limit, length) = match network.strip_suffix(DAY_SUFFIX) {
        Some(network) => (network, NETWORK_FAILURES_A_DAY, DAY),
        None => (network, NETWORK_LIMIT, NETWORK_WINDOW),
    };
    // The counter for the whole site belongs to no network and refuses no one.
    (!network.is_empty() && window.wait(limit, length, now).is_some()).then_some(network)
}

/// Verifies the site's own keys. Each verified attempt is logged with a keyed fingerprint of the typed text. Wrong keys
/// are limited per network and for the whole site (OWASP ASVS 5.0, 6.3.1).
#[derive(Clone)]
pub struct SiteKeys {
    pub users: Arc<dyn UserRepository>,
    /// The limits for wrong keys.
    pub throttle: Arc<dyn Throttle>,
    pub hasher: Arc<dyn PasswordHasher>,
    /// Computes fingerprints.
    pub codes: Arc<dyn CodeHasher>,
    /// Records attempts.
    pub log: Arc<dyn AuditLog>,
    pub ids: Arc<dyn IdGenerator>,
    pub limits: RateLimits,
}

/// A correct key.
pub(super) struct RightKey {
    /// The hash that was checked.
    pub(super) hash: Secret,
    /// The fingerprint of the typed text.
    pub(super) fingerprint: String,
}

impl SiteKeys {
    /// Verifies a key as typed. Errors: `validation_failed`, `rate_limited`, `invalid_key`.
    pub(super) async fn check(
        &self,
        context: &RequestContext,
        name: CredentialName,
        typed: &Secret,
    ) -> Result<RightKey, UserError> {
        let field = match name {
            CredentialName::EmergencyKey => "adminKey",
            CredentialName::MasterKey => "masterKey",
        };
        if typed.expose().is_empty() || typed.expose().chars().nth(MAX_KEY_CHARS).is_some() {
            return Err(UserError::invalid(field, "Enter the key"));
        }
        check_line(field, typed.expose(), MAX_KEY_CHARS)?;
        let (counted, exceeded) = self.count(context, name).await?;
        let hash = self.users.credential(name).await?;
        let fingerprint = self.codes.fingerprint(typed);
        let password_check = match self.hasher.verify(typed, hash.clone()).await {
            Ok(password_check) => password_check,
            Err(error) => {
                // A key that was not verified is not a guess.
                self.give_back(&counted).await?;
                return Err(error.into());
            }
        };
        if let Some(hash) = hash.filter(|_| password_check != PasswordCheck::Wrong) {
            self.give_back(&counted).await?;
            return Ok(RightKey { hash, fingerprint });
        }
        self.record(context, name, fingerprint).await?;
        Err(exceeded.map_or(UserError::InvalidKey, |retry_after| UserError::RateLimited { retry_after }))
    }

    /// Counts the attempt before verifying the key, so that concurrent attempts cannot exceed the limits. Returns the
    /// counters' keys and, if the site has had too many wrong keys, the time until a wrong key is reported as wrong.
    /// Errors: `rate_limited` for this network.
    async fn count(
        &self,
        context: &RequestContext,
        name: CredentialName,
    ) -> Result<(Vec<String>, Option<Duration>), UserError> {
        let mut counted = Vec::new();
        if self.limits == RateLimits::Open {
            return Ok((counted, None));
        }
        let site = format!("{}:", name.as_str());
        let network = format!("{site}{}", network_of(context.ip_address.as_deref()));
        let of_day = format!("{network}{DAY_SUFFIX}");
        for (key, limit, window) in [(network, NETWORK_LIMIT, NETWORK_WINDOW), (of_day, NETWORK_FAILURES_A_DAY, DAY)] {
            if let Some(retry_after) = self.throttle.count_call(&key, limit, window, context.now).await? {
                return Err(UserError::RateLimited { retry_after });
            }
            counted.push(key);
        }
        let exceeded = self.throttle.count_call(&site, SITE_LIMIT, SITE_WINDOW, context.now).await?;
        if exceeded.is_none() {
            counted.push(site);
        }
        Ok((counted, exceeded))
    }

    async fn give_back(&self, counted: &[String]) -> Result<(), UserError> {
        if counted.is_empty() { Ok(()) } else { Ok(self.throttle.give_back(counted).await?) }
    }

    async fn record(
        &self,
        context: &RequestContext,
        name: CredentialName,
        fingerprint: String,
    ) -> Result<(), UserError> {
        let reason = match name {
            CredentialName::EmergencyKey => FailureReason::WrongEmergencyKey,
            CredentialName::MasterKey => FailureReason::WrongMasterKey,
        };
        let details =
            Details::new().with("reason", reason.as_str()).with("suspicious", true).with("keyFingerprint", fingerprint);
        let performer = Performer::Anonymous { claimed: None };
        let entry = Entry::new(&*self.ids, context, performer, Action::LoginFailed, EntityType::Site).details(details);
        let attempt = attempt_of(&*self.ids, context, UserId::EMERGENCY_ACCESS, Some(reason), true);
        Ok(self.log.record_attempt(Audited::new(attempt, entry)).await?)
    }
}

#[cfg(test)]
#[path = "site_keys_tests.rs"]
mod tests;
