//! Setting a new password, with the old one or with a reset code.

use super::guess_limits::{Guess, GuessLimits};
use crate::authority::NoAuthority;
use crate::claimed::{ClaimedName, lookup_key};
use crate::device::DeviceToken;
use crate::error::UserError;
use crate::lockout::Admission;
use crate::password::{Password, PasswordPolicy};
use crate::policy::{AccountAction, authorize};
use crate::ports::{PasswordCheck, PasswordHasher, UserRepository};
use crate::reset::{
    IssuedReset, NewPassword, PasswordNotSet, PasswordProof, PasswordRepository, RESET_CODE_VALID, RESET_TRIES,
    ResetCode, ResetKey, StoredReset, tries_key,
};
use crate::services::sign_in::{SignIn, refuse_unless_admitted};
use crate::user::{Account, Username};
use facility_audit::action::{Action, EntityType};
use facility_audit::attempts::FailureReason;
use facility_audit::entry::{Audited, Entry, Performer};
use facility_audit::mail::Mail;
use facility_kernel::throttle::Throttle;
use facility_kernel::{
    Actor, AdminActor, IdGenerator, ParseError, Randomness, RequestContext, Secret, Timestamp, UserId, check_line,
};
use std::sync::Arc;

/// Request to change one's own password.
#[derive(Clone, Debug)]
pub struct PasswordChangeRequest {
    pub current: Secret,
    pub new: Secret,
    pub device: Option<DeviceToken>,
}

/// Request to set a new password with a reset code.
#[derive(Clone, Debug)]
pub struct PasswordResetRequest {
    pub username: String,
    pub code: Secret,
    pub new: Secret,
    pub device: Option<DeviceToken>,
}

/// A reset code, to be shown once to the administrator who passes it on.
#[derive(Clone, Debug)]
pub struct ResetIssued {
    pub code: Secret,
    pub expires_at: Timestamp,
}

#[derive(Clone)]
pub struct Passwords {
    pub users: Arc<dyn UserRepository>,
    pub passwords: Arc<dyn PasswordRepository>,
    /// Counts wrong passwords and codes.
    pub guess_limits: GuessLimits,
    /// Counts attempts with reset codes.
    pub throttle: Arc<dyn Throttle>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub random: Arc<dyn Randomness>,
    pub ids: Arc<dyn IdGenerator>,
    pub policy: PasswordPolicy,
    /// The key for hashes of reset codes.
    pub key: ResetKey,
}

impl Passwords {
    /// Creates the service. Wrong passwords and codes are counted with the counters of the sign-in.
    pub fn new(
        sign_in: &SignIn,
        passwords: Arc<dyn PasswordRepository>,
        throttle: Arc<dyn Throttle>,
        policy: PasswordPolicy,
        key: ResetKey,
    ) -> Self {
        Self {
            users: Arc::clone(&sign_in.users),
            passwords,
            guess_limits: sign_in.into(),
            throttle,
            hasher: Arc::clone(&sign_in.hasher),
            random: Arc::clone(&sign_in.random),
            ids: Arc::clone(&sign_in.ids),
            policy,
            key,
        }
    }

    /// Sets the caller's new password, ends their other sessions, and forgets their known browsers and networks. A
    /// wrong current password counts like one at sign-in.
    ///
    /// Errors: `protected_account`, `validation_failed`, `account_locked`, `rate_limited`, `invalid_credentials`,
    /// `stale`.
    pub async fn change(
        &self,
        context: &RequestContext,
        actor: &Actor,
        request: PasswordChangeRequest,
    ) -> Result<(), UserError> {
        let Some(session) = actor.session_id.filter(|_| !actor.is_emergency_access()) else {
            return Err(UserError::ProtectedAccount);
        };
        if request.current.expose().is_empty() {
            return Err(UserError::invalid("currentPassword", "Enter your current password"));
        }
        let new = self.check_new(&actor.username, &request.new)?;
        let guess_limits = &self.guess_limits;
        let device = request.device.as_ref();
        let failed = Action::PasswordChangeFailed;
        let guess = guess_limits.guess(context, ClaimedName::of_account(&actor.username), device, actor.into(), failed);
        guess_limits.admit(&guess).await?;
        let account = self.users.find_by_name(&guess.claimant.username_key).await?;
        let Account { user, password_hash } =
            account.filter(|account| account.user.id == actor.user_id).ok_or(UserError::NotFound)?;
        let password_check = self.hasher.verify(&request.current, password_hash.clone()).await?;
        let Some(checked) = password_hash.filter(|_| password_check != PasswordCheck::Wrong) else {
            guess_limits.refuse(&guess, Some(user.id), FailureReason::WrongPassword).await?;
            return Err(UserError::WrongCurrentPassword);
        };
        if request.new == request.current {
            return Err(UserError::invalid("newPassword", "Choose a password other than the current one"));
        }
        let change = NewPassword {
            user_id: user.id,
            hash: self.hasher.hash(new.secret()).await?,
            proof: PasswordProof::Password { checked, keeps: session },
            claimant: guess.claimant,
            at: context.now,
        };
        let entry = Entry::new(&*self.ids, context, actor, Action::PasswordChanged, EntityType::User).on(&user.id);
        match self.passwords.set(Audited::new(change, entry)).await? {
            Ok(()) => Ok(()),
            Err(PasswordNotSet::Limited(admission)) => refuse_unless_admitted(admission),
            Err(PasswordNotSet::Spent) => Err(UserError::Stale),
        }
    }

