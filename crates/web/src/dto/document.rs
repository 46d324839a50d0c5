//! Documents in the API.

use audit::access::{AccessEvent, AccessType};
use documents::services::PanelRecord;
use documents::{Attachment, Category, Document, DocumentRecord, DocumentSummary, Match};
use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The category of a document. Each form offers a part of this list.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Category)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CategoryDto {
    /// An entity or object.
    Entity,
    /// An incident report; its title is the incident's number.
    Incident,
    /// An experiment log.
    Experiment,
    /// A research log.
    Research,
    /// A personnel file.
    Personnel,
    /// Site documentation.
    Site,
    /// A containment protocol.
    #[serde(rename = "CONTAINMENT PROTOCOL")]
    ContainmentProtocol,
    /// An addition to another document.
    Addendum,
    /// Anything else.
    Other,
}

impl From<Category> for CategoryDto {
    fn from(category: Category) -> Self {
        match category {
            Category::Entity => Self::Entity,
            Category::Incident => Self::Incident,
            Category::Experiment => Self::Experiment,
            Category::Research => Self::Research,
            Category::Personnel => Self::Personnel,
            Category::Site => Self::Site,
            Category::ContainmentProtocol => Self::ContainmentProtocol,
            Category::Addendum => Self::Addendum,
            Category::Other => Self::Other,
        }
    }
}

/// A file that is attached to a document or a submission.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Attachment)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentDto {
    /// Its name, without folders.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The media type it is served with.
    pub content_type: String,
}

impl From<Attachment> for AttachmentDto {
    fn from(Attachment { name, size, content_type }: Attachment) -> Self {
        Self { name, size, content_type }
    }
}

