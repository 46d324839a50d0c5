//! GET /api/admin/security/recent-logins

use super::attempts;
use crate::dto::security::LoginAttemptDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::list_limit::ListLimit;
use crate::listing::PageQuery;
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
    lists: web::Data<ListLimit>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    attempts(monitoring, lists, call, request, false).await
}
