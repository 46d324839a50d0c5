//! Password guesses outside the sign-in. They count like wrong passwords there, so that no operation allows additional
//! guesses.

use super::sign_in::{SignIn, refuse_unless_admitted};
use crate::claimed::{ClaimedName, NameKey};
use crate::device::DeviceToken;
use crate::error::UserError;
use crate::lockout::{Admission, Claimant, Counters, network_of};
use crate::ports::{RefusedSignIn, SessionRepository, SignInThrottle};
use facility_audit::action::{Action, EntityType};
use facility_audit::attempts::{FailureReason, LoginAttempt};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_audit::refusals::{RefusalKind, Refusals};
use facility_kernel::{AttemptId, IdGenerator, RateLimits, RequestContext, UserId};
use std::sync::Arc;

/// Counts and records guesses.
#[derive(Clone)]
pub struct GuessLimits {
    /// Records failed guesses.
    pub sessions: Arc<dyn SessionRepository>,
    /// Failures by name, network and browser.
    pub throttle: Arc<dyn SignInThrottle>,
    pub ids: Arc<dyn IdGenerator>,
    pub limits: RateLimits,
    /// Records guesses that were not checked.
    pub refusals: Refusals,
    /// The key for fingerprints of names without an account.
    pub names: NameKey,
}

/// One guess, with the data to be recorded.
pub(super) struct Guess<'a> {
    pub(super) context: &'a RequestContext,
    /// The name for records.
    pub(super) name: String,
    pub(super) performer: Performer,
    pub(super) claimant: Claimant,
    /// The action to record if the guess is wrong.
    pub(super) failed: Action,
}

impl From<&SignIn> for GuessLimits {
    /// Uses the counters of the sign-in.
    fn from(sign_in: &SignIn) -> Self {
        Self {
            sessions: Arc::clone(&sign_in.sessions),
            throttle: Arc::clone(&sign_in.throttle),
            ids: Arc::clone(&sign_in.ids),
            limits: sign_in.limits,
            refusals: sign_in.refusals.clone(),
            names: sign_in.names.clone(),
        }
    }
}

impl GuessLimits {
    /// Creates a guess for this name. `failed` is the action to record if it is wrong.
    pub(super) fn guess<'a>(
        &self,
        context: &'a RequestContext,
        name: ClaimedName,
        device: Option<&DeviceToken>,
        performer: Performer,
        failed: Action,
    ) -> Guess<'a> {
        let ClaimedName { key, shown: name } = name;
        let claimant = Claimant {
            username_key: key,
            network: network_of(context.ip_address.as_deref()),
            device: device.map(DeviceToken::fingerprint),
            limits_network: self.limits == RateLimits::Strict,
        };
        Guess { context, name, performer, claimant, failed }
    }

    /// Decides whether a guess may be checked. Errors: `account_locked`, `rate_limited`.
    pub(super) async fn admit(&self, guess: &Guess<'_>) -> Result<(), UserError> {
        let admission = self.counters(guess).await?.admission(guess.context.now);
        self.enforce(guess, admission).await
    }

    /// Returns the counters that apply to a guess.
    pub(super) async fn counters(&self, guess: &Guess<'_>) -> Result<Counters, UserError> {
        Ok(self.throttle.standing(&guess.claimant, guess.context.now).await?.counters)
    }

    /// Records and refuses a guess unless it is admitted. Errors: `account_locked`, `rate_limited`.
    pub(super) async fn enforce(&self, guess: &Guess<'_>, admission: Admission) -> Result<(), UserError> {
        if let Some(reason) = admission.reason() {
            let kind = RefusalKind {
                caller: guess.claimant.network.clone(),
                call: format!("{} {}", guess.failed.as_str(), guess.claimant.refusal_key(reason)),
                reason: reason.as_str().to_owned(),
            };
            let mut entry = self.entry(guess, None, reason);
            entry.details = entry.details.with("suspicious", true);
            let attempt = LoginAttempt { is_suspicious: true, ..self.attempt(guess, Some(reason)) };
            self.refusals.record_attempt(kind, entry, attempt).await?;
        }
        refuse_unless_admitted(admission)
    }

    /// Counts and records a wrong guess. Errors: `account_locked` or `rate_limited` if the limits were reached in the
    /// meantime, so the result must not be reported.
    pub(super) async fn refuse(
        &self,
        guess: &Guess<'_>,
        user_id: Option<UserId>,
        reason: FailureReason,
    ) -> Result<(), UserError> {
        let refused = RefusedSignIn {
            attempt: self.attempt(guess, Some(reason)),
            user_id,
            is_failure: true,
            claimant: guess.claimant.clone(),
        };
        let entry = self.entry(guess, user_id, reason);
        refuse_unless_admitted(self.sessions.refuse(Audited::new(refused, entry)).await?)
    }

    fn entry(&self, guess: &Guess<'_>, user: Option<UserId>, reason: FailureReason) -> Entry {
        let performer = guess.performer.clone();
        let entry = Entry::new(&*self.ids, guess.context, performer, guess.failed, EntityType::User)
            .details(Details::new().with("reason", reason.as_str()));
        match user {
            Some(user) => entry.on(&user),
            None => entry,
        }
    }

    fn attempt(&self, guess: &Guess<'_>, failure: Option<FailureReason>) -> LoginAttempt {
        LoginAttempt {
            id: AttemptId::generate(&*self.ids),
            username: guess.name.clone(),
            ip_address: guess.context.ip_address.clone(),
            user_agent: guess.context.user_agent.clone(),
            failure,
            is_suspicious: false,
            attempted_at: guess.context.now,
        }
    }
}
