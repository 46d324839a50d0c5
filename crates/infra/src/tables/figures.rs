//! Figures about the whole site. Each is a sum that is kept, or a count over an index of what is in force now.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::rate_windows;
use crate::on_both;
use crate::tables::activity::{Number, totals};
use crate::tables::throttle::capped;
use crate::tables::{exact, locked_names, session_list};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use facility_audit::activity::Metric;
use facility_documents::edits::REVIEW_WINDOW;
use facility_kernel::Timestamp;
use facility_submissions::analytics::{ActivityFigures, SecurityFigures, SystemFigures};
use facility_users::last_day::DAY;
use facility_users::lockout::{NETWORK_LIMIT, NETWORK_WINDOW, Window};
use facility_users::services::site_keys::blocked_network;
use std::collections::BTreeMap;

/// Maximum number of locks, and of full windows, that are looked at.
const MOST_COUNTED: i64 = 10_000;

fn of(totals: &BTreeMap<Metric, Number>, metric: Metric) -> u64 {
    totals.get(&metric).map_or(0, |number| exact(number.count))
}

/// Returns the figures about signing in.
pub(crate) fn security(conn: &mut AnyConn, now: Timestamp) -> Result<SecurityFigures, DbError> {
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
}

/// Counts the networks from which some name is locked, or from which no sign-in to an account that does not know them, or no key
/// of the site, is checked at the moment. Looks at up to 10,000 counters of each kind.
fn blocked(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    let mut networks = locked_names::networks(conn, now)?;
    let limited: Vec<String> = rate_windows::table
        .filter(rate_windows::key.like("sign-in:%"))
        .filter(rate_windows::window_started_at.gt(now.minus(NETWORK_WINDOW).as_micros()))
        .filter(rate_windows::count.ge(capped(NETWORK_LIMIT)))
        .limit(MOST_COUNTED)
        .select(rate_windows::key)
        .load(conn)?;
    networks.extend(limited.iter().filter_map(|key| key.strip_prefix("sign-in:")).map(str::to_owned));
    let of_keys: Vec<(String, i64, i32)> = rate_windows::table
        .filter(rate_windows::key.like("emergency_key:%").or(rate_windows::key.like("master_key:%")))
        .filter(rate_windows::window_started_at.gt(now.minus(DAY).as_micros()))
        .limit(MOST_COUNTED)
        .select((rate_windows::key, rate_windows::window_started_at, rate_windows::count))
        .load(conn)?;
    networks.extend(of_keys.iter().filter_map(|(key, started_at, count)| {
        let started_at = Timestamp::from_micros(*started_at);
        let window = Window { started_at, count: u32::try_from(*count).unwrap_or(0) };
        blocked_network(key, window, now).map(str::to_owned)
    }));
    Ok(networks.len() as u64)
}

fn number(conn: &mut AnyConn, statement: Phrase<BigInt>) -> Result<u64, DbError> {
    let count: i64 = on_both!(conn, |c| statement.statement().get_result(c))?;
    Ok(exact(count))
}

/// Returns the figures about the site.
pub(crate) fn system(conn: &mut AnyConn, now: Timestamp) -> Result<SystemFigures, DbError> {
    let users =
        Phrase::sql("SELECT COUNT(*) FROM users WHERE deleted_at IS NULL AND id <> 'emergency-access'");
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
        users: number(conn, users)?,
        active_users: session_list::count_of_accounts(conn, now)?,
        active_sessions: session_list::count(conn, now)?,
        documents: number(conn, documents)?,
        archived: number(conn, archived)?,
        storage_bytes: of(&totals, Metric::StorageBytes),
        pending_submissions: number(conn, pending)?,
    })
}

/// Returns the figures about activity.
pub(crate) fn activity(conn: &mut AnyConn) -> Result<ActivityFigures, DbError> {
    let totals = totals(conn)?;
    Ok(ActivityFigures {
        viewed: of(&totals, Metric::DocumentsViewed),
        downloaded: of(&totals, Metric::DocumentsDownloaded),
        created: of(&totals, Metric::SubmissionsCreated),
        approved: of(&totals, Metric::SubmissionsApproved),
        rejected: of(&totals, Metric::SubmissionsRejected),
        archive_requests: of(&totals, Metric::ArchiveRequests),
    })
}
