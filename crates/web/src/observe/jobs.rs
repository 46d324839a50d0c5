//! Metrics of background jobs.

use facility_kernel::Timestamp;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// The outcome of a job's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[expect(non_camel_case_types, reason = "the names are the labels")]
pub enum JobOutcome {
    /// It completed.
    done,
    /// It failed or panicked.
    failed,
    /// It exceeded its time limit and was stopped.
    timed_out,
    /// The job panicked outside of a run and was restarted.
    restarted,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobLabels {
    job: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RunLabels {
    job: &'static str,
    outcome: JobOutcome,
}

/// Metrics of the background jobs of this node.
#[derive(Clone, Default)]
pub struct JobMetrics {
    runs: Family<RunLabels, Counter>,
    last_run: Family<JobLabels, Gauge<f64, AtomicU64>>,
    last_duration: Family<JobLabels, Gauge<f64, AtomicU64>>,
    last_backup: Gauge<f64, AtomicU64>,
}

impl JobMetrics {
    /// Adds these metrics to the registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("facility_job_runs", "Runs of background jobs on this node", self.runs.clone());
        registry.register(
            "facility_job_last_run_timestamp_seconds",
            "When the job ended last on this node, in seconds since the Unix epoch",
            self.last_run.clone(),
        );
        registry.register(
            "facility_job_last_duration_seconds",
            "How long the last run took",
            self.last_duration.clone(),
        );
        registry.register(
            "facility_backup_last_success_timestamp_seconds",
            "When the newest scheduled backup was written, in seconds since the Unix epoch",
            self.last_backup.clone(),
        );
    }

    /// Records a run that ended at `at`.
    pub fn record(&self, job: &'static str, outcome: JobOutcome, took: Duration, at: Timestamp) {
        let since_epoch = Duration::from_micros(u64::try_from(at.as_micros()).unwrap_or_default());
        self.runs.get_or_create(&RunLabels { job, outcome }).inc();
        self.last_run.get_or_create(&JobLabels { job }).set(since_epoch.as_secs_f64());
        self.last_duration.get_or_create(&JobLabels { job }).set(took.as_secs_f64());
    }

    /// Records that the newest backup was written at this time after the Unix epoch.
    pub fn backed_up(&self, since_epoch: Duration) {
        self.last_backup.set(since_epoch.as_secs_f64());
    }

    /// Counts a restart of a job.
    pub fn restarted(&self, job: &'static str) {
        self.runs.get_or_create(&RunLabels { job, outcome: JobOutcome::restarted }).inc();
    }

    /// Returns the number of runs of this job with this outcome.
    pub fn runs(&self, job: &'static str, outcome: JobOutcome) -> u64 {
        self.runs.get_or_create(&RunLabels { job, outcome }).get()
    }
}
