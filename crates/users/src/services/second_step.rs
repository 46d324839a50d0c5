//! The second step of a sign-in: the code after the password.

use super::sign_in::{attempt_of, device_of, signed_in};
use crate::claimed::{NameKey, lookup_key};
use crate::device::DeviceToken;
use crate::error::UserError;
use crate::lockout::{Claimant, network_of};
use crate::ports::{OpenSession, SignInThrottle, SiteRepository, UserRepository};
use crate::second_factor::ports::{CodeOutcome, SecondFactorRepository, VerifiedSignIn, WrongCode, WrongCodeOutcome};
use crate::second_factor::{CodeProof, Method, SecondFactor, Ticket, TicketToken};
use crate::services::sign_in::SignedIn;
use crate::services::verifier::Verifier;
use crate::session::{Session, SessionToken};
use crate::user::{User, Username};
use facility_audit::action::{Action, EntityType};
use facility_audit::attempts::FailureReason;
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_audit::refusals::{RefusalKind, Refusals};
use facility_kernel::{IdGenerator, Randomness, RateLimits, RequestContext, SessionId, check_line};
use std::sync::Arc;

/// Request to complete a sign-in with a code.
#[derive(Clone, Debug)]
pub struct CodeRequest {
    /// The ticket token from the browser's cookie.
    pub ticket: Option<TicketToken>,
    /// The name as typed. It must be the one used in the first step.
    pub username: String,
    pub code: facility_kernel::Secret,
    pub method: Method,
    pub device: Option<DeviceToken>,
    /// The browser's previous session, which ends on success.
    pub replaces: Option<SessionId>,
}

/// Checks codes at sign-in.
#[derive(Clone)]
pub struct SecondStep {
    pub users: Arc<dyn UserRepository>,
    pub factors: Arc<dyn SecondFactorRepository>,
    /// Whether the site is in lockdown.
    pub site: Arc<dyn SiteRepository>,
    /// Knows the browsers of accounts.
    pub throttle: Arc<dyn SignInThrottle>,
    pub verifier: Verifier,
    pub random: Arc<dyn Randomness>,
    pub ids: Arc<dyn IdGenerator>,
    pub limits: RateLimits,
    /// Records codes that were not checked.
    pub refusals: Refusals,
    /// The key for fingerprints of names without an account.
    pub names: NameKey,
}

/// A pending sign-in and the data needed to check its code.
struct PendingCode<'a> {
    context: &'a RequestContext,
    ticket: Ticket,
    user: User,
    factor: SecondFactor,
    /// The fingerprint of the browser's device cookie, if it sent one.
    device: Option<String>,
}

impl SecondStep {
    /// Opens the session of a sign-in that waits for a code.
    ///
    /// The typed name is only compared with that of the sign-in and looked up for the records, so a caller without the
    /// correct password learns nothing about any account. A code counts when its result is recorded. At most
    /// [`crate::second_factor::TRIES_PER_TICKET`] are allowed per sign-in, and as many per browser or account as
    /// [`crate::second_factor::guesses::Guesses`] allows. The last one allowed raises an alert.
    ///
    /// Errors: `validation_failed`, `sign_in_expired`, `lockdown`, `account_locked`, `invalid_code`.
    pub async fn verify(&self, context: &RequestContext, request: CodeRequest) -> Result<SignedIn, UserError> {
        if request.username.is_empty() || request.code.expose().trim().is_empty() {
            return Err(UserError::invalid("token", "Please enter authentication code"));
        }
        check_line("username", &request.username, usize::MAX)?;
        let Some(waiting) = self.waiting(context, &request).await? else {
            // Does the same hashing as for a code that is checked.
            let nobody = SecondFactor::none();
            let owner = facility_kernel::UserId::EmergencyAccess;
            self.verifier.judge(owner, &nobody, Method::Backup, request.code.expose(), context.now)?;
            let account = self.users.find_by_name(&lookup_key(&request.username)).await?;
            let name = self.names.claimed(&request.username, account.is_some());
            self.record_unchecked(context, &name.shown, FailureReason::SignInExpired).await?;
            return Err(UserError::SignInExpired);
        };
        if self.site.settings().await?.is_locked && !waiting.user.is_admin {
            self.record_unchecked(context, &waiting.user.username, FailureReason::Lockdown).await?;
            return Err(UserError::Lockdown);
        }
        if let Some(retry_after) = waiting.factor.guesses.wait(context.now) {
            self.record_unchecked(context, &waiting.user.username, FailureReason::Locked).await?;
            return Err(UserError::AccountLocked { retry_after });
        }
        let is_same = Username::key_of(&request.username) == Username::key_of(&waiting.user.username);
        let (owner, code) = (waiting.user.id, request.code.expose());
        let proof = self.verifier.judge(owner, &waiting.factor, request.method, code, context.now)?;
        match proof.filter(|_| is_same) {
            Some(proof) => self.open(waiting, request, proof).await,
            None => Err(self.refuse(&waiting, request.method).await?),
        }
    }

    /// Ends a sign-in that waits for a code, because its user cancelled it.
    pub async fn give_up(&self, ticket: &TicketToken) -> Result<(), UserError> {
        Ok(self.factors.give_up(&ticket.fingerprint()).await?)
    }

