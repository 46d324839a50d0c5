//! Alerts for administrators: suspicious sign-ins and deadlines. Both are computed on each read; only the marks of each
//! administrator are stored.

use crate::error::OversightError;
use crate::reminders::{AlertMark, AlertMarks, AlertRepository, Reminder};
use facility_audit::alerts::SecurityAlert;
use facility_audit::attempts::{AttemptLog, MONITORED_PERIOD};
use facility_kernel::{Actor, AdminActor, RequestContext, StoreError, Timestamp};
use std::collections::HashSet;
use std::sync::Arc;

/// An alert with the caller's mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marked<T> {
    pub alert: T,
    /// When the caller read it. `None` if it is unread.
    pub read_at: Option<Timestamp>,
}

/// Alerts and reminders for administrators.
#[derive(Clone)]
pub struct AdminAlerts {
    pub attempts: Arc<dyn AttemptLog>,
    /// Waiting items and marks.
    pub alerts: Arc<dyn AlertRepository>,
}

impl AdminAlerts {
    /// Returns the security alerts that the caller has not cleared, most urgent first.
    pub async fn security(
        &self,
        actor: &AdminActor,
        now: Timestamp,
    ) -> Result<Vec<Marked<SecurityAlert>>, OversightError> {
        let alerts = self.current_alerts(now).await?;
        let marks = self.marks(actor).await?;
        Ok(shown(&marks, alerts, |alert| &alert.id))
    }

    /// Returns the reminders that the caller has not cleared, most urgent first.
    pub async fn reminders(&self, actor: &AdminActor, now: Timestamp) -> Result<Vec<Marked<Reminder>>, OversightError> {
        let reminders = self.current_reminders(now).await?;
        let marks = self.marks(actor).await?;
        Ok(shown(&marks, reminders, |reminder| &reminder.id))
    }

    /// Marks these alerts and reminders as read by the caller. Ignores unknown ids, and callers who have no alerts,
    /// such as users who are not administrators. Nobody else is affected, so there is no audit entry.
    pub async fn mark_read(
        &self,
        context: &RequestContext,
        actor: &Actor,
        ids: Vec<String>,
    ) -> Result<(), OversightError> {
        if !actor.is_admin || actor.is_emergency_access() {
            return Ok(());
        }
        self.mark(context, actor, ids, AlertMark::Read).await
    }

    /// Marks all current alerts and reminders as read, like [`Self::mark_read`].
    pub(super) async fn mark_all_read(&self, context: &RequestContext, actor: &Actor) -> Result<(), OversightError> {
        if !actor.is_admin || actor.is_emergency_access() {
            return Ok(());
        }
        let known = self.current_ids(context.now).await?;
        if known.is_empty() {
            return Ok(());
        }
        Ok(self.alerts.mark(actor.user_id, known, AlertMark::Read, context.now).await?)
    }

    /// Returns the alerts and reminders that an administrator has not cleared.
    pub(super) async fn all(
        &self,
        actor: &Actor,
        now: Timestamp,
    ) -> Result<(Vec<Marked<SecurityAlert>>, Vec<Marked<Reminder>>), StoreError> {
        let marks = self.marks(actor).await?;
        let alerts = shown(&marks, self.current_alerts(now).await?, |alert| &alert.id);
        let reminders = shown(&marks, self.current_reminders(now).await?, |reminder| &reminder.id);
        Ok((alerts, reminders))
    }

    /// Clears these alerts and reminders for the caller, who no longer sees them. Ignores unknown ids. Errors:
    /// `protected_account`.
    pub async fn clear(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        ids: Vec<String>,
    ) -> Result<(), OversightError> {
        if actor.is_emergency_access() {
            return Err(OversightError::ProtectedAccount);
        }
        self.mark(context, actor, ids, AlertMark::Cleared).await
    }

    /// Stores marks only for ids that exist now, so that nobody can fill the table with others.
    async fn mark(
        &self,
        context: &RequestContext,
        actor: &Actor,
        ids: Vec<String>,
        mark: AlertMark,
    ) -> Result<(), OversightError> {
        // Ids of notifications have another form, and most requests contain only those.
        let wanted: HashSet<String> = ids.into_iter().filter(|id| id.contains(':')).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let mut known = self.current_ids(context.now).await?;
        known.retain(|id| wanted.contains(id));
        if known.is_empty() {
            return Ok(());
        }
        Ok(self.alerts.mark(actor.user_id, known, mark, context.now).await?)
    }

    async fn current_ids(&self, now: Timestamp) -> Result<Vec<String>, StoreError> {
        let alerts = self.current_alerts(now).await?.into_iter().map(|alert| alert.id);
        let reminders = self.current_reminders(now).await?.into_iter().map(|reminder| reminder.id);
        Ok(alerts.chain(reminders).collect())
    }

    /// Returns the security alerts at `now`, including cleared ones.
    pub(super) async fn current_alerts(&self, now: Timestamp) -> Result<Vec<SecurityAlert>, StoreError> {
        let since = now.minus(MONITORED_PERIOD);
        let sign_ins = SecurityAlert::of(&self.attempts.tally(since).await?);
        let alarms = self.alerts.alarms(since).await?.into_iter().map(SecurityAlert::of_alarm);
        let mut alerts: Vec<SecurityAlert> = sign_ins.into_iter().chain(alarms).collect();
        alerts.sort_by(|a, b| (b.severity, b.last_at, &b.id).cmp(&(a.severity, a.last_at, &a.id)));
        Ok(alerts)
    }

