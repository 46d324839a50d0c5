//! GET /api/admin/audit-logs

use crate::dto::AuditLogDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::list_limit::ListLimit;
use crate::listing::{self, PageQuery, Total};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use audit::AuditTrail;
use audit::LogFilter;
use kernel::{Cursor, PageRequest};

/// The filter of the log.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditLogsQuery {
    /// Only administrators' actions (`admin`) or only all others (`user`). Without it, both.
    #[param(value_type = Option<AuditLogsView>, inline)]
    view: Option<String>,
    /// Words that must all occur, ignoring case, in the action, the type or id of the record, the id or name of the
    /// acting account, the address, or the details.
    #[param(max_length = 200)]
    q: Option<String>,
    /// Maximum number of items. Without it, the response contains the whole list.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// The cursor from the previous page's `Link` header.
    after: Option<String>,
}

/// Whose actions a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum AuditLogsView {
    /// Administrators' actions.
    Admin,
    /// All other actions.
    User,
}

impl AuditLogsQuery {
    fn filter(&self) -> Result<LogFilter, ApiError> {
        let is_admin_action = self.view()?.map(|view| view == AuditLogsView::Admin);
        LogFilter::parse(is_admin_action, self.q.as_deref().unwrap_or_default())
            .map_err(|error| ApiError::from_parse(&error))
    }

    fn view(&self) -> Result<Option<AuditLogsView>, ApiError> {
        match self.view.as_deref() {
            None => Ok(None),
            Some("admin") => Ok(Some(AuditLogsView::Admin)),
            Some("user") => Ok(Some(AuditLogsView::User)),
            Some(_) => Err(ApiError::invalid("view", "View must be admin or user")),
        }
    }

    fn page(&self) -> Result<Option<PageRequest>, ApiError> {
        PageQuery { limit: self.limit.clone(), after: self.after.clone() }.parse()
    }
}

/// Header of a search with the number of the oldest examined entry.
const SEARCHED_TO: HeaderName = HeaderName::from_static("x-searched-to");

/// The audit log, newest first
///
/// A search examines at most 100,000 entries per request. A page that stops there may be short or empty, and its `Link`
/// continues the search. `X-Searched-To` is the number of the oldest entry examined.
#[utoipa::path(operation_id = "listAuditLogs", tag = "AuditLog", params(AuditLogsQuery),
    responses(
        (status = 200, description = "The entries", body = Vec<AuditLogDto>, headers(
            ("X-Total-Count" = Option<u64>, description = "Number of matches. A search of a long log counts \
                100,000 entries per request, and omits the header until the count is complete"),
            ("X-Searched-To" = Option<u64>, description = "For a search with `limit`, the number of the oldest \
                entry examined"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/audit-logs")]
pub async fn list(
    trail: web::Data<AuditTrail>,
    lists: web::Data<ListLimit>,
    call: Guarded<Admin, Query<AuditLogsQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (caller, filter) = (call.caller, call.input.0.filter()?);
    let wanted = call.input.0.page()?;
    let place = lists.begin(&caller.actor, wanted.as_ref())?;
    let first = wanted.unwrap_or(PageRequest::FIRST);
    let (page, total) = trail.list(&caller.actor, filter.clone(), first).await?;
    let (page, total) = (page.map(AuditLogDto::from), Total::known(total));
    if wanted.is_some() {
        return listing::tagged_page(&request, &page, told(total, &filter, page.next));
    }
    Ok(listing::whole(place, page, total, move |wanted| {
        let (trail, caller, filter) = (trail.clone(), caller.clone(), filter.clone());
        async move { trail.page(&caller.actor, filter, wanted).await.map(|page| page.map(AuditLogDto::from)) }
    }))
}

/// Adds how far a search got: to the start of the next page, or to the first entry.
fn told(total: Total, filter: &LogFilter, next: Option<Cursor>) -> Total {
    if filter.words.is_empty() {
        return total;
    }
    total.with(SEARCHED_TO, HeaderValue::from(next.map_or(1, Cursor::position)))
}
