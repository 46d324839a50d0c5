//! GET /api/admin/analytics/series

use crate::dto::analytics::SeriesDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use actix_web::{get, web};
use facility_submissions::analytics::{Interval, SeriesMetric};
use facility_submissions::services::analytics::Analytics;

/// Which series.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeriesQuery {
    /// `sign-ins`, `submissions`, `reads`, or a system metric: `active_sessions`, `storage_used`, `documents`,
    /// `pending_submissions`, `memory_used`.
    #[param(value_type = String)]
    metric: Option<String>,
    /// `hour` for the last 24 hours, `day` for the last 7 days, both UTC and up to now.
    #[param(value_type = String)]
    interval: Option<String>,
}

impl SeriesQuery {
    fn parse(&self) -> Result<(SeriesMetric, Interval), ApiError> {
        let metric = self.metric.as_deref().and_then(SeriesMetric::parse);
        let interval = self.interval.as_deref().and_then(Interval::parse);
        Ok((
            metric.ok_or_else(|| ApiError::invalid("metric", "Unknown metric"))?,
            interval.ok_or_else(|| ApiError::invalid("interval", "Interval must be hour or day"))?,
        ))
    }
}

/// Numbers by the hour or by the day
///
/// System metrics are sampled every five minutes and kept for 90 days.
#[utoipa::path(operation_id = "getAnalyticsSeries", tag = "Analytics", params(SeriesQuery),
    responses(
        (status = 200, description = "The series", body = SeriesDto),
        (status = 400, description = "A parameter is missing or invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/analytics/series")]
pub async fn series(
    analytics: web::Data<Analytics>,
    call: Guarded<Admin, Query<SeriesQuery>>,
) -> Result<web::Json<SeriesDto>, ApiError> {
    let (metric, interval) = call.input.0.parse()?;
    let points = analytics.series(&call.caller.actor, metric, interval, call.context.now).await?;
    Ok(web::Json(SeriesDto::new(metric, interval, points)))
}
