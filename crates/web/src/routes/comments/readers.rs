//! GET /api/documents/{id}/readers

use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use crate::routes::documents::document_id;
use actix_web::{get, web};
use facility_documents::services::comments::Comments;

/// The beginning of a name.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReadersQuery {
    /// The beginning of a name, in any case.
    #[param(max_length = 50)]
    q: String,
}

/// Complete the name of a reader of a document
///
/// Up to eight names of other accounts that may read the document and begin so, in the order of the alphabet. At most 20 calls a
/// minute.
#[utoipa::path(operation_id = "completeReaders", tag = "DocumentComment",
    params(("id" = String, Path, description = "The document"), ReadersQuery),
    responses(
        (status = 200, description = "The names", body = Vec<String>),
        (status = 400, description = "The id or the beginning is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}/readers")]
pub async fn readers(
    comments: web::Data<Comments>,
    limits: web::Data<Limits>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Query<ReadersQuery>>,
) -> Result<web::Json<Vec<String>>, ApiError> {
    let (id, beginning) = (document_id(&id)?, &call.input.0.q);
    if beginning.chars().count() > 50 {
        return Err(ApiError::invalid("q", "A name has at most 50 characters"));
    }
    limits.name(call.caller.actor.user_id)?;
    Ok(web::Json(comments.readers(&call.context, &call.caller.actor, id, beginning).await?))
}
