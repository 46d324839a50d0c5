//! A document on the wire, and as lists show it.

use audit::access::{AccessEvent, AccessType};
use documents::services::PanelRecord;
use documents::{Category, Document, DocumentRecord, DocumentSummary, SnippetMarks};
use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// What a document is about. One list for every form; each form offers some of them.
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

/// A document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Document)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "these are the members of the entity on the wire")]
pub struct DocumentDto {
    /// A UUID.
    pub id: String,
    /// One line of up to 200 characters.
    pub title: String,
    /// Markdown of up to 200,000 characters; null in summaries and where it is withheld.
    #[schema(required = true)]
    pub content: Option<String>,
    /// What it is about.
    pub category: CategoryDto,
    /// The level somebody needs to open it.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// The path of the file it carries, `/objects/…`.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// The id of its owner.
    pub submitted_by: String,
    /// The name of its owner.
    pub submitted_by_username: String,
    /// Whether it is in the archive rather than the repository.
    pub is_archived: bool,
    /// The section of the archive it is in.
    #[schema(required = true)]
    pub archive_section: Option<String>,
    /// When it was archived.
    #[schema(required = true, format = DateTime)]
    pub archived_at: Option<String>,
    /// Who archived it.
    #[schema(required = true)]
    pub archived_by: Option<String>,
    /// Whether somebody asked for it to be archived.
    pub archive_requested: bool,
    /// When they asked.
    #[schema(required = true, format = DateTime)]
    pub archive_requested_at: Option<String>,
    /// Who asked.
    #[schema(required = true)]
    pub archive_requested_by: Option<String>,
    /// The section they asked for.
    #[schema(required = true)]
    pub archive_request_section: Option<String>,
    /// Before this only administrators see it.
    #[schema(required = true, format = DateTime)]
    pub scheduled_release_at: Option<String>,
    /// Whether it is a template.
    pub is_template: bool,
    /// What the template is for.
    #[schema(required = true)]
    pub template_category: Option<String>,
    /// Counts the published states, from 1.
    pub version: i32,
    /// The document it adds to.
    #[schema(required = true)]
    pub parent_document_id: Option<String>,
    /// Whether it is somebody's unfinished draft.
    pub is_draft: bool,
    /// When it was published.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it was changed last.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

/// A document in the list of the repository.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentListItem)]
#[serde(rename_all = "camelCase")]
pub struct DocumentListItemDto {
    /// The document; in summaries its `content` is null.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// In summaries, the first 200 characters of the content.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// In summaries of a search, a piece of text around a match: `&`, `<` and `>` are written as in HTML, and
    /// `<mark>` and `</mark>` stand around each match.
    #[schema(required = true)]
    pub snippet: Option<String>,
}

/// A document in the control panel.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminDocument)]
#[serde(rename_all = "camelCase")]
pub struct AdminDocumentDto {
    /// The document; its `content` is null where it is withheld.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// Whether the content is withheld, because the document's level is above the administrator's.
    pub redacted: bool,
}

/// How a document was reached.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = AccessType)]
#[serde(rename_all = "lowercase")]
pub enum AccessTypeDto {
    /// Its text was opened.
    View,
    /// Its attachment was downloaded.
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
    /// Who.
    pub user_id: String,
    /// Their name at that time.
    pub username: String,
    /// How.
    pub access_type: AccessTypeDto,
    /// When.
    #[schema(format = DateTime)]
    pub accessed_at: String,
    /// From where.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// With what.
    #[schema(required = true)]
    pub user_agent: Option<String>,
}

impl DocumentDto {
    fn new(document: Document, submitted_by_username: String, content: Option<String>) -> Self {
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
        Self {
            id: document.id.to_string(),
            title: document.title,
            content,
            category: document.category.into(),
            clearance_level: document.clearance_level.level(),
            file_path: document.file_path,
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
            is_template: document.is_template,
            template_category: document.template_category,
            version: document.version,
            parent_document_id: document.parent_document_id.map(|id| id.to_string()),
            is_draft: document.is_draft,
            created_at: document.created_at.to_string(),
            updated_at: document.updated_at.to_string(),
        }
    }
}

impl From<DocumentRecord> for DocumentDto {
    fn from(mut record: DocumentRecord) -> Self {
        let content = std::mem::take(&mut record.document.content);
        Self::new(record.document, record.submitted_by_username, Some(content))
    }
}

impl From<DocumentRecord> for DocumentListItemDto {
    fn from(record: DocumentRecord) -> Self {
        Self { document: record.into(), preview: None, snippet: None }
    }
}

impl From<DocumentSummary> for DocumentListItemDto {
    fn from(summary: DocumentSummary) -> Self {
        Self {
            document: DocumentDto::new(summary.document, summary.submitted_by_username, None),
            preview: Some(summary.preview),
            snippet: summary.snippet.map(|text| marked_up(&text)),
        }
    }
}

impl From<PanelRecord> for AdminDocumentDto {
    fn from(PanelRecord { record, redacted }: PanelRecord) -> Self {
        let mut document = DocumentDto::from(record);
        if redacted {
            document.content = None;
        }
        Self { document, redacted }
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

/// The text with its marks as markup.
fn marked_up(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            SnippetMarks::START => out.push_str("<mark>"),
            SnippetMarks::END => out.push_str("</mark>"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use documents::visibility::testing::document;

    #[test]
    fn text_around_a_match_cannot_pass_for_markup() {
        let snippet = format!("<b>a{}red{} & door", SnippetMarks::START, SnippetMarks::END);
        assert_eq!(marked_up(&snippet), "&lt;b&gt;a<mark>red</mark> &amp; door");
    }

    #[test]
    fn what_is_withheld_is_null() {
        let record = |redacted| PanelRecord {
            record: DocumentRecord {
                document: document(1, 4, 9),
                submitted_by_username: "mercer".to_owned(),
            },
            redacted,
        };
        let shown = serde_json::to_value(AdminDocumentDto::from(record(true))).unwrap();
        assert_eq!((shown["content"].is_null(), shown["redacted"].as_bool()), (true, Some(true)));
        let shown = serde_json::to_value(AdminDocumentDto::from(record(false))).unwrap();
        assert_eq!(shown["content"], "The content of document 1.");
        assert_eq!(shown.as_object().unwrap().len(), 25);
    }

    #[test]
    fn categories_on_the_wire_are_the_domain_s() {
        for category in Category::ALL {
            assert_eq!(serde_json::to_value(CategoryDto::from(*category)).unwrap(), category.as_str());
        }
    }
}
