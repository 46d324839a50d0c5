//! Background jobs. Each has a name and an interval, and does not affect the others.
//!
//! Every job is idempotent, so interrupting or repeating a run does no harm. A job that only one node should run takes
//! a lease in the database for its interval and renews it while it runs; the lease of a stopped node expires. A job
//! that changes shared content does so through a service, as [`facility_audit::entry::Performer::System`].

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

/// Interval at which a job checks the clock, and therefore its maximum delay.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// The result of a run: a message for the log, or `None` if there was nothing to do.
type RunResult = Result<Option<String>, Box<dyn Error + Send + Sync>>;

/// A background job.
pub struct Job {
    /// The name in logs, metrics and leases.
    name: &'static str,
    /// Time from the end of one run to the start of the next. Up to a tenth is added, so that nodes started together
    /// drift apart.
    every: Duration,
    /// Time limit of a run. A run that exceeds it is stopped at its next await.
    within: Duration,
    /// Whether only one node runs it, for all nodes.
    is_leased: bool,
    run: Box<dyn Fn(Timestamp) -> BoxFuture<'static, RunResult> + Send + Sync>,
}

/// What every job needs to run.
#[derive(Clone)]
pub struct JobContext {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The leases of jobs.
    pub leases: Arc<dyn Leases>,
    /// The name of this process, unique among those that share the database.
    pub holder: String,
    /// The metrics of runs.
    pub metrics: JobMetrics,
}

/// The jobs of a server.
pub struct Jobs {
    jobs: Vec<Job>,
    context: JobContext,
}

impl Jobs {
    /// Creates the jobs, without starting them.
    pub const fn new(jobs: Vec<Job>, context: JobContext) -> Self {
        Self { jobs, context }
    }

    /// Starts the jobs, each in its own task. They run until the returned value is dropped or aborted.
    pub fn start(self) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        for job in self.jobs {
            tasks.spawn(supervise(job, self.context.clone()));
        }
        tasks
    }
}

/// Restarts the job whenever it panics outside of a run.
async fn supervise(job: Job, context: JobContext) {
    loop {
        let Err(_panic) = AssertUnwindSafe(keep_running(&job, &context)).catch_unwind().await;
        context.metrics.restarted(job.name);
        sleep(CHECK_EVERY).await;
    }
}

async fn keep_running(job: &Job, context: &JobContext) -> Infallible {
    let mut due = context.clock.now();
    loop {
        let now = context.clock.now();
        // If the clock was set back by about an interval or more, the job runs now instead of waiting for the
        // previously scheduled time.
        if now >= due || due.since(now) > job.every.saturating_mul(2) {
            run_if_leased(job, context, now).await;
            due = context.clock.now().plus(job.every + jitter(&context.holder, job.name, job.every));
        }
        let wait = due.since(context.clock.now());
        sleep(wait.clamp(Duration::from_millis(10), CHECK_EVERY)).await;
    }
}

/// Returns up to a tenth of the interval, different for each node and job.
fn jitter(holder: &str, job: &str, every: Duration) -> Duration {
    let bytes = holder.bytes().chain(job.bytes());
    let hash = bytes.fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    every.mul_f64(f64::from(hash % 1000) / 10_000.0)
}

/// Returns the duration of a lease. It lasts for most of the interval, not only for the run, so that other nodes do not
/// run the job again within the interval.
fn lease(job: &Job) -> Duration {
    job.every.mul_f64(0.9)
}

/// Renews the lease for as long as it is polled, because a run may take longer than the interval.
async fn keep_lease(job: &Job, context: &JobContext) -> Infallible {
    loop {
        sleep(lease(job) / 3).await;
        let until = context.clock.now().plus(lease(job));
        if let Err(error) = context.leases.renew(job.name, &context.holder, until).await {
            tracing::warn!(job = job.name, %error, "cannot renew the lease of a background job; retrying");
        }
    }
}

/// Runs the job, if it needs no lease or this node gets the lease, and records the result.
async fn run_if_leased(job: &Job, context: &JobContext, now: Timestamp) {
    if job.is_leased {
        match context.leases.acquire(job.name, &context.holder, now.plus(lease(job)), now).await {
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
            never = keep_lease(job, context) => match never {},
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
    context.metrics.record(job.name, outcome, started.elapsed(), context.clock.now());
    if job.is_leased && outcome != JobOutcome::done {
        // Another node may succeed, so do not keep the lease until it expires.
        if let Err(error) = context.leases.release(job.name, &context.holder).await {
            tracing::warn!(job = job.name, %error, "cannot release the lease of a background job");
        }
    }
}

#[cfg(test)]
mod tests;
