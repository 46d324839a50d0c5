//! GET /api/documents/suggestions

use crate::gate::guard::{Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Query;
use actix_web::{HttpResponse, get, web};
use facility_documents::error::DocumentError;
use facility_documents::services::documents::Documents;

/// A search that found little.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SuggestionsQuery {
    /// The query, as for the list of documents.
    #[param(max_length = 200)]
    q: String,
}

/// Near words for a search
///
/// Up to three words that differ by one letter, or by two exchanged letters, from words of the query that occur in no
/// document that the caller may read. Each occurs in a document that the caller may read; the most frequent are first.
#[utoipa::path(operation_id = "suggestWords", tag = "Document", params(SuggestionsQuery, AsQuery),
    responses(
        (status = 200, description = "The words, in lower case and without accents", body = Vec<String>),
        (status = 400, description = "The query is missing or invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsSession))]
#[get("/documents/suggestions")]
pub async fn suggestions(
    reading: web::Data<Documents>,
    call: Guarded<Reader, Query<SuggestionsQuery>>,
) -> Result<HttpResponse, ApiError> {
    let query =
        facility_documents::search::query::Query::parse(&call.input.0.q).map_err(DocumentError::from)?;
    let words = match query.and_then(|query| query.terms) {
        Some(terms) => reading.suggestions(&call.context, &call.caller.actor, terms).await?,
        None => Vec::new(),
    };
    Ok(HttpResponse::Ok().json(words))
}
