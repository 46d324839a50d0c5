//! Sections of the archive.

use crate::error::ArchiveError;
use facility_kernel::{
    FieldError, ParseError, SectionId, ShortText, Timestamp, UserId, check_line, has_visible_character, prose,
};
use std::collections::BTreeMap;

pub const MAX_SECTION_NAME_CHARS: usize = 100;
pub const MAX_SECTION_DESCRIPTION_CHARS: usize = 1000;
/// Maximum value of a section's display order.
pub const MAX_DISPLAY_ORDER: i32 = 9999;
/// Maximum number of members in a section's metadata.
pub const MAX_METADATA: usize = 20;
pub const MAX_METADATA_NAME_CHARS: usize = 40;
pub const MAX_METADATA_VALUE_CHARS: usize = 200;

facility_kernel::named! {
    /// What a section collects.
    pub enum SectionType {
        /// Documents that tell one story.
        StoryArc => "story_arc",
        /// Documents from a period of time.
        Timeline => "timeline",
        /// Documents of one kind.
        Category => "category",
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

/// The content of a section, as written by administrators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionText {
    /// One line of 1 to [`MAX_SECTION_NAME_CHARS`] characters, without surrounding blanks. Unique, ignoring case.
    pub name: String,
    /// At most [`MAX_SECTION_DESCRIPTION_CHARS`] characters. May be empty.
    pub description: String,
    pub section_type: SectionType,
    /// The section that contains it.
    pub parent: Option<SectionId>,
    /// Its position among its siblings, from 0 to [`MAX_DISPLAY_ORDER`]. Siblings with the same value are ordered by
    /// name.
    pub display_order: i32,
    /// Additional facts by name, at most [`MAX_METADATA`].
    pub metadata: BTreeMap<String, String>,
}

/// The members of a section before validation.
#[derive(Clone, Debug, Default)]
pub struct SectionInput<'a> {
    pub name: &'a str,
    pub description: &'a str,
    /// The name of the type.
    pub section_type: &'a str,
    pub parent: Option<&'a str>,
    /// The position among its siblings.
    pub display_order: i64,
    /// Additional facts by name.
    pub metadata: BTreeMap<String, String>,
}

impl SectionText {
    /// Validates all members, but not whether the parent exists. Errors: every invalid field.
    pub fn parse(input: SectionInput<'_>) -> Result<Self, Vec<FieldError>> {
        let name = match input.name.trim() {
            name if has_visible_character(name) => ShortText::<MAX_SECTION_NAME_CHARS>::parse("name", name),
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub id: SectionId,
    /// Its content.
    pub text: SectionText,
    /// Whether it accepts documents and is listed for everyone. Documents in an inactive section stay in the archive.
    pub is_active: bool,
    pub created_by: UserId,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it last changed. Each change advances it.
    pub updated_at: Timestamp,
}

/// A section with its creator's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionRecord {
    pub section: Section,
    /// The creator's username, even if the account was deleted.
    pub created_by_username: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SectionChange {
    Create(Section),
    /// A changed section.
    Update {
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

/// An administrator's edit of a section. Members that are `None` remain unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SectionEdit {
    pub name: Option<String>,
    pub description: Option<String>,
    pub section_type: Option<String>,
    /// The id of the parent. `Some(None)` removes it.
    pub parent: Option<Option<String>>,
    /// The position among its siblings.
    pub display_order: Option<i64>,
    /// Additional facts by name, which replace the current ones.
    pub metadata: Option<BTreeMap<String, String>>,
    /// Whether it accepts documents and is listed for everyone.
    pub is_active: Option<bool>,
    /// The `updated_at` of the section that the administrator saw.
    pub seen: Option<Timestamp>,
}

impl SectionEdit {
    /// Applies this edit at `now`. Returns the section and its previous `updated_at`. `None` if the edit changes
    /// nothing.
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
            // Members that are not sent remain unchanged, even if they violate today's rules.
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
        // Two edits within a millisecond must differ in the API too.
        let next = Timestamp::from_micros(before.as_micros().saturating_add(1000));
        let after = Section { text, is_active, updated_at: now.max(next), ..section.clone() };
        Ok(Some((after, before)))
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sample sections for tests.

    use super::{BTreeMap, Section, SectionId, SectionRecord, SectionText, SectionType, UserId};
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th section: active, of type `general`, without a parent, created by account 1.
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

    /// Returns the `n`th section with its creator's name.
    pub fn record(n: u64) -> SectionRecord {
        SectionRecord { section: section(n), created_by_username: "author".to_owned() }
    }
}

#[cfg(test)]
#[path = "section_tests.rs"]
mod tests;
