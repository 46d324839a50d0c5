//! Comparisons of texts in the API.

use crate::dto::document::CategoryDto;
use facility_documents::edits::compare::{Block, Diff, Segment, SegmentKind, ThreeWay};
use serde::Serialize;
use utoipa::ToSchema;

/// Where a piece of text occurs.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SegmentKind)]
#[serde(rename_all = "lowercase")]
pub enum SegmentKindDto {
    /// In both texts.
    Same,
    /// Only in the old one.
    Removed,
    /// Only in the new one.
    Added,
}

/// A piece of text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DiffSegment)]
pub struct SegmentDto {
    /// Where it occurs.
    pub kind: SegmentKindDto,
    /// The text; it is not empty.
    pub text: String,
}

impl From<Segment> for SegmentDto {
    fn from(Segment { kind, text }: Segment) -> Self {
        let kind = match kind {
            SegmentKind::Same => SegmentKindDto::Same,
            SegmentKind::Removed => SegmentKindDto::Removed,
            SegmentKind::Added => SegmentKindDto::Added,
        };
        Self { kind, text }
    }
}

/// A run of lines.
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
        /// Whether two changes of the same text clash here.
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

/// How two texts differ.
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
        }
    }
}

/// Two changes of the same text: theirs, which is on file, and ours, which is proposed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ThreeWay)]
#[serde(rename_all = "camelCase")]
pub struct ThreeWayDto {
    /// Whether any of them touch one another.
    pub clashes: bool,
    /// From the version that the edit was made from to the document.
    pub theirs: Vec<BlockDto>,
    /// From the version that the edit was made from to the edit.
    pub ours: Vec<BlockDto>,
    /// Both changes in one text. Null if they clash or the comparison took too long.
    #[schema(required = true)]
    pub merged: Option<String>,
    /// Both changes in one text; where they clash, that of the edit. To approve it, send it as `content`. Null if the
    /// comparison took too long.
    #[schema(required = true)]
    pub resolved: Option<String>,
}

impl From<ThreeWay> for ThreeWayDto {
    fn from(ThreeWay { clashes, theirs, ours, merged, resolved }: ThreeWay) -> Self {
        Self { clashes, theirs: blocks(theirs), ours: blocks(ours), merged, resolved }
    }
}
