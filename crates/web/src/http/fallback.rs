//! Requests that match no operation: serves the client's pages, and refuses wrong methods and unknown paths.

use crate::client::pages::Pages;
use crate::gate::state::GateState;
use crate::http::error::ApiError;
use crate::http::refused::Refused;
use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};

/// Handles requests that match no operation.
pub async fn fallback(
    gate: web::Data<GateState>,
    pages: web::Data<Pages>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let path = request.path();
    if let Some(allow) = gate.known_paths.allow(path) {
        return Err(ApiError::method_not_allowed(allow.to_owned()));
    }
    let is_below =
        |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if is_below("/api") || is_below("/objects") {
        return Err(Refused::NotFound("Unknown API path".to_owned()).into());
    }
    if request.method() != Method::GET {
        return Err(ApiError::method_not_allowed("GET, HEAD".to_owned()));
    }
    crate::client::pages::serve(&pages, &request)
}
