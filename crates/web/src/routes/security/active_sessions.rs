//! GET /api/admin/security/active-sessions

use crate::dto::security::ActiveSessionDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_kernel::{Page, PageRequest};
use facility_users::services::monitoring::Monitoring;
use facility_users::session::MOST_LISTED;
use std::cell::Cell;

/// Sessions that are valid now, the most recently active first
///
/// Without `limit`, at most 1,000.
#[utoipa::path(operation_id = "listActiveSessions", tag = "Security", params(PageQuery),
    responses(
        (status = 200, description = "The sessions", body = Vec<ActiveSessionDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/security/active-sessions")]
pub async fn active_sessions(
    monitoring: web::Data<Monitoring>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller, now) = (call.input.0.parse()?, call.caller, call.context.now);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let read = Cell::new(0);
    let fetch = move |wanted: PageRequest| {
        read.set(read.get() + i64::from(wanted.limit.get()));
        let (is_full, monitoring, caller) = (read.get() >= MOST_LISTED, monitoring.clone(), caller.clone());
        async move {
            let (page, total) = monitoring.sessions(&caller.actor, now, wanted).await?;
            let page = page.map(|one| ActiveSessionDto::new(one, caller.actor.session_id));
            let next = page.next.filter(|_| !is_full);
            Ok::<_, ApiError>((Page { next, ..page }, Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
