//! GET /api/admin/archive-requests

use crate::dto::archive::ArchiveRequestDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_archive::services::placements::Placements;
use facility_kernel::PageRequest;

/// Which part of the queue, and how much of each document.
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequestsQuery {
    /// With `summary`, items have an excerpt but no content.
    #[param(value_type = Option<RequestsView>, inline)]
    view: Option<String>,
    /// Maximum number of items. Without it, the response contains the whole list.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// The cursor from the previous page's `Link` header.
    after: Option<String>,
    #[param(ignore)]
    skip: Option<String>,
}

/// How much of each document the queue contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum RequestsView {
    /// Everything.
    Full,
    /// An excerpt but no content.
    Summary,
}

impl RequestsQuery {
    fn parse(self) -> Result<(RequestsView, Option<PageRequest>), ApiError> {
        let view = match self.view.as_deref() {
            None | Some("full") => RequestsView::Full,
            Some("summary") => RequestsView::Summary,
            Some(_) => return Err(ApiError::invalid("view", "View must be full or summary")),
        };
        Ok((view, PageQuery { limit: self.limit, after: self.after, skip: self.skip }.parse()?))
    }
}

/// The documents with a pending request, the oldest request first
///
/// Withholds the content of documents above the administrator's level; they cannot decide those requests either.
#[utoipa::path(operation_id = "listArchiveRequests", tag = "Archive", params(RequestsQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<ArchiveRequestDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/archive-requests")]
pub async fn requests(
    placements: web::Data<Placements>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<RequestsQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let ((view, wanted), context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let is_full = view == RequestsView::Full;
    let convert = if is_full { ArchiveRequestDto::whole } else { ArchiveRequestDto::summary };
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (placements, context, caller) = (placements.clone(), context.clone(), caller.clone());
        async move {
            let page = placements.queue(&context, &caller.actor, wanted, is_full).await?;
            Ok::<_, ApiError>((page.map(convert), Total::untold()))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
