//! Signing in and out.

use crate::claimed::{ClaimedName, NameKey, lookup_key};
use crate::device::DeviceToken;
use crate::error::UserError;
use crate::lockout::{Admission, Claimant, network_of};
use crate::ports::{
    OpenSession, PasswordCheck, PasswordHasher, RefusedSignIn, SessionRepository, SignInThrottle, SiteRepository,
    UserRepository,
};
use crate::second_factor::ports::{NewTicket, SecondFactorRepository};
use crate::second_factor::{Method, SecondFactor, TRIES_PER_TICKET, Ticket, TicketToken};
use crate::session::{Session, SessionToken, SignInMethod};
use crate::user::{Account, User};
use facility_audit::action::{Action, EntityType};
use facility_audit::attempts::{FailureReason, LoginAttempt};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_audit::refusals::{RefusalKind, Refusals};
use facility_kernel::{
    Actor, AttemptId, Clearance, IdGenerator, Randomness, RateLimits, RequestContext, Secret, SessionId, Timestamp,
    UserId, check_line,
};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct SignInRequest {
    pub username: String,
    pub password: Secret,
    /// The access key. If present, it must be the account's.
    pub access_key: Option<String>,
    pub device: Option<DeviceToken>,
    /// The browser's previous session, which ends on success.
    pub replaces: Option<SessionId>,
}

/// A new session, with the only copy of its token.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub user: User,
    /// The session's token, for the cookie.
    pub token: SessionToken,
    /// When the session ends without further activity.
    pub ends_at: Timestamp,
    /// The token by which the account recognizes the browser from now on.
    pub device: DeviceToken,
}

/// A sign-in that waits for a code, with the only copy of its token.
#[derive(Clone, Debug)]
pub struct PendingSignIn {
    /// The token, for the cookie.
    pub token: TicketToken,
    /// When the sign-in stops waiting.
    pub expires_at: Timestamp,
    /// The number of wrong codes that are allowed.
    pub tries_left: u32,
    /// The methods available to the account.
    pub methods: Vec<Method>,
}

/// The result of correct credentials.
#[derive(Clone, Debug)]
pub enum SignInAnswer {
    /// The session was opened.
    Opened(Box<SignedIn>),
    /// There is no session yet: a code must follow within [`crate::second_factor::TICKET_LIFETIME`].
    NeedsSecondFactor(PendingSignIn),
    /// There is no session: an account of this level must have a second factor and has none.
    NeedsTwoFactorSetup(Clearance),
}

/// Signs users in and out.
#[derive(Clone)]
pub struct SignIn {
    pub users: Arc<dyn UserRepository>,
    pub sessions: Arc<dyn SessionRepository>,
    pub factors: Arc<dyn SecondFactorRepository>,
    /// Whether the site is in lockdown.
    pub site: Arc<dyn SiteRepository>,
    /// Failures by name, network and browser.
    pub throttle: Arc<dyn SignInThrottle>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub random: Arc<dyn Randomness>,
    pub ids: Arc<dyn IdGenerator>,
    /// Whether the limits per network apply. The lockout of a name always does.
    pub limits: RateLimits,
    /// Records attempts that were not checked.
    pub refusals: Refusals,
    /// The key for fingerprints of names without an account.
    pub names: NameKey,
}

struct Attempt<'a> {
    context: &'a RequestContext,
    /// The name for records.
    name: String,
    claimant: Claimant,
    /// The request's device cookie, if it is known to any account.
    device: Option<DeviceToken>,
}

impl SignIn {
    /// Checks the name, password and access key, and signs in unless a code must follow. A wrong name, password or key
    /// causes the same error in the same time; the response may differ only after a correct password.
    ///
    /// An attempt counts when its result is recorded, in one transaction. A failure before that counts nowhere, and
    /// concurrent attempts cannot exceed the limits. An attempt on a locked name costs two reads; equal ones are
    /// combined into one audit entry. Of a name without an account, only a fingerprint is stored.
    ///
    /// Errors: `validation_failed`, `account_locked`, `rate_limited`, `invalid_credentials`, `not_approved`,
    /// `lockdown`.
    pub async fn sign_in(&self, context: &RequestContext, request: SignInRequest) -> Result<SignInAnswer, UserError> {
        check_form(&request)?;
        let account = self.users.find_by_name(&lookup_key(&request.username)).await?;
        let name = self.names.claimed(&request.username, account.is_some());
        let attempt = self.begin(context, &request, name).await?;
        let known = account.as_ref().map(|account| account.user.id);
        let hash = account.as_ref().and_then(|account| account.password_hash.clone());
        let password_check = self.hasher.verify(&request.password, hash).await?;
        let key_fits = match (&account, &request.access_key) {
            (Some(account), Some(key)) => account.user.access_key.as_str() == key,
            _ => true,
        };
        let Some(account) = account.filter(|_| password_check != PasswordCheck::Wrong && key_fits) else {
            let reason = match (known, password_check) {
                (None, _) => FailureReason::UnknownUser,
                (Some(_), PasswordCheck::Wrong) => FailureReason::WrongPassword,
                (Some(_), _) => FailureReason::WrongAccessKey,
            };
            self.refuse(&attempt, known, reason).await?;
            return Err(UserError::InvalidCredentials);
        };
        self.admit(attempt, account, request, password_check).await
    }

