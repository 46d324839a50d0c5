//! Documents in API responses.

use crate::http::wire::Wire;

use crate::routes::files::record_files::{RecordFileDto, attached, one_text};
use facility_documents::document::{Document, Placement, Text};
use facility_documents::marks::Mark;
use facility_documents::snippet::{FileMatch, Match, Snippet};
use facility_documents::text::Category;
use facility_documents::view::{Opened, Visible, VisibleText};
use facility_files::file::{AttachedFile, Attachment};
use facility_kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The category of a document. Each form of the client offers a subset.
pub type CategoryDto = Wire<Category>;

/// A file that is attached to a document or a submission.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Attachment)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentDto {
    /// The file's name, without folders.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The media type it is served with.
    pub content_type: String,
}

impl AttachmentDto {
    /// The first of these files.
    pub fn first(files: &[AttachedFile]) -> Option<Self> {
        files.first().map(|file| file.attachment.clone().into())
    }
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
    /// Markdown of up to 200,000 characters. Null in summaries, and if it is withheld.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The levels of the passages withheld from the caller in `content`, ascending and without duplicates.
    #[schema(value_type = Vec<i32>)]
    pub withheld_levels: Vec<u8>,
    /// The attached files, and then the pictures that the content shows, each in order. No picture where the content
    /// is null, and in lists.
    pub files: Vec<RecordFileDto>,
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

one_text!(DocumentDto);

/// A document in the list of the repository.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentListItem)]
#[serde(rename_all = "camelCase")]
pub struct DocumentListItemDto {
    /// The document. In summaries its `content` is null.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// In summaries, the start of the content as plain text on one line: at most 200 characters (code points), cut
    /// at a word, with `…` for omitted text and `███` for passages above the caller's level.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// The number of pictures in the content that the caller sees.
    pub pictures: u32,
    /// In summaries of a search, the part of the content around the first match, as plain text like `preview`.
    #[schema(required = true)]
    pub snippet: Option<String>,
    /// Positions of the search words in `snippet`: `[start, end]` in UTF-16 units, ascending, without overlap.
    #[schema(required = true, value_type = Option<Vec<Vec<u32>>>)]
    pub matches: Option<Vec<Match>>,
    /// Positions of the search words in `title`, in summaries of a search.
    #[schema(required = true, value_type = Option<Vec<Vec<u32>>>)]
    pub title_matches: Option<Vec<Match>>,
    /// In summaries of a search, the file with search words that occur neither in the title nor in the content. Null if
    /// there is none.
    #[schema(required = true)]
    pub file_match: Option<FileMatchDto>,
    /// What the caller has opened of it. In full views both are null.
    #[serde(flatten)]
    pub opened: OpenedDto,
}

/// Returns the levels of the bars in a text, ascending.
pub fn withheld_levels(text: &VisibleText) -> Vec<u8> {
    text.withheld.iter().map(|level| level.level()).collect()
}

/// Splits a document into its API members and the parts of its text for other members.
pub fn split(visible: Visible) -> (DocumentDto, Option<VisibleText>) {
    let Visible { document, submitted_by_username, files, mut text, .. } = visible;
    let Document { owner, text: Text { title, category, .. }, placement, release_at, .. } = document;
    let time = |at: Timestamp| at.to_string();
    let (archived, request) = match placement {
        Placement::Archived { section, at, by } => (Some((section, at, by)), None),
        Placement::Repository { archive_request } => (None, archive_request),
    };
    let dto = DocumentDto {
        id: document.id.to_string(),
        title,
        content: text.as_mut().and_then(|text| text.content.take()),
        withheld_levels: text.as_ref().map(withheld_levels).unwrap_or_default(),
        files: attached(&files),
        category: category.into(),
        clearance_level: document.clearance.level(),
        file_path: document.files.first().map(|path| path.to_string()),
        attachment: AttachmentDto::first(&files),
        submitted_by: owner.to_string(),
        submitted_by_username,
        is_archived: archived.is_some(),
        archive_section: archived.map(|(section, ..)| section.to_string()),
        archived_at: archived.map(|(_, at, _)| time(at)),
        archived_by: archived.map(|(.., by)| by.to_string()),
        archive_requested: request.is_some(),
        archive_requested_at: request.map(|request| time(request.at)),
        archive_requested_by: request.map(|request| request.by.to_string()),
        archive_request_section: request.map(|request| request.section.to_string()),
        scheduled_release_at: release_at.map(time),
        is_template: false,
        template_category: None,
        version: document.version,
        parent_document_id: None,
        is_draft: false,
        created_at: document.created_at.to_string(),
        updated_at: document.updated_at.to_string(),
    };
    (dto, text)
}

impl From<Visible> for DocumentDto {
    fn from(visible: Visible) -> Self {
        split(visible).0
    }
}

impl DocumentListItemDto {
    /// Creates an item with the whole text.
    pub fn whole(visible: Visible) -> Self {
        let (document, text) = split(visible);
        let (opened, pictures) = (OpenedDto::default(), text.map(|text| text.pictures).unwrap_or_default());
        Self {
            document,
            preview: None,
            pictures,
            snippet: None,
            matches: None,
            title_matches: None,
            file_match: None,
            opened,
        }
    }

