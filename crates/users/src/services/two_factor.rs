//! A user's own second factor: setting it up and turning it off.

use crate::device::DeviceToken;
use crate::error::UserError;
use crate::ports::{PasswordCheck, PasswordHasher, UserRepository};
use crate::second_factor::codes::{Code, IssuedCodes};
use crate::second_factor::ports::{
    CodeEntry, CodeOutcome, FactorChange, SecondFactorRepository, WrongCode, WrongCodeOutcome,
};
use crate::second_factor::{CodeProof, Method, SecondFactor, SetUp, is_for};
use crate::services::verifier::Verifier;
use crate::user::{Account, User, Username};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{Actor, IdGenerator, Randomness, RequestContext, Secret};
use std::sync::Arc;

/// Sets up and turns off the second factor of the signed-in user. Wrong codes and passwords count toward the daily
/// limit for wrong codes.
#[derive(Clone)]
pub struct TwoFactor {
    pub users: Arc<dyn UserRepository>,
    pub factors: Arc<dyn SecondFactorRepository>,
    /// Checks the password before the second factor is turned off.
    pub hasher: Arc<dyn PasswordHasher>,
    pub verifier: Verifier,
    pub random: Arc<dyn Randomness>,
    pub ids: Arc<dyn IdGenerator>,
}

impl TwoFactor {
    /// Starts a set-up, which replaces an incomplete one. The second factor is off until [`Self::complete`]. Errors:
    /// `protected_account`, `insufficient_clearance`, `already_enabled`.
    pub async fn enable(&self, context: &RequestContext, actor: &Actor) -> Result<SetUp, UserError> {
        let user = self.account(actor).await?.user;
        allow(&user)?;
        if user.two_factor_enabled {
            return Err(UserError::SecondFactorOn);
        }
        let secret = self.verifier.totp.secret_of(self.random.bits()?);
        let codes = IssuedCodes::made_of(|_| self.random.bits())?;
        let address = self.verifier.totp.address(&secret, &user.username)?;
        let picture = self.verifier.totp.picture(&address)?;
        let change = FactorChange::SetUp {
            user_id: user.id,
            secret: self.verifier.secrets.seal(user.id, &secret)?,
            codes: self.verifier.hashed(user.id, &codes),
        };
        self.commit_typed(context, actor, change, typed_in(context, None), Action::TwoFactorSetUp).await?;
        Ok(SetUp { secret, address, picture, codes })
    }

    /// Turns the second factor on with the first code of the app, which is used up, and ends the user's other sessions.
    /// Errors: `protected_account`, `insufficient_clearance`, `already_enabled`, `no_setup`, `account_locked`,
    /// `invalid_code`, `stale`.
    pub async fn complete(
        &self,
        context: &RequestContext,
        actor: &Actor,
        device: Option<&DeviceToken>,
        token: &Secret,
    ) -> Result<User, UserError> {
        let typed = typed_in(context, device);
        let user = self.account(actor).await?.user;
        allow(&user)?;
        if user.two_factor_enabled {
            return Err(UserError::SecondFactorOn);
        }
        let factor = self.unlocked(&typed, &user).await?;
        let Some(secret) = factor.pending_secret else { return Err(UserError::NoSetUp) };
        let code = Code::typed(token.expose());
        let Some(step) = self.verifier.step(user.id, &secret, &code, context.now)? else {
            return Err(self.refuse(context, actor, typed, "code").await?);
        };
        let after = User { two_factor_enabled: true, ..user };
        let session = actor.session_id;
        let user = Box::new(after.clone());
        let change = FactorChange::Complete { user, secret, step, session, typed: typed.clone() };
        self.commit_typed(context, actor, change, typed, Action::TwoFactorEnabled).await?;
        Ok(User { revision: after.revision + 1, ..after })
    }

    /// Turns the second factor off, deletes its codes, and ends the user's other sessions. This requires the password
    /// and an app code or a backup code. If the second factor is off, the password alone discards an incomplete set-up.
    ///
    /// Errors: `protected_account`, `validation_failed`, `account_locked`, `invalid_credentials`, `invalid_code`,
    /// `last_second_factor`, `stale`.
    pub async fn disable(
        &self,
        context: &RequestContext,
        actor: &Actor,
        device: Option<&DeviceToken>,
        password: &Secret,
        token: Option<&Secret>,
    ) -> Result<User, UserError> {
        let typed = typed_in(context, device);
        let Account { user, password_hash } = self.account(actor).await?;
        let token = token.filter(|token| !token.expose().trim().is_empty());
        if password.expose().is_empty() {
            return Err(UserError::invalid("password", "Please enter your password to disable 2FA."));
        }
        if user.two_factor_enabled && token.is_none() {
            let message = "Please enter a 2FA code to disable two-factor authentication.";
            return Err(UserError::invalid("token", message));
        }
        let factor = self.unlocked(&typed, &user).await?;
        if self.hasher.verify(password, password_hash).await? == PasswordCheck::Wrong {
            return Err(self.refuse(context, actor, typed, "password").await?);
        }
        let proof = match token.filter(|_| user.two_factor_enabled) {
            None => None,
            Some(token) => match self.proof(&user, &factor, token, context)? {
                None => return Err(self.refuse(context, actor, typed, "code").await?),
                proof => proof,
            },
        };
        let was_on = user.two_factor_enabled;
        let after = User { two_factor_enabled: false, ..user };
        if !was_on && factor.pending_secret.is_none() {
            return Ok(after);
        }
        let session = actor.session_id;
        let user = Box::new(after.clone());
        let change = FactorChange::Disable { user, proof, session, typed: typed.clone() };
        self.commit_typed(context, actor, change, typed, Action::TwoFactorDisabled).await?;
        Ok(User { revision: after.revision + 1, ..after })
    }

