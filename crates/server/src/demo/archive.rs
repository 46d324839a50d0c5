//! The archive of the demo: its sections and their documents.

use super::Outcome;
use super::dated::DatedLore;
use super::lore::Filing;
use crate::foundation::Foundation;
use facility_archive::section::{SectionInput, SectionType};
use facility_archive::services::placements::Placements;
use facility_archive::services::sections::Sections;
use facility_kernel::{Actor, AdminActor, DocumentId, RequestContext, SectionId, Timestamp};
use std::collections::BTreeMap;
use std::time::Duration;

/// Time between the publication of a document and its archiving.
const ARCHIVED_AFTER: Duration = Duration::from_hours(24 * 60);
/// Age of the oldest pending request.
const REQUESTED_BEFORE: Duration = Duration::from_hours(52);
/// Time between two pending requests.
const BETWEEN_REQUESTS: Duration = Duration::from_hours(31);

/// A section of the demo.
pub struct DemoSection {
    /// The name by which the lore refers to it.
    pub name: &'static str,
    description: &'static str,
    section_type: SectionType,
    /// The name of the parent section, which precedes it in the list.
    parent: Option<&'static str>,
    /// An entry of its additional information.
    fact: Option<(&'static str, &'static str)>,
}

/// The sections, parents first.
pub const SECTIONS: [DemoSection; 6] = [
    DemoSection {
        name: "The Milk Bell Years",
        description: "Bells, spoons and cats, from the first winter of the kitchen.",
        section_type: SectionType::StoryArc,
        parent: None,
        fact: None,
    },
    DemoSection {
        name: "The Lamp at Skerrow",
        description: "The lighthouse, its keeper, and what the beam shows to those below it.",
        section_type: SectionType::StoryArc,
        parent: None,
        fact: Some(("Keeper", "on leave")),
    },
    DemoSection {
        name: "Nights without the lamp",
        description: "What was seen while nobody kept the light.",
        section_type: SectionType::StoryArc,
        parent: Some("The Lamp at Skerrow"),
        fact: None,
    },
    DemoSection {
        name: "First year at Tarn Hollow",
        description: "Day to day, before the galleries were numbered.",
        section_type: SectionType::Timeline,
        parent: None,
        fact: None,
    },
    DemoSection {
        name: "Objects that ring",
        description: "Bells, glasses, one spoon.",
        section_type: SectionType::Category,
        parent: None,
        fact: None,
    },
    DemoSection {
        name: "Superseded orders",
        description: "",
        section_type: SectionType::General,
        parent: None,
        fact: None,
    },
];

/// Creates the sections on behalf of this administrator. Returns their ids by name.
pub async fn build(
    sections: &Sections,
    context: &RequestContext,
    first: &AdminActor,
) -> Outcome<BTreeMap<&'static str, SectionId>> {
    let mut made = BTreeMap::new();
    for DemoSection { name, description, section_type, parent, fact } in &SECTIONS {
        let above = parent.and_then(|parent| made.get(parent)).map(SectionId::to_string);
        let input = SectionInput {
            name,
            description,
            section_type: section_type.as_str(),
            parent: above.as_deref(),
            display_order: 0,
            metadata: fact.iter().map(|(term, value)| ((*term).to_owned(), (*value).to_owned())).collect(),
        };
        let section = sections.create(context, first, input).await?;
        made.insert(*name, section.record.section.id);
    }
    Ok(made)
}

/// Archives published documents, or requests to archive them, in the order of their dates.
pub struct Filer<'a> {
    /// Archives documents.
    pub placements: &'a Placements,
    /// The ids of the sections by name.
    pub sections: BTreeMap<&'static str, SectionId>,
    /// The time of the demo's start.
    pub now: Timestamp,
    /// The number of requests so far.
    pub requests: u32,
}

impl Filer<'_> {
    /// Archives a document or requests to archive it, if the lore says so.
    pub async fn file(
        &mut self,
        base: &Foundation,
        dated: &DatedLore<'_>,
        (author, first): (&Actor, &AdminActor),
        document: DocumentId,
    ) -> Outcome<()> {
        let Some(filing) = &dated.lore.filing else { return Ok(()) };
        let (Filing::Archived(section) | Filing::Requested(section)) = filing;
        let section = *self.sections.get(section.as_str()).ok_or_else(|| format!("no section {section}"))?;
        let (at, actor) = match filing {
            Filing::Archived(_) => (dated.decided_at().plus(ARCHIVED_AFTER), &**first),
            Filing::Requested(_) => {
                let since = REQUESTED_BEFORE.saturating_sub(BETWEEN_REQUESTS * self.requests);
                self.requests += 1;
                (self.now.minus(since), author)
            }
        };
        let context = RequestContext { now: at.min(self.now), ..base.context() };
        self.placements.archive(&context, actor, document, section).await?;
        Ok(())
    }
}
