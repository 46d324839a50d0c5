//! GET /api/admin/submissions

use crate::dto::submission::AdminSubmissionDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_kernel::PageRequest;
use facility_submissions::services::reviews::Reviews;

/// Which part of a list, and how much of each item.
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QueueQuery {
    /// With `summary`, items have a preview but no content.
    #[param(value_type = Option<QueueView>, inline)]
    view: Option<String>,
    /// Maximum number of items. Without it, the response contains the whole list.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// The cursor from the previous page's `Link` header.
    after: Option<String>,
    #[param(ignore)]
    skip: Option<String>,
}

/// How much of each item a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum QueueView {
    /// Everything.
    Full,
    /// A preview but no content.
    Summary,
}

impl QueueQuery {
    /// Returns the requested view and page. Errors: a parameter is invalid.
    pub fn parse(self) -> Result<(QueueView, Option<PageRequest>), ApiError> {
        let view = match self.view.as_deref() {
            None | Some("full") => QueueView::Full,
            Some("summary") => QueueView::Summary,
            Some(_) => return Err(ApiError::invalid("view", "View must be full or summary")),
        };
        Ok((view, PageQuery { limit: self.limit, after: self.after, skip: self.skip }.parse()?))
    }
}

/// The review queue, oldest first
///
/// Does not include submissions that have timed out after three days. Once a step has assigned a level, text and file are
/// only for administrators of that level.
#[utoipa::path(operation_id = "listPendingSubmissions", tag = "Submission", params(QueueQuery),
    responses(
        (status = 200, description = "The submissions", body = Vec<AdminSubmissionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/submissions")]
pub async fn pending(
    reviews: web::Data<Reviews>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<QueueQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let ((view, wanted), context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let convert = match view {
        QueueView::Full => AdminSubmissionDto::at,
        QueueView::Summary => AdminSubmissionDto::summary,
    };
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (reviews, context, caller) = (reviews.clone(), context.clone(), caller.clone());
        async move {
            let page = reviews.queue(&context, &caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(|item| convert(context.now, item)), Total::untold()))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
