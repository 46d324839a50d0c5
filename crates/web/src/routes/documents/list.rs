//! The repository: the list of its documents, and suggestions for searches that find little.

use crate::gate::caller::Caller;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::limits::counted::Slot;
use crate::gate::read_as::{self, AsQuery};
use crate::http::answers::{Answer, Fails, Reads};
use crate::http::error::ApiError;
use crate::http::etag;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total, View};
use crate::routes::documents::document::{CategoryDto, DocumentListItemDto};
use actix_web::http::header::{ETAG, ETag, EntityTag, HeaderName, HeaderValue, IF_NONE_MATCH, TryIntoHeaderValue as _};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};
use facility_documents::error::DocumentError;
use facility_documents::search::{DocumentFilter, Order};
use facility_documents::services::documents::{Counts, Documents, RepositoryQuery};
use facility_kernel::{Clearance, Page, PageRequest, RequestContext, SessionId};
use facility_users::user::Username;
use futures_util::future::try_join;
use std::sync::Arc;

const ACCESSIBLE_COUNT: HeaderName = HeaderName::from_static("x-accessible-count");
/// Header that says whether there are more matches than counted.
const RELATION: HeaderName = HeaderName::from_static("x-total-count-relation");

/// Maximum number of documents that a request can skip.
pub const MAX_SKIP: u32 = 1_000_000;

/// The query parameters for the list of documents.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DocumentsQuery {
    /// Only documents of exactly this level. For a level above the caller's, the list is empty.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 5)]
    level: Option<String>,
    /// Only documents of this category.
    #[param(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// A search. Documents must match all parts of the query: words and `"phrases"`, which occur in the title, the
    /// content or the text of an attached file; `-word` and `-"phrase"`, which do not; `level:3`; `category:incident`; `author:name`;
    /// `before:2026-03-01` (excludes the day) and `after:2026-03-01` (includes it; UTC); and `is:archived`, for
    /// archived documents instead of those in the repository. Values with spaces must be quoted. Unknown fields and
    /// invalid values are read as words. The last word also matches longer words that start with it. Case and accents
    /// are ignored.
    #[param(max_length = 200)]
    q: Option<String>,
    /// Only documents of the account with this name, ignoring case.
    #[param(max_length = 50)]
    author: Option<String>,
    /// The order: `newest` (the default); `oldest`; `title`, with numbers in numeric order; or `level`, highest first.
    /// If `q` has words: `relevance` (the default) or `newest`. `relevance` lists documents whose title equals the
    /// words, then those whose title starts with them, then those with all, some and none of the words in the title,
    /// each group newest first. A cursor is valid only for the order of its list.
    #[param(value_type = Option<DocumentsSort>, inline)]
    sort: Option<String>,
    /// A short label: the first 4 to 12 hexadecimal digits of an id, after an optional `DOC-`, ignoring case. The
    /// response contains up to ten summaries, including those of archived documents. Other parameters are ignored,
    /// except that `q` is refused.
    #[param(example = "DOC-3fa9c1")]
    id: Option<String>,
    /// With `summary`, items have a preview instead of the content, and in a search also a snippet.
    #[param(value_type = Option<DocumentsView>, inline)]
    view: Option<String>,
    /// Maximum number of items. Without it, the response contains the whole list.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// The cursor from the previous page's `Link` header.
    after: Option<String>,
    /// Skip this many items, from the start of the list or from `after`. The response is a page.
    #[param(value_type = Option<i32>, minimum = 0, maximum = 1_000_000)]
    skip: Option<String>,
}

/// How much of each document a list contains.
#[derive(utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "names the values in the contract")]
pub enum DocumentsView {
    /// Everything.
    Full,
    /// A preview instead of the content.
    Summary,
}

/// The order of the results of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum DocumentsSort {
    /// Best match first.
    Relevance,
    /// Newest first.
    Newest,
    /// Oldest first.
    Oldest,
    /// By title.
    Title,
    /// The highest level first.
    Level,
}

impl DocumentsQuery {
    fn filter(&self) -> Result<RepositoryQuery, ApiError> {
        let level = self.level.as_deref().map(|text| {
            let level = text.parse().ok().and_then(|level| Clearance::parse(level).ok());
            level.ok_or_else(|| ApiError::invalid("level", "Clearance level must be between 1 and 5"))
        });
        let category = self.category.as_deref().filter(|text| !text.is_empty()).map(str::parse);
        let search = self
            .q
            .as_deref()
            .map(facility_documents::search::query::Query::parse)
            .transpose()
            .map_err(DocumentError::from)?
            .flatten();
        Ok(RepositoryQuery {
            level: level.transpose()?,
            category: category.transpose().map_err(DocumentError::from)?,
            order: self.order(search.as_ref().is_some_and(|query| query.terms.is_some()))?,
            search,
            author: self.author.as_deref().filter(|name| !name.is_empty()).map(Username::key_of),
        })
    }

