//! Checks the emergency key and the master key.

use super::sign_in::attempt_of;
use crate::UserError;
use crate::last_day::DAY;
use crate::lockout::Window;
use crate::ports::{CredentialName, PasswordHasher, UserRepository, Verdict};
use crate::second_factor::ports::CodeHasher;
use audit::attempts::FailureReason;
use audit::{Action, AuditLog, Audited, Details, EntityType, Entry, Performer, Throttle};
use kernel::{IdGenerator, RateLimits, RequestContext, Secret, Timestamp, UserId};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of wrong keys from one address within [`ADDRESS_WINDOW`].
const ADDRESS_LIMIT: u32 = 3;
const ADDRESS_WINDOW: Duration = Duration::from_mins(15);
/// Maximum number of wrong keys from one address within [`DAY`].
const ADDRESS_A_DAY: u32 = 20;
/// Number of wrong keys from all addresses within [`SITE_WINDOW`] after which an address has only [`ADDRESS_LIMIT`] tries
/// within [`DAY`]. It is not a limit for addresses that did not guess: others cannot keep the holder of the key out.
const SITE_LIMIT: u32 = 10;
const SITE_WINDOW: Duration = Duration::from_hours(1);
/// What the keys of an address's counts end with: of a day, and of a day while the site has had too many.
const OF_DAY: &str = ":day";
const BESIEGED: &str = ":besieged";
/// Maximum length of a key that is checked, in characters.
const MAX_KEY_CHARS: usize = 256;

/// Returns the address of which no key is checked now, if this is a full window of one: `key` is that of the window.
pub fn blocked_address(key: &str, window: Window, now: Timestamp) -> Option<&str> {
    let (_name, address) = key.split_once(':')?;
    let (address, limit, length) = if let Some(address) = address.strip_suffix(OF_DAY) {
        (address, ADDRESS_A_DAY, DAY)
    } else if let Some(address) = address.strip_suffix(BESIEGED) {
        (address, ADDRESS_LIMIT, DAY)
    } else {
        (address, ADDRESS_LIMIT, ADDRESS_WINDOW)
    };
    // That of the whole site has no address, and keeps nobody out.
    (!address.is_empty() && window.wait(limit, length, now).is_some()).then_some(address)
}

/// Checks the site's own keys. Each try that is checked is in the log, with a keyed fingerprint of what was typed. Wrong
/// ones are limited by address (OWASP ASVS 5.0, 6.3.1).
#[derive(Clone)]
pub struct SiteKeys {
    /// The hashes of the keys.
    pub users: Arc<dyn UserRepository>,
    /// The limits of wrong keys.
    pub throttle: Arc<dyn Throttle>,
    /// Checks keys.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Makes fingerprints.
    pub codes: Arc<dyn CodeHasher>,
    /// Records wrong keys.
    pub log: Arc<dyn AuditLog>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
    /// Whether the limits apply.
    pub limits: RateLimits,
}

/// A key that was right.
pub(super) struct RightKey {
    /// The hash that was checked.
    pub(super) hash: Secret,
    /// The fingerprint of what was typed.
    pub(super) fingerprint: String,
}

impl SiteKeys {
    /// Checks a key as typed. Errors: `validation_failed`, `rate_limited`, `invalid_key`.
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
        let counted = self.count(context, name).await?;
        let hash = self.users.credential(name).await?;
        let fingerprint = self.codes.fingerprint(typed);
        let verdict = match self.hasher.verify(typed, hash.clone()).await {
            Ok(verdict) => verdict,
            Err(error) => {
                // What was not checked is not a guess.
                self.give_back(&counted).await?;
                return Err(error.into());
            }
        };
        match hash.filter(|_| verdict != Verdict::Wrong) {
            Some(hash) => {
                self.give_back(&counted).await?;
                Ok(RightKey { hash, fingerprint })
            }
            None => Err(self.refuse(context, name, fingerprint).await?),
        }
    }

    /// Counts a try as a wrong one before it is checked, so that concurrent ones get no more verdicts than the limits
    /// allow. Returns the keys of the counts. Errors: `rate_limited`.
    async fn count(&self, context: &RequestContext, name: CredentialName) -> Result<Vec<String>, UserError> {
        if self.limits == RateLimits::Open {
            return Ok(Vec::new());
        }
        let (site, address) =
            (format!("{}:", name.as_str()), format!("{}:{}", name.as_str(), context.network()));
        let (of_day, besieged) = (format!("{address}{OF_DAY}"), format!("{address}{BESIEGED}"));
        let mut counted = Vec::new();
        for (key, limit, window) in [(address, ADDRESS_LIMIT, ADDRESS_WINDOW), (of_day, ADDRESS_A_DAY, DAY)] {
            self.count_one(context, key, limit, window, &mut counted).await?;
        }
        if self.throttle.count_call(&site, SITE_LIMIT, SITE_WINDOW, context.now).await?.is_none() {
            counted.push(site);
        } else {
            self.count_one(context, besieged, ADDRESS_LIMIT, DAY, &mut counted).await?;
        }
        Ok(counted)
    }

    async fn give_back(&self, counted: &[String]) -> Result<(), UserError> {
        if counted.is_empty() { Ok(()) } else { Ok(self.throttle.give_back(counted).await?) }
    }

    async fn count_one(
        &self,
        context: &RequestContext,
        key: String,
        limit: u32,
        window: Duration,
        counted: &mut Vec<String>,
    ) -> Result<(), UserError> {
        if let Some(retry_after) = self.throttle.count_call(&key, limit, window, context.now).await? {
            return Err(UserError::RateLimited { retry_after });
        }
        counted.push(key);
        Ok(())
    }

    async fn refuse(
        &self,
        context: &RequestContext,
        name: CredentialName,
        fingerprint: String,
    ) -> Result<UserError, UserError> {
        let reason = match name {
            CredentialName::EmergencyKey => FailureReason::WrongEmergencyKey,
            CredentialName::MasterKey => FailureReason::WrongMasterKey,
        };
        let details = Details::new()
            .with("reason", reason.as_str())
            .with("suspicious", true)
            .with("keyFingerprint", fingerprint);
        let performer = Performer::Anonymous { claimed: None };
        let entry = Entry::new(&*self.ids, context, performer, Action::LoginFailed, EntityType::Site)
            .details(details);
        let attempt = attempt_of(&*self.ids, context, UserId::EMERGENCY_ACCESS, Some(reason), true);
        self.log.record_attempt(Audited::new(attempt, entry)).await?;
        Ok(UserError::InvalidKey)
    }
}

#[cfg(test)]
#[path = "site_keys_tests.rs"]
mod tests;
