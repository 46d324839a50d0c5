//! The entries of the audit log.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Fails, NeedsAdmin};
use crate::http::error::ApiError;
use crate::http::input::{Nothing, Query};
use crate::http::listing::{self, PageQuery, Total};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Data;
use actix_web::{get, web};
use facility_audit::action::Action;
use facility_audit::chain::SealedEntry;
use facility_audit::filter::LogFilter;
use facility_audit::reading::AuditError;
use facility_audit::trail::AuditTrail;
use facility_kernel::{AdminActor, Cursor, Page, PageRequest, Timestamp, check_search};
use facility_oversight::services::subjects::{NamedSubject, Subjects};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// An entry of the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditLog)]
#[serde(rename_all = "camelCase")]
pub struct AuditLogDto {
    /// A UUID.
    pub id: String,
    /// Number of the entry, from 1 without gaps.
    pub number: i64,
    /// The action, in `snake_case`.
    pub action: String,
    /// Type of the affected record, in `snake_case`.
    pub entity_type: String,
    /// Id of the affected record. Null if there is no single one.
    #[schema(required = true)]
    pub entity_id: Option<String>,
    /// Id of the acting account. Null for the server itself and for anonymous requests.
    #[schema(required = true)]
    pub performed_by: Option<String>,
    /// Name of the acting account, or the name entered at sign-in. If no account has the entered name, a fingerprint of
    /// it.
    #[schema(required = true)]
    pub performed_by_username: Option<String>,
    /// Details, as the text of a JSON object.
    #[schema(required = true)]
    pub details: Option<String>,
    /// The client's address.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The client's user agent, at most 512 characters.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Id of the request.
    pub request_id: String,
    /// Whether it is an administrator's action.
    pub is_admin_action: bool,
    /// Number of equal refusals that the entry represents; it describes the last of them. 1 for all other entries.
    #[schema(minimum = 1)]
    pub count: i64,
    /// Timestamp.
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// The hash that seals the entry: SHA-256 in lower-case hexadecimal.
    pub hash: String,
}

/// An entry of the audit log in a list, with the record that it is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditLogItem)]
pub struct AuditLogItemDto {
    /// The entry.
    #[serde(flatten)]
    pub entry: AuditLogDto,
    /// The affected record in its current state. Null if there is no single one, if it no longer exists, or if its
    /// level is above the caller's.
    #[schema(required = true)]
    pub object: Option<AuditObjectDto>,
}

/// The record that an entry of the audit log is about, in its current state.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AuditObject)]
#[serde(rename_all = "camelCase")]
pub struct AuditObjectDto {
    /// The title of a document or submission, or the name of an account.
    pub name: String,
    /// Id of the document, or of the document that the submission became.
    #[schema(required = true)]
    pub document_id: Option<String>,
}

impl AuditLogItemDto {
    /// Combines an entry with the record that it is about.
    pub fn new(entry: SealedEntry, subject: Option<NamedSubject>) -> Self {
        let object = subject.map(|NamedSubject { name, document }| AuditObjectDto {
            name,
            document_id: document.map(|id| id.to_string()),
        });
        Self { entry: entry.into(), object }
    }
}

impl From<SealedEntry> for AuditLogDto {
    fn from(entry: SealedEntry) -> Self {
        Self {
            id: entry.id,
            number: entry.number,
            action: entry.action,
            entity_type: entry.entity_type,
            entity_id: entry.entity_id,
            performed_by: entry.performed_by,
            performed_by_username: entry.performed_by_username,
            details: entry.details,
            ip_address: entry.ip_address,
            user_agent: entry.user_agent,
            request_id: entry.request_id,
            is_admin_action: entry.is_admin_action,
            count: entry.count,
            timestamp: Timestamp::from_micros(entry.timestamp).to_string(),
            hash: hex::encode(entry.hash),
        }
    }
}

/// The query parameters for the audit log.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditLogsQuery {
    /// Only actions of administrators (`admin`), or only all others (`user`). Defaults to both.
    #[param(value_type = Option<AuditLogsView>, inline)]
    view: Option<String>,
    /// Words that must all occur, ignoring case, in the action, the type or id of the record, the id or name of the
    /// acting account, the address, or the details.
    #[param(max_length = 200)]
    q: Option<String>,
    /// Only this action, by its name in the log.
    #[param(max_length = 50)]
    action: Option<String>,
    /// Only actions of this account, given by its id or its name ignoring case. `SYSTEM` also matches entries without a
    /// name.
    #[param(max_length = 50)]
    person: Option<String>,
    /// Only entries of this UTC day or later, `YYYY-MM-DD`.
    #[param(format = Date)]
    from: Option<String>,
    /// Only entries of this UTC day or earlier, `YYYY-MM-DD`.
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