    fn order(&self, has_words: bool) -> Result<Order, ApiError> {
        let sort = match self.sort.as_deref() {
            None | Some("relevance") => DocumentsSort::Relevance,
            Some("newest") => DocumentsSort::Newest,
            Some("oldest") => DocumentsSort::Oldest,
            Some("title") => DocumentsSort::Title,
            Some("level") => DocumentsSort::Level,
            Some(_) => {
                return Err(ApiError::invalid("sort", "Sort must be newest, oldest, title, level or relevance"));
            }
        };
        Ok(match sort {
            DocumentsSort::Relevance => Order::Relevance,
            DocumentsSort::Newest => Order::Newest,
            _ if has_words => {
                return Err(ApiError::invalid("sort", "With words, sort must be relevance or newest"));
            }
            DocumentsSort::Oldest => Order::Oldest,
            DocumentsSort::Title => Order::Title,
            DocumentsSort::Level => Order::Level,
        })
    }

    /// Returns the requested short label, valid or not.
    fn label(&self) -> Result<Option<&str>, ApiError> {
        if self.id.is_some() && self.q.is_some() {
            return Err(ApiError::invalid("id", "Search by id or by words, not by both"));
        }
        Ok(self.id.as_deref())
    }

    fn view(&self) -> Result<View, ApiError> {
        View::parse(self.view.as_deref())
    }

    fn page(&self) -> Result<Option<PageRequest>, ApiError> {
        let page = PageQuery { limit: self.limit.clone(), after: self.after.clone(), skip: None }.parse()?;
        Ok(page.or_else(|| self.skip.is_some().then_some(PageRequest::FIRST)))
    }

    fn skip(&self) -> Result<u32, ApiError> {
        let skip = self.skip.as_deref().map_or(Some(0), |text| text.parse().ok());
        skip.filter(|skip| *skip <= MAX_SKIP)
            .ok_or_else(|| ApiError::invalid("skip", "Skip must be between 0 and 1,000,000"))
    }
}

/// The documents the caller may read, newest first
///
/// Excludes archived and unreleased documents. With words in `q`, the best match is first.
#[utoipa::path(operation_id = "listDocuments", tag = "Document", params(DocumentsQuery, AsQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<DocumentListItemDto>, headers(
            ("X-Total-Count" = u64, description = "Number of matches; with `q` at most 1000"),
            ("X-Total-Count-Relation" = Option<String>, description = "`at-least`, if there are more than 1000 matches"),
            ("X-Accessible-Count" = u64, description = "Number of documents that the caller may read"),
            ("ETag" = Option<String>, description = "Version of the list"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 304, description = "The list still matches `If-None-Match`"),
        Fails<Reads>))]
#[get("/documents")]
pub async fn list(reading: Data<Documents>, call: Guarded<Reader, Query<DocumentsQuery>>) -> Answer {
    let query = call.input.0;
    if let Some(label) = query.label()? {
        return find_by_label(&reading, &call.request, &call.context, &call.caller, label).await;
    }
    let (view, requested, skip) = (query.view()?, query.page()?, query.skip()?);
    let slot = listing::slot(&call.request, requested.as_ref())?;
    let filter = reading.filter(&call.context, &call.caller.actor, query.filter()?);
    let content = call.caller.site.content_changed_at;
    let source = Source::of(&reading, &call.context, &call.caller, (&filter, view));
    let first = source.first(requested, skip);
    let marked = source.marked_since().await?;
    let tag = |counts| list_tag(&call.caller, counts, &marked, call.request.query_string());
    let counts = |known| reading.counts(&call.context, &call.caller.actor, &filter, content, known);
    let (counts, page) = if call.request.headers().contains_key(IF_NONE_MATCH) {
        let counts = counts(None).await?;
        if etag::is_known_in_any_coding(&call.request, &tag(counts)) {
            return Ok(HttpResponse::NotModified().insert_header(ETag(tag(counts))).finish());
        }
        (counts, first.await?)
    } else {
        let page = first.await?;
        let is_whole = page.next.is_none() && skip == 0 && requested.is_none_or(|requested| requested.after.is_none());
        (counts(is_whole.then_some(page.items.len() as u64)).await?, page)
    };
    answer(&call.request, source, (requested, slot, page), list_headers(counts, tag(counts))?)
}