    /// Returns the attempt and the account. Errors: the attempt may not be checked now.
    async fn begin<'a>(
        &self,
        context: &'a RequestContext,
        request: &SignInRequest,
        name: ClaimedName,
    ) -> Result<Attempt<'a>, UserError> {
        let ClaimedName { key, shown: name } = name;
        let claimant = Claimant {
            username_key: key,
            network: network_of(context.ip_address.as_deref()),
            device: request.device.as_ref().map(DeviceToken::fingerprint),
            limits_network: self.limits == RateLimits::Strict,
        };
        let standing = self.throttle.standing(&claimant, context.now).await?;
        let admission = standing.counters.admission(context.now);
        if let Some(reason) = admission.reason() {
            self.record_unchecked(context, &name, &claimant, reason).await?;
        }
        refuse_unless_admitted(admission)?;
        let device = request.device.clone().filter(|_| standing.is_known_device);
        Ok(Attempt { context, name, claimant, device })
    }

    async fn admit(
        &self,
        attempt: Attempt<'_>,
        account: Account,
        request: SignInRequest,
        password_check: PasswordCheck,
    ) -> Result<SignInAnswer, UserError> {
        let context = attempt.context;
        let Account { user, password_hash: checked_hash } = account;
        if !user.is_approved {
            self.refuse(&attempt, Some(user.id), FailureReason::NotApproved).await?;
            return Err(UserError::AwaitingApproval);
        }
        let site = self.site.settings().await?;
        if site.is_locked && !user.is_admin {
            self.refuse(&attempt, Some(user.id), FailureReason::Lockdown).await?;
            return Err(UserError::Lockdown);
        }
        let is_required = site.requires_second_factor_of(&user);
        if user.two_factor_enabled || is_required {
            let factor = self.factors.find(user.id, attempt.claimant.device.clone(), context.now).await?;
            if user.two_factor_enabled || factor.is_usable() {
                let rehash = self.rehash(&request.password, password_check).await;
                return self.ask(attempt, &user, &factor, checked_hash, rehash).await;
            }
        }
        if is_required {
            self.refuse(&attempt, Some(user.id), FailureReason::TwoFactorMissing).await?;
            return Ok(SignInAnswer::NeedsTwoFactorSetup(user.clearance_level));
        }
        let rehash = self.rehash(&request.password, password_check).await;
        let token = SessionToken::from_bits(self.random.bits()?);
        let device = device_of(attempt.device.as_ref(), &*self.random)?;
        let session = Session::open(SessionId::generate(&*self.ids), &token, user.id, context);
        let ends_at = session.ends_at(user.session_timeout);
        let performer = Performer::User { id: user.id, username: user.username.clone() };
        let entry = Entry::new(&*self.ids, context, performer, Action::LoginSucceeded, EntityType::User)
            .on(&user.id)
            .details(Details::new().with("session", session.id.to_string()));
        let opened = OpenSession {
            session,
            method: SignInMethod::Password,
            replaces: request.replaces,
            attempt: self.record(&attempt, None),
            claimant: attempt.claimant,
            device: device.fingerprint(),
            checked_hash,
            rehash,
        };
        refuse_unless_admitted(self.sessions.open(Audited::new(opened, entry)).await?)?;
        let user = signed_in(user, context.now);
        Ok(SignInAnswer::Opened(Box::new(SignedIn { user, token, ends_at, device })))
    }

    /// Opens a ticket for the code. The password was correct, so the attempt counts only when the code is checked.
    async fn ask(
        &self,
        attempt: Attempt<'_>,
        user: &User,
        factor: &SecondFactor,
        checked_hash: Option<Secret>,
        rehash: Option<Secret>,
    ) -> Result<SignInAnswer, UserError> {
        let token = TicketToken::from_bits(self.random.bits()?);
        let (fingerprint, created_at) = (token.fingerprint(), attempt.context.now);
        let ticket = Ticket { fingerprint, user_id: user.id, created_at };
        let pending = PendingSignIn {
            token,
            expires_at: ticket.expires_at(),
            tries_left: factor.guesses.left(created_at).min(TRIES_PER_TICKET),
            methods: factor.methods(),
        };
        let performer = Performer::Anonymous { claimed: Some(attempt.name) };
        let entry = Entry::new(&*self.ids, attempt.context, performer, Action::SecondFactorAsked, EntityType::User)
            .on(&user.id);
        let asked = NewTicket { ticket, claimant: attempt.claimant, checked_hash, rehash };
        refuse_unless_admitted(self.factors.ask(Audited::new(asked, entry)).await?)?;
        Ok(SignInAnswer::NeedsSecondFactor(pending))
    }

    /// Returns a new hash of the password if the old one is outdated. If hashing fails, this sign-in continues; the
    /// next one tries again.
    async fn rehash(&self, password: &Secret, password_check: PasswordCheck) -> Option<Secret> {
        match password_check {
            PasswordCheck::RightButOutdated => self.hasher.hash(password).await.ok(),
            PasswordCheck::Right | PasswordCheck::Wrong => None,
        }
    }

    /// Ends the actor's session and invalidates its token.
    pub async fn sign_out(&self, context: &RequestContext, actor: &Actor) -> Result<(), UserError> {
        let Some(session) = actor.session_id else { return Ok(()) };
        let entry = Entry::new(&*self.ids, context, actor, Action::Logout, EntityType::User).on(&actor.user_id);
        Ok(self.sessions.close(Audited::new(session, entry)).await?)
    }

    /// Records an attempt that was not checked because of a limit. It counts toward suspicion, but not toward the
    /// limits.
    async fn record_unchecked(
        &self,
        context: &RequestContext,
        name: &str,
        claimant: &Claimant,
        failure: FailureReason,
    ) -> Result<(), UserError> {
        let reason = failure.as_str();
        let kind = RefusalKind {
            caller: claimant.network.clone(),
            call: format!("sign-in {}", claimant.refusal_key(failure)),
            reason: reason.to_owned(),
        };
        let performer = Performer::Anonymous { claimed: Some(name.to_owned()) };
        let entry = Entry::new(&*self.ids, context, performer, Action::LoginFailed, EntityType::User)
            .details(Details::new().with("reason", reason).with("suspicious", true));
        let attempt = attempt_of(&*self.ids, context, name, Some(failure), true);
        Ok(self.refusals.record_attempt(kind, entry, attempt).await?)
    }

    /// Records a failed attempt. Errors: the limits were reached in the meantime, so the result must not be reported.
    async fn refuse(
        &self,
        attempt: &Attempt<'_>,
        user_id: Option<UserId>,
        reason: FailureReason,
    ) -> Result<(), UserError> {
        let context = attempt.context;
        // The password was correct, so these attempts are not guesses.
        let was_right =
            matches!(reason, FailureReason::NotApproved | FailureReason::Lockdown | FailureReason::TwoFactorMissing);
        let performer = Performer::Anonymous { claimed: Some(attempt.name.clone()) };
        let mut entry = Entry::new(&*self.ids, context, performer, Action::LoginFailed, EntityType::User)
            .details(Details::new().with("reason", reason.as_str()));
        if let Some(id) = user_id {
            entry = entry.on(&id);
        }
        let refused = RefusedSignIn {
            attempt: self.record(attempt, Some(reason)),
            user_id,
            is_failure: !was_right,
            claimant: attempt.claimant.clone(),
        };
        refuse_unless_admitted(self.sessions.refuse(Audited::new(refused, entry)).await?)
    }

    fn record(&self, attempt: &Attempt<'_>, failure: Option<FailureReason>) -> LoginAttempt {
        attempt_of(&*self.ids, attempt.context, &attempt.name, failure, false)
    }
}

