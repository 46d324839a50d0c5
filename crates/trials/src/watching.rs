//! The calls of monitoring and analytics, on a database with the data of several years.

use crate::failure::Failure;
use crate::figures::MonitoringFigures;
use crate::fill;
use crate::load::{MeasuredRequest, measure};
use crate::postmaster::Postmaster;
use crate::report::{now_micros, thousands};
use crate::server::Server;
use diesel::connection::{Connection as _, SimpleConnection as _};
use diesel::pg::PgConnection;
use facility_audit::activity::{Metric, hour_of};
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use facility_kernel::Timestamp;
use facility_oversight::analytics::SystemMetric;

/// Number of entries of the audit log.
const ENTRIES: i64 = 1_000_000;
/// Number of sign-in attempts within their retention of 90 days.
const ATTEMPTS: i64 = 400_000;
/// Number of locked names, and of blocked networks.
const LOCKED: i64 = 2000;
/// Number of hours with activity counters: three years.
const HOURS: i64 = 3 * 365 * 24;
/// Number of samples of each kind: 90 days.
const SAMPLES: i64 = 90 * 24 * 12;

const SECOND: i64 = 1_000_000;
const HOUR: i64 = 3600 * SECOND;

/// Measures each call on this database, which must be empty.
pub async fn measure_on(
    facility: &str,
    product: &str,
    database: &TestDatabase,
    seconds: u64,
) -> Result<MonitoringFigures, Failure> {
    let title = format!("{product}, {} entries of the audit log", thousands(ENTRIES.unsigned_abs()));
    println!("\n{title}: filling");
    drop(Server::facility(facility, database)?);
    let db = database.open()?;
    fill::fill(&db, crate::corpus::Corpus::Even, 1000, now_micros()?).await?;
    fill_history(&db, now_micros()?).await?;
    let postmaster = Postmaster::of(database.target(), &db).await?;
    drop(db);
    if let Target::Postgres(url) = database.target() {
        // On a running server, autovacuum does this. It cannot run in a transaction, so it bypasses the database's
        // gate.
        PgConnection::establish(url)?.batch_execute("VACUUM ANALYZE")?;
    }
    println!("{title}");
    let mut server = Server::facility(facility, database)?;
    server.postmaster = postmaster;
    let figures = calls().into_iter().map(|(name, path)| {
        let shot = MeasuredRequest {
            name,
            path,
            lua: None,
            wanted: "status == 200",
            connections: 4,
            level: fill::ADMIN_LEVEL,
        };
        measure(&server, &shot, seconds, database.folder())
    });
    Ok(MonitoringFigures { title, figures: figures.collect::<Result<_, _>>()? })
}

fn calls() -> Vec<(&'static str, String)> {
    let analytics = |call: &str| format!("/api/admin/analytics/{call}");
    let series = |metric: &str, interval: &str| analytics(&format!("series?metric={metric}&interval={interval}"));
    let security = |call: &str| format!("/api/admin/security/{call}");
    let log = |filter: &str| format!("/api/admin/audit-logs?limit=50&{filter}");
    vec![
        ("analytics: security", analytics("security")),
        ("analytics: system", analytics("system")),
        ("analytics: activity", analytics("activity")),
        ("analytics: sign-ins by hour", series("sign-ins", "hour")),
        ("analytics: submissions by day", series("submissions", "day")),
        ("analytics: reads by day", series("reads", "day")),
        ("analytics: memory by day", series("memory_used", "day")),
        ("monitoring: summary", security("summary")),
        ("monitoring: locked names", security("locked-names")),
        ("alerts", "/api/admin/security-alerts".to_owned()),
        ("reminders", "/api/admin/deadline-reminders".to_owned()),
        ("log: a word that stands nowhere", log("q=nowhere")),
        ("log: a person without entries", log("person=reader1")),
        ("log: an action of one entry in 5,000", log("action=static_code_used")),
    ]
}

/// Inserts the rows that years of use leave in the logs and counters. `now` is in microseconds.
async fn fill_history(db: &Database, now: i64) -> Result<(), Failure> {
    let hour = hour_of(Timestamp::from_micros(now)).as_micros();
    let mut statements = Vec::new();
    statements.extend(fill::numbered(
        "INSERT INTO audit_log (number, id, action, entity_type, request_id, is_admin_action, count, timestamp, \
         content_changed_at, previous_hash, hash, mac)",
        ENTRIES,
        &format!(
            "(SELECT COALESCE(MAX(number), 0) FROM audit_log WHERE hash <> 'h') + i, 'entry-' || CAST(i AS TEXT), \
             CASE WHEN i % 5000 = 0 THEN 'static_code_used' ELSE 'comment_added' END, 'document', 'r', FALSE, \
             1, {now} - ({ENTRIES} - i) * {}, 0, 'p', 'h', 'm'",
            30 * SECOND
        ),
    ));
    statements.extend(fill::numbered(
        "INSERT INTO login_attempts (id, username, username_key, ip_address, success, failure_reason, is_suspicious, \
         attempted_at)",
        ATTEMPTS,
        &format!(
            "'attempt-' || CAST(i AS TEXT), 'name-' || CAST(i % 500 AS TEXT), 'name-' || CAST(i % 500 AS TEXT), \
             '10.0.0.' || CAST(i % 250 AS TEXT), i % 3 > 0, \
             CASE WHEN i % 3 = 0 THEN 'wrong_password' END, i % 51 = 0, {now} - ({ATTEMPTS} - i) * {}",
            19 * SECOND
        ),
    ));
    statements.extend(fill::numbered(
        "INSERT INTO lockouts (key, failures, window_started_at, locks, locked_until, day_failures, last_failed_at)",
        LOCKED,
        &format!(
            "'pair:name-' || CAST(i AS TEXT) || '|10.0.' || CAST(i % 250 AS TEXT) || '.0/24', 5, {now}, 1, \
             {now} + {HOUR}, '', {now}"
        ),
    ));
    statements.extend(fill::numbered(
        "INSERT INTO rate_windows (key, window_started_at, count)",
        LOCKED,
        &format!("'sign-in:10.1.' || CAST(i AS TEXT) || '.0/24', {now}, 30"),
    ));
    for metric in Metric::ALL {
        let name = metric.as_str();
        statements.extend(fill::numbered(
            "INSERT INTO activity_hours (hour, metric, count)",
            HOURS,
            &format!("{hour} - i * {HOUR}, '{name}', i % 40"),
        ));
        statements.push(format!(
            "INSERT INTO activity_totals (metric, count, last_at) VALUES ('{name}', 500000, {now}) \
             ON CONFLICT (metric) DO NOTHING"
        ));
    }
    for metric in SystemMetric::ALL {
        let (name, unit) = (metric.as_str(), metric.unit());
        statements.extend(fill::numbered(
            "INSERT INTO system_metrics (id, metric_type, value, unit, timestamp)",
            SAMPLES,
            &format!("'{name}-' || CAST(i AS TEXT), '{name}', 1000 + i % 100, '{unit}', {now} - i * {}", 300 * SECOND),
        ));
    }
    // The statistics that a running server collects for tables of this size.
    for table in ["audit_log", "login_attempts", "lockouts", "rate_windows", "activity_hours", "system_metrics"] {
        statements.push(format!("ANALYZE {table}"));
    }
    for sql in statements {
        db.write(move |conn| Ok(conn.batch_execute(&sql)?)).await?;
    }
    Ok(())
}
