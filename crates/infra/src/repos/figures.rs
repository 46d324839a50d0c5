//! Figures about the whole site, and the jobs that keep them.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_audit::activity::Metric;
use facility_kernel::{AttemptId, IdGenerator, StoreError, Timestamp};
use facility_submissions::analytics::{
    ActivityFigures, FigureQueries, Sample, SecurityFigures, SystemFigures, SystemMetric,
};

/// Figures in the database.
#[derive(Clone)]
pub struct FigureRepo(Database);

impl FigureRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }

    /// Adds up what happened since the last run, in transactions of up to 5,000 changes, and returns the number of changes.
    pub async fn fold(&self) -> Result<usize, StoreError> {
        let mut folded = 0;
        loop {
            let changes = self.0.write(tables::activity::fold).await?;
            if changes == 0 {
                return Ok(folded);
            }
            folded += changes;
        }
    }

    /// Samples the system, and deletes samples older than 90 days.
    pub async fn sample(&self, ids: &dyn IdGenerator, now: Timestamp) -> Result<(), StoreError> {
        let figures = FigureQueries::system(self, now).await?;
        let value = |metric| match metric {
            SystemMetric::ActiveSessions => Some(figures.active_sessions),
            SystemMetric::StorageUsed => Some(figures.storage_bytes),
            SystemMetric::Documents => Some(figures.documents),
            SystemMetric::PendingSubmissions => Some(figures.pending_submissions),
            SystemMetric::MemoryUsed => memory_used(),
        };
        let samples: Vec<(String, Sample)> = SystemMetric::ALL
            .into_iter()
            .filter_map(|metric| Some((metric, i64::try_from(value(metric)?).ok()?)))
            .map(|(metric, value)| (AttemptId::generate(ids).to_string(), Sample { metric, value, at: now }))
            .collect();
        let write = move |conn: &mut crate::db::conn::AnyConn| {
            tables::activity::sample(conn, &samples)?;
            tables::activity::sweep(conn, now)
        };
        self.0.write(write).await
    }
}

/// Returns the resident memory of this process in bytes. `None` where the system does not tell.
fn memory_used() -> Option<u64> {
    // proc_pid_status(5): `VmRSS:     12345 kB`.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[async_trait]
impl FigureQueries for FigureRepo {
    async fn security(&self, now: Timestamp) -> Result<SecurityFigures, StoreError> {
        self.0.read(move |conn| tables::figures::security(conn, now)).await
    }

    async fn system(&self, now: Timestamp) -> Result<SystemFigures, StoreError> {
        self.0.read(move |conn| tables::figures::system(conn, now)).await
    }

    async fn activity(&self) -> Result<ActivityFigures, StoreError> {
        self.0.read(tables::figures::activity).await
    }

    async fn counts(&self, since: Timestamp) -> Result<Vec<(Metric, Timestamp, i64)>, StoreError> {
        self.0.read(move |conn| tables::activity::hours(conn, since)).await
    }

    async fn samples(
        &self,
        metric: SystemMetric,
        since: Timestamp,
    ) -> Result<Vec<(Timestamp, i64)>, StoreError> {
        self.0.read(move |conn| tables::activity::samples(conn, metric, since)).await
    }
}
