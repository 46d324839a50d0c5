//! GET /api/admin/audit-logs

use crate::dto::AuditLogDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::state::App;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use audit::LogFilter;
use kernel::{Cursor, PageRequest};

/// What the log is narrowed to.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditLogsQuery {
    /// What was done in the role of administrator (`admin`), or otherwise (`user`); without it, both.
    #[param(value_type = Option<AuditLogsView>, inline)]
    view: Option<String>,
    /// Words that each stand, without regard to case, in the action, the kind or id of the thing, the id or name of
    /// who did it, the address, or the details.
    #[param(max_length = 200)]
    q: Option<String>,
    /// At most this many items; without it the whole list is answered.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// The cursor that the `Link` header of the page before named.
    after: Option<String>,
}

/// Whose acts a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum AuditLogsView {
    /// What was done in the role of administrator.
    Admin,
    /// Everything else.
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

/// Of a search: the number of the oldest entry that was looked at.
const SEARCHED_TO: HeaderName = HeaderName::from_static("x-searched-to");

/// The audit log, newest first
///
/// With words, one answer looks through 100,000 entries at most. A page that ends there may be short, or empty, and its
/// `Link` leads on; `X-Searched-To` is the number of the oldest entry that was looked at.
#[utoipa::path(operation_id = "listAuditLogs", tag = "AuditLog", params(AuditLogsQuery),
    responses(
        (status = 200, description = "The entries", body = Vec<AuditLogDto>, headers(
            ("X-Total-Count" = Option<u64>, description = "How many match. With words in a long log it is counted \
                100,000 entries at a call, and told from the call on that comes to the end"),
            ("X-Searched-To" = Option<u64>, description = "With words and `limit`, the number of the oldest entry \
                that was looked at"),
            ("Link" = Option<String>, description = "The next page, where there is one"))),
        (status = 400, description = "A parameter breaks a rule (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/audit-logs")]
pub async fn list(
    app: web::Data<App>,
    call: Guarded<Admin, Query<AuditLogsQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (caller, filter) = (call.caller, call.input.0.filter()?);
    let wanted = call.input.0.page()?;
    let first = wanted.unwrap_or(PageRequest::FIRST);
    let (page, total) = app.trail.list(&caller.actor, filter.clone(), first).await?;
    let (page, total) = (page.map(AuditLogDto::from), Total::known(total));
    if wanted.is_some() {
        return listing::tagged_page(&request, &page, told(total, &filter, page.next));
    }
    Ok(listing::whole(page, total, move |wanted| {
        let (app, caller, filter) = (app.clone(), caller.clone(), filter.clone());
        async move { app.trail.page(&caller.actor, filter, wanted).await.map(|page| page.map(AuditLogDto::from)) }
    }))
}

/// With how far a search looked: to where the next page goes on, or to the first entry.
fn told(total: Total, filter: &LogFilter, next: Option<Cursor>) -> Total {
    if filter.words.is_empty() {
        return total;
    }
    total.with(SEARCHED_TO, HeaderValue::from(next.map_or(1, Cursor::position)))
}