    /// Checks an app code or a backup code.
    fn proof(
        &self,
        user: &User,
        factor: &SecondFactor,
        token: &Secret,
        context: &RequestContext,
    ) -> Result<Option<CodeProof>, UserError> {
        let judge = |method| self.verifier.judge(user.id, factor, method, token.expose(), context.now);
        Ok(match judge(Method::App)? {
            None => judge(Method::Backup)?,
            proof => proof,
        })
    }

    /// Returns the user's account. Errors: emergency access has no second factor.
    async fn account(&self, actor: &Actor) -> Result<Account, UserError> {
        if actor.is_emergency_access() {
            return Err(UserError::ProtectedAccount);
        }
        let found = self.users.find_by_name(&Username::key_of(&actor.username)).await?;
        found.filter(|account| account.user.id == actor.user_id).ok_or(UserError::NotFound)
    }

    /// Returns the second factor. Errors: there were too many wrong codes today.
    async fn unlocked(&self, typed: &CodeEntry, user: &User) -> Result<SecondFactor, UserError> {
        let factor = self.factors.find(user.id, typed.device.clone(), typed.at).await?;
        match factor.guesses.wait(typed.at) {
            Some(retry_after) => Err(UserError::AccountLocked { retry_after }),
            None => Ok(factor),
        }
    }

    async fn commit_typed(
        &self,
        context: &RequestContext,
        actor: &Actor,
        change: FactorChange,
        typed: CodeEntry,
        action: Action,
    ) -> Result<(), UserError> {
        let entry = Entry::new(&*self.ids, context, actor, action, EntityType::User).on(&actor.user_id);
        match self.factors.commit(Audited::new(change, entry)).await? {
            CodeOutcome::Recorded => Ok(()),
            CodeOutcome::Spent | CodeOutcome::NoTicket => Err(self.refuse(context, actor, typed, "code").await?),
            CodeOutcome::Locked(retry_after) => Err(UserError::AccountLocked { retry_after }),
            CodeOutcome::LastAdmin => Err(UserError::LastSecondFactor),
            CodeOutcome::NoAuthority => Err(UserError::Stale),
        }
    }

    /// Records the wrong code or password and returns the error to report.
    async fn refuse(
        &self,
        context: &RequestContext,
        actor: &Actor,
        typed: CodeEntry,
        wrong: &'static str,
    ) -> Result<UserError, UserError> {
        let entry = |action| Entry::new(&*self.ids, context, actor, action, EntityType::User).on(&actor.user_id);
        let change = WrongCode {
            ticket: None,
            user_id: actor.user_id,
            device: typed.device,
            attempt: None,
            lock_alert: entry(Action::SecondFactorLocked),
            at: typed.at,
        };
        let failed = entry(Action::TwoFactorFailed).details(Details::new().with("wrong", wrong));
        Ok(match self.factors.refuse(Audited::new(change, failed)).await? {
            WrongCodeOutcome::Locked(retry_after) => UserError::AccountLocked { retry_after },
            WrongCodeOutcome::Recorded(_) | WrongCodeOutcome::NoTicket if wrong == "password" => {
                UserError::WrongPassword
            }
            WrongCodeOutcome::Recorded(_) | WrongCodeOutcome::NoTicket => UserError::InvalidCode { tries_left: None },
        })
    }
}

fn typed_in(context: &RequestContext, device: Option<&DeviceToken>) -> CodeEntry {
    CodeEntry { device: device.map(DeviceToken::fingerprint), at: context.now }
}

/// Errors: the account's level is too low.
fn allow(user: &User) -> Result<(), UserError> {
    if is_for(user.clearance_level, user.is_admin) { Ok(()) } else { Err(UserError::SecondFactorLevel) }
}

#[cfg(test)]
#[path = "two_factor_tests.rs"]
mod tests;
