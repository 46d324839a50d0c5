//! Metrics of mail.

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// The outcome of an attempt to send a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[expect(non_camel_case_types, reason = "the names are the labels")]
pub enum MailResult {
    /// The mail server accepted it.
    sent,
    /// It will be retried.
    retried,
    /// It is not retried.
    failed,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabels {
    outcome: MailResult,
}

/// Metrics of the mail that this node sends.
#[derive(Clone, Default)]
pub struct MailMetrics {
    attempts: Family<OutcomeLabels, Counter>,
    queued: Gauge,
}

impl MailMetrics {
    /// Adds these metrics to the registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("facility_mail_tries", "Attempts of this node to send a message", self.attempts.clone());
        registry.register("facility_mail_queued", "Messages waiting on all nodes", self.queued.clone());
        for outcome in [MailResult::sent, MailResult::retried, MailResult::failed] {
            self.count(outcome, 0);
        }
    }

    /// Counts `number` attempts with this outcome.
    pub fn count(&self, outcome: MailResult, number: u64) {
        self.attempts.get_or_create(&OutcomeLabels { outcome }).inc_by(number);
    }

    /// Records the number of messages waiting on all nodes.
    pub fn set_queued(&self, number: u64) {
        self.queued.set(i64::try_from(number).unwrap_or(i64::MAX));
    }
}
