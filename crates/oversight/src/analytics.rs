//! Statistics about the whole site, and the port that provides them.

use async_trait::async_trait;
use facility_audit::activity::Metric;
use facility_kernel::{StoreError, Timestamp};
use std::time::Duration;

/// How long samples of the system are stored.
pub const SAMPLE_RETENTION: Duration = Duration::from_hours(24 * 90);
/// Number of points in an hourly series, including the current hour.
pub const HOURLY_POINTS: u32 = 24;
/// Number of points in a daily series, including the current day.
pub const DAILY_POINTS: u32 = 7;

facility_kernel::named! {
    /// What is sampled regularly.
    pub enum SystemMetric {
        ActiveSessions => "active_sessions",
        StorageUsed => "storage_used",
        /// Documents, including archived ones.
        Documents => "documents",
        /// Submissions waiting for a decision.
        PendingSubmissions => "pending_submissions",
        /// Memory of the server process that took the sample, in bytes.
        MemoryUsed => "memory_used",
    }
}

impl SystemMetric {
    pub const fn unit(self) -> &'static str {
        match self {
            Self::StorageUsed | Self::MemoryUsed => "bytes",
            Self::ActiveSessions | Self::Documents | Self::PendingSubmissions => "count",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    pub metric: SystemMetric,
    /// The value, in the unit of the metric ([`SystemMetric::unit`]).
    pub value: i64,
    pub at: Timestamp,
}

/// What a series shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeriesMetric {
    /// Granted, failed and suspicious sign-ins.
    SignIns,
    /// Created, approved and rejected submissions.
    Submissions,
    /// Views and downloads of documents.
    Reads,
    /// Samples of the system.
    System(SystemMetric),
}

impl SeriesMetric {
    /// Returns the name in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignIns => "sign-ins",
            Self::Submissions => "submissions",
            Self::Reads => "reads",
            Self::System(metric) => metric.as_str(),
        }
    }

    /// Returns the series with this name.
    pub fn parse(text: &str) -> Option<Self> {
        let system = SystemMetric::ALL.into_iter().map(Self::System);
        [Self::SignIns, Self::Submissions, Self::Reads].into_iter().chain(system).find(|one| one.as_str() == text)
    }

    /// Returns the counters in a point with their names. Empty for samples.
    pub const fn counts(self) -> &'static [(Metric, &'static str)] {
        match self {
            Self::SignIns => &[
                (Metric::SignInsGranted, "granted"),
                (Metric::SignInsFailed, "failed"),
                (Metric::SignInsSuspicious, "suspicious"),
            ],
            Self::Submissions => &[
                (Metric::SubmissionsCreated, "created"),
                (Metric::SubmissionsApproved, "approved"),
                (Metric::SubmissionsRejected, "rejected"),
            ],
            Self::Reads => &[(Metric::DocumentsViewed, "viewed"), (Metric::DocumentsDownloaded, "downloaded")],
            Self::System(_) => &[],
        }
    }
}

facility_kernel::named! {
    /// The period that a point covers.
    pub enum Interval {
        /// A UTC hour.
        Hour => "hour",
        /// A UTC day.
        Day => "day",
    }
}

impl Interval {
    /// Returns its length and the number of points in a series.
    const fn shape(self) -> (Duration, u32) {
        match self {
            Self::Hour => (Duration::from_hours(1), HOURLY_POINTS),
            Self::Day => (Duration::from_hours(24), DAILY_POINTS),
        }
    }

    /// Returns the start of the period that contains the time.
    fn start(self, time: Timestamp) -> Timestamp {
        let length = i64::try_from(self.shape().0.as_micros()).unwrap_or(i64::MAX);
        Timestamp::from_micros(time.as_micros() - time.as_micros().rem_euclid(length))
    }

    /// Returns the starts of the periods of a series that ends with the current one, oldest first.
    pub fn starts(self, now: Timestamp) -> Vec<Timestamp> {
        let (length, count) = self.shape();
        let last = self.start(now);
        (0..count).rev().map(|back| last.minus(length.saturating_mul(back))).collect()
    }
}

/// A point of a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// The start of the period.
    pub time: Timestamp,
    /// The values by name. A period without samples has none.
    pub values: Vec<(&'static str, i64)>,
}

