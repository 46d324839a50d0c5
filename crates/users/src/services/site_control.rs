//! The site's lockdown and its second-factor requirement.

use crate::error::UserError;
use crate::ports::{SiteRepository, UserRepository};
use crate::site::{SiteChange, SiteSettings};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_kernel::{AdminActor, IdGenerator, RequestContext, StoreError, Timestamp};
use std::sync::Arc;

/// Reads and changes the site settings.
#[derive(Clone)]
pub struct SiteControl {
    pub site: Arc<dyn SiteRepository>,
    pub users: Arc<dyn UserRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl SiteControl {
    pub async fn settings(&self, _: &AdminActor) -> Result<SiteSettings, UserError> {
        Ok(self.site.settings().await?)
    }

    /// Whether the site is in lockdown. Available to any caller.
    pub async fn is_locked(&self) -> Result<bool, UserError> {
        Ok(self.site.settings().await?.is_locked)
    }

    /// Returns when shared content last changed, the same on every node and after a restart. Available to any caller.
    pub async fn content_changed_at(&self) -> Result<Timestamp, UserError> {
        Ok(self.site.settings().await?.content_changed_at)
    }

    /// Applies the members that are present and returns the settings afterwards. Members that already have the
    /// requested value are not recorded or announced. No session ends: users remain signed in, and a lockdown refuses
    /// their next request. Errors: `validation_failed` if no member is present; `no_second_factor` if the change would
    /// require a second factor that the administrator does not have.
    pub async fn update(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        change: SiteChange,
    ) -> Result<SiteSettings, UserError> {
        if change.two_factor_required == Some(true) && !self.site.settings().await?.two_factor_required {
            // Otherwise everyone could be locked out, including this administrator.
            let account = self.users.find(actor.user_id).await?;
            if !account.is_some_and(|user| user.two_factor_enabled) {
                return Err(UserError::NoSecondFactor);
            }
        }
        self.commit(context, actor.into(), change).await
    }

    /// Applies a change for the operator on the command line.
    pub async fn update_as_operator(
        &self,
        context: &RequestContext,
        change: SiteChange,
    ) -> Result<SiteSettings, UserError> {
        self.commit(context, Performer::System, change).await
    }

    async fn commit(
        &self,
        context: &RequestContext,
        performer: Performer,
        change: SiteChange,
    ) -> Result<SiteSettings, UserError> {
        if change == SiteChange::default() {
            return Err(UserError::invalid("isLocked", "Nothing to change: set isLocked or twoFactorRequired"));
        }
        let before = self.site.settings().await?;
        let change = change.from(before);
        let Some(action) = action_of(change) else { return Ok(before) };
        let mut details = Details::new();
        for (name, value) in [("isLocked", change.is_locked), ("twoFactorRequired", change.two_factor_required)] {
            if let Some(value) = value {
                details = details.with(name, value);
            }
        }
        let entry = Entry::new(&*self.ids, context, performer, action, EntityType::Site)
            .on(&SiteSettings::ID)
            .details(details)
            .as_admin();
        match self.site.commit(Audited::new(change, entry)).await {
            // `Stale` means that another caller has made the same change in the meantime.
            Ok(()) | Err(StoreError::Stale) => Ok(self.site.settings().await?),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns the action to record. If both settings change, it is that of the lockdown, and the details contain the other
/// change.
const fn action_of(change: SiteChange) -> Option<Action> {
    match (change.is_locked, change.two_factor_required) {
        (Some(true), _) => Some(Action::SiteLocked),
        (Some(false), _) => Some(Action::SiteUnlocked),
        (None, Some(true)) => Some(Action::TwoFactorRequired),
        (None, Some(false)) => Some(Action::TwoFactorOptional),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockSiteRepository, MockUserRepository};
    use crate::user::{User, Username};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, context};
    use facility_kernel::{AccessKey, DomainError};

    fn control(expected: Vec<(SiteChange, Action, &'static str)>) -> SiteControl {
        control_from(!expected.iter().any(|(change, ..)| change.is_locked == Some(true)), expected)
    }

    /// A site that is locked or not. It requires a second factor unless the change sets that.
    fn control_from(is_locked: bool, expected: Vec<(SiteChange, Action, &'static str)>) -> SiteControl {
        let two_factor_required = !expected.iter().any(|(change, ..)| change.two_factor_required == Some(true));
        let mut site = MockSiteRepository::new();
        site.expect_settings().returning(move || {
            Ok(SiteSettings { is_locked, two_factor_required, updated_at: TEST_NOW, content_changed_at: TEST_NOW })
        });
        for (change, action, details) in expected {
            site.expect_commit()
                .times(1)
                .withf(move |audited| {
                    let entry = audited.entry();
                    *audited.change() == change
                        && entry.action == action
                        && entry.is_admin_action
                        && entry.details.to_json().as_deref() == Some(details)
                })
                .returning(|_| Ok(()));
        }
        SiteControl { site: Arc::new(site), users: Arc::new(users(true)), ids: Arc::new(SequentialIds::default()) }
    }

    /// Accounts that all have a second factor, or all have none.
    fn users(two_factor_enabled: bool) -> MockUserRepository {
        let mut users = MockUserRepository::new();
        users.expect_find().returning(move |id| {
            let name = Username::parse("mercer").unwrap();
            let user = User::register(id, &name, AccessKey::Developer, TEST_NOW);
            Ok(Some(User { two_factor_enabled, ..user }))
        });
        users
    }

    fn change(is_locked: Option<bool>, two_factor_required: Option<bool>) -> SiteChange {
        SiteChange { is_locked, two_factor_required }
    }

    #[tokio::test]
    async fn each_change_has_its_name_in_the_log() {
        let admin = admin(1, 5);
        for (changed, action, details) in [
            (change(Some(true), None), Action::SiteLocked, r#"{"isLocked":true}"#),
            (change(Some(false), None), Action::SiteUnlocked, r#"{"isLocked":false}"#),
            (change(None, Some(true)), Action::TwoFactorRequired, r#"{"twoFactorRequired":true}"#),
            (change(None, Some(false)), Action::TwoFactorOptional, r#"{"twoFactorRequired":false}"#),
            (change(Some(false), Some(true)), Action::SiteUnlocked, r#"{"isLocked":false,"twoFactorRequired":true}"#),
        ] {
            let after = control(vec![(changed, action, details)]).update(&context(), &admin, changed).await;
            assert!(after.is_ok());
        }
    }

    #[tokio::test]
    async fn setting_the_current_value_is_no_change() {
        let admin = admin(1, 5);
        for same in [change(Some(true), None), change(None, Some(true)), change(Some(true), Some(true))] {
            let after = control_from(true, vec![]).update(&context(), &admin, same).await.unwrap();
            assert!(after.is_locked && after.two_factor_required);
        }
        // Only the member that differs is a change.
        let expected = vec![(change(None, Some(false)), Action::TwoFactorOptional, r#"{"twoFactorRequired":false}"#)];
        let both = change(Some(true), Some(false));
        assert!(control_from(true, expected).update(&context(), &admin, both).await.is_ok());
    }

    #[tokio::test]
    async fn an_administrator_without_a_second_factor_cannot_require_one() {
        for wanted in [change(None, Some(true)), change(Some(true), Some(true))] {
            let mut site = MockSiteRepository::new();
            site.expect_settings().returning(|| {
                Ok(SiteSettings {
                    is_locked: false,
                    two_factor_required: false,
                    updated_at: TEST_NOW,
                    content_changed_at: TEST_NOW,
                })
            });
            let control = SiteControl { site: Arc::new(site), users: Arc::new(users(false)), ..control(vec![]) };
            let refused = control.update(&context(), &admin(1, 5), wanted).await.unwrap_err();
            assert_eq!(refused.code(), "no_second_factor");
        }
    }

    #[tokio::test]
    async fn an_empty_change_is_refused() {
        let nothing = control(vec![]).update(&context(), &admin(1, 5), SiteChange::default()).await;
        assert_eq!(nothing.unwrap_err().code(), "validation_failed");
    }

    #[tokio::test]
    async fn the_operator_needs_no_account() {
        let unlock = change(Some(false), None);
        let expected = vec![(unlock, Action::SiteUnlocked, r#"{"isLocked":false}"#)];
        assert!(control(expected).update_as_operator(&context(), unlock).await.is_ok());
    }
}
