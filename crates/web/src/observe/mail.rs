//! Metrics of mail.

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// What became of a try to send a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[expect(non_camel_case_types, reason = "the names are the labels")]
pub enum MailResult {
    /// The mail server took it.
    sent,
    /// It will be retried.
    retried,
    /// It is not tried again.
    failed,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Tried {
    outcome: MailResult,
}

/// Metrics of the mail that this node sends.
#[derive(Clone, Default)]
pub struct MailMetrics {
    tries: Family<Tried, Counter>,
    queued: Gauge,
}

impl MailMetrics {
    /// Adds these metrics to the registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("facility_mail_tries", "Tries of this node to send a message", self.tries.clone());
        registry.register("facility_mail_queued", "Messages of all nodes that wait", self.queued.clone());
        for outcome in [MailResult::sent, MailResult::retried, MailResult::failed] {
            self.count(outcome, 0);
        }
    }

    /// Counts `number` tries with this outcome.
    pub fn count(&self, outcome: MailResult, number: u64) {
        self.tries.get_or_create(&Tried { outcome }).inc_by(number);
    }

    /// Records how many messages wait.
    pub fn set_queued(&self, number: u64) {
        self.queued.set(i64::try_from(number).unwrap_or(i64::MAX));
    }
}
