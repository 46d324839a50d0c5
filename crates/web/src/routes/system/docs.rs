//! The API description.

use crate::client::pages::Pages;
use crate::description::Description;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Answer, Fails, NeedsSession};
use crate::http::input::Nothing;
use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use std::sync::LazyLock;

/// This API description as OpenAPI 3.1
#[utoipa::path(operation_id = "getOpenapi", tag = "System",
    responses((status = 200, description = "The API description", body = serde_json::Value), Fails<NeedsSession>))]
#[get("/openapi.json")]
pub async fn openapi(description: Data<LazyLock<Description>>, _call: Guarded<SignedIn, Nothing>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(description.json.clone())
}

/// This API reference as a page
#[utoipa::path(operation_id = "getDocs", tag = "System",
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        Fails<NeedsSession>))]
#[get("/docs")]
pub async fn docs(
    pages: Data<Pages>,
    description: Data<LazyLock<Description>>,
    _call: Guarded<SignedIn, Nothing>,
) -> Answer {
    pages.page(&description.page, "no-store")
}