    /// Issues a password reset code, which replaces an earlier one. The password remains valid until the code is used.
    /// Errors: those of [`AccountAction::ResetPassword`], `not_found`, `admin_only`, `stale`.
    pub async fn issue_reset(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: UserId,
    ) -> Result<ResetIssued, UserError> {
        let user = self.users.find(id).await?.ok_or(UserError::NotFound)?;
        authorize(actor, &user, AccountAction::ResetPassword)?;
        let code = ResetCode::from_bits(self.random.bits()?);
        let expires_at = context.now.plus(RESET_CODE_VALID);
        let stored = StoredReset { fingerprint: self.key.fingerprint(Some(id), &code), expires_at };
        let entry =
            Entry::new(&*self.ids, context, actor, Action::PasswordResetIssued, EntityType::User).on(&id).as_admin();
        let issued = IssuedReset { user, authority: actor.into(), stored, issued_at: context.now };
        // The owner of the account is informed that a code exists which can open it. The message does not contain the
        // code.
        let mail = Mail::reset_issued(&*self.ids, id, context.now);
        let done = self.passwords.issue(Audited::new(issued, entry).mailing([mail])).await?;
        done.map_err(|NoAuthority| UserError::AdminOnly)?;
        Ok(ResetIssued { code: code.grouped(), expires_at })
    }

    /// Sets a new password with a reset code, ends every session of the account and clears its counted wrong passwords.
    /// Allowed during a lockdown. An unknown name, a wrong code and an expired code cause the same error after the same
    /// work; the response may differ only after a correct code.
    ///
    /// Wrong codes count like wrong passwords at sign-in. After [`RESET_TRIES`] of them, attempts from that network, or
    /// from that browser if the account knows it, are refused. Elsewhere the correct code is still accepted.
    ///
    /// Errors: `validation_failed`, `account_locked`, `rate_limited`, `invalid_code`, `stale`.
    pub async fn reset(&self, context: &RequestContext, request: PasswordResetRequest) -> Result<(), UserError> {
        let username = request.username.as_str();
        if username.is_empty() || request.code.expose().is_empty() {
            return Err(UserError::invalid("username", "Username and reset code are required"));
        }
        check_line("username", username, usize::MAX)?;
        check_line("resetCode", request.code.expose(), usize::MAX)?;
        let new = self.check_new(username, &request.new)?;
        let key = lookup_key(username);
        let is_account = self.users.find_by_name(&key).await?.is_some();
        let name = self.guess_limits.names.claimed(username, is_account);
        let claimed = Performer::Anonymous { claimed: Some(name.shown.clone()) };
        let failed = Action::PasswordResetFailed;
        let guess = self.guess_limits.guess(context, name, request.device.as_ref(), claimed, failed);
        let counted = self.count(&guess).await?;
        let found = self.passwords.find(&key).await?;
        let known = found.as_ref().map(|(account, _)| account.user.id);
        let given = self.key.fingerprint(known, &ResetCode::received(request.code.expose()));
        let is_right = |stored: &StoredReset| stored.fingerprint == given && context.now < stored.expires_at;
        let Some((account, Some(_))) = found.filter(|(_, stored)| stored.as_ref().is_some_and(is_right)) else {
            return self.wrong_code(&guess, known).await;
        };
        self.throttle.give_back(&[counted]).await?;
        let user = account.user;
        let performer = Performer::User { id: user.id, username: user.username };
        let entry =
            Entry::new(&*self.ids, context, performer, Action::PasswordResetCompleted, EntityType::User).on(&user.id);
        let change = NewPassword {
            user_id: user.id,
            hash: self.hasher.hash(new.secret()).await?,
            proof: PasswordProof::Code(given),
            claimant: guess.claimant.clone(),
            at: context.now,
        };
        match self.passwords.set(Audited::new(change, entry)).await? {
            Ok(()) => Ok(()),
            Err(PasswordNotSet::Limited(admission)) => refuse_unless_admitted(admission),
            Err(PasswordNotSet::Spent) => self.wrong_code(&guess, known).await,
        }
    }

    /// Counts the attempt before checking it, so that concurrent attempts cannot exceed the limit. Returns the
    /// counter's key. Errors: `account_locked`.
    async fn count(&self, guess: &Guess<'_>) -> Result<String, UserError> {
        let now = guess.context.now;
        let is_known_browser = self.guess_limits.counters(guess).await?.device.is_some();
        let key = tries_key(&guess.claimant, is_known_browser);
        let wait = self.throttle.count_call(&key, RESET_TRIES, RESET_CODE_VALID, now).await?;
        self.guess_limits.enforce(guess, wait.map_or(Admission::Admitted, Admission::Locked)).await?;
        Ok(key)
    }

    async fn wrong_code(&self, guess: &Guess<'_>, known: Option<UserId>) -> Result<(), UserError> {
        self.guess_limits.admit(guess).await?;
        self.guess_limits.refuse(guess, known, FailureReason::WrongResetCode).await?;
        Err(UserError::InvalidResetCode)
    }

    fn check_new(&self, username: &str, new: &Secret) -> Result<Password, ParseError> {
        let name = Username::key_of(username);
        Password::parse(self.policy, &name, new.expose()).map_err(|error| ParseError::new("newPassword", error.message))
    }
}

#[cfg(test)]
#[path = "passwords_tests.rs"]
mod tests;
