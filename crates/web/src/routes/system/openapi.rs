//! GET /api/openapi.json

use crate::description::Description;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{HttpResponse, get, web};
use std::sync::LazyLock;

/// This API description as OpenAPI 3.1
#[utoipa::path(operation_id = "getOpenapi", tag = "System",
    responses((status = 200, description = "The API description", body = serde_json::Value), NeedsSession))]
#[get("/openapi.json")]
pub async fn openapi(
    description: web::Data<LazyLock<Description>>,
    _call: Guarded<SignedIn, Nothing>,
) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(description.json.clone())
}
