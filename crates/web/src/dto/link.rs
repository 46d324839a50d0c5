//! Links between documents in the API.

use super::opened::OpenedDto;
use crate::dto::document::DocumentDto;
use facility_documents::links::{LinkedRecord, ResolvedLink};
use facility_documents::view::Visible;
use serde::Serialize;
use utoipa::ToSchema;

/// A link in a document's content, as the caller sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentLink)]
#[serde(rename_all = "camelCase")]
pub struct LinkDto {
    /// The text between its brackets, without blanks around it.
    pub label: String,
    /// Id of the document. Null if it leads to nothing that the caller may see.
    #[schema(required = true)]
    pub id: Option<String>,
    /// The document's present title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The document's clearance level.
    #[schema(required = true, minimum = 1, maximum = 5)]
    pub clearance_level: Option<u8>,
}

impl From<ResolvedLink> for LinkDto {
    fn from(ResolvedLink { label, record }: ResolvedLink) -> Self {
        let Some(LinkedRecord { id, title, clearance }) = record else {
            return Self { label, id: None, title: None, clearance_level: None };
        };
        Self { label, id: Some(id.to_string()), title: Some(title), clearance_level: Some(clearance.level()) }
    }
}

/// A document that links to another.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LinkedDocument)]
#[serde(rename_all = "camelCase")]
pub struct LinkedRecordDto {
    /// A UUID.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The clearance level required to open it.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
}

impl From<LinkedRecord> for LinkedRecordDto {
    fn from(LinkedRecord { id, title, clearance }: LinkedRecord) -> Self {
        Self { id: id.to_string(), title, clearance_level: clearance.level() }
    }
}

/// A document that was opened.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = OpenedDocument)]
#[serde(rename_all = "camelCase")]
pub struct OpenedDocumentDto {
    /// The document.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// The links in its content, in their order, each label once; at most 200.
    pub links: Vec<LinkDto>,
    /// Whether the caller watches it.
    pub is_watched: bool,
    /// What the caller had seen of it before.
    #[serde(flatten)]
    pub opened: OpenedDto,
}

impl OpenedDocumentDto {
    /// Creates it from a document and its links, both as the same reader sees them.
    pub fn new(document: Visible, links: Vec<ResolvedLink>, is_watched: bool) -> Self {
        let links = links.into_iter().map(LinkDto::from).collect();
        let opened = document.opened().into();
        Self { document: document.into(), links, is_watched, opened }
    }
}