    /// Returns the sign-in with the request's token, if it is still waiting and its account may sign in.
    async fn waiting<'a>(
        &self,
        context: &'a RequestContext,
        request: &CodeRequest,
    ) -> Result<Option<PendingCode<'a>>, UserError> {
        let Some(token) = &request.ticket else { return Ok(None) };
        let Some(ticket) = self.factors.ticket(&token.fingerprint(), context.now).await? else {
            return Ok(None);
        };
        let user = self.users.find(ticket.user_id).await?.filter(|user| user.is_approved);
        let Some(user) = user else { return Ok(None) };
        let device = request.device.as_ref().map(DeviceToken::fingerprint);
        let factor = self.factors.find(user.id, device.clone(), context.now).await?;
        Ok(Some(PendingCode { context, ticket, user, factor, device }))
    }

    async fn open(
        &self,
        waiting: PendingCode<'_>,
        request: CodeRequest,
        proof: CodeProof,
    ) -> Result<SignedIn, UserError> {
        let PendingCode { context, ref user, .. } = waiting;
        let claimant = Claimant {
            username_key: Username::key_of(&user.username),
            network: network_of(context.ip_address.as_deref()),
            device: waiting.device.clone(),
            limits_network: self.limits == RateLimits::Strict,
        };
        let is_known = self.throttle.standing(&claimant, context.now).await?.is_known_device;
        let device = device_of(request.device.as_ref().filter(|_| is_known), &*self.random)?;
        let token = SessionToken::from_bits(self.random.bits()?);
        let session = Session::open(SessionId::generate(&*self.ids), &token, user.id, context);
        let ends_at = session.ends_at(user.session_timeout);
        let details = Details::new().with("session", session.id.to_string()).with("method", request.method.as_str());
        let performer = Performer::User { id: user.id, username: user.username.clone() };
        let entry = |action| {
            Entry::new(&*self.ids, context, performer.clone(), action, EntityType::User)
                .on(&user.id)
                .details(details.clone())
        };
        let opened = OpenSession {
            session,
            method: request.method.into(),
            replaces: request.replaces,
            attempt: attempt_of(&*self.ids, context, &user.username, None, false),
            claimant,
            device: device.fingerprint(),
            checked_hash: None,
            rehash: None,
        };
        let alert = (request.method == Method::Static).then(|| entry(Action::StaticCodeUsed));
        let ticket = waiting.ticket.fingerprint.clone();
        let verified = VerifiedSignIn { ticket, proof, opened, alert };
        let outcome = self.factors.open(Audited::new(verified, entry(Action::LoginSucceeded))).await?;
        match outcome {
            CodeOutcome::Recorded => {
                Ok(SignedIn { user: signed_in(waiting.user, context.now), token, ends_at, device })
            }
            CodeOutcome::Spent => Err(self.refuse(&waiting, request.method).await?),
            CodeOutcome::Locked(retry_after) => Err(UserError::AccountLocked { retry_after }),
            CodeOutcome::NoTicket | CodeOutcome::LastAdmin | CodeOutcome::NoAuthority => Err(UserError::SignInExpired),
        }
    }

    /// Records a wrong code and returns the error to report.
    async fn refuse(&self, waiting: &PendingCode<'_>, method: Method) -> Result<UserError, UserError> {
        let PendingCode { context, ticket, user, device, .. } = waiting;
        let reason = match method {
            Method::App => FailureReason::WrongAppCode,
            Method::Backup => FailureReason::WrongBackupCode,
            Method::Static => FailureReason::WrongStaticCode,
        };
        let performer = Performer::Anonymous { claimed: Some(user.username.clone()) };
        let entry = |action| Entry::new(&*self.ids, context, performer.clone(), action, EntityType::User).on(&user.id);
        let failed = entry(Action::LoginFailed).details(Details::new().with("reason", reason.as_str()));
        let wrong = WrongCode {
            ticket: Some(ticket.fingerprint.clone()),
            user_id: user.id,
            device: device.clone(),
            attempt: Some(attempt_of(&*self.ids, context, &user.username, Some(reason), false)),
            lock_alert: entry(Action::SecondFactorLocked),
            at: context.now,
        };
        Ok(match self.factors.refuse(Audited::new(wrong, failed)).await? {
            WrongCodeOutcome::Recorded(tries_left) => UserError::InvalidCode { tries_left: Some(tries_left) },
            WrongCodeOutcome::Locked(retry_after) => UserError::AccountLocked { retry_after },
            WrongCodeOutcome::NoTicket => UserError::SignInExpired,
        })
    }

    /// Records a code that was not checked. Equal ones are combined into one audit entry.
    async fn record_unchecked(
        &self,
        context: &RequestContext,
        name: &str,
        reason: FailureReason,
    ) -> Result<(), UserError> {
        let is_suspicious = reason == FailureReason::Locked;
        // Without a ticket, callers can enter any name. Such requests from one network are combined, whatever names
        // they contain.
        let about = if reason == FailureReason::SignInExpired { "*".to_owned() } else { Username::key_of(name) };
        let kind = RefusalKind {
            caller: network_of(context.ip_address.as_deref()),
            call: format!("second factor {about}"),
            reason: reason.as_str().to_owned(),
        };
        let performer = Performer::Anonymous { claimed: Some(name.to_owned()) };
        let entry = Entry::new(&*self.ids, context, performer, Action::LoginFailed, EntityType::User)
            .details(Details::new().with("reason", reason.as_str()).with("suspicious", is_suspicious));
        let attempt = attempt_of(&*self.ids, context, name, Some(reason), is_suspicious);
        Ok(self.refusals.record_attempt(kind, entry, attempt).await?)
    }
}

#[cfg(test)]
#[path = "second_step_tests.rs"]
mod tests;