/// A document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Document)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "these are the members of the entity in the API")]
pub struct DocumentDto {
    /// A UUID.
    pub id: String,
    /// One line of up to 200 characters.
    pub title: String,
    /// Markdown of up to 200,000 characters. Null in summaries and if it is withheld.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The category.
    pub category: CategoryDto,
    /// The clearance level required to open it.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// The path of its file, `/objects/…`.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// The file's name, size and type.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// Id of the owner.
    pub submitted_by: String,
    /// Name of the owner.
    pub submitted_by_username: String,
    /// Whether it is in the archive instead of the repository.
    pub is_archived: bool,
    /// Its archive section.
    #[schema(required = true)]
    pub archive_section: Option<String>,
    /// Time of archiving.
    #[schema(required = true, format = DateTime)]
    pub archived_at: Option<String>,
    /// Id of the account that archived it.
    #[schema(required = true)]
    pub archived_by: Option<String>,
    /// Whether archiving was requested.
    pub archive_requested: bool,
    /// Time of that request.
    #[schema(required = true, format = DateTime)]
    pub archive_requested_at: Option<String>,
    /// Id of the requesting account.
    #[schema(required = true)]
    pub archive_requested_by: Option<String>,
    /// The requested archive section.
    #[schema(required = true)]
    pub archive_request_section: Option<String>,
    /// Release date: until then, only administrators see it.
    #[schema(required = true, format = DateTime)]
    pub scheduled_release_at: Option<String>,
    /// Whether it is a template. Always false: templates have separate operations.
    pub is_template: bool,
    /// Purpose of the template. Always null.
    #[schema(required = true)]
    pub template_category: Option<String>,
    /// Number of the published version, from 1.
    pub version: i32,
    /// The document that it supplements. Always null.
    #[schema(required = true)]
    pub parent_document_id: Option<String>,
    /// Whether it is an unfinished draft. Always false: drafts have separate operations.
    pub is_draft: bool,
    /// Time of publication.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Time of the last change.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

/// A document in the list of the repository.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentListItem)]
#[serde(rename_all = "camelCase")]
pub struct DocumentListItemDto {
    /// The document. In summaries its `content` is null.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// In summaries, the start of the content as plain text on one line: at most 200 characters (code points), cut
    /// at a word, with `…` for omitted text.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// In summaries of a search, the part of the content around the first match, as plain text like `preview`.
    #[schema(required = true)]
    pub snippet: Option<String>,
    /// Positions of the search words in `snippet`: `[start, end]` in UTF-16 units, ascending, without overlap.
    #[schema(required = true, value_type = Option<Vec<Vec<u32>>>)]
    pub matches: Option<Vec<Match>>,
    /// Positions of the search words in `title`, in summaries of a search.
    #[schema(required = true, value_type = Option<Vec<Vec<u32>>>)]
    pub title_matches: Option<Vec<Match>>,
}

/// A document in the control panel.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminDocument)]
#[serde(rename_all = "camelCase")]
pub struct AdminDocumentDto {
    /// The document. Its `content` is null if it is withheld.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// Whether the content is withheld, because the document's level is above the administrator's.
    pub redacted: bool,
    /// The start of the content as plain text, at most 200 characters. Null if it is withheld.
    #[schema(required = true)]
    pub preview: Option<String>,
}

/// The kind of access to a document.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = AccessType)]
#[serde(rename_all = "lowercase")]
pub enum AccessTypeDto {
    /// The text was opened.
    View,
    /// The attachment was downloaded.
    Download,
}

/// One access to one document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentAccess)]
#[serde(rename_all = "camelCase")]
pub struct DocumentAccessDto {
    /// A UUID.
    pub id: String,
    /// The document.
    pub document_id: String,
    /// Id of the account.
    pub user_id: String,
    /// Name of the reviewer at that time.
    pub username: String,
    /// Kind of access.
    pub access_type: AccessTypeDto,
    /// Timestamp.
    #[schema(format = DateTime)]
    pub accessed_at: String,
    /// The client's address.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The client's user agent.
    #[schema(required = true)]
    pub user_agent: Option<String>,
}

impl DocumentDto {
    fn new(
        document: Document,
        submitted_by_username: String,
        attachment: Option<Attachment>,
        content: Option<String>,
    ) -> Self {
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
        Self {
            id: document.id.to_string(),
            title: document.title,
            content,
            category: document.category.into(),
            clearance_level: document.clearance_level.level(),
            file_path: document.file_path,
            attachment: attachment.map(AttachmentDto::from),
            submitted_by: document.submitted_by.to_string(),
            submitted_by_username,
            is_archived: document.is_archived,
            archive_section: document.archive_section.map(|id| id.to_string()),
            archived_at: time(document.archived_at),
            archived_by: document.archived_by.map(|id| id.to_string()),
            archive_requested: document.archive_requested,
            archive_requested_at: time(document.archive_requested_at),
            archive_requested_by: document.archive_requested_by.map(|id| id.to_string()),
            archive_request_section: document.archive_request_section.map(|id| id.to_string()),
            scheduled_release_at: time(document.scheduled_release_at),
            is_template: false,
            template_category: None,
            version: document.version,
            parent_document_id: None,
            is_draft: false,
            created_at: document.created_at.to_string(),
            updated_at: document.updated_at.to_string(),
        }
    }
}

impl From<DocumentRecord> for DocumentDto {
    fn from(mut record: DocumentRecord) -> Self {
        let content = std::mem::take(&mut record.document.content);
        Self::new(record.document, record.submitted_by_username, record.attachment, Some(content))
    }
}

impl From<DocumentRecord> for DocumentListItemDto {
    fn from(record: DocumentRecord) -> Self {
        Self { document: record.into(), preview: None, snippet: None, matches: None, title_matches: None }
    }
}

impl From<DocumentSummary> for DocumentListItemDto {
    fn from(summary: DocumentSummary) -> Self {
        let DocumentSummary { document, submitted_by_username, attachment, preview, snippet, title_matches } =
            summary;
        let (snippet, matches) = snippet.map(|found| (found.text, found.matches)).unzip();
        Self {
            document: DocumentDto::new(document, submitted_by_username, attachment, None),
            preview: Some(preview),
            snippet,
            matches,
            title_matches,
        }
    }
}

impl From<PanelRecord> for AdminDocumentDto {
    fn from(PanelRecord { record, redacted }: PanelRecord) -> Self {
        let preview = record.preview.clone();
        let mut document = DocumentDto::from(record);
        if redacted {
            document.content = None;
        }
        let preview = (!redacted).then_some(preview);
        Self { document, redacted, preview }
    }
}

impl From<AccessEvent> for DocumentAccessDto {
    fn from(event: AccessEvent) -> Self {
        Self {
            id: event.id.to_string(),
            document_id: event.document_id.to_string(),
            user_id: event.user_id.to_string(),
            username: event.username,
            access_type: match event.access_type {
                AccessType::View => AccessTypeDto::View,
                AccessType::Download => AccessTypeDto::Download,
            },
            accessed_at: event.accessed_at.to_string(),
            ip_address: event.ip_address,
            user_agent: event.user_agent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use documents::visibility::testing::document;

    #[test]
    fn redacted_members_are_null() {
        let record = |redacted| PanelRecord {
            record: DocumentRecord {
                document: document(1, 4, 9),
                submitted_by_username: "mercer".to_owned(),
                attachment: None,
                preview: "The content".to_owned(),
            },
            redacted,
        };
        let shown = serde_json::to_value(AdminDocumentDto::from(record(true))).unwrap();
        assert_eq!(
            (shown["content"].is_null(), shown["preview"].is_null(), shown["redacted"].as_bool()),
            (true, true, Some(true))
        );
        let shown = serde_json::to_value(AdminDocumentDto::from(record(false))).unwrap();
        assert_eq!(shown["content"], "The content of document 1.");
        assert_eq!(shown["preview"], "The content");
        assert_eq!(shown.as_object().unwrap().len(), 27);
    }

    #[test]
    fn api_categories_equal_those_of_the_domain() {
        for category in Category::ALL {
            assert_eq!(serde_json::to_value(CategoryDto::from(*category)).unwrap(), category.as_str());
        }
    }
}