/// Adds up counts by period. Every period has a value for each name.
pub fn counted_points(
    interval: Interval,
    now: Timestamp,
    names: &[(Metric, &'static str)],
    counts: &[(Metric, Timestamp, i64)],
) -> Vec<Point> {
    let of = |start: Timestamp, wanted: Metric| {
        let within = counts.iter().filter(|(metric, hour, _)| *metric == wanted && interval.start(*hour) == start);
        within.map(|(_, _, count)| count).sum()
    };
    let point = |time| Point { time, values: names.iter().map(|(metric, name)| (*name, of(time, *metric))).collect() };
    interval.starts(now).into_iter().map(point).collect()
}

/// Averages samples by period, rounded down.
pub fn sampled_points(interval: Interval, now: Timestamp, samples: &[(Timestamp, i64)]) -> Vec<Point> {
    let point = |time| {
        let within: Vec<i64> =
            samples.iter().filter(|(at, _)| interval.start(*at) == time).map(|(_, value)| *value).collect();
        let count = i64::try_from(within.len()).unwrap_or(i64::MAX);
        let average = within.iter().sum::<i64>().checked_div(count);
        Point { time, values: average.map(|value| ("value", value)).into_iter().collect() }
    };
    interval.starts(now).into_iter().map(point).collect()
}

/// Sign-in statistics since the site was set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SecurityFigures {
    /// Sign-ins that opened a session.
    pub granted: u64,
    /// Refused sign-ins.
    pub failed: u64,
    /// Suspicious sign-ins.
    pub suspicious: u64,
    /// Second-factor checks.
    pub second_factor: u64,
    /// The last suspicious sign-in.
    pub last_suspicious: Option<Timestamp>,
    /// Networks whose sign-ins are refused now.
    pub blocked_networks: u64,
}

/// Statistics about the current content of the site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SystemFigures {
    /// Accounts, without deleted ones and the emergency-access user.
    pub users: u64,
    /// Users with a valid session.
    pub active_users: u64,
    /// Valid sessions.
    pub active_sessions: u64,
    /// Documents, including archived ones.
    pub documents: u64,
    /// Archived documents.
    pub archived: u64,
    /// Bytes of stored files.
    pub storage_bytes: u64,
    /// Submissions waiting for a decision.
    pub pending_submissions: u64,
}

/// Activity statistics since the site was set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActivityFigures {
    pub viewed: u64,
    pub downloaded: u64,
    pub created: u64,
    /// Approved submissions.
    pub approved: u64,
    /// Rejected submissions.
    pub rejected: u64,
    pub archive_requests: u64,
}

/// Statistics in the store. The cost of each method MUST NOT grow with the length of a log.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FigureQueries: Send + Sync {
    async fn security(&self, now: Timestamp) -> Result<SecurityFigures, StoreError>;
    async fn system(&self, now: Timestamp) -> Result<SystemFigures, StoreError>;
    async fn activity(&self) -> Result<ActivityFigures, StoreError>;
    /// Returns the hourly counts of all metrics since `since`, in any order.
    async fn counts(&self, since: Timestamp) -> Result<Vec<(Metric, Timestamp, i64)>, StoreError>;
    /// Returns the samples since `since`, oldest first.
    async fn samples(&self, metric: SystemMetric, since: Timestamp) -> Result<Vec<(Timestamp, i64)>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn series_have_a_point_for_each_period_up_to_now() {
        let now = at("2026-03-14T09:26:53Z");
        let hours = Interval::Hour.starts(now);
        assert_eq!((hours.len(), hours[0]), (24, at("2026-03-13T10:00:00Z")));
        assert_eq!(hours[23], at("2026-03-14T09:00:00Z"));
        let days = Interval::Day.starts(now);
        assert_eq!((days.len(), days[0], days[6]), (7, at("2026-03-08T00:00:00Z"), at("2026-03-14T00:00:00Z")));
    }

    #[test]
    fn counts_are_added_up_by_period_and_missing_ones_are_zero() {
        let now = at("2026-03-14T09:26:53Z");
        let counts = [
            (Metric::DocumentsViewed, at("2026-03-13T00:00:00Z"), 2),
            (Metric::DocumentsViewed, at("2026-03-13T23:00:00Z"), 3),
            (Metric::DocumentsDownloaded, at("2026-03-14T00:00:00Z"), 7),
            (Metric::DocumentsViewed, at("2026-03-07T23:00:00Z"), 99),
        ];
        let points = counted_points(Interval::Day, now, SeriesMetric::Reads.counts(), &counts);
        assert_eq!(points[5].values, [("viewed", 5), ("downloaded", 0)]);
        assert_eq!(points[6].values, [("viewed", 0), ("downloaded", 7)]);
        assert_eq!(points.iter().map(|point| point.values[0].1).sum::<i64>(), 5);
    }

    #[test]
    fn samples_are_averaged_and_a_period_without_any_has_no_value() {
        let now = at("2026-03-14T09:26:53Z");
        let samples = [(at("2026-03-14T09:05:00Z"), 4), (at("2026-03-14T09:10:00Z"), 7)];
        let points = sampled_points(Interval::Hour, now, &samples);
        assert_eq!((points[23].values.as_slice(), points[22].values.as_slice()), (&[("value", 5)][..], &[][..]));
    }

    #[test]
    fn names_round_trip() {
        for metric in SystemMetric::ALL {
            assert_eq!(SeriesMetric::parse(metric.as_str()), Some(SeriesMetric::System(metric)));
        }
        for name in ["sign-ins", "submissions", "reads"] {
            assert_eq!(SeriesMetric::parse(name).map(SeriesMetric::as_str), Some(name));
        }
        assert_eq!((SeriesMetric::parse("weather"), Interval::parse("minute")), (None, None));
        assert_eq!(Interval::parse("day"), Some(Interval::Day));
    }
}
