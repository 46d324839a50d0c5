//! What a reader has seen of documents, in the API.

use facility_documents::marks::Mark;
use facility_documents::view::Opened;
use serde::Serialize;
use utoipa::ToSchema;

/// What the caller has seen of a document.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[schema(as = Opened)]
#[serde(rename_all = "camelCase")]
pub struct OpenedDto {
    /// The latest version that the caller opened, according to the access log, before this request. Null if none.
    #[schema(required = true)]
    pub opened_version: Option<i32>,
    /// `new`: published in the last 30 days and never opened. `changed`: there is a later version than the one that was
    /// opened. Null for own documents and otherwise.
    #[schema(required = true)]
    pub mark: Option<MarkDto>,
}

/// What the caller has not seen yet.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Mark)]
#[serde(rename_all = "lowercase")]
pub enum MarkDto {
    /// The document.
    New,
    /// Its latest version.
    Changed,
}

impl From<Opened> for OpenedDto {
    fn from(Opened { version, mark }: Opened) -> Self {
        let mark = mark.map(|mark| match mark {
            Mark::New => MarkDto::New,
            Mark::Changed => MarkDto::Changed,
        });
        Self { opened_version: version, mark }
    }
}
