//! Versions of documents, and comparisons of texts.

use crate::gate::guard::{Guarded, Reader, SignedIn};
use crate::gate::read_as::AsQuery;
use crate::http::answers::{Answer, Body, Fails, NeedsSession, Readable, Reads, TakesBody};
use crate::http::input::{NoBody, Query};
use crate::http::listing::{self, PageQuery, Paged, Total, View, ViewQuery};
use crate::http::request::parse_id;
use crate::http::wire::Wire;
use crate::routes::documents::document::{AttachmentDto, CategoryDto, DocumentDto};
use crate::routes::files::pictures::illustrated;
use crate::routes::files::record_files::{Illustrated, NamedPictures, RecordFileDto, one_text};
use actix_web::web::Data;
use actix_web::{get, post, web};
use facility_documents::compare::{Block, Diff, Segment, SegmentKind, ThreeWay};
use facility_documents::error::row as document;
use facility_documents::pictures::named;
use facility_documents::services::history::History;
use facility_documents::versions::VisibleVersion;
use facility_submissions::services::pictures::Pictures;
use serde::Serialize;
use utoipa::ToSchema;

/// A version of a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentVersion)]
#[serde(rename_all = "camelCase")]
pub struct VersionDto {
    /// A UUID. The first version has the id of the document.
    pub id: String,
    /// Id of the document.
    pub document_id: String,
    /// Its number, from 1.
    pub version_number: i32,
    /// The title.
    pub title: String,
    /// The content, in Markdown. Null in summaries.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The levels of the passages that are withheld from the caller in `content`, ascending, each once.
    #[schema(value_type = Vec<i32>)]
    pub withheld_levels: Vec<u8>,
    /// The attached files, and then the pictures that the content shows, each in order. No picture where the content
    /// is null.
    pub files: Vec<RecordFileDto>,
    /// The start of the content as plain text on one line: at most 200 characters (code points), cut at a word, with
    /// `…` for omitted text.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// The category.
    pub category: CategoryDto,
    /// The level that this version had.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// The path of its file, `/objects/…`.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// The file's name, size and type.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// The author's description of the change.
    #[schema(required = true)]
    pub change_description: Option<String>,
    /// Id of its author.
    pub created_by: String,
    /// Name of its author.
    pub created_by_username: String,
    /// When it was published.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Whether the document is at this version.
    pub is_current: bool,
}

one_text!(VersionDto);

impl From<VisibleVersion> for VersionDto {
    fn from(version: VisibleVersion) -> Self {
        let preview = version.document.text.as_ref().map(|text| text.preview.clone());
        let document = DocumentDto::from(version.document);
        Self {
            id: version.id.to_string(),
            document_id: document.id,
            version_number: version.number,
            title: document.title,
            content: document.content,
            withheld_levels: document.withheld_levels,
            files: document.files,
            preview,
            category: document.category,
            clearance_level: document.clearance_level,
            file_path: document.file_path,
            attachment: document.attachment,
            change_description: version.description,
            created_by: version.created_by.to_string(),
            created_by_username: version.created_by_username,
            created_at: version.created_at.to_string(),
            is_current: version.is_current,
        }
    }
}

/// Whether a piece of text occurs in the old text, the new text or both.
pub type SegmentKindDto = Wire<SegmentKind>;

/// A piece of text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DiffSegment)]
pub struct SegmentDto {
    /// Whether it occurs in the old text, the new text or both.
    pub kind: SegmentKindDto,
    /// The text, which is not empty.
    pub text: String,
}

impl From<Segment> for SegmentDto {
    fn from(Segment { kind, text }: Segment) -> Self {
        Self { kind: kind.into(), text }
    }
}

/// A block of consecutive lines.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DiffBlock)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum BlockDto {
    /// Lines that are in both texts.
    Same {
        /// Number of the first of them in the old text, from 1.
        #[serde(rename = "oldLine")]
        old_line: usize,
        /// Number of the first of them in the new text, from 1.
        #[serde(rename = "newLine")]
        new_line: usize,
        /// The lines, joined by line breaks.
        text: String,
    },
    /// Lines that differ.
    Changed {
        /// Number of the line of the old text at which the change begins, from 1.
        #[serde(rename = "oldLine")]
        old_line: usize,
        /// Number of the line of the new text at which the change begins, from 1.
        #[serde(rename = "newLine")]
        new_line: usize,
        /// Whether two changes of the same text conflict here.
        clash: bool,
        /// The pieces; each line ends with a line break. A removed piece precedes the one that replaces it.
        segments: Vec<SegmentDto>,
    },
}

impl From<Block> for BlockDto {
    fn from(block: Block) -> Self {
        match block {
            Block::Same { old_line, new_line, text } => Self::Same { old_line, new_line, text },
            Block::Changed { old_line, new_line, is_clash, segments } => Self::Changed {
                old_line,
                new_line,
                clash: is_clash,
                segments: segments.into_iter().map(SegmentDto::from).collect(),
            },
        }
    }
}

fn blocks(blocks: Vec<Block>) -> Vec<BlockDto> {
    blocks.into_iter().map(BlockDto::from).collect()
}

/// The differences between two texts.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Diff)]
#[serde(rename_all = "camelCase")]
pub struct DiffDto {
    /// The titles, compared by words.
    pub title: Vec<SegmentDto>,
    /// The categories, old and new.
    #[schema(min_items = 2, max_items = 2)]
    pub category: Vec<CategoryDto>,
    /// The levels, old and new.
    #[schema(min_items = 2, max_items = 2)]
    pub clearance_level: Vec<u8>,
    /// The contents, complete and in order.
    pub blocks: Vec<BlockDto>,
    /// Number of words of the content that were added.
    pub added: usize,
    /// Number of words of the content that were removed.
    pub removed: usize,
    /// The pictures that either content shows.
    pub files: Vec<RecordFileDto>,
}

