//! Signing in and out.

use crate::lockout::{self, Admission};
use crate::ports::{
    OpenSession, PasswordHasher, Randomness, RefusedSignIn, SessionRepository, SiteRepository, Throttle,
    UserRepository, Verdict,
};
use crate::session::{Session, SessionToken, SignInMethod};
use crate::{Account, Secret, User, UserError, Username};
use audit::attempts::{FailureReason, LoginAttempt};
use audit::{Action, Audited, Details, EntityType, Entry, Performer};
use kernel::{Actor, AttemptId, Clearance, IdGenerator, RequestContext, SessionId, UserId};
use std::sync::Arc;
use std::time::Duration;

/// The window in which failures for one name or address add up to a suspicion.
const SUSPICION_WINDOW: Duration = Duration::from_mins(15);
/// The failure in that window from which on each is suspicious.
const SUSPICIOUS_FROM: u64 = 3;
/// The longest name that is looked up or recorded.
const NAME_CHARS: usize = 50;

/// What somebody sends to sign in.
#[derive(Clone, Debug)]
pub struct SignInRequest {
    /// The name, as typed.
    pub username: String,
    /// The password, as typed.
    pub password: Secret,
    /// The access key; where it is sent it has to be the account's.
    pub access_key: Option<String>,
}

/// A new session, with the token that is shown only now.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The user.
    pub user: User,
    /// The session's token, for the cookie.
    pub token: SessionToken,
}

/// What the right credentials lead to.
#[derive(Clone, Debug)]
pub enum SignInAnswer {
    /// A session.
    Opened(Box<SignedIn>),
    /// No session: an account of this level needs a second factor, and has none.
    NeedsTwoFactorSetup(Clearance),
}

/// Signs people in and out.
#[derive(Clone)]
pub struct SignIn {
    /// Accounts.
    pub users: Arc<dyn UserRepository>,
    /// Sessions.
    pub sessions: Arc<dyn SessionRepository>,
    /// The lock flag.
    pub site: Arc<dyn SiteRepository>,
    /// Tries a name has.
    pub throttle: Arc<dyn Throttle>,
    /// Checks passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// New tokens.
    pub random: Arc<dyn Randomness>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
}

/// What a try to sign in is about, for its records.
struct Try<'a> {
    context: &'a RequestContext,
    name: String,
    keys: Vec<String>,
}

impl SignIn {
    /// Signs in. A wrong name, password and key are one and the same refusal, in the same time; only after the right
    /// password may the answer differ. `replaces` is the session the browser had before.
    ///
    /// Errors: `validation_failed`, `account_locked`, `invalid_credentials`, `not_approved`, `lockdown`.
    pub async fn sign_in(
        &self,
        context: &RequestContext,
        request: SignInRequest,
        replaces: Option<SessionId>,
    ) -> Result<SignInAnswer, UserError> {
        if request.username.is_empty() || request.password.expose().is_empty() {
            return Err(UserError::invalid("username", "Username and password are required"));
        }
        let name: String = request.username.chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect();
        let name_key = Username::key_of(&name);
        let counted = lockout::keys(&name_key, &context.network());
        let attempt = Try { context, name, keys: counted.iter().map(|(key, _)| key.clone()).collect() };

        if let Admission::Refused(retry_after) =
            self.throttle.begin_try(counted.to_vec(), context.now).await?
        {
            self.refuse(&attempt, None, FailureReason::Locked).await?;
            return Err(UserError::AccountLocked { retry_after });
        }
        // A name with characters no username has matches nobody, but costs what a name that exists costs.
        let account = self.users.find_by_name(&name_key).await?;
        let known = account.as_ref().map(|account| account.user.id);
        let hash = account.as_ref().and_then(|account| account.password_hash.clone());
        let verdict = self.hasher.verify(&request.password, hash).await?;
        let key_fits = match (&account, &request.access_key) {
            (Some(account), Some(key)) => account.user.access_key.as_str() == key,
            _ => true,
        };
        let Some(account) = account.filter(|_| verdict != Verdict::Wrong && key_fits) else {
            let reason = match (known, verdict) {
                (None, _) => FailureReason::UnknownUser,
                (Some(_), Verdict::Wrong) => FailureReason::WrongPassword,
                (Some(_), _) => FailureReason::WrongAccessKey,
            };
            self.refuse(&attempt, known, reason).await?;
            return Err(UserError::InvalidCredentials);
        };
        self.admit(&attempt, account, request, verdict, replaces).await
    }

