//! GET /api/user/notifications

use crate::dto::news::NotificationDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_submissions::services::news::News;

/// Says how many notifications are unread.
const UNREAD: HeaderName = HeaderName::from_static("x-unread-count");

/// The caller's notifications, unread ones first, then newest first
///
/// They tell about decisions on the caller's own items and about time-outs, and are deleted after 90 days. Administrators also
/// find the security alerts and deadlines there that they have not cleared.
#[utoipa::path(operation_id = "listNotifications", tag = "User", params(PageQuery),
    responses(
        (status = 200, description = "The notifications", body = Vec<NotificationDto>, headers(
            ("X-Unread-Count" = u64, description = "Number of unread ones, at most 10,000 of the caller's own items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The emergency-access account has none (`protected_account`)",
            body = ApiErrorBody)))]
#[get("/user/notifications")]
pub async fn list(
    news: web::Data<News>,
    limits: web::Data<Limits>,
    call: Guarded<SignedIn, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller) = (call.input.0.parse()?, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let now = call.context.now;
    let unread = news.unread(&caller.actor, now).await?;
    let fetch = move |wanted| {
        let (news, caller) = (news.clone(), caller.clone());
        async move {
            let page = news.list(&caller.actor, wanted, now).await?;
            Ok::<_, ApiError>((page.map(NotificationDto::from), Total::untold()))
        }
    };
    let mut answer = listing::answer(&request, slot, wanted, fetch).await?;
    answer.headers_mut().insert(UNREAD, HeaderValue::from(unread));
    Ok(answer)
}
