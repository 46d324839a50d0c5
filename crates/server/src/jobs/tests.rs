//! Jobs that fail, hang or panic, and leases of several nodes.

use super::*;
use async_trait::async_trait;
use facility_kernel::StoreError;
use facility_kernel::testing::{FixedClock, TEST_NOW};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const EVERY: Duration = Duration::from_millis(60);

/// Waits until the condition holds, for up to 20 s because a busy machine runs jobs late.
async fn until(holds: impl Fn() -> bool) {
    let waited = async {
        while !holds() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(20), waited).await.expect("the expected state was not reached");
}

/// Stores leases in memory like the database.
#[derive(Default)]
struct MemoryLeases(Mutex<HashMap<&'static str, (String, Timestamp)>>);

#[async_trait]
impl Leases for MemoryLeases {
    async fn acquire(
        &self,
        job: &'static str,
        holder: &str,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut held = self.0.lock().unwrap();
        if held.get(job).is_some_and(|(_, until)| *until > now) {
            return Ok(false);
        }
        held.insert(job, (holder.to_owned(), until));
        Ok(true)
    }

    async fn renew(&self, job: &'static str, holder: &str, until: Timestamp) -> Result<(), StoreError> {
        if let Some((by, held)) = self.0.lock().unwrap().get_mut(job)
            && by == holder
        {
            *held = until;
        }
        Ok(())
    }

    async fn release(&self, job: &'static str, holder: &str) -> Result<(), StoreError> {
        self.0.lock().unwrap().retain(|name, (by, _)| *name != job || by != holder);
        Ok(())
    }
}

/// Leases whose first `acquire` panics.
#[derive(Default)]
struct PanickingLeases {
    has_panicked: AtomicBool,
    held: MemoryLeases,
}

#[async_trait]
impl Leases for PanickingLeases {
    async fn acquire(
        &self,
        job: &'static str,
        holder: &str,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        assert!(self.has_panicked.swap(true, Ordering::SeqCst), "simulated");
        self.held.acquire(job, holder, until, now).await
    }

    async fn renew(&self, job: &'static str, holder: &str, until: Timestamp) -> Result<(), StoreError> {
        self.held.renew(job, holder, until).await
    }

    async fn release(&self, job: &'static str, holder: &str) -> Result<(), StoreError> {
        self.held.release(job, holder).await
    }
}

/// A clock that starts at [`TEST_NOW`].
struct RunningClock(Instant);

impl Clock for RunningClock {
    fn now(&self) -> Timestamp {
        TEST_NOW.plus(self.0.elapsed())
    }
}

fn context(holder: &str, leases: &Arc<MemoryLeases>, clock: Arc<dyn Clock>) -> JobContext {
    JobContext { clock, leases: leases.clone(), holder: holder.to_owned(), metrics: JobMetrics::default() }
}

fn job(
    name: &'static str,
    is_leased: bool,
    run: impl Fn() -> BoxFuture<'static, RunResult> + Send + Sync + 'static,
) -> Job {
    let (every, within) = (EVERY, EVERY / 2);
    Job { name, every, within, is_leased, run: Box::new(move |_now| run()) }
}

fn counting(runs: &Arc<AtomicUsize>) -> impl Fn() -> BoxFuture<'static, RunResult> + Send + Sync + 'static {
    let runs = Arc::clone(runs);
    move || {
        let runs = Arc::clone(&runs);
        async move {
            runs.fetch_add(1, Ordering::SeqCst);
            Ok(None)
        }
        .boxed()
    }
}

#[tokio::test]
async fn a_job_that_fails_hangs_or_panics_does_not_stop_the_others() {
    let runs = Arc::new(AtomicUsize::new(0));
    let context = context("one", &Arc::default(), Arc::new(RunningClock(Instant::now())));
    let metrics = context.metrics.clone();
    let jobs = vec![
        job("fails", true, || async { Err("no".into()) }.boxed()),
        job("hangs", true, || std::future::pending().boxed()),
        job("panics", false, || async { panic!("simulated") }.boxed()),
        job("works", true, counting(&runs)),
    ];
    let tasks = Jobs::new(jobs, context).start();
    until(|| {
        runs.load(Ordering::SeqCst) >= 5
            && metrics.runs("fails", JobOutcome::failed) >= 5
            && metrics.runs("panics", JobOutcome::failed) >= 5
            && metrics.runs("hangs", JobOutcome::timed_out) >= 5
    })
    .await;
    assert_eq!(tasks.len(), 4, "no task has ended");
    assert!(metrics.runs("works", JobOutcome::done) >= 5);
    for job in ["fails", "panics", "hangs"] {
        assert_eq!(metrics.runs(job, JobOutcome::done), 0, "{job}");
    }
}

#[tokio::test]
async fn a_job_that_panics_outside_of_a_run_is_restarted_and_counted() {
    let runs = Arc::new(AtomicUsize::new(0));
    let clock = Arc::new(RunningClock(Instant::now()));
    let leases = Arc::new(PanickingLeases::default());
    let context = JobContext { leases, ..context("one", &Arc::default(), clock) };
    let metrics = context.metrics.clone();
    let _running = Jobs::new(vec![job("works", true, counting(&runs))], context).start();
    until(|| runs.load(Ordering::SeqCst) >= 2).await;
    assert_eq!(metrics.runs("works", JobOutcome::restarted), 1);
}

#[tokio::test]
async fn a_leased_job_runs_once_per_interval_and_other_jobs_run_on_every_node() {
    let (leased, own) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (leases, clock) = (Arc::default(), Arc::new(RunningClock(Instant::now())));
    let node = |holder| {
        let jobs = vec![job("leased", true, counting(&leased)), job("own", false, counting(&own))];
        Jobs::new(jobs, context(holder, &leases, clock.clone())).start()
    };
    let started = Instant::now();
    let nodes = [node("one"), node("two")];
    until(|| leased.load(Ordering::SeqCst) >= 8 && own.load(Ordering::SeqCst) >= 16).await;
    drop(nodes);
    // A lease lasts nine tenths of the interval.
    let most = started.elapsed().div_duration_f64(EVERY.mul_f64(0.9)) + 1.0;
    let leased = leased.load(Ordering::SeqCst);
    assert!(f64::from(u32::try_from(leased).unwrap()) <= most, "{leased} runs, {most} intervals");
}

#[tokio::test]
async fn another_node_takes_over_when_one_stops_or_fails() {
    let runs = Arc::new(AtomicUsize::new(0));
    let (leases, clock) = (Arc::<MemoryLeases>::default(), Arc::new(RunningClock(Instant::now())));
    // A node stopped while it held the lease.
    let held = Duration::from_millis(500);
    leases.acquire("leased", "dead", clock.now().plus(held), clock.now()).await.unwrap();
    let failing = vec![job("leased", true, || async { Err("no".into()) }.boxed())];
    let _failing = Jobs::new(failing, context("failing", &leases, clock.clone())).start();
    let started = Instant::now();
    let _working = Jobs::new(vec![job("leased", true, counting(&runs))], context("working", &leases, clock)).start();
    until(|| runs.load(Ordering::SeqCst) >= 1).await;
    assert!(started.elapsed() >= held.mul_f64(0.9), "the job ran before the stopped node's lease expired");
    until(|| runs.load(Ordering::SeqCst) >= 4).await;
}

#[tokio::test]
async fn a_job_becomes_due_when_the_clock_is_set_forward() {
    let runs = Arc::new(AtomicUsize::new(0));
    let clock = Arc::new(FixedClock::at(TEST_NOW));
    let jobs = vec![job("works", true, counting(&runs))];
    let _running = Jobs::new(jobs, context("one", &Arc::default(), clock.clone())).start();
    until(|| runs.load(Ordering::SeqCst) == 1).await;
    clock.advance(Duration::from_hours(72));
    until(|| runs.load(Ordering::SeqCst) == 2).await;
}

#[tokio::test]
async fn a_lease_is_renewed_while_a_run_takes_longer() {
    let (leases, clock) = (Arc::<MemoryLeases>::default(), Arc::new(FixedClock::at(TEST_NOW)));
    let slow = job("slow", true, || std::future::pending().boxed());
    let slow = Job { within: Duration::from_mins(1), ..slow };
    let running = Jobs::new(vec![slow], context("one", &leases, clock.clone())).start();
    let ends = |at: Timestamp| {
        let held = leases.0.lock().unwrap();
        held.get("slow").is_some_and(|(_, until)| *until == at.plus(EVERY.mul_f64(0.9)))
    };
    until(|| ends(TEST_NOW)).await;
    clock.advance(EVERY * 100);
    until(|| ends(TEST_NOW.plus(EVERY * 100))).await;
    drop(running);
}

#[test]
fn nodes_drift_apart_by_up_to_a_tenth() {
    let every = Duration::from_mins(1);
    let waits: Vec<Duration> = (0..50).map(|n| jitter(&format!("node {n}"), "job", every)).collect();
    assert!(waits.iter().all(|wait| *wait < every / 10));
    assert!(waits.iter().any(|wait| *wait != waits[0]));
}
