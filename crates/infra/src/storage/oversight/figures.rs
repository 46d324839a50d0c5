//! Figures about the whole site. Each is a stored total, or a count over an index of current entries.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::rate_windows;
use crate::storage::audit::activity::{self, Total, totals};
use crate::storage::kernel::throttle::capped;
use crate::storage::users::{locked_names, session_list};
use crate::storage::{counted, exact};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::activity::Metric;
use facility_kernel::{AttemptId, IdGenerator, StoreError, Timestamp};
use facility_oversight::analytics::{
    ActivityFigures, FigureQueries, Sample, SecurityFigures, SystemFigures, SystemMetric,
};
use facility_submissions::case::REVIEW_WINDOW;
use facility_users::last_day::DAY;
use facility_users::lockout::{NETWORK_LIMIT, NETWORK_WINDOW, Window};
use facility_users::services::site_keys::blocked_network;
use std::collections::BTreeMap;

/// Maximum number of locks, and of full windows, that are examined.
const MAX_COUNTED: i64 = 10_000;

fn of(totals: &BTreeMap<Metric, Total>, metric: Metric) -> u64 {
    totals.get(&metric).map_or(0, |number| exact(number.count))
}

/// Counts the blocked networks: those from which a name is locked, and those that have reached the limit for sign-ins
/// to accounts that do not know them or for keys of the site. Examines up to 10,000 counters of each kind.
fn blocked(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    let mut networks = locked_names::networks(conn, now)?;
    let limited: Vec<String> = rate_windows::table
        .filter(rate_windows::key.like("sign-in:%"))
        .filter(rate_windows::window_started_at.gt(now.minus(NETWORK_WINDOW).as_micros()))
        .filter(rate_windows::count.ge(capped(NETWORK_LIMIT)))
        .limit(MAX_COUNTED)
        .select(rate_windows::key)
        .load(conn)?;
    networks.extend(limited.iter().filter_map(|key| key.strip_prefix("sign-in:")).map(str::to_owned));
    let of_keys: Vec<(String, i64, i32)> = rate_windows::table
        .filter(rate_windows::key.like("emergency_key:%").or(rate_windows::key.like("master_key:%")))
        .filter(rate_windows::window_started_at.gt(now.minus(DAY).as_micros()))
        .limit(MAX_COUNTED)
        .select((rate_windows::key, rate_windows::window_started_at, rate_windows::count))
        .load(conn)?;
    networks.extend(of_keys.iter().filter_map(|(key, started_at, count)| {
        let started_at = Timestamp::from_micros(*started_at);
        let window = Window { started_at, count: u32::try_from(*count).unwrap_or(0) };
        blocked_network(key, window, now).map(str::to_owned)
    }));
    Ok(networks.len() as u64)
}

/// Adds up the activity changes since the last run, in transactions of up to 5,000, and returns the number of changes.
pub async fn fold(db: &Database) -> Result<usize, StoreError> {
    let mut folded = 0;
    loop {
        let changes = db.write(activity::fold).await?;
        if changes == 0 {
            return Ok(folded);
        }
        folded += changes;
    }
}

/// Samples the system, and deletes samples older than 90 days.
pub async fn sample(db: &Database, ids: &dyn IdGenerator, now: Timestamp) -> Result<(), StoreError> {
    let figures = FigureQueries::system(db, now).await?;
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
    let write = move |conn: &mut AnyConn| {
        activity::sample(conn, &samples)?;
        activity::sweep(conn, now)
    };
    db.write(write).await
}

/// Returns the resident memory of this process in bytes. `None` if the system does not report it.
fn memory_used() -> Option<u64> {
    // proc_pid_status(5): `VmRSS:     12345 kB`.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[async_trait]
impl FigureQueries for Database {
    async fn security(&self, now: Timestamp) -> Result<SecurityFigures, StoreError> {
        self.read(move |conn| {
            let totals = totals(conn)?;
            let last = totals.get(&Metric::SignInsSuspicious).filter(|number| number.count > 0);
            Ok(SecurityFigures {
                granted: of(&totals, Metric::SignInsGranted),
                failed: of(&totals, Metric::SignInsFailed),
                suspicious: of(&totals, Metric::SignInsSuspicious),
                second_factor: of(&totals, Metric::SecondFactorChecks),
                last_suspicious: last.map(|number| Timestamp::from_micros(number.last_at)),
                blocked_networks: blocked(conn, now)?,
            })
        })
        .await
    }

    async fn system(&self, now: Timestamp) -> Result<SystemFigures, StoreError> {
        self.read(move |conn| {
            let users = Phrase::sql("SELECT COUNT(*) FROM users WHERE deleted_at IS NULL AND id <> 'emergency-access'");
            let documents = Phrase::sql("SELECT CAST(COALESCE(SUM(documents), 0) AS BIGINT) FROM document_counts");
            let archived = Phrase::sql(
                "SELECT CAST(COALESCE(SUM(documents), 0) AS BIGINT) FROM document_counts WHERE is_archived",
            );
            let pending = Phrase::sql(
                "SELECT COUNT(*) FROM submissions WHERE status = 'pending' AND COALESCE(resubmitted_at, created_at) > ",
            )
            .number(now.minus(REVIEW_WINDOW).as_micros());
            let totals = totals(conn)?;
            Ok(SystemFigures {
                users: counted(conn, users)?,
                active_users: session_list::count_of_accounts(conn, now)?,
                active_sessions: session_list::count(conn, now)?,
                documents: counted(conn, documents)?,
                archived: counted(conn, archived)?,
                storage_bytes: of(&totals, Metric::StorageBytes),
                pending_submissions: counted(conn, pending)?,
            })
        })
        .await
    }

    async fn activity(&self) -> Result<ActivityFigures, StoreError> {
        self.read(|conn| {
            let totals = totals(conn)?;
            Ok(ActivityFigures {
                viewed: of(&totals, Metric::DocumentsViewed),
                downloaded: of(&totals, Metric::DocumentsDownloaded),
                created: of(&totals, Metric::SubmissionsCreated),
                approved: of(&totals, Metric::SubmissionsApproved),
                rejected: of(&totals, Metric::SubmissionsRejected),
                archive_requests: of(&totals, Metric::ArchiveRequests),
            })
        })
        .await
    }

    async fn counts(&self, since: Timestamp) -> Result<Vec<(Metric, Timestamp, i64)>, StoreError> {
        self.read(move |conn| activity::hours(conn, since)).await
    }

    async fn samples(&self, metric: SystemMetric, since: Timestamp) -> Result<Vec<(Timestamp, i64)>, StoreError> {
        self.read(move |conn| activity::samples(conn, metric, since)).await
    }
}
