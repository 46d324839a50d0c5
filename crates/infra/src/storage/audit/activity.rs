//! Activity counters. Each change inserts a row; a job adds the rows up by the hour and in total.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{activity_changes, system_metrics};
use crate::on_both;
use crate::storage::FOREVER;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use facility_audit::action::Action;
use facility_audit::activity::{Metric, hour_of};
use facility_kernel::Timestamp;
use facility_oversight::analytics::{SAMPLE_RETENTION, Sample, SystemMetric};
use std::collections::BTreeMap;

/// A total, with the time of the last event that it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Total {
    pub(crate) count: i64,
    pub(crate) last_at: i64,
}

impl Total {
    fn add(&mut self, count: i64, last_at: i64) {
        self.count = self.count.saturating_add(count);
        self.last_at = self.last_at.max(last_at);
    }
}

/// Adds to a metric, in the transaction of the counted event.
pub(crate) fn add(conn: &mut AnyConn, metric: Metric, count: i64, at: Timestamp) -> Result<(), DbError> {
    diesel::insert_into(activity_changes::table)
        .values((
            activity_changes::metric.eq(metric.as_str()),
            activity_changes::hour.eq(Some(hour_of(at).as_micros())),
            activity_changes::count.eq(count),
            activity_changes::last_at.eq(at.as_micros()),
        ))
        .execute(conn)?;
    Ok(())
}

/// Counts an action that happened `count` times.
pub(crate) fn count_action(conn: &mut AnyConn, action: Action, count: u32, at: Timestamp) -> Result<(), DbError> {
    Metric::of_action(action).map_or(Ok(()), |metric| add(conn, metric, count.into(), at))
}

#[derive(QueryableByName)]
#[diesel(table_name = activity_changes)]
struct Change {
    metric: String,
    hour: Option<i64>,
    count: i64,
    last_at: i64,
}

/// Adds up the oldest changes, up to 5,000, and returns their number. Several nodes may do it at the same time: each
/// change is deleted once, and sums are incremented.
pub(crate) fn fold(conn: &mut AnyConn) -> Result<usize, DbError> {
    let take = diesel::sql_query(
        "DELETE FROM activity_changes WHERE position IN \
         (SELECT position FROM activity_changes ORDER BY position LIMIT 5000) \
         RETURNING metric, hour, count, last_at",
    );
    let changes: Vec<Change> = take.load(conn)?;
    let mut totals: BTreeMap<&str, Total> = BTreeMap::new();
    // Sorted, so that all nodes lock the rows in the same order.
    let mut hours: BTreeMap<(i64, &str), i64> = BTreeMap::new();
    for Change { metric, hour, count, last_at } in &changes {
        totals.entry(metric).or_default().add(*count, *last_at);
        if let Some(hour) = hour {
            let sum = hours.entry((*hour, metric)).or_default();
            *sum = sum.saturating_add(*count);
        }
    }
    for (metric, number) in totals {
        diesel::sql_query(
            "INSERT INTO activity_totals (metric, count, last_at) VALUES ($1, $2, $3) \
             ON CONFLICT (metric) DO UPDATE SET count = activity_totals.count + excluded.count, \
             last_at = CASE WHEN excluded.last_at > activity_totals.last_at THEN excluded.last_at \
             ELSE activity_totals.last_at END",
        )
        .bind::<Text, _>(metric)
        .bind::<BigInt, _>(number.count)
        .bind::<BigInt, _>(number.last_at)
        .execute(conn)?;
    }
    for ((hour, metric), count) in hours {
        diesel::sql_query(
            "INSERT INTO activity_hours (hour, metric, count) VALUES ($1, $2, $3) \
             ON CONFLICT (hour, metric) DO UPDATE SET count = activity_hours.count + excluded.count",
        )
        .bind::<BigInt, _>(hour)
        .bind::<Text, _>(metric)
        .bind::<BigInt, _>(count)
        .execute(conn)?;
    }
    Ok(changes.len())
}

/// Returns the totals of all time, including changes that are not yet added up. A metric that never counted is missing.
pub(crate) fn totals(conn: &mut AnyConn) -> Result<BTreeMap<Metric, Total>, DbError> {
    // One statement, so that the job cannot move changes from one part to the other in between.
    let statement = Phrase::<(Text, BigInt, BigInt)>::sql(
        "SELECT metric, CAST(SUM(count) AS BIGINT), MAX(last_at) FROM \
         (SELECT metric, count, last_at FROM activity_totals \
         UNION ALL SELECT metric, count, last_at FROM activity_changes) AS numbers GROUP BY metric",
    )
    .statement();
    let rows: Vec<(String, i64, i64)> = on_both!(conn, |c| statement.load(c))?;
    let known =
        |(metric, count, last_at): (String, i64, i64)| Some((Metric::parse(&metric)?, Total { count, last_at }));
    Ok(rows.into_iter().filter_map(known).collect())
}

/// Returns the hourly sums of all metrics from `since` on, including changes that are not yet added up.
pub(crate) fn hours(conn: &mut AnyConn, since: Timestamp) -> Result<Vec<(Metric, Timestamp, i64)>, DbError> {
    let statement = Phrase::<(Text, BigInt, BigInt)>::sql(
        "SELECT metric, hour, CAST(SUM(count) AS BIGINT) FROM \
         (SELECT metric, hour, count FROM activity_hours WHERE hour BETWEEN ",
    )
    .number(since.as_micros())
    .then(" AND ")
    .number(FOREVER)
    .then(" UNION ALL SELECT metric, hour, count FROM activity_changes WHERE hour >= ")
    .number(since.as_micros())
    .then(") AS numbers GROUP BY metric, hour")
    .statement();
    let rows: Vec<(String, i64, i64)> = on_both!(conn, |c| statement.load(c))?;
    let known = |(metric, hour, count): (String, i64, i64)| {
        Some((Metric::parse(&metric)?, Timestamp::from_micros(hour), count))
    };
    Ok(rows.into_iter().filter_map(known).collect())
}

/// Writes samples of the system.
pub(crate) fn sample(conn: &mut AnyConn, samples: &[(String, Sample)]) -> Result<(), DbError> {
    for (id, sample) in samples {
        diesel::insert_into(system_metrics::table)
            .values((
                system_metrics::id.eq(id),
                system_metrics::metric_type.eq(sample.metric.as_str()),
                system_metrics::value.eq(sample.value),
                system_metrics::unit.eq(sample.metric.unit()),
                system_metrics::timestamp.eq(sample.at.as_micros()),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Returns the samples of a metric from `since` on, oldest first.
pub(crate) fn samples(
    conn: &mut AnyConn,
    metric: SystemMetric,
    since: Timestamp,
) -> Result<Vec<(Timestamp, i64)>, DbError> {
    let rows: Vec<(i64, i64)> = system_metrics::table
        .filter(system_metrics::metric_type.eq(metric.as_str()))
        .filter(system_metrics::timestamp.between(since.as_micros(), FOREVER))
        .order(system_metrics::timestamp.asc())
        .select((system_metrics::timestamp, system_metrics::value))
        .load(conn)?;
    Ok(rows.into_iter().map(|(at, value)| (Timestamp::from_micros(at), value)).collect())
}

/// Deletes samples whose retention has ended.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let old = system_metrics::timestamp.le(now.minus(SAMPLE_RETENTION).as_micros());
    diesel::delete(system_metrics::table.filter(old)).execute(conn)?;
    Ok(())
}
