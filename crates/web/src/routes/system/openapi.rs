//! GET /api/openapi.json

use crate::failures::NeedsSession;
use crate::guard::{Guarded, SignedIn};
use crate::input::Nothing;
use actix_web::{HttpResponse, get};
use bytes::Bytes;
use std::sync::LazyLock;

/// The API description in the two served forms.
pub struct Document {
    /// As JSON.
    pub json: Bytes,
    /// As a page, with a placeholder for its nonce.
    pub page: String,
}

/// Created when it is first asked for: most servers are started more often than their description is read.
static DOCUMENT: LazyLock<Document> = LazyLock::new(|| Document::of(&crate::openapi()));

impl Document {
    /// Returns the description of this build.
    pub fn served() -> &'static Self {
        &DOCUMENT
    }

    fn of(contract: &utoipa::openapi::OpenApi) -> Self {
        let json = serde_json::to_vec(contract).unwrap_or_default();
        Self { json: json.into(), page: crate::docs_page::render(contract) }
    }
}

/// This API description as OpenAPI 3.1
#[utoipa::path(operation_id = "getOpenapi", tag = "System",
    responses((status = 200, description = "The API description", body = serde_json::Value), NeedsSession))]
#[get("/openapi.json")]
pub async fn openapi(_call: Guarded<SignedIn, Nothing>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(Document::served().json.clone())
}
