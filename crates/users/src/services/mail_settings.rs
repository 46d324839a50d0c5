//! Users' mail settings.

use crate::error::UserError;
use crate::mail_choice::{MailChoice, MailChoiceChange, MailChoices};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_audit::mail::MailKind;
use facility_kernel::{Actor, IdGenerator, RequestContext};
use std::sync::Arc;

/// Shows and changes which kinds of mail a user wants.
#[derive(Clone)]
pub struct MailSettings {
    pub choices: Arc<dyn MailChoices>,
    pub ids: Arc<dyn IdGenerator>,
}

impl MailSettings {
    /// Returns the caller's mail settings. Errors: `protected_account`.
    pub async fn of(&self, actor: &Actor) -> Result<MailChoice, UserError> {
        if actor.is_emergency_access() {
            return Err(UserError::ProtectedAccount);
        }
        Ok(self.choices.of(actor.user_id).await?)
    }

    /// Changes these settings of the caller and returns the result. If there are none to change, nothing is recorded.
    /// Errors: `protected_account`.
    pub async fn update(
        &self,
        context: &RequestContext,
        actor: &Actor,
        switches: Vec<(MailKind, bool)>,
    ) -> Result<MailChoice, UserError> {
        if actor.is_emergency_access() {
            return Err(UserError::ProtectedAccount);
        }
        if !switches.is_empty() {
            let details = switches.iter().fold(Details::new(), |all, (kind, wanted)| all.with(kind.as_str(), *wanted));
            let entry = Entry::new(&*self.ids, context, actor, Action::SettingsUpdated, EntityType::User)
                .on(&actor.user_id)
                .details(details);
            let change = MailChoiceChange { user: actor.user_id, switches };
            self.choices.set(Audited::new(change, entry)).await?;
        }
        self.of(actor).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail_choice::MockMailChoices;
    use facility_kernel::testing::{SequentialIds, actor, context};
    use facility_kernel::{DomainError as _, UserId};

    fn service(changes: usize) -> MailSettings {
        let mut choices = MockMailChoices::new();
        choices.expect_of().returning(|_| Ok(MailChoice::without(vec![MailKind::Deadline])));
        choices
            .expect_set()
            .times(changes)
            .withf(|change| {
                let entry = change.entry();
                change.change().switches == [(MailKind::Deadline, false), (MailKind::TimedOut, true)]
                    && (entry.action, entry.entity_type) == (Action::SettingsUpdated, EntityType::User)
                    && entry.details.to_json().as_deref() == Some(r#"{"deadline":false,"timed_out":true}"#)
            })
            .returning(|_| Ok(()));
        MailSettings { choices: Arc::new(choices), ids: Arc::new(SequentialIds::default()) }
    }

    #[tokio::test]
    async fn switches_are_set_and_recorded() {
        let switches = vec![(MailKind::Deadline, false), (MailKind::TimedOut, true)];
        let choice = service(1).update(&context(), &actor(1, 1, false), switches).await.unwrap();
        assert!(!choice.wants(MailKind::Deadline) && choice.wants(MailKind::SecurityAlert));
        let same = service(0).update(&context(), &actor(1, 1, false), Vec::new()).await.unwrap();
        assert_eq!(same, choice);
    }

    #[tokio::test]
    async fn the_emergency_user_has_no_switches() {
        let mut emergency = actor(1, 5, true);
        emergency.user_id = UserId::EmergencyAccess;
        let switches = vec![(MailKind::Deadline, false)];
        let error = service(0).update(&context(), &emergency, switches).await.unwrap_err();
        assert_eq!(error.code(), "protected_account");
        assert_eq!(service(0).of(&emergency).await.unwrap_err().code(), "protected_account");
    }
}
