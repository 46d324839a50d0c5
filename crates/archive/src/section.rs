//! Sections of the archive.

use crate::error::ArchiveError;
use facility_kernel::{FieldError, ParseError, SectionId, ShortText, Timestamp, UserId, check_line, draws, prose};
use std::collections::BTreeMap;

/// Maximum length of a section's name, in characters.
pub const MAX_SECTION_NAME_CHARS: usize = 100;
/// Maximum length of a section's description, in characters.
pub const MAX_SECTION_DESCRIPTION_CHARS: usize = 1000;
/// Highest place of a section among its neighbors.
pub const MAX_DISPLAY_ORDER: i32 = 9999;
/// Maximum number of members of a section's metadata.
pub const MAX_METADATA: usize = 20;
/// Maximum length of a member's name in a section's metadata, in characters.
pub const MAX_METADATA_NAME_CHARS: usize = 40;
/// Maximum length of a member's value in a section's metadata, in characters.
pub const MAX_METADATA_VALUE_CHARS: usize = 200;

facility_kernel::named! {
    /// What a section collects.
    pub enum SectionType {
        /// Documents of one story.
        StoryArc => "story_arc",
        /// Documents of a span of time.
        Timeline => "timeline",
        /// Documents of one kind.
        Category => "category",
        /// Anything.
        General => "general",
    }
}

impl std::str::FromStr for SectionType {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text).ok_or_else(|| {
            ParseError::new("sectionType", "Type must be story_arc, timeline, category or general".to_owned())
        })
    }
}

/// What administrators write of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionText {
    /// One line of 1 to [`MAX_SECTION_NAME_CHARS`] characters, without surrounding blanks. No other section has it, in
    /// upper or lower case.
    pub name: String,
    /// At most [`MAX_SECTION_DESCRIPTION_CHARS`] characters; may be empty.
    pub description: String,
    /// What it collects.
    pub section_type: SectionType,
    /// The section that it is a part of.
    pub parent: Option<SectionId>,
    /// Its place among its neighbors, from 0 to [`MAX_DISPLAY_ORDER`]. Neighbors with the same place follow their
    /// names.
    pub display_order: i32,
    /// Further facts by name, at most [`MAX_METADATA`].
    pub metadata: BTreeMap<String, String>,
}

/// The members of a section as they arrive, not checked yet.
#[derive(Clone, Debug, Default)]
pub struct SectionInput<'a> {
    /// The name.
    pub name: &'a str,
    /// The description.
    pub description: &'a str,
    /// The name of the type.
    pub section_type: &'a str,
    /// Id of the parent.
    pub parent: Option<&'a str>,
    /// The place among its neighbors.
    pub display_order: i64,
    /// Further facts by name.
    pub metadata: BTreeMap<String, String>,
}

impl SectionText {
    /// Checks all members; of the parent, only the form of its id. Errors: every invalid field.
    pub fn parse(input: SectionInput<'_>) -> Result<Self, Vec<FieldError>> {
        let name = match input.name.trim() {
            name if draws(name) => ShortText::<MAX_SECTION_NAME_CHARS>::parse("name", name),
            _ => Err(ParseError::new("name", "Name is required".to_owned())),
        };
        let description = prose("description", input.description.trim(), MAX_SECTION_DESCRIPTION_CHARS);
        let section_type = input.section_type.parse::<SectionType>();
        let parent = input.parent.map(str::parse::<SectionId>).transpose();
        let parent = parent.map_err(|_refused| ParseError::new("parentSection", "Invalid section id".to_owned()));
        let display_order = order(input.display_order);
        let metadata = checked(input.metadata);
        match (name, description, section_type, parent, display_order, metadata) {
            (Ok(name), Ok(description), Ok(section_type), Ok(parent), Ok(display_order), Ok(metadata)) => {
                Ok(Self { name: name.into_string(), description, section_type, parent, display_order, metadata })
            }
            (name, description, section_type, parent, display_order, metadata) => {
                let errors = [
                    name.err(),
                    description.err(),
                    section_type.err(),
                    parent.err(),
                    display_order.err(),
                    metadata.err(),
                ];
                Err(errors.into_iter().flatten().map(FieldError::from).collect())
            }
        }
    }
}

fn order(place: i64) -> Result<i32, ParseError> {
    i32::try_from(place).ok().filter(|place| (0..=MAX_DISPLAY_ORDER).contains(place)).ok_or_else(|| {
        let message = format!("Display order must be between 0 and {MAX_DISPLAY_ORDER}");
        ParseError::new("displayOrder", message)
    })
}

