//! Wires the sending of mail.

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

/// What the jobs around mail use.
#[derive(Clone)]
pub struct Mailing {
    /// Sends what is queued.
    pub delivery: Delivery,
    /// Queues what no change causes.
    pub alert_mail: AlertMail,
    /// Counts tries.
    pub metrics: MailMetrics,
}

impl Mailing {
    /// Prepares the configured mail server. Errors: the setting that is not usable.
    pub fn new(
        config: &Config,
        db: &Database,
        (ids, clock): (&Arc<dyn IdGenerator>, &Arc<dyn Clock>),
        alerts: AdminAlerts,
        metrics: MailMetrics,
    ) -> Result<Self, Box<dyn Error>> {
        let public_url = config.origin.as_str();
        let mailer = config.mail.as_ref().map(|mail| {
            let mailer = SmtpMailer::new(&mail.url, &mail.from, host_of(public_url));
            mailer.map_err(|error| format!("smtp_url: {error}"))
        });
        let mailer = mailer.transpose()?.map(|mailer| Arc::new(mailer) as Arc<dyn Mailer>);
        let outbox = Arc::new(db.clone());
        Ok(Self {
            delivery: Delivery {
                outbox: outbox.clone(),
                mailer,
                ids: Arc::clone(ids),
                clock: Arc::clone(clock),
                backoff: Backoff::USUAL,
                public_url: public_url.to_owned(),
            },
            alert_mail: AlertMail { alerts, outbox, ids: Arc::clone(ids) },
            metrics,
        })
    }

    /// Sends what is due. Returns the number of messages that were sent or given up.
    pub async fn send(&self) -> Result<usize, StoreError> {
        let DeliveryReport { sent, retried, given_up } = self.delivery.run().await?;
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
