//! Long lists: a page with a link to the next one, or the whole list, which is streamed page by page so that memory
//! does not grow with its length.

use crate::gate::caller::Caller;
use crate::gate::limits::Limits;
use crate::gate::limits::counted::Slot;
use crate::http::cursor_seal::{self, CursorSeal, list_of};
use crate::http::error::ApiError;
use crate::http::etag;
use crate::http::input::{Input, Query};
use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_TYPE, HeaderName, HeaderValue, LINK};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, web};
use bytes::Bytes;
use facility_kernel::{Cursor, Limit, Page, PageRequest, SessionId};
use futures_util::stream;
use serde::Serialize;
use std::sync::Arc;

/// Header with the total number of items of a list.
pub const TOTAL_COUNT: HeaderName = HeaderName::from_static("x-total-count");

/// The query parameters that select a part of a list.
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Maximum number of items. Without it, the response contains the whole list.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    pub limit: Option<String>,
    /// The cursor from the previous page's `Link` header.
    pub after: Option<String>,
    /// Refused, because a list that ignored it would return its start instead.
    #[param(ignore)]
    pub skip: Option<String>,
}

impl PageQuery {
    /// Returns the requested page, or `None` for the whole list. Errors: a parameter is invalid.
    pub fn parse(&self) -> Result<Option<PageRequest>, ApiError> {
        if self.skip.is_some() {
            return Err(ApiError::invalid("skip", "This list cannot skip items. Follow its cursors"));
        }
        let after =
            self.after.as_deref().map(cursor_seal::parse).transpose().map_err(|error| ApiError::from_parse(&error))?;
        let limit = self.limit.as_deref().map(|text| Limit::parse(text.parse().unwrap_or(0))).transpose();
        match (limit.map_err(|error| ApiError::from_parse(&error))?, after) {
            (None, None) => Ok(None),
            (limit, after) => Ok(Some(PageRequest { limit: limit.unwrap_or(Limit::MAX), after })),
        }
    }
}

/// The requested page of a list, or `None` for the whole list.
#[derive(Debug)]
pub struct Paged(pub Option<PageRequest>);

impl Input for Paged {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        Query::<PageQuery>::read(request, payload).await?.0.parse().map(Self)
    }
}

/// How much of each item a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Everything.
    Full,
    /// No content.
    Summary,
}

impl View {
    /// Reads the parameter `view` of a list. Errors: it is neither `full` nor `summary`.
    pub fn parse(text: Option<&str>) -> Result<Self, ApiError> {
        match text {
            None | Some("full") => Ok(Self::Full),
            Some("summary") => Ok(Self::Summary),
            Some(_) => Err(ApiError::invalid("view", "View must be full or summary")),
        }
    }
}

impl Input for View {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        #[derive(serde::Deserialize)]
        struct ViewParameter {
            view: Option<String>,
        }
        Self::parse(Query::<ViewParameter>::read(request, payload).await?.0.view.as_deref())
    }
}

/// Documents the parameter `view` of lists that can omit the content of their items.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used")]
pub struct ViewQuery {
    /// With `summary`, items have a preview but no content.
    #[param(value_type = Option<QueueView>, inline)]
    view: Option<String>,
}

/// How much of each item a list contains.
#[derive(utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its description is used")]
pub enum QueueView {
    /// Everything.
    Full,
    /// A preview but no content.
    Summary,
}

/// The headers of a list: the total number of its items, if known, and others.
#[derive(Debug)]
pub struct Total(Vec<(HeaderName, HeaderValue)>);

impl Total {
    /// Creates the headers of a list of `count` items in total.
    pub fn of(count: u64) -> Self {
        Self(vec![(TOTAL_COUNT, HeaderValue::from(count))])
    }

    /// Creates the headers of a list with this total number of items, if known.
    pub fn known(count: Option<u64>) -> Self {
        count.map_or_else(Self::unknown, Self::of)
    }

    /// Creates the headers of a list whose total number of items is unknown.
    pub const fn unknown() -> Self {
        Self(Vec::new())
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.push((name, value));
        self
    }
}

/// Returns one page as a JSON array with an ETag, the total number of items, and a link to the next page.
pub fn tagged_page<D: Serialize>(
    request: &HttpRequest,
    page: &Page<D>,
    total: Total,
) -> Result<HttpResponse, ApiError> {
    etag::tagged(request, &page.items, linked(request, page, total)?)
}

