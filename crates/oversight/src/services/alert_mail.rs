//! Mail to administrators about alerts and deadlines.

use crate::reminders::OVERDUE_AFTER;
use crate::services::alerts::AdminAlerts;
use facility_audit::mail::{Mail, MailKind};
use facility_kernel::{IdGenerator, StoreError, Timestamp};
use facility_users::mail::Outbox;
use std::sync::Arc;

/// Queues mail about alerts and deadlines.
#[derive(Clone)]
pub struct AlertMail {
    /// The current alerts and deadlines.
    pub alerts: AdminAlerts,
    pub outbox: Arc<dyn Outbox>,
    pub ids: Arc<dyn IdGenerator>,
}

impl AlertMail {
    /// Queues mail that has not been sent yet: each security alert once per administrator as long as its id stays the
    /// same, and the number of due items once a day. Returns the number of messages. Calling it again, even on another
    /// node, has no further effect.
    pub async fn queue(&self, now: Timestamp) -> Result<usize, StoreError> {
        let mut mail = Vec::new();
        for alert in self.alerts.current_alerts(now).await? {
            for administrator in self.outbox.unnotified_administrators(MailKind::SecurityAlert, alert.once()).await? {
                mail.push(Mail::alert(&*self.ids, administrator, &alert, now));
            }
        }
        let waits = self.alerts.alerts.waits(now).await?;
        let due = waits.iter().filter(|wait| now.since(wait.since) >= OVERDUE_AFTER).count();
        if due > 0 {
            let key = Mail::deadline_key(now);
            for administrator in self.outbox.unnotified_administrators(MailKind::Deadline, key).await? {
                mail.push(Mail::deadline(&*self.ids, administrator, due, now));
            }
        }
        let queued = mail.len();
        if queued > 0 {
            self.outbox.queue(mail).await?;
        }
        Ok(queued)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reminders::{MockAlertRepository, Wait, WaitKind};
    use facility_audit::attempts::{AttemptTally, MockAttemptLog};
    use facility_kernel::UserId;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, numbered};
    use facility_users::mail::MockOutbox;
    use std::time::Duration;

    fn service(suspicious: u64, waited_hours: &[u64], outbox: MockOutbox) -> AlertMail {
        let mut attempts = MockAttemptLog::new();
        let last_suspicious = Some(TEST_NOW);
        attempts.expect_tally().returning(move |_| {
            Ok(AttemptTally { attempts: suspicious, failed: suspicious, suspicious, last_suspicious })
        });
        let waits: Vec<Wait> = waited_hours
            .iter()
            .map(|hours| Wait {
                kind: WaitKind::Submission,
                id: hours.to_string(),
                title: "Tide".to_owned(),
                since: TEST_NOW.minus(Duration::from_hours(*hours)),
            })
            .collect();
        let mut alerts = MockAlertRepository::new();
        alerts.expect_waits().returning(move |_| Ok(waits.clone()));
        alerts.expect_alarms().returning(|_| Ok(Vec::new()));
        let alerts = AdminAlerts { attempts: Arc::new(attempts), alerts: Arc::new(alerts) };
        AlertMail { alerts, outbox: Arc::new(outbox), ids: Arc::new(SequentialIds::default()) }
    }

    #[tokio::test]
    async fn alerts_and_deadlines_are_queued_for_each_unnotified_administrator() {
        let mut outbox = MockOutbox::new();
        outbox.expect_unnotified_administrators().times(2).returning(|kind, once| {
            assert_eq!(kind == MailKind::SecurityAlert, once.starts_with("security:"));
            let first = UserId::Account(numbered(1));
            let second = UserId::Account(numbered(2));
            Ok(if once.starts_with("security:") { vec![first, second] } else { vec![second] })
        });
        outbox
            .expect_queue()
            .times(1)
            .withf(|mail| {
                let told: Vec<(&str, UserId)> =
                    mail.iter().map(|mail| (mail.subject.as_str(), mail.recipient)).collect();
                let (first, second) = (UserId::Account(numbered(1)), UserId::Account(numbered(2)));
                told == [
                    ("Security alert (critical)", first),
                    ("Security alert (critical)", second),
                    ("2 items wait for a decision", second),
                ]
            })
            .returning(|_| Ok(()));
        assert_eq!(service(11, &[1, 48, 71], outbox).queue(TEST_NOW).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn without_an_alert_or_a_deadline_nothing_is_asked_or_queued() {
        assert_eq!(service(5, &[1, 47], MockOutbox::new()).queue(TEST_NOW).await.unwrap(), 0);
    }
}
