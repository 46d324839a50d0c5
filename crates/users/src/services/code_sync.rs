//! Administrators issue second-factor codes for other accounts.

use crate::credential::CredentialName;
use crate::error::UserError;
use crate::policy::{AccountAction, authorize};
use crate::ports::UserRepository;
use crate::second_factor::codes::{Code, IssuedCodes, StaticCode, derived};
use crate::second_factor::ports::{CodeIssuer, CodeOutcome, FactorChange, SecondFactorRepository};
use crate::services::site_keys::SiteKeys;
use crate::services::verifier::Verifier;
use crate::user::{User, Username};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_kernel::{AdminActor, DomainError, IdGenerator, RequestContext, Secret, check_line};
use std::convert::Infallible;
use std::sync::Arc;

/// New codes for the owner of an account, to be shown once.
#[derive(Clone, Debug)]
pub struct NewUserCodes {
    pub username: String,
    pub fixed: StaticCode,
    /// The backup codes. Empty if they were not replaced, because only their hashes are stored.
    pub backup: Vec<Secret>,
}

/// Issues codes for accounts. Codes are never logged.
#[derive(Clone)]
pub struct CodeSync {
    pub users: Arc<dyn UserRepository>,
    pub factors: Arc<dyn SecondFactorRepository>,
    pub verifier: Verifier,
    pub keys: SiteKeys,
    pub ids: Arc<dyn IdGenerator>,
}

impl CodeSync {
    /// Replaces all codes of an account with derived ones. Errors: `validation_failed`, `not_found`,
    /// `protected_account`, `insufficient_clearance`, `not_approved`, `admin_only`, `stale`.
    pub async fn sync(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        username: &str,
    ) -> Result<NewUserCodes, UserError> {
        let user = self.target("targetUsername", username).await?;
        authorize(actor, &user, AccountAction::IssueCodes)?;
        let entry = Entry::new(&*self.ids, context, actor, Action::CodesSynchronized, EntityType::User);
        self.issue(context, user, CodeIssuer::Administrator(actor.into()), entry).await
    }

    /// Replaces the static code of an account with one chosen by the administrator. Errors: those of [`Self::sync`]
    /// except `stale`.
    pub async fn update_static(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        username: &str,
        code: &Secret,
    ) -> Result<NewUserCodes, UserError> {
        let fixed = StaticCode::parse(code.expose())?;
        let user = self.target("targetUser", username).await?;
        authorize(actor, &user, AccountAction::IssueCodes)?;
        let hash = self.verifier.hasher.hash(user.id, &Code::typed(fixed.secret().expose()));
        let change = FactorChange::SetStatic { user_id: user.id, authority: actor.into(), code: hash };
        let entry = Entry::new(&*self.ids, context, actor, Action::StaticCodeUpdated, EntityType::User);
        self.commit(change, &user, entry).await?;
        Ok(NewUserCodes { username: user.username, fixed, backup: Vec::new() })
    }

    /// Replaces all codes of an account with derived ones, authorized by the master key. The account is looked up only
    /// after the key has been verified. Errors: `validation_failed`, `rate_limited`, `invalid_key`, `not_found`,
    /// `protected_account`, `not_approved`, `stale`.
    pub async fn emergency_sync(
        &self,
        context: &RequestContext,
        username: &str,
        master_key: &Secret,
    ) -> Result<NewUserCodes, UserError> {
        check_name("username", username)?;
        let right = self.keys.check(context, CredentialName::MasterKey, master_key).await?;
        let entry = |action| {
            let performer = Performer::Anonymous { claimed: None };
            Entry::new(&*self.ids, context, performer, action, EntityType::User).as_admin()
        };
        let details = Details::new().with("keyFingerprint", right.fingerprint);
        let user = match self.reachable(username).await {
            Ok(user) => user,
            // The key was correct, so its use is recorded even if it only served to probe for names.
            Err(error @ (UserError::NotFound | UserError::ProtectedAccount | UserError::NotApproved)) => {
                let details = details.with("reason", error.code());
                self.keys.log.record(Audited::new((), entry(Action::MasterKeyUsed).details(details))).await?;
                return Err(error);
            }
            Err(error) => return Err(error),
        };
        let entry = entry(Action::EmergencyCodesSynchronized).details(details);
        self.issue(context, user, CodeIssuer::MasterKey(right.hash), entry).await
    }

    /// Returns the account with this name, if codes can be issued for it with the master key.
    async fn reachable(&self, username: &str) -> Result<User, UserError> {
        let user = self.target("username", username).await?;
        if user.id.is_emergency_access() {
            return Err(UserError::ProtectedAccount);
        }
        if user.is_approved { Ok(user) } else { Err(UserError::NotApproved) }
    }

    async fn target(&self, field: &'static str, username: &str) -> Result<User, UserError> {
        check_name(field, username)?;
        let found = self.users.find_by_name(&Username::key_of(username)).await?;
        found.map(|account| account.user).ok_or(UserError::NotFound)
    }

    async fn issue(
        &self,
        context: &RequestContext,
        user: User,
        warrant: CodeIssuer,
        entry: Entry,
    ) -> Result<NewUserCodes, UserError> {
        let syncs = self.factors.find(user.id, None, context.now).await?.syncs;
        let (id, created_at) = (user.id.to_string(), user.created_at.as_micros());
        let issued = IssuedCodes::made_of(|index| {
            let text = derived(&id, &user.username, created_at, syncs + 1, index);
            Ok::<_, Infallible>(self.verifier.hasher.derive(&text))
        });
        let Ok(issued) = issued;
        let codes = self.verifier.hashed(user.id, &issued);
        let change = FactorChange::Sync { user_id: user.id, warrant, syncs, codes };
        self.commit(change, &user, entry).await?;
        Ok(NewUserCodes { username: user.username, fixed: issued.fixed, backup: issued.backup })
    }

    async fn commit(&self, change: FactorChange, user: &User, entry: Entry) -> Result<(), UserError> {
        match self.factors.commit(Audited::new(change, entry.on(&user.id).as_admin())).await? {
            CodeOutcome::Recorded => Ok(()),
            CodeOutcome::NoAuthority => Err(UserError::AdminOnly),
            // Issuing codes has none of these outcomes.
            CodeOutcome::NoTicket | CodeOutcome::Spent | CodeOutcome::Locked(_) | CodeOutcome::LastAdmin => {
                Err(UserError::Stale)
            }
        }
    }
}

fn check_name(field: &'static str, username: &str) -> Result<(), UserError> {
    if username.is_empty() {
        return Err(UserError::invalid(field, "Please enter a target username"));
    }
    Ok(check_line(field, username, usize::MAX)?)
}

#[cfg(test)]
#[path = "code_sync_tests.rs"]
mod tests;
