//! GET /api/admin/security/recent-logins

use super::attempts;
use crate::dto::security::LoginAttemptDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::PageQuery;
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_users::services::monitoring::Monitoring;

/// Sign-in attempts of the last 24 hours, newest first
///
/// Equal attempts on a locked name that follow within a minute are one item with a `count`.
#[utoipa::path(operation_id = "listRecentLogins", tag = "Security", params(PageQuery),
    responses(
        (status = 200, description = "The attempts", body = Vec<LoginAttemptDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/security/recent-logins")]
pub async fn recent_logins(
    monitoring: web::Data<Monitoring>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    attempts(monitoring, limits, call, request, false).await
}
