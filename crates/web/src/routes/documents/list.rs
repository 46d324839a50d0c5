//! GET /api/documents

use crate::dto::{CategoryDto, DocumentListItemDto};
use crate::error::{ApiError, ApiErrorBody};
use crate::etag;
use crate::failures::NeedsSession;
use crate::guard::{Caller, Guarded, SignedIn};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::state::App;
use actix_web::http::header::{ETAG, HeaderName, HeaderValue, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse, get, web};
use documents::services::{Counts, RepositoryQuery};
use documents::{DocumentError, DocumentFilter};
use futures_util::future::try_join;
use kernel::{Page, PageRequest};

const ACCESSIBLE_COUNT: HeaderName = HeaderName::from_static("x-accessible-count");

/// What the repository is narrowed to.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DocumentsQuery {
    /// Of exactly this level; above the caller's own the list is empty.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 5)]
    level: Option<String>,
    /// Of this category.
    #[param(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// Words that stand in the title or the content; the last may be the start of one.
    #[param(max_length = 200)]
    q: Option<String>,
    /// `summary` for items with a preview and, with `q`, a snippet instead of the content.
    #[param(value_type = Option<DocumentsView>, inline)]
    view: Option<String>,
    /// At most this many items; without it the whole list is answered.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// The cursor that the `Link` header of the page before named.
    after: Option<String>,
    /// Pass over this many items first, counted from the start of the list or from `after`; what is answered is a page.
    #[param(value_type = Option<i32>, minimum = 0)]
    skip: Option<String>,
}

/// How much of each document a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum DocumentsView {
    /// Everything.
    Full,
    /// A preview instead of the content.
    Summary,
}

impl DocumentsQuery {
    fn narrowed(&self) -> Result<RepositoryQuery, ApiError> {
        let not_a_number = |_source| ApiError::invalid("level", "Clearance level must be between 1 and 5");
        let level = self.level.as_deref().map(str::parse).transpose().map_err(not_a_number)?;
        Ok(RepositoryQuery { level, category: self.category.clone(), q: self.q.clone() })
    }

    fn view(&self) -> Result<DocumentsView, ApiError> {
        match self.view.as_deref() {
            None | Some("full") => Ok(DocumentsView::Full),
            Some("summary") => Ok(DocumentsView::Summary),
            Some(_) => Err(ApiError::invalid("view", "View must be full or summary")),
        }
    }

    fn page(&self) -> Result<Option<PageRequest>, ApiError> {
        let page = PageQuery { limit: self.limit.clone(), after: self.after.clone() }.parse()?;
        Ok(page.or_else(|| self.skip.is_some().then_some(PageRequest::FIRST)))
    }

    fn skip(&self) -> Result<u32, ApiError> {
        let refused = |_source| ApiError::invalid("skip", "Skip must be a number from 0 on");
        self.skip.as_deref().map_or(Ok(0), |text| text.parse().map_err(refused))
    }
}

/// The documents the caller may read, newest first
///
/// Neither archived nor unreleased ones are among them.
#[utoipa::path(operation_id = "listDocuments", tag = "Document", params(DocumentsQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<DocumentListItemDto>, headers(
            ("X-Total-Count" = u64, description = "How many match"),
            ("X-Accessible-Count" = u64, description = "How many the caller may read at all"),
            ("ETag" = Option<String>, description = "Changes with the list"),
            ("Link" = Option<String>, description = "The next page, where there is one"))),
        (status = 304, description = "The list is what `If-None-Match` names"),
        (status = 400, description = "A parameter breaks a rule (`validation_failed`)", body = ApiErrorBody),
        NeedsSession))]
#[get("/documents")]
pub async fn list(
    app: web::Data<App>,
    call: Guarded<SignedIn, Query<DocumentsQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let query = call.input.0;
    let (view, wanted, skip) = (query.view()?, query.page()?, query.skip()?);
    let filter = app.reading.filter(&call.context, &call.caller.actor, &query.narrowed()?)?;
    let content = call.caller.site.content_changed_at;
    let counts = app.reading.counts(&call.context, &call.caller.actor, &filter, content);
    let first = async {
        let from = app.reading.skipping(&filter, wanted.unwrap_or(PageRequest::FIRST), skip).await?;
        fetch(&app, &filter, view, from).await
    };
    let tag = |counts| list_tag(&call.caller, counts, request.query_string());
    if request.headers().contains_key(IF_NONE_MATCH) {
        let counts = counts.await?;
        if etag::is_known(&request, &tag(counts)) {
            return Ok(HttpResponse::NotModified().insert_header((ETAG, tag(counts))).finish());
        }
        return answer(&app, &request, &filter, view, (wanted, first.await?), told(counts, &tag(counts))?);
    }
    // Each takes a while for common words, and neither needs the other.
    let (counts, page) = try_join(counts, first).await?;
    answer(&app, &request, &filter, view, (wanted, page), told(counts, &tag(counts))?)
}

/// The page that was wanted, or, where none was, the whole list from its first page on.
fn answer(
    app: &web::Data<App>,
    request: &HttpRequest,
    filter: &DocumentFilter,
    view: DocumentsView,
    (wanted, page): (Option<PageRequest>, Page<DocumentListItemDto>),
    total: Total,
) -> Result<HttpResponse, ApiError> {
    if wanted.is_some() {
        return listing::page(request, &page, total);
    }
    let (app, filter) = (app.clone(), filter.clone());
    Ok(listing::whole(page, total, move |next| {
        let (app, filter) = (app.clone(), filter.clone());
        async move { fetch(&app, &filter, view, next).await }
    }))
}

fn told(counts: Counts, tag: &str) -> Result<Total, ApiError> {
    let tag = HeaderValue::from_str(tag).map_err(|_source| ApiError::internal())?;
    let accessible = HeaderValue::from(counts.accessible);
    Ok(Total::of(counts.total).with(ACCESSIBLE_COUNT, accessible).with(ETAG, tag))
}

/// The tag of the list, or of the page that the query names. It changes with the last change to content, with what the caller may read, and, by the
/// counts, with the release of a document, which changes nothing but the time.
fn list_tag(caller: &Caller, counts: Counts, query: &str) -> String {
    etag::of(&[
        &caller.site.content_changed_at.as_micros().to_string(),
        &caller.actor.clearance.to_string(),
        if caller.actor.is_admin { "admin" } else { "user" },
        &counts.total.to_string(),
        &counts.accessible.to_string(),
        query,
    ])
}

async fn fetch(
    app: &App,
    filter: &DocumentFilter,
    view: DocumentsView,
    wanted: PageRequest,
) -> Result<Page<DocumentListItemDto>, DocumentError> {
    let filter = filter.clone();
    Ok(match view {
        DocumentsView::Full => app.reading.records(filter, wanted).await?.map(Into::into),
        DocumentsView::Summary => app.reading.summaries(filter, wanted).await?.map(Into::into),
    })
}