impl DiffDto {
    /// Returns the content on one side, without the segments that only the other one has.
    fn side(&self, other: SegmentKind) -> String {
        let other = SegmentKindDto::from(other);
        let mut content = String::new();
        for block in &self.blocks {
            match block {
                BlockDto::Same { text, .. } => content.push_str(text),
                BlockDto::Changed { segments, .. } => {
                    segments.iter().filter(|segment| segment.kind != other).for_each(|one| content.push_str(&one.text));
                }
            }
            content.push('\n');
        }
        content
    }
}

impl Illustrated for DiffDto {
    fn pictures(&mut self) -> Vec<NamedPictures<'_>> {
        let both = self.side(SegmentKind::Added) + &self.side(SegmentKind::Removed);
        vec![(named(&both), &mut self.files)]
    }
}

impl From<Diff> for DiffDto {
    fn from(diff: Diff) -> Self {
        Self {
            title: diff.title.into_iter().map(SegmentDto::from).collect(),
            category: diff.category.into_iter().map(CategoryDto::from).collect(),
            clearance_level: diff.clearance.into_iter().map(facility_kernel::Clearance::level).collect(),
            blocks: blocks(diff.blocks),
            added: diff.added,
            removed: diff.removed,
            files: Vec::new(),
        }
    }
}

/// Two changes of the same text: `theirs` is the published one, `ours` the proposed one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ThreeWay)]
#[serde(rename_all = "camelCase")]
pub struct ThreeWayDto {
    /// Whether the changes conflict anywhere.
    pub clashes: bool,
    /// The change from the edit's base version to the document.
    pub theirs: Vec<BlockDto>,
    /// The change from the edit's base version to the edit.
    pub ours: Vec<BlockDto>,
    /// Both changes in one text. Null if they conflict or the comparison took too long.
    #[schema(required = true)]
    pub merged: Option<String>,
    /// Both changes in one text, with the edit's change where they conflict. To approve this text, send it as
    /// `content`. Null if the comparison took too long.
    #[schema(required = true)]
    pub resolved: Option<String>,
}

impl From<ThreeWay> for ThreeWayDto {
    fn from(ThreeWay { clashes, theirs, ours, merged, resolved }: ThreeWay) -> Self {
        Self { clashes, theirs: blocks(theirs), ours: blocks(ours), merged, resolved }
    }
}

/// The versions of a document, newest first
///
/// Includes the current version, and excludes versions above the caller's level. With full contents, the access is
/// recorded in the document's access log.
#[utoipa::path(operation_id = "listVersions", tag = "DocumentVersion",
    params(("id" = String, Path, description = "The document"), ViewQuery, PageQuery, AsQuery),
    responses(
        (status = 200, description = "The versions", body = Vec<VersionDto>, headers(
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<(Readable, Reads)>))]
#[get("/documents/{id}/versions")]
pub async fn list(history: Data<History>, pictures: Data<Pictures>, call: Guarded<Reader, (View, Paged)>) -> Answer {
    let (id, (view, Paged(requested))) = (call.request.id()?, call.input);
    listing::answer(&call.request, requested, async move |requested| {
        let page = history.list(&call.context, &call.caller.actor, id, view == View::Full, requested).await?;
        Ok((illustrated(&pictures, page.map(VersionDto::from)).await?, Total::unknown()))
    })
    .await
}

/// The versions to compare.
#[derive(Clone, Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// Id of the old version.
    #[serde(default)]
    from: String,
    /// Id of the new version.
    #[serde(default)]
    to: String,
}

/// Compare two versions of a document
///
/// Recorded in the document's access log.
#[utoipa::path(operation_id = "compareVersions", tag = "DocumentVersion",
    params(("id" = String, Path, description = "The document"), CompareQuery, AsQuery),
    responses((status = 200, description = "The differences", body = DiffDto), Fails<(Readable, Reads)>))]
#[get("/documents/{id}/versions/compare")]
pub async fn compare(
    history: Data<History>,
    pictures: Data<Pictures>,
    call: Guarded<Reader, Query<CompareQuery>>,
) -> Body<DiffDto> {
    let CompareQuery { from, to } = &call.input.0;
    let versions = [parse_id("from", from)?, parse_id("to", to)?];
    let diff = history.compare(&call.context, &call.caller.actor, call.request.id()?, versions).await?;
    Ok(web::Json(illustrated(&pictures, DiffDto::from(diff)).await?))
}

/// Revert a document to an earlier version, as its owner or an administrator
///
/// Creates a new version with the title, content, category and file of the earlier one. If the earlier version has a
/// higher level, the document gets that level. The previous version stays in the history.
#[utoipa::path(operation_id = "revertDocument", tag = "DocumentVersion",
    params(("id" = String, Path, description = "The document"),
        ("versionId" = String, Path, description = "The version")),
    responses(
        (status = 200, description = "The document after the revert", body = DocumentDto),
        Fails<(Readable, document::OwnerOnly, document::Stale, document::CurrentVersion, document::PortionMismatch,
            NeedsSession, TakesBody)>))]
#[post("/documents/{id}/revert/{versionId}")]
pub async fn revert(
    history: Data<History>,
    pictures: Data<Pictures>,
    call: Guarded<SignedIn, NoBody>,
) -> Body<DocumentDto> {
    let (id, version) = (call.request.id()?, call.request.id_in("versionId")?);
    let visible = history.revert(&call.context, &call.caller.actor, id, version).await?;
    Ok(web::Json(illustrated(&pictures, DocumentDto::from(visible)).await?))
}
