//! Statistics and time series for administrators.

use crate::analytics::{
    ActivityFigures, FigureQueries, Interval, Point, SecurityFigures, SeriesMetric, SystemFigures, counted_points,
    sampled_points,
};
use crate::error::OversightError;
use facility_kernel::{AdminActor, Timestamp};
use std::sync::Arc;
use std::time::Duration;

/// Shows administrators how the site is used.
#[derive(Clone)]
pub struct Analytics {
    pub figures: Arc<dyn FigureQueries>,
    /// When this process started.
    pub started_at: Timestamp,
}

impl Analytics {
    /// Returns the sign-in statistics.
    pub async fn security(&self, _: &AdminActor, now: Timestamp) -> Result<SecurityFigures, OversightError> {
        Ok(self.figures.security(now).await?)
    }

    /// Returns the statistics about the site's content, and the uptime of this process.
    pub async fn system(&self, _: &AdminActor, now: Timestamp) -> Result<(SystemFigures, Duration), OversightError> {
        Ok((self.figures.system(now).await?, now.since(self.started_at)))
    }

    /// Returns the activity statistics.
    pub async fn activity(&self, _: &AdminActor) -> Result<ActivityFigures, OversightError> {
        Ok(self.figures.activity().await?)
    }

    /// Returns a time series up to now: 24 hours or 7 days.
    pub async fn series(
        &self,
        _: &AdminActor,
        metric: SeriesMetric,
        interval: Interval,
        now: Timestamp,
    ) -> Result<Vec<Point>, OversightError> {
        let since = interval.starts(now).first().copied().unwrap_or(now);
        if let SeriesMetric::System(metric) = metric {
            return Ok(sampled_points(interval, now, &self.figures.samples(metric, since).await?));
        }
        let names = metric.counts();
        Ok(counted_points(interval, now, names, &self.figures.counts(since).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analytics::{MockFigureQueries, SystemMetric};
    use facility_audit::activity::{Metric, hour_of};
    use facility_kernel::testing::{TEST_NOW, admin};

    #[tokio::test]
    async fn uptime_counts_from_the_start_of_the_process() {
        let mut figures = MockFigureQueries::new();
        figures.expect_system().returning(|_| Ok(SystemFigures::default()));
        let started_at = TEST_NOW.minus(Duration::from_secs(90));
        let service = Analytics { figures: Arc::new(figures), started_at };
        let (_, uptime) = service.system(&admin(1, 5), TEST_NOW).await.unwrap();
        assert_eq!(uptime, Duration::from_secs(90));
    }

    #[tokio::test]
    async fn series_read_only_their_own_period() {
        let mut figures = MockFigureQueries::new();
        let since = hour_of(TEST_NOW).minus(Duration::from_hours(23));
        figures
            .expect_counts()
            .withf(move |from| *from == since)
            .returning(|_| Ok(vec![(Metric::SignInsFailed, hour_of(TEST_NOW), 4)]));
        figures
            .expect_samples()
            .withf(|metric, _| *metric == SystemMetric::MemoryUsed)
            .returning(|_, _| Ok(vec![(TEST_NOW, 9)]));
        let service = Analytics { figures: Arc::new(figures), started_at: TEST_NOW };
        let series = service.series(&admin(1, 5), SeriesMetric::SignIns, Interval::Hour, TEST_NOW).await.unwrap();
        assert_eq!(series[23].values, [("granted", 0), ("failed", 4), ("suspicious", 0)]);
        let memory = SeriesMetric::System(SystemMetric::MemoryUsed);
        let series = service.series(&admin(1, 5), memory, Interval::Hour, TEST_NOW).await.unwrap();
        assert_eq!(series[23].values, [("value", 9)]);
    }
}