/// Creates the record of an attempt. If the attempt was checked, whether it is suspicious is decided when it is stored.
pub(super) fn attempt_of(
    ids: &dyn IdGenerator,
    context: &RequestContext,
    name: &str,
    failure: Option<FailureReason>,
    is_suspicious: bool,
) -> LoginAttempt {
    LoginAttempt {
        id: AttemptId::generate(ids),
        username: name.to_owned(),
        ip_address: context.ip_address.clone(),
        user_agent: context.user_agent.clone(),
        failure,
        is_suspicious,
        attempted_at: context.now,
    }
}

/// Returns the account as it is after the sign-in.
pub(super) fn signed_in(user: User, now: Timestamp) -> User {
    User { last_activity: Some(now), last_login_attempt: Some(now), failed_login_attempts: 0, ..user }
}

/// Returns the browser's own token if an account knows it, otherwise a new one.
pub(super) fn device_of(known: Option<&DeviceToken>, random: &dyn Randomness) -> Result<DeviceToken, UserError> {
    Ok(match known {
        Some(device) => device.clone(),
        None => DeviceToken::from_bits(random.bits()?),
    })
}

/// Refuses an invalid name, password or access key before any lookup.
fn check_form(request: &SignInRequest) -> Result<(), UserError> {
    if request.username.is_empty() || request.password.expose().is_empty() {
        return Err(UserError::invalid("username", "Username and password are required"));
    }
    check_line("username", &request.username, usize::MAX)?;
    if let Some(key) = &request.access_key {
        check_line("accessKey", key, usize::MAX)?;
    }
    Ok(())
}

pub(super) const fn refuse_unless_admitted(admission: Admission) -> Result<(), UserError> {
    match admission {
        Admission::Admitted => Ok(()),
        Admission::Locked(retry_after) => Err(UserError::AccountLocked { retry_after }),
        Admission::NetworkLimited(retry_after) => Err(UserError::RateLimited { retry_after }),
    }
}

#[cfg(test)]
#[path = "sign_in_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "sign_in_factor_tests.rs"]
mod factor_tests;
