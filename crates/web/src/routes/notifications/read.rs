//! POST /api/user/notifications/read

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::{Json, Member, nullable};
use actix_web::{HttpResponse, post, web};
use facility_submissions::services::alerts::AdminAlerts;
use facility_submissions::services::news::News;
use facility_users::news::ReadNews;

/// The notifications to mark as read: either `ids` or `all`.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadNotificationsRequest {
    /// Ids of notifications, and for administrators of security alerts and deadline reminders. Unknown ids are ignored.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<Vec<String>>, nullable = false)]
    ids: Member<Vec<String>>,
    /// All notifications. Only `true` is valid.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<bool>, nullable = false)]
    all: Member<bool>,
}

impl ReadNotificationsRequest {
    /// Returns the notifications, and the ids that may be alerts.
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
        (status = 204, description = "They are marked"),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account has none (`protected_account`)",
            body = ApiErrorBody)))]
#[post("/user/notifications/read")]
pub async fn read(
    news: web::Data<News>,
    alerts: web::Data<AdminAlerts>,
    call: Guarded<SignedIn, Json<ReadNotificationsRequest>>,
) -> Result<HttpResponse, ApiError> {
    let (which, ids) = call.input.0.parse()?;
    news.mark_read(&call.context, &call.caller.actor, which).await?;
    alerts.mark_read(&call.context, &call.caller.actor, ids).await?;
    Ok(HttpResponse::NoContent().finish())
}
