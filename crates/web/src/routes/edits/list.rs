//! GET /api/document-edits

use crate::dto::edit::AdminEditDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, Total};
use crate::routes::submissions::pending::{QueueQuery, QueueView};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_submissions::services::edit_reviews::EditReviews;

/// The edits that wait for a review, oldest first
///
/// Does not include edits that have timed out after three days. The texts of an edit are only for administrators of the
/// highest of its levels: that of the document, of the version it was made from, and the proposed one.
#[utoipa::path(operation_id = "listDocumentEdits", tag = "DocumentEdit", params(QueueQuery),
    responses(
        (status = 200, description = "The edits", body = Vec<AdminEditDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/document-edits")]
pub async fn list(
    reviews: web::Data<EditReviews>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<QueueQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let ((view, wanted), context, caller) = (call.input.0.parse()?, call.context, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (reviews, context, caller) = (reviews.clone(), context.clone(), caller.clone());
        async move {
            let page = reviews.queue(&context, &caller.actor, view == QueueView::Full, wanted).await?;
            Ok::<_, ApiError>((page.map(|item| AdminEditDto::at(context.now, item)), Total::untold()))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
