//! Administration of accounts.

use crate::error::UserError;
use crate::policy::{AccountAction, authorize};
use crate::ports::UserRepository;
use crate::user::{EndSessions, PasswordChange, User, UserChange, UserUpdate};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_audit::mail::Mail;
use facility_kernel::{AccessKey, AdminActor, Clearance, IdGenerator, Page, PageRequest, RequestContext, UserId};
use std::sync::Arc;

/// Administration of accounts. Each change is recorded in the audit log.
#[derive(Clone)]
pub struct Administration {
    pub users: Arc<dyn UserRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Administration {
    /// Returns a page of the accounts, oldest first, and their total number.
    pub async fn list(&self, _: &AdminActor, page: PageRequest) -> Result<(Page<User>, u64), UserError> {
        Ok(self.users.list(page).await?)
    }

    /// Approves an account with a level and an access key. Neither grants administrator rights.
    pub async fn approve(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: UserId,
        level: Clearance,
        key: AccessKey,
    ) -> Result<User, UserError> {
        let before = self.authorized(actor, id, AccountAction::Approve(level)).await?;
        let after = User { is_approved: true, clearance_level: level, access_key: key, ..before };
        let details = Details::new().with("clearanceLevel", level.level()).with("accessKey", key.as_str());
        let mail = Mail::approved(&*self.ids, id, key, context.now);
        let decided = (Action::UserApproved, details);
        self.commit_with_mail(context, actor, UserUpdate::to(after), decided, Some(mail)).await
    }

    /// Grants administrator rights to an approved account.
    pub async fn make_admin(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: UserId,
    ) -> Result<User, UserError> {
        let before = self.authorized(actor, id, AccountAction::MakeAdmin).await?;
        let after = User { is_admin: true, ..before };
        self.commit(context, actor, UserUpdate::to(after), Action::AdminGranted, Details::new()).await
    }

    /// Removes administrator rights and ends the account's sessions. For an unapproved account, removes the request for
    /// the rights.
    pub async fn remove_admin(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: UserId,
    ) -> Result<User, UserError> {
        let before = self.authorized(actor, id, AccountAction::RemoveAdmin).await?;
        let was_claim = !before.is_approved;
        let update = UserUpdate {
            end_sessions: EndSessions::All,
            needs_other_admin: !was_claim,
            ..UserUpdate::to(User { is_admin: false, ..before })
        };
        let action = if was_claim { Action::AdminRequestDeclined } else { Action::AdminRemoved };
        self.commit(context, actor, update, action, Details::new()).await
    }

    /// Assigns another level and access key to an approved account, and ends its sessions except the actor's current
    /// one.
    pub async fn update_clearance(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: UserId,
        level: Clearance,
        key: AccessKey,
    ) -> Result<User, UserError> {
        let before = self.authorized(actor, id, AccountAction::UpdateClearance(level)).await?;
        let details = Details::new()
            .with("clearanceLevel", level.level())
            .with("previousLevel", before.clearance_level.level())
            .with("accessKey", key.as_str())
            .with("previousKey", before.access_key.as_str());
        let unchanged = before.clearance_level == level && before.access_key == key;
        let end_sessions = match actor.session_id {
            _ if unchanged => EndSessions::None,
            Some(session) if before.id == actor.user_id => EndSessions::AllBut(session),
            _ => EndSessions::All,
        };
        let after = User { clearance_level: level, access_key: key, ..before };
        let update = UserUpdate { end_sessions, ..UserUpdate::to(after) };
        self.commit(context, actor, update, Action::ClearanceUpdated, details).await
    }

    /// Clears a lockout of the account's name, for all networks.
    pub async fn unlock(&self, context: &RequestContext, actor: &AdminActor, id: UserId) -> Result<User, UserError> {
        let before = self.authorized(actor, id, AccountAction::Unlock).await?;
        let update = UserUpdate { clear_lockout: true, ..UserUpdate::to(User { failed_login_attempts: 0, ..before }) };
        self.commit(context, actor, update, Action::UserUnlocked, Details::new()).await
    }

    /// Turns off the second factor of a user who lost theirs, deletes its codes, and ends the account's sessions.
    pub async fn remove_second_factor(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: UserId,
    ) -> Result<User, UserError> {
        let before = self.authorized(actor, id, AccountAction::RemoveSecondFactor).await?;
        let update = UserUpdate {
            end_sessions: EndSessions::All,
            removes_second_factor: true,
            ..UserUpdate::to(User { two_factor_enabled: false, ..before })
        };
        self.commit(context, actor, update, Action::TwoFactorReset, Details::new()).await
    }

    /// Deletes an account. It can no longer sign in and is not listed. Its name remains taken, its documents keep their
    /// author, and its drafts are deleted.
    pub async fn delete(&self, context: &RequestContext, actor: &AdminActor, id: UserId) -> Result<(), UserError> {
        let before = self.authorized(actor, id, AccountAction::Delete).await?;
        let details = Details::new().with("username", before.username.as_str());
        let update = UserUpdate {
            end_sessions: EndSessions::All,
            needs_other_admin: before.is_admin && before.is_approved,
            password: PasswordChange::Clear,
            removes_second_factor: true,
            ..UserUpdate::to(User {
                two_factor_enabled: false,
                deleted_at: Some(context.now),
                is_admin: false,
                is_approved: false,
                email: None,
                phone: None,
                ..before
            })
        };
        self.commit(context, actor, update, Action::UserDeleted, details).await.map(|_| ())
    }

    async fn authorized(&self, actor: &AdminActor, id: UserId, action: AccountAction) -> Result<User, UserError> {
        let target = self.users.find(id).await?.ok_or(UserError::NotFound)?;
        authorize(actor, &target, action)?;
        Ok(target)
    }

    async fn commit(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        update: UserUpdate,
        action: Action,
        details: Details,
    ) -> Result<User, UserError> {
        self.commit_with_mail(context, actor, update, (action, details), None).await
    }

    async fn commit_with_mail(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        update: UserUpdate,
        (action, details): (Action, Details),
        mail: Option<Mail>,
    ) -> Result<User, UserError> {
        let after = update.after.clone();
        // If two administrators demote each other at the same moment, the second no longer has the rights.
        let update = UserUpdate { authority: Some(actor.into()), ..update };
        let entry =
            Entry::new(&*self.ids, context, actor, action, EntityType::User).on(&after.id).details(details).as_admin();
        let change = Audited::new(UserChange::Update(Box::new(update)), entry).mailing(mail);
        self.users.commit(change).await?;
        Ok(User { revision: after.revision + 1, ..after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockUserRepository, UserCommitError};
    use crate::user::Username;
    use facility_audit::entry::Performer;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, admin_in, context, numbered};
    use facility_kernel::{DomainError, SessionId};

    const TARGET: UserId = UserId::Account(numbered(2));

    fn pending() -> User {
        let name = Username::parse("target").unwrap();
        User { revision: 4, ..User::register(TARGET, &name, AccessKey::Security, TEST_NOW) }
    }

    fn approved(is_admin: bool) -> User {
        User { is_approved: true, is_admin, ..pending() }
    }

    fn service(
        target: User,
        expected: impl Fn(&UserUpdate) -> bool + Send + Sync + 'static,
        action: Action,
        answer: fn() -> Result<(), UserCommitError>,
    ) -> Administration {
        let mut users = MockUserRepository::new();
        users.expect_find().returning(move |id| Ok((id == target.id).then(|| target.clone())));
        users
            .expect_commit()
            .times(1)
            .withf(move |change| {
                let entry = change.entry();
                matches!(change.change(), UserChange::Update(update) if expected(update))
                    && entry.action == action
                    && entry.is_admin_action
                    && entry.entity_id == Some(TARGET.to_string())
                    && entry.performer == Performer::from(&admin(1, 5))
            })
            .returning(move |_| answer());
        Administration { users: Arc::new(users), ids: Arc::new(SequentialIds::default()) }
    }

    #[expect(clippy::unnecessary_wraps, reason = "the signature of the port")]
    const fn done() -> Result<(), UserCommitError> {
        Ok(())
    }

    #[tokio::test]
    async fn approving_sets_level_and_key_and_never_rights() {
        let level = Clearance::parse(2).unwrap();
        let service = service(
            pending(),
            move |update| {
                let after = &update.after;
                after.is_approved && !after.is_admin && after.clearance_level == level && after.revision == 4
            },
            Action::UserApproved,
            done,
        );
        let user = service.approve(&context(), &admin(1, 5), TARGET, level, AccessKey::Developer).await.unwrap();
        assert_eq!((user.access_key, user.is_admin, user.revision), (AccessKey::Developer, false, 5));
    }

    #[tokio::test]
    async fn demoting_ends_sessions_and_needs_another_administrator() {
        let guarded = |update: &UserUpdate| update.end_sessions == EndSessions::All && update.needs_other_admin;
        let ok = service(approved(true), guarded, Action::AdminRemoved, done);
        assert!(!ok.remove_admin(&context(), &admin(1, 5), TARGET).await.unwrap().is_admin);
        let last = service(approved(true), guarded, Action::AdminRemoved, || Err(UserCommitError::NoOtherAdmin));
        let error = last.remove_admin(&context(), &admin(1, 5), TARGET).await.unwrap_err();
        assert_eq!(error.code(), "last_admin");
    }

    #[tokio::test]
    async fn requested_rights_can_be_removed_without_another_administrator() {
        let claim = User { is_admin: true, ..pending() };
        let service = service(
            claim,
            |update| !update.needs_other_admin && !update.after.is_admin,
            Action::AdminRequestDeclined,
            done,
        );
        service.remove_admin(&context(), &admin(1, 5), TARGET).await.unwrap();
    }

    #[tokio::test]
    async fn a_new_level_ends_the_sessions_of_the_account() {
        let level = Clearance::parse(1).unwrap();
        let other = service(approved(false), |u| u.end_sessions == EndSessions::All, Action::ClearanceUpdated, done);
        other.update_clearance(&context(), &admin(1, 5), TARGET, level, AccessKey::Subject).await.unwrap();
        let same = service(approved(false), |u| u.end_sessions == EndSessions::None, Action::ClearanceUpdated, done);
        same.update_clearance(&context(), &admin(1, 5), TARGET, Clearance::parse(3).unwrap(), AccessKey::Security)
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn own_session_survives_a_change_of_the_own_level() {
        let me = User { id: UserId::Account(numbered(1)), ..approved(true) };
        let session = SessionId::from_uuid(numbered(77));
        let admin = admin_in(session);
        let mut users = MockUserRepository::new();
        users.expect_find().returning(move |_| Ok(Some(me.clone())));
        users
            .expect_commit()
            .times(1)
            .withf(move |change| {
                matches!(change.change(), UserChange::Update(u) if u.end_sessions == EndSessions::AllBut(session))
            })
            .returning(|_| Ok(()));
        let service = Administration { users: Arc::new(users), ids: Arc::new(SequentialIds::default()) };
        let level = Clearance::parse(4).unwrap();
        service.update_clearance(&context(), &admin, admin.user_id, level, AccessKey::Command).await.unwrap();
    }

    #[tokio::test]
    async fn deleting_leaves_a_tombstone_without_rights() {
        let service = service(
            approved(true),
            |update| {
                let after = &update.after;
                after.deleted_at == Some(TEST_NOW)
                    && !after.is_admin
                    && !after.is_approved
                    && update.end_sessions == EndSessions::All
                    && update.needs_other_admin
                    && update.password == PasswordChange::Clear
            },
            Action::UserDeleted,
            done,
        );
        service.delete(&context(), &admin(1, 5), TARGET).await.unwrap();
    }

    #[tokio::test]
    async fn unlocking_clears_the_lockout() {
        let service = service(approved(false), |update| update.clear_lockout, Action::UserUnlocked, done);
        service.unlock(&context(), &admin(1, 5), TARGET).await.unwrap();
    }

    #[tokio::test]
    async fn a_refusal_writes_nothing() {
        let mut users = MockUserRepository::new();
        users.expect_find().returning(|id| Ok((id == TARGET).then(|| approved(false))));
        users.expect_commit().never();
        let service = Administration { users: Arc::new(users), ids: Arc::new(SequentialIds::default()) };
        let nobody = UserId::Account(numbered(99));
        let error = service.delete(&context(), &admin(1, 5), nobody).await.unwrap_err();
        assert_eq!(error.code(), "not_found");
    }
}
