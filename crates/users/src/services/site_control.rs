//! The lock of the site, and whether it asks for second factors.

use crate::ports::SiteRepository;
use crate::{SiteChange, SiteSettings, UserError};
use audit::{Action, Audited, Details, EntityType, Entry, Performer};
use kernel::{Actor, IdGenerator, RequestContext};
use std::sync::Arc;

/// Shows and changes the settings of the site.
#[derive(Clone)]
pub struct SiteControl {
    /// The settings.
    pub site: Arc<dyn SiteRepository>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
}

impl SiteControl {
    /// The settings as they are now. Errors: `admin_only`.
    pub async fn settings(&self, actor: &Actor) -> Result<SiteSettings, UserError> {
        if !actor.is_admin {
            return Err(UserError::AdminOnly);
        }
        Ok(self.site.settings().await?)
    }

    /// Takes the members that are present, and answers the settings after it. It ends no session: who is signed in
    /// stays so, and the lock is met at the next call. Errors: `admin_only`, `validation_failed` for no member at all.
    pub async fn update(
        &self,
        context: &RequestContext,
        actor: &Actor,
        change: SiteChange,
    ) -> Result<SiteSettings, UserError> {
        if !actor.is_admin {
            return Err(UserError::AdminOnly);
        }
        self.commit(context, actor.into(), change).await
    }

    /// The same for whoever runs the binary on the server's data.
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
        let Some(action) = action_of(change) else {
            return Err(UserError::invalid(
                "isLocked",
                "Say what is to change: isLocked or twoFactorRequired",
            ));
        };
        let mut details = Details::new();
        for (name, value) in
            [("isLocked", change.is_locked), ("twoFactorRequired", change.two_factor_required)]
        {
            if let Some(value) = value {
                details = details.with(name, value);
            }
        }
        let entry = Entry::new(&*self.ids, context, performer, action, EntityType::Site)
            .on(&SiteSettings::ID)
            .details(details)
            .as_admin();
        self.site.commit(Audited::new(change, entry)).await?;
        Ok(self.site.settings().await?)
    }
}

/// What the change is called in the log. Where both settings change, the lock names it and the details tell the rest.
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
    use crate::ports::MockSiteRepository;
    use kernel::DomainError;
    use kernel::testing::{SequentialIds, TEST_NOW, actor, context};

    fn control(expected: Vec<(SiteChange, Action, &'static str)>) -> SiteControl {
        let mut site = MockSiteRepository::new();
        site.expect_settings().returning(|| {
            Ok(SiteSettings {
                is_locked: true,
                two_factor_required: false,
                updated_at: TEST_NOW,
                content_changed_at: TEST_NOW,
            })
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
        SiteControl { site: Arc::new(site), ids: Arc::new(SequentialIds::default()) }
    }

    fn change(is_locked: Option<bool>, two_factor_required: Option<bool>) -> SiteChange {
        SiteChange { is_locked, two_factor_required }
    }

    #[tokio::test]
    async fn each_change_has_its_name_in_the_log() {
        let admin = actor(1, 5, true);
        for (changed, action, details) in [
            (change(Some(true), None), Action::SiteLocked, r#"{"isLocked":true}"#),
            (change(Some(false), None), Action::SiteUnlocked, r#"{"isLocked":false}"#),
            (change(None, Some(true)), Action::TwoFactorRequired, r#"{"twoFactorRequired":true}"#),
            (change(None, Some(false)), Action::TwoFactorOptional, r#"{"twoFactorRequired":false}"#),
            (
                change(Some(false), Some(true)),
                Action::SiteUnlocked,
                r#"{"isLocked":false,"twoFactorRequired":true}"#,
            ),
        ] {
            let after = control(vec![(changed, action, details)]).update(&context(), &admin, changed).await;
            assert!(after.unwrap().is_locked);
        }
    }

    #[tokio::test]
    async fn nothing_is_no_change_and_users_change_nothing() {
        let lock = change(Some(true), None);
        let nothing = control(vec![]).update(&context(), &actor(1, 5, true), SiteChange::default()).await;
        assert_eq!(nothing.unwrap_err().code(), "validation_failed");
        let user = actor(2, 5, false);
        assert_eq!(control(vec![]).update(&context(), &user, lock).await.unwrap_err().code(), "admin_only");
        assert_eq!(control(vec![]).settings(&user).await.unwrap_err().code(), "admin_only");
    }

    #[tokio::test]
    async fn the_operator_needs_no_account() {
        let unlock = change(Some(false), None);
        let expected = vec![(unlock, Action::SiteUnlocked, r#"{"isLocked":false}"#)];
        assert!(control(expected).update_as_operator(&context(), unlock).await.is_ok());
    }
}
