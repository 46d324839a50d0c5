//! Sending mail: wires the mail services and counts the results.

use crate::config::Config;
use facility_infra::db::Database;
use facility_infra::smtp::SmtpMailer;
use facility_kernel::{Clock, IdGenerator, StoreError, Timestamp};
use facility_oversight::services::alert_mail::AlertMail;
use facility_oversight::services::alerts::AdminAlerts;
use facility_users::mail::Mailer;
use facility_users::mail::backoff::Backoff;
use facility_users::mail::outgoing::host_of;
use facility_users::services::delivery::{Delivery, DeliveryReport};
use facility_web::observe::mail::{MailMetrics, MailResult};
use std::error::Error;
use std::sync::Arc;

/// The services that the mail jobs use.
#[derive(Clone)]
pub struct Mailing {
    /// Sends queued messages.
    pub delivery: Delivery,
    /// Queues messages about alerts and deadlines, which are not caused by a change.
    pub alert_mail: AlertMail,
    /// Counts attempts.
    pub metrics: MailMetrics,
}

/// The configured mail server. Errors: the setting that is not usable.
pub fn mailer(config: &Config) -> Result<Option<SmtpMailer>, Box<dyn Error>> {
    let Some(mail) = &config.mail else { return Ok(None) };
    let mailer = SmtpMailer::new(&mail.url, &mail.from, host_of(config.origin.as_str()));
    Ok(Some(mailer.map_err(|error| format!("smtp_url: {error}"))?))
}

impl Mailing {
    /// Creates the services for the configured mail server. Errors: a setting is invalid.
    pub fn new(
        config: &Config,
        db: &Database,
        (ids, clock): (&Arc<dyn IdGenerator>, &Arc<dyn Clock>),
        alerts: AdminAlerts,
        metrics: MailMetrics,
    ) -> Result<Self, Box<dyn Error>> {
        let mailer = mailer(config)?.map(|mailer| Arc::new(mailer) as Arc<dyn Mailer>);
        let outbox = Arc::new(db.clone());
        Ok(Self {
            delivery: Delivery {
                outbox: outbox.clone(),
                mailer,
                ids: Arc::clone(ids),
                clock: Arc::clone(clock),
                backoff: Backoff::USUAL,
                public_url: config.origin.as_str().to_owned(),
            },
            alert_mail: AlertMail { alerts, outbox, ids: Arc::clone(ids) },
            metrics,
        })
    }

    /// Sends the messages that are due. Returns the number of messages that were sent or given up.
    pub async fn send(&self) -> Result<usize, StoreError> {
        let DeliveryReport { sent, retried, given_up, last_failure } = self.delivery.run().await?;
        if retried + given_up > 0 {
            let reason = last_failure.as_deref().unwrap_or("see the mail page for each message");
            tracing::warn!(retried, given_up, reason, "messages were not delivered");
        }
        self.metrics.count(MailResult::sent, sent);
        self.metrics.count(MailResult::retried, retried);
        self.metrics.count(MailResult::failed, given_up);
        self.metrics.set_queued(self.delivery.waiting().await?);
        Ok(usize::try_from(sent + given_up).unwrap_or(usize::MAX))
    }

    /// Queues mail about alerts and deadlines. Returns the number of messages.
    pub async fn queue_alerts(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.alert_mail.queue(now).await
    }
}
