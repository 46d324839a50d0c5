//! The documents in a section of the archive.

use crate::gate::guard::{Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::answers::{Answer, Fails, Reads};
use crate::http::error::ApiError;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total, View};
use crate::routes::documents::document::DocumentListItemDto;
use crate::routes::documents::list::{DocumentsView, MAX_SKIP};
use actix_web::get;
use actix_web::web::Data;
use facility_archive::error::row as archive;
use facility_archive::services::section_documents::SectionDocuments;
use facility_archive::shelf::SectionShelf;
use facility_kernel::{Actor, Page, PageRequest, RequestContext};

/// The query parameters for the documents of a section.
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SectionDocumentsQuery {
    /// With `summary`, items have a preview instead of the content.
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

impl SectionDocumentsQuery {
    /// Returns the view, the requested page, and the number of documents to skip.
    fn parse(self) -> Result<(View, Option<PageRequest>, u32), ApiError> {
        let skip = self.skip.as_deref().map_or(Some(0), |text| text.parse().ok());
        let skip = skip
            .filter(|skip| *skip <= MAX_SKIP)
            .ok_or_else(|| ApiError::invalid("skip", "Skip must be between 0 and 1,000,000"))?;
        let page = PageQuery { limit: self.limit, after: self.after, skip: None }.parse()?;
        let page = page.or_else(|| self.skip.is_some().then_some(PageRequest::FIRST));
        Ok((View::parse(self.view.as_deref())?, page, skip))
    }
}

/// The archived documents of a section that the caller may read
///
/// Most recently archived first. Excludes unreleased documents, except for administrators.
#[utoipa::path(operation_id = "listArchivedDocuments", tag = "Archive", params(
        ("sectionId" = String, Path, description = "The section"), SectionDocumentsQuery, AsQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<DocumentListItemDto>, headers(
            ("X-Total-Count" = u64, description = "Number of documents of the section that the caller may read"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 304, description = "The page still matches `If-None-Match`"),
        Fails<(archive::SectionNotFound, Reads)>))]
#[get("/archive/documents/{sectionId}")]
pub async fn documents(
    section_documents: Data<SectionDocuments>,
    call: Guarded<Reader, Query<SectionDocumentsQuery>>,
) -> Answer {
    let (view, page, skip) = call.input.0.parse()?;
    let (context, caller, section) = (call.context, call.caller, call.request.id_in("sectionId"));
    let slot = listing::slot(&call.request, page.as_ref())?;
    let (shelf, count) = section_documents.shelf(&context, &caller.actor, section?).await?;
    let first = section_documents.skipping(shelf, page.unwrap_or(PageRequest::FIRST), skip).await?;
    listing::answer_in(slot, &call.request, page.map(|_page| first), async move |requested| {
        let page = read(&section_documents, (&context, &caller.actor), shelf, (view, requested)).await?;
        Ok((page, Total::of(count)))
    })
    .await
}

async fn read(
    section_documents: &SectionDocuments,
    (context, actor): (&RequestContext, &Actor),
    shelf: SectionShelf,
    (view, requested): (View, PageRequest),
) -> Result<Page<DocumentListItemDto>, ApiError> {
    Ok(match view {
        View::Full => {
            section_documents.records(context, actor, shelf, requested).await?.map(DocumentListItemDto::whole)
        }
        View::Summary => {
            section_documents.summaries(context, actor, shelf, requested).await?.map(DocumentListItemDto::summary)
        }
    })
}
