//! A user's notifications.

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Answer, Fails, NeedsSession, TakesBody};
use crate::http::error::ApiError;
use crate::http::input::{Json, Member, nullable};
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::routes::oversight::news::NotificationDto;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use facility_oversight::error::row as oversight;
use facility_oversight::services::alerts::AdminAlerts;
use facility_oversight::services::news::News;
use facility_users::news::ReadNews;

/// Header with the number of unread notifications.
const UNREAD: HeaderName = HeaderName::from_static("x-unread-count");

/// The caller's notifications, unread ones first, then newest first
///
/// Notifications are about decisions on the caller's own items, timeouts and comments, and are deleted after 90 days.
/// For administrators, the list also includes the security alerts and deadlines that they have not cleared.
#[utoipa::path(operation_id = "listNotifications", tag = "User", params(PageQuery),
    responses(
        (status = 200, description = "The notifications", body = Vec<NotificationDto>, headers(
            ("X-Unread-Count" = u64, description = "Number of unread notifications. Counting of those about the caller's own items stops at 10,000"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<(oversight::ProtectedAccount, NeedsSession)>))]
#[get("/user/notifications")]
pub async fn list(news: Data<News>, call: Guarded<SignedIn, Paged>) -> Answer {
    let now = call.context.now;
    let unread = news.unread(&call.caller.actor, now).await?;
    let mut answer = listing::answer(&call.request, call.input.0, async move |requested| {
        let page = news.list(&call.caller.actor, requested, now).await?;
        Ok((page.map(NotificationDto::from), Total::unknown()))
    })
    .await?;
    answer.headers_mut().insert(UNREAD, HeaderValue::from(unread));
    Ok(answer)
}

/// The notifications to mark as read: either `ids` or `all`.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadNotificationsRequest {
    /// Ids of notifications, and for administrators also of security alerts and deadline reminders. Unknown ids are
    /// ignored.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<Vec<String>>, nullable = false)]
    ids: Member<Vec<String>>,
    /// Marks all notifications. Only `true` is valid.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<bool>, nullable = false)]
    all: Member<bool>,
}

impl ReadNotificationsRequest {
    /// Returns the notifications to mark, and the ids that may be those of alerts or reminders.
    fn parse(self) -> Result<(ReadNews, Vec<String>), ApiError> {
        match (self.ids, self.all) {
            (Some(Some(ids)), None) => {
                Ok((ReadNews::These(ids.iter().filter_map(|id| id.parse().ok()).collect()), ids))
            }
            (None, Some(Some(true))) => Ok((ReadNews::All, Vec::new())),
            (Some(_), Some(_)) => Err(ApiError::invalid("ids", "Send either ids or all, not both")),
            (Some(None), None) => Err(ApiError::invalid("ids", "Ids must be a list")),
            (None, Some(_)) => Err(ApiError::invalid("all", "All must be true")),
            (None, None) => Err(ApiError::invalid("ids", "Send ids, or all: true")),
        }
    }
}

/// Mark notifications as read
#[utoipa::path(operation_id = "readNotifications", tag = "User", request_body = ReadNotificationsRequest,
    responses(
        (status = 204, description = "The notifications are marked"),
        Fails<(oversight::ProtectedAccount, NeedsSession, TakesBody)>))]
#[post("/user/notifications/read")]
pub async fn read(
    news: Data<News>,
    alerts: Data<AdminAlerts>,
    call: Guarded<SignedIn, Json<ReadNotificationsRequest>>,
) -> Answer {
    let (which, ids) = call.input.0.parse()?;
    news.mark_read(&call.context, &call.caller.actor, which).await?;
    alerts.mark_read(&call.context, &call.caller.actor, ids).await?;
    Ok(HttpResponse::NoContent().finish())
}