/// Maximum length of an action, and of a name or id of an account, in characters.
const MAX_EXACT_CHARS: usize = 50;
const DAY: Duration = Duration::from_hours(24);

/// Returns the start of a day. Errors: the text is not `YYYY-MM-DD`.
fn day(field: &'static str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    let Some(text) = text else { return Ok(None) };
    let start = if text.len() == 10 { format!("{text}T00:00:00Z").parse().ok() } else { None };
    start.map(Some).ok_or_else(|| ApiError::invalid(field, "A day has the form YYYY-MM-DD"))
}

impl AuditLogsQuery {
    fn filter(&self) -> Result<LogFilter, ApiError> {
        let is_admin_action = self.view()?.map(|view| view == AuditLogsView::Admin);
        let refused = |error| ApiError::from_parse(&error);
        let searched = LogFilter::parse(is_admin_action, self.q.as_deref().unwrap_or_default()).map_err(refused)?;
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
/// A request with any filter other than `view` is a search, and examines at most 100,000 entries. A page that stops
/// there may be short or empty; its `Link` continues the search. `X-Searched-To` is the number of the oldest entry
/// examined.
#[utoipa::path(operation_id = "listAuditLogs", tag = "AuditLog", params(AuditLogsQuery),
    responses(
        (status = 200, description = "The entries", body = Vec<AuditLogItemDto>, headers(
            ("X-Total-Count" = Option<u64>, description = "Number of matches. A search of a long log counts \
                100,000 entries per request, and omits the header until the count is complete"),
            ("X-Searched-To" = Option<u64>, description = "For a search with `limit`, the number of the oldest \
                entry examined"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/audit-logs")]
pub async fn list(
    trail: Data<AuditTrail>,
    subjects: Data<Subjects>,
    call: Guarded<Admin, Query<AuditLogsQuery>>,
) -> Answer {
    let (caller, filter) = (call.caller, call.input.0.filter()?);
    let requested = call.input.0.page()?;
    let slot = listing::slot(&call.request, requested.as_ref())?;
    let first = requested.unwrap_or(PageRequest::FIRST);
    let (page, total) = trail.list(&caller.actor, filter.clone(), first).await?;
    let (page, total) = (with_subjects(&subjects, &caller.actor, page).await?, Total::known(total));
    if requested.is_some() {
        return listing::tagged_page(&call.request, &page, with_searched_to(total, &filter, page.next));
    }
    Ok(listing::whole(slot, page, total, async move |requested| {
        let page = trail.page(&caller.actor, filter.clone(), requested).await?;
        Ok(with_subjects(&subjects, &caller.actor, page).await?)
    }))
}

/// Adds the record that each entry is about.
async fn with_subjects(
    subjects: &Subjects,
    actor: &AdminActor,
    page: Page<SealedEntry>,
) -> Result<Page<AuditLogItemDto>, AuditError> {
    let records = subjects.of(actor, &page.items).await?;
    let items = page.items.into_iter().zip(records);
    let items = items.map(|(entry, record)| AuditLogItemDto::new(entry, record)).collect();
    Ok(Page { items, next: page.next })
}

/// Adds the header with the oldest entry that a search examined: the start of the next page, or the first entry.
fn with_searched_to(total: Total, filter: &LogFilter, next: Option<Cursor>) -> Total {
    if !filter.is_search() {
        return total;
    }
    total.with(SEARCHED_TO, HeaderValue::from(next.map_or(1, Cursor::position)))
}

/// The actions that the audit log can record
///
/// The names in alphabetical order, as values for the parameter `action` of the list. Older releases may have recorded
/// others.
#[utoipa::path(operation_id = "listAuditActions", tag = "AuditLog",
    responses((status = 200, description = "The names, in `snake_case`", body = Vec<String>), Fails<NeedsAdmin>))]
#[get("/admin/audit-logs/actions")]
pub async fn actions(_call: Guarded<Admin, Nothing>) -> web::Json<Vec<&'static str>> {
    let mut names: Vec<&'static str> = Action::ALL.iter().map(|action| action.as_str()).collect();
    names.sort_unstable();
    web::Json(names)
}
