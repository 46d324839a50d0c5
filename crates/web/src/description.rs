//! The API description as it is served.

use crate::docs_page;
use bytes::Bytes;
use utoipa::openapi::OpenApi;

/// The API description in the two served forms.
pub struct Description {
    /// As JSON.
    pub(crate) json: Bytes,
    /// As a page, with a placeholder for its nonce.
    pub(crate) page: String,
}

impl Description {
    /// Renders this document.
    pub fn of(contract: &OpenApi) -> Self {
        let json = serde_json::to_vec(contract).unwrap_or_default();
        Self { json: json.into(), page: docs_page::render(contract) }
    }
}
