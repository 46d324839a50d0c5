//! The archive in the API.

use crate::dto::document::{AdminDocumentDto, DocumentDto};
use facility_archive::requests::{EXCERPT_CHARS, RequestItem};
use facility_archive::section::{SectionRecord, SectionType};
use facility_archive::services::sections::SectionView;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What a section collects.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SectionType)]
#[serde(rename_all = "snake_case")]
pub enum SectionTypeDto {
    /// Documents of one story.
    StoryArc,
    /// Documents of a span of time.
    Timeline,
    /// Documents of one kind.
    Category,
    /// Anything.
    General,
}

impl From<SectionType> for SectionTypeDto {
    fn from(kind: SectionType) -> Self {
        match kind {
            SectionType::StoryArc => Self::StoryArc,
            SectionType::Timeline => Self::Timeline,
            SectionType::Category => Self::Category,
            SectionType::General => Self::General,
        }
    }
}

/// Further facts about a section by name: up to 20, names of up to 40 characters, values of up to 200.
#[derive(Clone, Debug, Serialize, serde::Deserialize, ToSchema)]
#[schema(as = SectionMetadata)]
pub struct SectionMetadataDto(pub BTreeMap<String, String>);

/// A section of the archive.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ArchiveSection)]
#[serde(rename_all = "camelCase")]
pub struct SectionDto {
    /// A UUID.
    pub id: String,
    /// One line of up to 100 characters. No other section has it, in upper or lower case.
    pub name: String,
    /// Up to 1,000 characters; may be empty.
    pub description: String,
    /// What it collects.
    pub section_type: SectionTypeDto,
    /// Id of the section that it is a part of. Sections nest up to five levels.
    #[schema(required = true)]
    pub parent_section: Option<String>,
    /// Its place among its neighbors, 0 to 9999. Neighbors with the same place follow their names.
    pub display_order: i32,
    /// Whether it takes documents and is listed for everybody.
    pub is_active: bool,
    /// Further facts by name. Null without any.
    #[schema(required = true)]
    pub metadata: Option<SectionMetadataDto>,
    /// Id of the administrator who created it.
    pub created_by: String,
    /// Name of that account.
    pub created_by_username: String,
    /// When it was created.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
    /// Number of documents in it that the caller may see.
    pub document_count: u64,
}

impl From<SectionView> for SectionDto {
    fn from(view: SectionView) -> Self {
        let SectionView { record: SectionRecord { section, created_by_username }, documents } = view;
        let text = section.text;
        Self {
            id: section.id.to_string(),
            name: text.name,
            description: text.description,
            section_type: text.section_type.into(),
            parent_section: text.parent.map(|parent| parent.to_string()),
            display_order: text.display_order,
            is_active: section.is_active,
            metadata: (!text.metadata.is_empty()).then_some(SectionMetadataDto(text.metadata)),
            created_by: section.created_by.to_string(),
            created_by_username,
            created_at: section.created_at.to_string(),
            updated_at: section.updated_at.to_string(),
            document_count: documents,
        }
    }
}

/// A document with a pending request to archive it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ArchiveRequest)]
#[serde(rename_all = "camelCase")]
pub struct ArchiveRequestDto {
    /// The document. Its `content` is null in a summary and if it is withheld.
    #[serde(flatten)]
    pub document: AdminDocumentDto,
    /// The start of the content as plain text on one line: at most 300 characters (code points), cut at a word, with `…`
    /// for omitted text. Null if the content is withheld.
    #[schema(required = true)]
    pub excerpt: Option<String>,
    /// Name of the account that requested it.
    pub archive_requested_by_username: String,
    /// Name of the requested section. Null if it does not exist.
    #[schema(required = true)]
    pub section_name: Option<String>,
    /// Whether another administrator must decide: the caller made the request. False for the only administrator.
    pub awaits_another_approver: bool,
}

impl ArchiveRequestDto {
    /// Converts the request, with the content.
    pub fn whole(item: RequestItem) -> Self {
        let excerpt = item.document.text().and_then(|text| text.content.as_deref());
        Self {
            excerpt: excerpt.map(|content| facility_documents::plain::excerpt(content, EXCERPT_CHARS)),
            document: item.document.into(),
            archive_requested_by_username: item.requested_by_username,
            section_name: item.section_name,
            awaits_another_approver: item.awaits_another,
        }
    }

    /// Converts the request, without the content.
    pub fn summary(item: RequestItem) -> Self {
        let mut summary = Self::whole(item);
        let DocumentDto { content, .. } = &mut summary.document.document;
        *content = None;
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_names_of_the_domain() {
        for kind in SectionType::ALL {
            assert_eq!(serde_json::to_value(SectionTypeDto::from(kind)).unwrap(), kind.as_str());
        }
    }
}