    async fn current_reminders(&self, now: Timestamp) -> Result<Vec<Reminder>, StoreError> {
        Ok(Reminder::all(&self.alerts.waits(now).await?, now))
    }

    async fn marks(&self, actor: &Actor) -> Result<AlertMarks, StoreError> {
        if actor.is_emergency_access() {
            return Ok(AlertMarks::default());
        }
        self.alerts.marks(actor.user_id).await
    }
}

fn shown<T>(marks: &AlertMarks, all: impl IntoIterator<Item = T>, id: fn(&T) -> &String) -> Vec<Marked<T>> {
    let uncleared = all.into_iter().filter(|alert| !marks.cleared.contains(id(alert)));
    uncleared.map(|alert| Marked { read_at: marks.read.get(id(&alert)).copied(), alert }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reminders::{MockAlertRepository, Wait, WaitKind};
    use facility_audit::attempts::{AttemptTally, MockAttemptLog};
    use facility_kernel::testing::{TEST_NOW, actor, admin, context, emergency_access};
    use facility_kernel::{DomainError as _, UserId};
    use std::time::Duration;

    fn attempts(suspicious: u64) -> MockAttemptLog {
        let mut attempts = MockAttemptLog::new();
        attempts.expect_tally().returning(move |_| {
            Ok(AttemptTally { suspicious, last_suspicious: Some(TEST_NOW), ..AttemptTally::default() })
        });
        attempts
    }

    fn waits() -> Vec<Wait> {
        let wait = |id: &str, hours| Wait {
            kind: WaitKind::Submission,
            id: id.to_owned(),
            title: id.to_owned(),
            since: TEST_NOW.minus(Duration::from_hours(hours)),
        };
        vec![wait("new", 1), wait("old", 50), wait("between", 30)]
    }

    fn ids(of: &[Wait]) -> Vec<String> {
        Reminder::all(of, TEST_NOW).into_iter().map(|reminder| reminder.id).collect()
    }

    #[tokio::test]
    async fn read_alerts_show_their_time_and_cleared_ones_are_omitted() {
        let all = ids(&waits());
        let mut alerts = MockAlertRepository::new();
        alerts.expect_waits().returning(|_| Ok(waits()));
        alerts.expect_alarms().returning(|_| Ok(Vec::new()));
        let (read, cleared) = (all[0].clone(), all[1].clone());
        alerts.expect_marks().returning(move |_| {
            Ok(AlertMarks { read: [(read.clone(), TEST_NOW)].into(), cleared: [cleared.clone()].into() })
        });
        let service = AdminAlerts { attempts: Arc::new(attempts(6)), alerts: Arc::new(alerts) };
        let shown = service.reminders(&admin(1, 5), TEST_NOW).await.unwrap();
        assert_eq!(shown.len(), 1);
        assert_eq!((&shown[0].alert.id, shown[0].read_at), (&all[0], Some(TEST_NOW)));
        let security = service.security(&admin(1, 5), TEST_NOW).await.unwrap();
        assert_eq!((security.len(), security[0].read_at), (1, None));
    }

    #[tokio::test]
    async fn only_existing_ids_are_marked() {
        let all = ids(&waits());
        let mut alerts = MockAlertRepository::new();
        alerts.expect_waits().returning(|_| Ok(waits()));
        alerts.expect_alarms().returning(|_| Ok(Vec::new()));
        let expected = all[0].clone();
        alerts
            .expect_mark()
            .times(1)
            .withf(move |_, ids, mark, now| {
                (ids, *mark, *now) == (&vec![expected.clone()], AlertMark::Cleared, TEST_NOW)
            })
            .returning(|_, _, _, _| Ok(()));
        let service = AdminAlerts { attempts: Arc::new(attempts(0)), alerts: Arc::new(alerts) };
        let sent = vec![all[0].clone(), "deadline:invented".to_owned(), String::new()];
        service.clear(&context(), &admin(1, 5), sent).await.unwrap();
    }

    #[tokio::test]
    async fn ids_of_notifications_and_callers_without_alerts_cost_nothing() {
        let service =
            AdminAlerts { attempts: Arc::new(MockAttemptLog::new()), alerts: Arc::new(MockAlertRepository::new()) };
        let ids = vec!["00000000-0000-7000-8000-000000000001".to_owned()];
        service.mark_read(&context(), &actor(1, 5, true), ids).await.unwrap();
        service.mark_read(&context(), &actor(1, 5, false), vec!["security:x".to_owned()]).await.unwrap();
        let emergency = Actor { user_id: UserId::EmergencyAccess, ..actor(1, 5, true) };
        service.mark_read(&context(), &emergency, vec!["security:x".to_owned()]).await.unwrap();
        let refused = service.clear(&context(), &emergency_access(), Vec::new()).await.unwrap_err();
        assert_eq!(refused.code(), "protected_account");
    }
}