/// Returns one page as a JSON array. The caller adds the ETag to `total`.
pub fn page<D: Serialize>(request: &HttpRequest, page: &Page<D>, total: Total) -> Result<HttpResponse, ApiError> {
    let mut response = HttpResponse::Ok();
    for header in linked(request, page, total)? {
        response.insert_header(header);
    }
    // An item has about a kilobyte. Reserving that much avoids copying the growing body several times.
    let mut body = Vec::with_capacity(1024 * (page.items.len() + 1));
    serde_json::to_writer(&mut body, &page.items).map_err(|_source| ApiError::internal())?;
    Ok(response.content_type("application/json").body(body))
}

fn linked<D>(request: &HttpRequest, page: &Page<D>, total: Total) -> Result<Vec<(HeaderName, HeaderValue)>, ApiError> {
    let mut headers = total.0;
    if let Some(next) = page.next {
        let sealed = CursorSeal::of(request)?.seal(&list_of(request.path(), request.query_string()), next);
        if let Ok(link) = HeaderValue::from_str(&next_link(request, &sealed)) {
            headers.push((LINK, link));
        }
    }
    Ok(headers)
}

/// Returns the link to the next page: this URL with another cursor.
fn next_link(request: &HttpRequest, next: &str) -> String {
    let kept = request.query_string().split('&').filter(|pair| !pair.is_empty() && !sets_page_start(pair));
    let query: Vec<&str> = kept.collect();
    let joint = if query.is_empty() { "" } else { "&" };
    format!("<{}?{}{joint}after={}>; rel=\"next\"", request.path(), query.join("&"), next)
}

/// Returns whether this query parameter sets the start of the page. The next page's cursor replaces such parameters.
fn sets_page_start(pair: &str) -> bool {
    pair.starts_with("after=") || pair.starts_with("skip=")
}

/// Takes a slot for a whole list for the caller of the request. Errors: 429, as in [`Limits::list`].
pub fn slot(request: &HttpRequest, requested: Option<&PageRequest>) -> Result<Option<Slot<SessionId>>, ApiError> {
    let limits = request.app_data::<web::Data<Limits>>().ok_or_else(ApiError::internal)?;
    let session = request.extensions().get::<Arc<Caller>>().and_then(|caller| caller.actor.session_id);
    limits.list(session, requested)
}

/// Returns a whole list as a response. The caller has already read `first`, so that an error could still set the
/// status. Each further page is read after the previous one was sent; an error then ends the response without its
/// closing bracket.
///
/// The response holds `slot` until it ends.
pub fn whole<D: Serialize + 'static>(
    slot: Option<Slot<SessionId>>,
    first: Page<D>,
    total: Total,
    fetch: impl AsyncFn(PageRequest) -> Result<Page<D>, ApiError> + 'static,
) -> HttpResponse {
    let start = (Some(Step::First(first)), false, (fetch, slot));
    let body = stream::try_unfold(start, |(step, joined, (fetch, slot))| async move {
        let (page, opening) = match step {
            None => return Ok::<_, ApiError>(None),
            Some(Step::First(page)) => (page, "["),
            Some(Step::After(after)) => {
                let page = fetch(PageRequest { limit: Limit::MAX, after: Some(after) }).await;
                // The head of the response has already been sent, so no one else logs this error.
                (page.inspect_err(ApiError::log_fault)?, "")
            }
        };
        // A page may be empty without being the last one.
        let chunk = chunk(&page, opening, joined)?;
        let joined = joined || !page.items.is_empty();
        Ok(Some((chunk, (page.next.map(Step::After), joined, (fetch, slot)))))
    });
    let mut response = HttpResponse::Ok();
    for header in total.0 {
        response.insert_header(header);
    }
    response.insert_header((CONTENT_TYPE, HeaderValue::from_static("application/json"))).streaming(body)
}

/// Returns the requested page with an ETag, or the whole list if no page is requested. `fetch` reads a page and the
/// headers of the list; the response uses the headers from the first call. Errors: those of [`slot`] and `fetch`.
pub async fn answer<D: Serialize + 'static>(
    request: &HttpRequest,
    requested: Option<PageRequest>,
    fetch: impl AsyncFn(PageRequest) -> Result<(Page<D>, Total), ApiError> + 'static,
) -> Result<HttpResponse, ApiError> {
    answer_in(slot(request, requested.as_ref())?, request, requested, fetch).await
}