    /// Creates an item with the start of the text and the matches of a search.
    pub fn summary(visible: Visible) -> Self {
        let opened = visible.opened().into();
        let (document, text) = split(visible);
        let pictures = text.as_ref().map(|text| text.pictures).unwrap_or_default();
        let (preview, snippet, title_matches, file_match) = text.map_or((None, None, None, None), |text| {
            (Some(text.preview), text.snippet, text.title_matches, text.file_match.map(FileMatchDto::from))
        });
        let (snippet, matches) = snippet.map(|found| (found.text, found.matches)).unzip();
        Self { document, preview, pictures, snippet, matches, title_matches, file_match, opened }
    }
}

/// A part of a file's text around the search words.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = FileMatch)]
#[serde(rename_all = "camelCase")]
pub struct FileMatchDto {
    /// The file's id, in its path `/objects/…`.
    pub file_id: String,
    /// The file's name.
    pub name: String,
    /// The part of the text, on one line.
    pub snippet: String,
    /// Positions of the search words in `snippet`, as in `matches`.
    #[schema(value_type = Vec<Vec<u32>>)]
    pub matches: Vec<Match>,
}

impl From<FileMatch> for FileMatchDto {
    fn from(FileMatch { file, name, snippet: Snippet { text, matches } }: FileMatch) -> Self {
        Self { file_id: file.to_string(), name, snippet: text, matches }
    }
}

/// What the caller has opened of a document.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[schema(as = Opened)]
#[serde(rename_all = "camelCase")]
pub struct OpenedDto {
    /// The latest version that the caller opened, according to the access log, before this request. Null if none.
    #[schema(required = true)]
    pub opened_version: Option<i32>,
    /// `new`: published in the last 30 days and never opened. `changed`: there is a later version than the opened one.
    /// Null otherwise, and for the caller's own documents.
    #[schema(required = true)]
    pub mark: Option<MarkDto>,
}

/// How a document is new to the caller.
pub type MarkDto = Wire<Mark>;

impl From<Opened> for OpenedDto {
    fn from(Opened { version, mark }: Opened) -> Self {
        Self { opened_version: version, mark: mark.map(MarkDto::from) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::documents::administration::AdminDocumentDto;
    use facility_documents::view::testing::record;
    use facility_documents::view::view;
    use facility_documents::visibility::Visibility;
    use facility_documents::visibility::testing::document;
    use facility_kernel::testing::{TEST_NOW, actor};

    #[test]
    fn redacted_members_are_null() {
        let shown = |level| {
            let record = record(document(1, 4, 9));
            let visible = view(record, &Visibility::of(&actor(1, level, true), TEST_NOW));
            serde_json::to_value(AdminDocumentDto::from(visible)).unwrap()
        };
        let below = shown(3);
        assert_eq!(
            (below["content"].is_null(), below["preview"].is_null(), below["redacted"].as_bool()),
            (true, true, Some(true))
        );
        let cleared = shown(4);
        assert_eq!(cleared["content"], "The content of document 1.");
        assert_eq!(
            (&cleared["preview"], cleared["redacted"].as_bool()),
            (&serde_json::json!("The content"), Some(false))
        );
        assert_eq!(cleared.as_object().unwrap().len(), 29);
    }

    #[test]
    fn an_archived_document_has_the_members_of_its_archiving() {
        let record = record(document(1, 1, 9).archived());
        let visible = view(record, &Visibility::of(&actor(1, 1, false), TEST_NOW));
        let shown = serde_json::to_value(DocumentDto::from(visible)).unwrap();
        assert_eq!((shown["isArchived"].as_bool(), shown["archiveRequested"].as_bool()), (Some(true), Some(false)));
        assert_eq!(
            (&shown["archivedBy"], &shown["archivedAt"]),
            (&"emergency-access".into(), &TEST_NOW.to_string().into())
        );
        assert!(shown["archiveSection"].is_string() && shown["archiveRequestSection"].is_null());
    }
}
