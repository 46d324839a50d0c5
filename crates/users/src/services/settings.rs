//! Users' own settings.

use crate::error::UserError;
use crate::ports::UserRepository;
use crate::settings::SettingsPatch;
use crate::user::{User, UserChange, UserUpdate};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{Actor, IdGenerator, RequestContext};
use std::sync::Arc;

/// Changes a user's own settings.
#[derive(Clone)]
pub struct Settings {
    pub users: Arc<dyn UserRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Settings {
    /// Applies the members that are present. Errors: `protected_account`, `validation_failed`, `stale`.
    pub async fn update(
        &self,
        context: &RequestContext,
        actor: &Actor,
        patch: SettingsPatch,
    ) -> Result<User, UserError> {
        if actor.is_emergency_access() {
            return Err(UserError::ProtectedAccount);
        }
        let before = self.users.find(actor.user_id).await?.ok_or(UserError::NotFound)?;
        let after = patch.apply(&before)?;
        let entry =
            Entry::new(&*self.ids, context, actor, Action::SettingsUpdated, EntityType::User).on(&after.id).details(
                Details::new()
                    .with("theme", after.theme.as_str())
                    .with("sessionTimeout", after.session_timeout)
                    .with("emailNotifications", after.email_notifications)
                    .with("firstStepsHidden", after.first_steps_hidden)
                    .with("firstStepsTicked", after.first_steps_ticked.names())
                    .with("contactChanged", before.email != after.email || before.phone != after.phone),
            );
        let update = UserUpdate::to(after.clone());
        self.users.commit(Audited::new(UserChange::Update(Box::new(update)), entry)).await?;
        Ok(User { revision: after.revision + 1, ..after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockUserRepository;
    use crate::user::{Theme, Username};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context, numbered};
    use facility_kernel::{AccessKey, DomainError, UserId};

    fn service(commits: usize) -> Settings {
        let mut users = MockUserRepository::new();
        users.expect_find().returning(|id| {
            let name = Username::parse("mercer").unwrap();
            Ok(Some(User::register(id, &name, AccessKey::Subject, TEST_NOW)))
        });
        users
            .expect_commit()
            .times(commits)
            .withf(|change| {
                // The log does not contain the address itself.
                change.entry().details.to_json().is_some_and(|json| !json.contains("example"))
            })
            .returning(|_| Ok(()));
        Settings { users: Arc::new(users), ids: Arc::new(SequentialIds::default()) }
    }

    fn patch(theme: &str) -> SettingsPatch {
        SettingsPatch {
            theme: Some(theme.to_owned()),
            email: Some(Some("a@example.org".to_owned())),
            ..SettingsPatch::default()
        }
    }

    #[tokio::test]
    async fn settings_are_saved_and_contact_data_stays_out_of_the_log() {
        let user = service(1).update(&context(), &actor(1, 1, false), patch("blue-steel")).await.unwrap();
        assert_eq!(user.theme, Theme::BlueSteel);
    }

    #[tokio::test]
    async fn the_emergency_user_has_no_settings() {
        let mut emergency = actor(1, 5, true);
        emergency.user_id = UserId::EmergencyAccess;
        let error = service(0).update(&context(), &emergency, patch("dark")).await.unwrap_err();
        assert_eq!(error.code(), "protected_account");
        let me = actor(1, 1, false);
        assert_eq!(me.user_id, UserId::Account(numbered(1)));
        assert_eq!(service(0).update(&context(), &me, patch("pink")).await.unwrap_err().code(), "validation_failed");
    }
}