/// Returns the documents with this short label: at most ten, so the list has no pages.
async fn find_by_label(
    reading: &Documents,
    request: &HttpRequest,
    context: &RequestContext,
    caller: &Caller,
    label: &str,
) -> Answer {
    let everything = reading.filter(context, &caller.actor, RepositoryQuery::default());
    let content = caller.site.content_changed_at;
    let counts = reading.counts(context, &caller.actor, &everything, content, None);
    let (counts, found) = try_join(counts, reading.labelled(context, &caller.actor, label)).await?;
    let items: Vec<DocumentListItemDto> = found.into_iter().map(DocumentListItemDto::summary).collect();
    let total = Total::of(items.len() as u64).with(ACCESSIBLE_COUNT, HeaderValue::from(counts.accessible));
    listing::tagged_page(request, &Page { items, next: None }, total)
}

/// Returns the requested page, or else the whole list starting with its first page.
fn answer(
    request: &HttpRequest,
    source: Source,
    (requested, slot, page): (Option<PageRequest>, Option<Slot<SessionId>>, Page<DocumentListItemDto>),
    total: Total,
) -> Answer {
    if requested.is_some() {
        return listing::page(request, &page, total);
    }
    Ok(listing::whole(slot, page, total, async move |next| Ok(source.fetch(next).await?)))
}

fn list_headers(counts: Counts, tag: EntityTag) -> Result<Total, ApiError> {
    let tag = tag.try_into_value().map_err(|_source| ApiError::internal())?;
    let accessible = HeaderValue::from(counts.accessible);
    let total = Total::of(counts.total).with(ACCESSIBLE_COUNT, accessible).with(ETAG, tag);
    Ok(if counts.is_at_least { total.with(RELATION, HeaderValue::from_static("at-least")) } else { total })
}

/// Returns the tag of the list or of the requested page. It depends on the time of the last change to content, the
/// caller's rights, and what is marked for them. It also depends on the counts, because the release of a document does
/// not count as a change to content.
fn list_tag(caller: &Caller, counts: Counts, marked: &str, query: &str) -> EntityTag {
    etag::of(&[
        &caller.site.content_changed_at.as_micros().to_string(),
        &caller.actor.clearance.to_string(),
        if caller.actor.is_admin { "admin" } else { "user" },
        &counts.total.to_string(),
        &counts.accessible.to_string(),
        marked,
        &read_as::without(query),
    ])
}

/// The source of a list's pages.
struct Source {
    reading: Data<Documents>,
    context: RequestContext,
    caller: Arc<Caller>,
    filter: DocumentFilter,
    view: View,
}

impl Source {
    fn of(
        reading: &Data<Documents>,
        context: &RequestContext,
        caller: &Arc<Caller>,
        (filter, view): (&DocumentFilter, View),
    ) -> Self {
        let (reading, context, caller) = (reading.clone(), context.clone(), Arc::clone(caller));
        Self { reading, context, caller, filter: filter.clone(), view }
    }

    /// Returns the requested or first page, starting `skip` documents later.
    async fn first(
        &self,
        requested: Option<PageRequest>,
        skip: u32,
    ) -> Result<Page<DocumentListItemDto>, DocumentError> {
        let page = requested.unwrap_or(PageRequest::FIRST);
        self.fetch(self.reading.skipping(&self.filter, page, skip).await?).await
    }

    /// Returns what the marks in the list depend on. The full view has none.
    async fn marked_since(&self) -> Result<String, DocumentError> {
        match self.view {
            View::Full => Ok(String::new()),
            View::Summary => self.reading.marked_since(&self.context, &self.caller.actor).await,
        }
    }

    async fn fetch(&self, requested: PageRequest) -> Result<Page<DocumentListItemDto>, DocumentError> {
        let (context, actor, filter) = (&self.context, &self.caller.actor, self.filter.clone());
        Ok(match self.view {
            View::Full => {
                self.reading.records(context, actor, filter, requested).await?.map(DocumentListItemDto::whole)
            }
            View::Summary => {
                self.reading.summaries(context, actor, filter, requested).await?.map(DocumentListItemDto::summary)
            }
        })
    }
}

/// The query parameters for suggestions.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SuggestionsQuery {
    /// The query, as for the list of documents.
    #[param(max_length = 200)]
    q: String,
}

/// Suggest words for a search
///
/// For words of the query that occur in no document that the caller may read, returns up to three words that do occur
/// and differ by one letter or two swapped letters. The most frequent words are first.
#[utoipa::path(operation_id = "suggestWords", tag = "Document", params(SuggestionsQuery, AsQuery),
    responses(
        (status = 200, description = "The words, in lower case and without accents", body = Vec<String>),
        Fails<Reads>))]
#[get("/documents/suggestions")]
pub async fn suggestions(reading: Data<Documents>, call: Guarded<Reader, Query<SuggestionsQuery>>) -> Answer {
    let query = facility_documents::search::query::Query::parse(&call.input.0.q).map_err(DocumentError::from)?;
    let words = match query.and_then(|query| query.terms) {
        Some(terms) => reading.suggestions(&call.context, &call.caller.actor, terms).await?,
        None => Vec::new(),
    };
    Ok(HttpResponse::Ok().json(words))
}