/// As [`answer`], with a slot that the caller has already taken.
pub async fn answer_in<D: Serialize + 'static>(
    slot: Option<Slot<SessionId>>,
    request: &HttpRequest,
    requested: Option<PageRequest>,
    fetch: impl AsyncFn(PageRequest) -> Result<(Page<D>, Total), ApiError> + 'static,
) -> Result<HttpResponse, ApiError> {
    let (page, total) = fetch(requested.unwrap_or(PageRequest::FIRST)).await?;
    if requested.is_some() {
        return tagged_page(request, &page, total);
    }
    Ok(whole(slot, page, total, async move |next| Ok(fetch(next).await?.0)))
}

enum Step<T> {
    First(Page<T>),
    After(Cursor),
}

/// Encodes the items of a page as part of the array. `opening` precedes them; `joined` says whether earlier pages had
/// items, so that a comma is needed. The last page ends with the closing bracket.
fn chunk<D: Serialize>(page: &Page<D>, opening: &str, mut joined: bool) -> Result<Bytes, ApiError> {
    let mut text = Vec::from(opening);
    for item in &page.items {
        if joined {
            text.push(b',');
        }
        joined = true;
        serde_json::to_writer(&mut text, item).map_err(|_source| ApiError::internal())?;
    }
    if page.next.is_none() {
        text.push(b']');
    }
    Ok(Bytes::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;
    use facility_users::error::UserError;

    fn numbers(from: i64, to: i64, more: bool) -> Page<i64> {
        Page { items: (from..to).collect(), next: more.then(|| Cursor::after(to)) }
    }

    async fn streamed(pages: i64) -> serde_json::Value {
        let response = whole(None, numbers(0, 2, pages > 1), Total::of(9), async move |page| {
            let at = page.after.map_or(0, Cursor::position);
            Ok(numbers(at, at + 2, at + 2 < pages * 2))
        });
        assert_eq!(response.headers().get(TOTAL_COUNT).unwrap(), "9");
        serde_json::from_slice(&to_bytes(response.into_body()).await.unwrap()).unwrap()
    }

    #[actix_web::test]
    async fn pages_are_joined_into_one_array() {
        assert_eq!(streamed(1).await, serde_json::json!([0, 1]));
        assert_eq!(streamed(3).await, serde_json::json!([0, 1, 2, 3, 4, 5]));
    }

    #[actix_web::test]
    async fn empty_pages_add_nothing_to_the_array() {
        for filled in [vec![1], vec![2], vec![0, 3], vec![1, 3], vec![]] {
            let page = move |at: i64| {
                let items = if filled.contains(&at) { vec![at] } else { Vec::new() };
                Page { items, next: (at < 3).then(|| Cursor::after(at + 1)) }
            };
            let expected: Vec<i64> = (0..=3).flat_map(|at| page(at).items).collect();
            let response = whole(None, page(0), Total::unknown(), async move |requested| {
                Ok(page(requested.after.map_or(0, Cursor::position)))
            });
            assert!(!response.headers().contains_key(TOTAL_COUNT));
            let text = to_bytes(response.into_body()).await.unwrap();
            assert_eq!(serde_json::from_slice::<Vec<i64>>(&text).unwrap(), expected);
        }
    }

    #[actix_web::test]
    async fn a_failure_after_the_first_page_leaves_the_array_incomplete() {
        let response = whole(None, numbers(0, 2, true), Total::of(9), async |_| Err(UserError::NotFound.into()));
        assert!(to_bytes(response.into_body()).await.is_err());
        let empty = whole(None, numbers(0, 0, false), Total::of(0), async |_| Err(UserError::NotFound.into()));
        assert_eq!(to_bytes(empty.into_body()).await.unwrap(), "[]");
    }

    #[test]
    fn the_link_to_the_next_page_keeps_the_filters() {
        let request = TestRequest::with_uri("/api/documents?level=2&after=x&limit=5&skip=9").to_http_request();
        let link = next_link(&request, "sealed");
        assert_eq!(link, "</api/documents?level=2&limit=5&after=sealed>; rel=\"next\"");
    }

    #[test]
    fn a_limit_outside_1_to_200_is_refused() {
        let query = |limit: &str| PageQuery { limit: Some(limit.to_owned()), ..PageQuery::default() }.parse();
        assert_eq!(query("200").unwrap().unwrap().limit, Limit::MAX);
        for bad in ["0", "201", "x", "-1", ""] {
            assert_eq!(query(bad).unwrap_err().code(), "validation_failed", "{bad}");
        }
        assert!(PageQuery::default().parse().unwrap().is_none());
    }
}