    async fn admit(
        &self,
        attempt: &Try<'_>,
        account: Account,
        request: SignInRequest,
        verdict: Verdict,
        replaces: Option<SessionId>,
    ) -> Result<SignInAnswer, UserError> {
        let context = attempt.context;
        let Account { user, password_hash: checked_hash } = account;
        if !user.is_approved {
            self.refuse(attempt, Some(user.id), FailureReason::NotApproved).await?;
            return Err(UserError::AwaitingApproval);
        }
        let site = self.site.settings().await?;
        if site.is_locked && !user.is_admin {
            self.refuse(attempt, Some(user.id), FailureReason::Lockdown).await?;
            return Err(UserError::Lockdown);
        }
        if site.wants_second_factor_of(&user) {
            self.refuse(attempt, Some(user.id), FailureReason::TwoFactorMissing).await?;
            return Ok(SignInAnswer::NeedsTwoFactorSetup(user.clearance_level));
        }
        let rehash = match verdict {
            Verdict::RightButOutdated => Some(self.hasher.hash(&request.password).await?),
            Verdict::Right | Verdict::Wrong => None,
        };
        let token = SessionToken::from_bits(self.random.bits()?);
        let session = Session::open(SessionId::generate(&*self.ids), &token, user.id, context);
        let performer = Performer::User { id: user.id, username: user.username.clone() };
        let entry = Entry::new(&*self.ids, context, performer, Action::LoginSucceeded, EntityType::User)
            .on(&user.id)
            .details(Details::new().with("session", session.id.to_string()));
        let opened = OpenSession {
            session,
            method: SignInMethod::Password,
            replaces,
            attempt: self.record(attempt, None, false),
            forget: attempt.keys.clone(),
            checked_hash,
            rehash,
        };
        self.sessions.open(Audited::new(opened, entry)).await?;
        let user = User {
            last_activity: Some(context.now),
            last_login_attempt: Some(context.now),
            failed_login_attempts: 0,
            ..user
        };
        Ok(SignInAnswer::Opened(Box::new(SignedIn { user, token })))
    }

    /// Ends the session the actor acts in. Its token is worth nothing afterwards.
    pub async fn sign_out(&self, context: &RequestContext, actor: &Actor) -> Result<(), UserError> {
        let Some(session) = actor.session_id else { return Ok(()) };
        let entry =
            Entry::new(&*self.ids, context, actor, Action::Logout, EntityType::User).on(&actor.user_id);
        Ok(self.sessions.close(Audited::new(session, entry)).await?)
    }

    async fn refuse(
        &self,
        attempt: &Try<'_>,
        user_id: Option<UserId>,
        reason: FailureReason,
    ) -> Result<(), UserError> {
        let context = attempt.context;
        // The password was right: these tries are not guesses.
        let was_right = matches!(
            reason,
            FailureReason::NotApproved | FailureReason::Lockdown | FailureReason::TwoFactorMissing
        );
        let suspicious = match reason {
            FailureReason::Locked => true,
            _ if was_right => false,
            _ => {
                let since = context.now.minus(SUSPICION_WINDOW);
                let name_key = Username::key_of(&attempt.name);
                let before =
                    self.sessions.recent_failures(&name_key, context.ip_address.clone(), since).await?;
                before + 1 >= SUSPICIOUS_FROM
            }
        };
        let performer = Performer::Anonymous { claimed: Some(attempt.name.clone()) };
        let mut entry = Entry::new(&*self.ids, context, performer, Action::LoginFailed, EntityType::User)
            .details(Details::new().with("reason", reason.as_str()).with("suspicious", suspicious));
        if let Some(id) = user_id {
            entry = entry.on(&id);
        }
        let refused = RefusedSignIn {
            attempt: self.record(attempt, Some(reason), suspicious),
            user_id,
            is_failure: !was_right,
            forget: if was_right { attempt.keys.clone() } else { Vec::new() },
        };
        Ok(self.sessions.refuse(Audited::new(refused, entry)).await?)
    }

    fn record(&self, attempt: &Try<'_>, failure: Option<FailureReason>, is_suspicious: bool) -> LoginAttempt {
        LoginAttempt {
            id: AttemptId::generate(&*self.ids),
            username: attempt.name.clone(),
            ip_address: attempt.context.ip_address.clone(),
            user_agent: attempt.context.user_agent.clone(),
            failure,
            is_suspicious,
            attempted_at: attempt.context.now,
        }
    }
}

#[cfg(test)]
#[path = "sign_in_tests.rs"]
mod tests;
