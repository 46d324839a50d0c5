//! GET /api/admin/audit-logs

use crate::dto::audit::AuditLogItemDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_audit::chain::SealedEntry;
use facility_audit::filter::LogFilter;
use facility_audit::reading::AuditError;
use facility_audit::trail::AuditTrail;
use facility_kernel::{AdminActor, Cursor, Page, PageRequest, Timestamp, check_search};
use facility_submissions::services::subjects::Subjects;
use std::time::Duration;

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
    /// Only this action, by its name in the log.
    #[param(max_length = 50)]
    action: Option<String>,
    /// Only this actor: the name ignoring case, or the id of the account. `SYSTEM` also means entries without a name.
    #[param(max_length = 50)]
    person: Option<String>,
    /// Only entries from this UTC day on, `YYYY-MM-DD`.
    #[param(format = Date)]
    from: Option<String>,
    /// Only entries up to this UTC day, included.
    #[param(format = Date)]
    to: Option<String>,
    /// Maximum number of items. Without it, the response contains the whole list.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// The cursor from the previous page's `Link` header.
    after: Option<String>,
    #[param(ignore)]
    skip: Option<String>,
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

/// Maximum length of an action and of a name or id of an account, in characters.
const MAX_EXACT_CHARS: usize = 50;
const DAY: Duration = Duration::from_hours(24);

/// The start of a day. Errors: the text is not `YYYY-MM-DD`.
fn day(field: &'static str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    let Some(text) = text else { return Ok(None) };
    let start = if text.len() == 10 { format!("{text}T00:00:00Z").parse().ok() } else { None };
    start.map(Some).ok_or_else(|| ApiError::invalid(field, "A day has the form YYYY-MM-DD"))
}

impl AuditLogsQuery {
    fn filter(&self) -> Result<LogFilter, ApiError> {
        let is_admin_action = self.view()?.map(|view| view == AuditLogsView::Admin);
        let refused = |error| ApiError::from_parse(&error);
        let searched =
            LogFilter::parse(is_admin_action, self.q.as_deref().unwrap_or_default()).map_err(refused)?;
        let exact = |field, text: Option<&str>| match text {
            None | Some("") => Ok(None),
            Some(text) => check_search(field, text, MAX_EXACT_CHARS).map(|()| Some(text.to_owned())),
        };
        Ok(LogFilter {
            action: exact("action", self.action.as_deref()).map_err(refused)?,
            person: exact("person", self.person.as_deref()).map_err(refused)?,
            from: day("from", self.from.as_deref())?,
            until: day("to", self.to.as_deref())?.map(|start| start.plus(DAY)),
            ..searched
        })
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
        PageQuery { limit: self.limit.clone(), after: self.after.clone(), skip: self.skip.clone() }.parse()
    }
}

/// Header of a search with the number of the oldest examined entry.
const SEARCHED_TO: HeaderName = HeaderName::from_static("x-searched-to");

/// The audit log, newest first
///
/// A list that is narrowed by more than `view` is a search, and examines at most 100,000 entries per request. A page that
/// stops there may be short or empty, and its `Link` continues the search. `X-Searched-To` is the number of the oldest
/// entry examined.
#[utoipa::path(operation_id = "listAuditLogs", tag = "AuditLog", params(AuditLogsQuery),
    responses(
        (status = 200, description = "The entries", body = Vec<AuditLogItemDto>, headers(
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
    subjects: web::Data<Subjects>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<AuditLogsQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (caller, filter) = (call.caller, call.input.0.filter()?);
    let wanted = call.input.0.page()?;
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let first = wanted.unwrap_or(PageRequest::FIRST);
    let (page, total) = trail.list(&caller.actor, filter.clone(), first).await?;
    let (page, total) = (named(&subjects, &caller.actor, page).await?, Total::known(total));
    if wanted.is_some() {
        return listing::tagged_page(&request, &page, told(total, &filter, page.next));
    }
    Ok(listing::whole(slot, page, total, move |wanted| {
        let (trail, subjects) = (trail.clone(), subjects.clone());
        let (caller, filter) = (caller.clone(), filter.clone());
        async move { named(&subjects, &caller.actor, trail.page(&caller.actor, filter, wanted).await?).await }
    }))
}

/// Adds to each entry the record that it is about.
async fn named(
    subjects: &Subjects,
    actor: &AdminActor,
    page: Page<SealedEntry>,
) -> Result<Page<AuditLogItemDto>, AuditError> {
    let records = subjects.of(actor, &page.items).await?;
    let items = page.items.into_iter().zip(records);
    let items = items.map(|(entry, record)| AuditLogItemDto::new(entry, record)).collect();
    Ok(Page { items, next: page.next })
}

/// Adds how far a search got: to the start of the next page, or to the first entry.
fn told(total: Total, filter: &LogFilter, next: Option<Cursor>) -> Total {
    if !filter.is_search() {
        return total;
    }
    total.with(SEARCHED_TO, HeaderValue::from(next.map_or(1, Cursor::position)))
}
