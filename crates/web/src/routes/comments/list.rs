//! GET /api/documents/{id}/comments

use crate::dto::comment::CommentDto;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::limits::Limits;
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use crate::routes::documents::document_id;
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_documents::services::comments::Comments;

/// The comments on a document, oldest first
///
/// Deleted comments are listed without their content. Comments that were written while the document had a level above the
/// caller's are not listed.
#[utoipa::path(operation_id = "listComments", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document"), PageQuery, AsQuery),
    responses(
        (status = 200, description = "The comments", body = Vec<CommentDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "The id or a parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}/comments")]
pub async fn list(
    comments: web::Data<Comments>,
    limits: web::Data<Limits>,
    id: web::Path<String>,
    call: Guarded<Reader, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, id) = (call.input.0.parse()?, document_id(&id)?);
    let (context, caller) = (call.context, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (comments, context, caller) = (comments.clone(), context.clone(), caller.clone());
        async move {
            let (page, total) = comments.list(&context, &caller.actor, id, wanted).await?;
            Ok::<_, ApiError>((page.map(CommentDto::from), Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