fn checked(metadata: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, ParseError> {
    if metadata.len() > MAX_METADATA {
        let message = format!("Metadata must have at most {MAX_METADATA} members");
        return Err(ParseError::new("metadata", message));
    }
    for (name, value) in &metadata {
        if name.trim().is_empty() {
            return Err(ParseError::new("metadata", "Metadata must not have blank names".to_owned()));
        }
        check_line("metadata", name, MAX_METADATA_NAME_CHARS)?;
        check_line("metadata", value, MAX_METADATA_VALUE_CHARS)?;
    }
    Ok(metadata)
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its id.
    pub id: SectionId,
    /// What administrators write of it.
    pub text: SectionText,
    /// Whether it takes documents and is listed for everybody. Documents in an inactive section stay in the archive.
    pub is_active: bool,
    /// The administrator who created it.
    pub created_by: UserId,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it last changed. Each change advances it.
    pub updated_at: Timestamp,
}

/// A section with the name of its creator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionRecord {
    /// The section.
    pub section: Section,
    /// Name of the account that created it, also of a deleted one.
    pub created_by_username: String,
}

/// A change of the sections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SectionChange {
    /// A new section.
    Create(Section),
    /// A changed section.
    Update {
        /// The section after the change.
        after: Section,
        /// Its `updated_at` before the change.
        before: Timestamp,
    },
}

impl SectionChange {
    /// Returns the section after the change.
    pub const fn after(&self) -> &Section {
        match self {
            Self::Create(section) | Self::Update { after: section, .. } => section,
        }
    }
}

/// What an administrator changes of a section. `None` stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SectionEdit {
    /// The name.
    pub name: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The name of the type.
    pub section_type: Option<String>,
    /// Id of the parent, or none.
    pub parent: Option<Option<String>>,
    /// The place among its neighbors.
    pub display_order: Option<i64>,
    /// Further facts by name, in place of the present ones.
    pub metadata: Option<BTreeMap<String, String>>,
    /// Whether it takes documents and is listed for everybody.
    pub is_active: Option<bool>,
    /// The `updated_at` of the section that the administrator saw.
    pub seen: Option<Timestamp>,
}

impl SectionEdit {
    /// Returns the section after this edit at `now`, with its `updated_at` before. `None` if the edit changes nothing.
    ///
    /// Errors: `stale` if the section changed since the administrator saw it, `validation_failed`.
    pub fn apply(self, section: &Section, now: Timestamp) -> Result<Option<(Section, Timestamp)>, ArchiveError> {
        let before = section.updated_at;
        let millis = |at: Timestamp| at.as_micros().div_euclid(1000);
        if self.seen.is_some_and(|seen| millis(seen) != millis(before)) {
            return Err(ArchiveError::Stale);
        }
        let text = &section.text;
        let present = text.parent.map(|parent| parent.to_string());
        let parent = self.parent.unwrap_or(present);
        let parsed = SectionText::parse(SectionInput {
            // What is not sent stays as it is, whatever today's rules say of it.
            name: self.name.as_deref().unwrap_or("kept"),
            description: self.description.as_deref().unwrap_or_default(),
            section_type: self.section_type.as_deref().unwrap_or(text.section_type.as_str()),
            parent: parent.as_deref(),
            display_order: self.display_order.unwrap_or_else(|| text.display_order.into()),
            metadata: self.metadata.unwrap_or_else(|| text.metadata.clone()),
        })
        .map_err(ArchiveError::Invalid)?;
        let text = SectionText {
            name: if self.name.is_some() { parsed.name } else { text.name.clone() },
            description: if self.description.is_some() { parsed.description } else { text.description.clone() },
            ..parsed
        };
        let is_active = self.is_active.unwrap_or(section.is_active);
        if text == section.text && is_active == section.is_active {
            return Ok(None);
        }
        // Two edits within a millisecond differ on the wire as well.
        let next = Timestamp::from_micros(before.as_micros().saturating_add(1000));
        let after = Section { text, is_active, updated_at: now.max(next), ..section.clone() };
        Ok(Some((after, before)))
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sections for tests.

    use super::{BTreeMap, Section, SectionId, SectionRecord, SectionText, SectionType, UserId};
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th section: active, of type `general`, without a parent, created by the account 1.
    pub fn section(n: u64) -> Section {
        Section {
            id: SectionId::from_uuid(numbered(n)),
            text: SectionText {
                name: format!("Section {n}"),
                description: String::new(),
                section_type: SectionType::General,
                parent: None,
                display_order: 0,
                metadata: BTreeMap::new(),
            },
            is_active: true,
            created_by: UserId::Account(numbered(1)),
            created_at: TEST_NOW,
            updated_at: TEST_NOW,
        }
    }

    /// Returns the `n`th section with the name of its creator.
    pub fn record(n: u64) -> SectionRecord {
        SectionRecord { section: section(n), created_by_username: "author".to_owned() }
    }
}

#[cfg(test)]
#[path = "section_tests.rs"]
mod tests;
