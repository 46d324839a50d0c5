//! Checks the emergency key and the master key.

use super::sign_in::attempt_of;
use crate::UserError;
use crate::ports::{CredentialName, PasswordHasher, UserRepository, Verdict};
use crate::second_factor::ports::CodeHasher;
use audit::attempts::FailureReason;
use audit::{Action, AuditLog, Audited, Details, EntityType, Entry, Performer, Throttle};
use kernel::{IdGenerator, RateLimits, RequestContext, Secret, UserId};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of tries from one address within [`ADDRESS_WINDOW`].
const ADDRESS_LIMIT: u32 = 3;
const ADDRESS_WINDOW: Duration = Duration::from_mins(15);
/// Maximum number of tries from all addresses within [`SITE_WINDOW`].
const SITE_LIMIT: u32 = 10;
const SITE_WINDOW: Duration = Duration::from_hours(1);
/// Maximum length of a key that is checked, in characters.
const MAX_KEY_CHARS: usize = 256;

/// Checks the site's own keys. Each try that is checked is in the log, with a keyed fingerprint of what was typed.
#[derive(Clone)]
pub struct SiteKeys {
    /// The hashes of the keys.
    pub users: Arc<dyn UserRepository>,
    /// The limits of tries, right ones included.
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
        self.count(context, name).await?;
        let hash = self.users.credential(name).await?;
        let fingerprint = self.codes.fingerprint(typed);
        let verdict = self.hasher.verify(typed, hash.clone()).await?;
        match hash.filter(|_| verdict != Verdict::Wrong) {
            Some(hash) => Ok(RightKey { hash, fingerprint }),
            None => Err(self.refuse(context, name, fingerprint).await?),
        }
    }

    /// Counts a try before it is checked, so that its cost is limited, too.
    async fn count(&self, context: &RequestContext, name: CredentialName) -> Result<(), UserError> {
        if self.limits == RateLimits::Open {
            return Ok(());
        }
        let name = name.as_str();
        for (key, limit, window) in [
            (format!("{name}:{}", context.network()), ADDRESS_LIMIT, ADDRESS_WINDOW),
            (format!("{name}:"), SITE_LIMIT, SITE_WINDOW),
        ] {
            if let Some(retry_after) = self.throttle.count_call(&key, limit, window, context.now).await? {
                return Err(UserError::RateLimited { retry_after });
            }
        }
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
