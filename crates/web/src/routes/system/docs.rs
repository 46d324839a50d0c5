//! GET /api/docs

use crate::client::pages::Pages;
use crate::description::Description;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::ApiError;
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{HttpResponse, get, web};
use std::sync::LazyLock;

/// This API reference as a page
#[utoipa::path(operation_id = "getDocs", tag = "System",
    responses((status = 200, description = "The page", body = String, content_type = "text/html"), NeedsSession))]
#[get("/docs")]
pub async fn docs(
    pages: web::Data<Pages>,
    description: web::Data<LazyLock<Description>>,
    _call: Guarded<SignedIn, Nothing>,
) -> Result<HttpResponse, ApiError> {
    pages.page(&description.page, "no-store")
}
