//! Metrics of the server's current load, sampled on each scrape.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::sync::OnceLock;

/// The server's load at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Connections to the database, by purpose.
    pub connections: Vec<ConnectionLoad>,
    /// Number of writes in the queue of the SQLite writer.
    pub queued_writes: usize,
    /// Number of refusals since the start that got no audit entry of their own because they repeat another.
    pub coalesced_refusals: u64,
    /// Number of open sockets.
    pub sockets: usize,
}

/// Load of the database connections for one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLoad {
    /// `reading` or `writing`.
    pub purpose: &'static str,
    /// Number of connections in use.
    pub in_use: usize,
    /// Maximum number of connections.
    pub size: usize,
}

/// Samples the current load. Called on each scrape; MUST NOT block.
pub type Sample = Box<dyn Fn() -> Load + Send + Sync>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PurposeLabels {
    purpose: &'static str,
}

/// The sampled metrics.
#[derive(Default)]
pub struct LoadMetrics {
    sample: OnceLock<Sample>,
    in_use: Family<PurposeLabels, Gauge>,
    size: Family<PurposeLabels, Gauge>,
    queued_writes: Gauge,
    coalesced_refusals: Counter,
    sockets: Gauge,
}

impl LoadMetrics {
    /// Adds these metrics to the registry.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "facility_database_connections_in_use",
            "Connections to the database in use",
            self.in_use.clone(),
        );
        registry.register(
            "facility_database_connections_max",
            "Maximum number of connections to the database",
            self.size.clone(),
        );
        registry.register(
            "facility_database_queued_writes",
            "Writes that wait for the SQLite writer",
            self.queued_writes.clone(),
        );
        registry.register("facility_sockets_open", "Sockets of open screens", self.sockets.clone());
        registry.register(
            "facility_refusals_coalesced",
            "Refusals counted in the audit entry of an equal one",
            self.coalesced_refusals.clone(),
        );
    }

    /// Sets the source of samples. Only the first call has an effect.
    pub fn sampled_by(&self, sample: Sample) {
        // If there is a source already, it stays.
        drop(self.sample.set(sample));
    }

    /// Takes a sample, if there is a source.
    pub fn refresh(&self) {
        let Some(sample) = self.sample.get() else { return };
        let load = sample();
        for ConnectionLoad { purpose, in_use, size } in load.connections {
            self.in_use.get_or_create(&PurposeLabels { purpose }).set(gauge(in_use));
            self.size.get_or_create(&PurposeLabels { purpose }).set(gauge(size));
        }
        self.queued_writes.set(gauge(load.queued_writes));
        self.sockets.set(gauge(load.sockets));
        let more = load.coalesced_refusals.saturating_sub(self.coalesced_refusals.get());
        self.coalesced_refusals.inc_by(more);
    }
}

fn gauge(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
