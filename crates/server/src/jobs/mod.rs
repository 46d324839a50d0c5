//! Background jobs: named, each with its own interval, and isolated from each other.
//!
//! Every job is idempotent, so a run that is interrupted or repeated does no harm. Jobs that only one node should run
//! take a lease in the database for their interval, and renew it while they run; the lease of a stopped node expires. A
//! job that changes shared content does so through a service, as [`facility_audit::entry::Performer::System`].

pub mod named;

use facility_infra::storage::kernel::jobs::Leases;
use facility_kernel::{Clock, Timestamp};
use facility_web::observe::jobs::{JobMetrics, JobOutcome};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use std::convert::Infallible;
use std::error::Error;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

/// Interval at which a job checks the clock, and so its maximum delay.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The result of a run: a message for the log if it did anything.
type Ran = Result<Option<String>, Box<dyn Error + Send + Sync>>;

/// A background job.
pub struct Job {
    /// The name in logs, metrics and leases.
    name: &'static str,
    /// Time from the end of one run to the start of the next. Up to a tenth is added, so that nodes started together
    /// drift apart.
    every: Duration,
    /// Time limit of a run. A run that exceeds it is stopped at its next await.
    within: Duration,
    /// Whether one node runs it for all.
    is_leased: bool,
    run: Box<dyn Fn(Timestamp) -> BoxFuture<'static, Ran> + Send + Sync>,
}

/// What every job needs to run.
#[derive(Clone)]
pub struct JobContext {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The leases of jobs.
    pub leases: Arc<dyn Leases>,
    /// Name of this process among those that share the database.
    pub holder: String,
    /// The metrics of runs.
    pub metrics: JobMetrics,
}

/// The jobs of a server.
pub struct Jobs {
    jobs: Vec<Job>,
    around: JobContext,
}

impl Jobs {
    /// Creates them with what they need to run.
    pub const fn new(jobs: Vec<Job>, around: JobContext) -> Self {
        Self { jobs, around }
    }

    /// Starts the jobs, each in its own task. They run until the returned value is dropped or aborted.
    pub fn start(self) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        for job in self.jobs {
            tasks.spawn(supervise(job, self.around.clone()));
        }
        tasks
    }
}

/// Starts the job again whenever it panics outside of a run.
async fn supervise(job: Job, around: JobContext) {
    loop {
        let Err(_panic) = AssertUnwindSafe(keep_running(&job, &around)).catch_unwind().await;
        around.metrics.restarted(job.name);
        sleep(LOOK_EVERY).await;
    }
}

async fn keep_running(job: &Job, around: &JobContext) -> Infallible {
    let mut due = around.clock.now();
    loop {
        let now = around.clock.now();
        // If the clock was set back by about an interval or more, the job runs now instead of waiting for the old
        // time.
        if now >= due || due.since(now) > job.every.saturating_mul(2) {
            turn(job, around, now).await;
            due = around.clock.now().plus(job.every + jitter(&around.holder, job.name, job.every));
        }
        let wait = due.since(around.clock.now());
        sleep(wait.clamp(Duration::from_millis(10), LOOK_EVERY)).await;
    }
}

/// Returns up to a tenth of the interval, different for each node and job.
fn jitter(holder: &str, job: &str, every: Duration) -> Duration {
    let bytes = holder.bytes().chain(job.bytes());
    let hash = bytes.fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    every.mul_f64(f64::from(hash % 1000) / 10_000.0)
}

/// How long a lease lasts: for the interval, not only for the run, so that the next node finds the job not due.
fn lease(job: &Job) -> Duration {
    job.every.mul_f64(0.9)
}

/// Renews the lease for as long as it is polled: a run may take longer than the interval.
async fn keep_lease(job: &Job, around: &JobContext) -> Infallible {
    loop {
        sleep(lease(job) / 3).await;
        let until = around.clock.now().plus(lease(job));
        if let Err(error) = around.leases.renew(job.name, &around.holder, until).await {
            tracing::warn!(job = job.name, %error, "cannot renew the lease of a background job; retrying");
        }
    }
}

/// Runs the job if it is this node's turn, and records the result.
async fn turn(job: &Job, around: &JobContext, now: Timestamp) {
    if job.is_leased {
        match around.leases.acquire(job.name, &around.holder, now.plus(lease(job)), now).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(job = job.name, %error, "cannot take the lease of a background job; retrying");
                return;
            }
        }
    }
    let started = Instant::now();
    let run = timeout(job.within, AssertUnwindSafe((job.run)(now)).catch_unwind());
    let ended = if job.is_leased {
        tokio::select! {
            ended = run => ended,
            never = keep_lease(job, around) => match never {},
        }
    } else {
        run.await
    };
    let outcome = match ended {
        Ok(Ok(Ok(did))) => {
            if let Some(did) = did {
                tracing::info!(job = job.name, did, "a background job ran");
            }
            JobOutcome::done
        }
        Ok(Ok(Err(error))) => {
            tracing::warn!(job = job.name, %error, "a background job failed; retrying at its next interval");
            JobOutcome::failed
        }
        Ok(Err(_panic)) => {
            tracing::error!(job = job.name, "a background job panicked; retrying at its next interval");
            JobOutcome::failed
        }
        Err(_elapsed) => {
            tracing::error!(job = job.name, within = ?job.within, "a background job exceeded its time limit");
            JobOutcome::timed_out
        }
    };
    around.metrics.record(job.name, outcome, started.elapsed(), around.clock.now());
    if job.is_leased && outcome != JobOutcome::done {
        // Another node may succeed.
        if let Err(error) = around.leases.release(job.name, &around.holder).await {
            tracing::warn!(job = job.name, %error, "cannot release the lease of a background job");
        }
    }
}

#[cfg(test)]
mod tests;
