//! The built-in templates.

use super::{Origin, Template, TemplateText};
use crate::text::Category;
use facility_kernel::{Clearance, TemplateId};
use std::sync::LazyLock;
use uuid::{Uuid, uuid};

/// The data of a built-in template.
struct Form {
    /// A UUID of version 8, whose bits are free (RFC 9562), so it never equals a generated one.
    id: Uuid,
    name: &'static str,
    description: &'static str,
    category: Category,
    level: i64,
    content: &'static str,
}

const FORMS: [Form; 6] = [
    Form {
        id: uuid!("74656d70-6c61-8000-8000-000000000001"),
        name: "Entity Object Document",
        description: "An object or being in custody: what it is, what it does, how it is kept.",
        category: Category::Entity,
        level: 2,
        content: include_str!("entity_object_document.md"),
    },
    Form {
        id: uuid!("74656d70-6c61-8000-8000-000000000002"),
        name: "Incident Report",
        description: "Something that went wrong: what happened, in which order, and what follows from it.",
        category: Category::Incident,
        level: 3,
        content: include_str!("incident_report.md"),
    },
    Form {
        id: uuid!("74656d70-6c61-8000-8000-000000000003"),
        name: "Experiment Log",
        description: "A test with its question, its method, its observations and its end.",
        category: Category::Experiment,
        level: 3,
        content: include_str!("experiment_log.md"),
    },
    Form {
        id: uuid!("74656d70-6c61-8000-8000-000000000004"),
        name: "Personnel File",
        description: "A member of staff: post, duties, exposure, remarks. No real names.",
        category: Category::Personnel,
        level: 4,
        content: include_str!("personnel_file.md"),
    },
    Form {
        id: uuid!("74656d70-6c61-8000-8000-000000000005"),
        name: "Site Documentation",
        description: "A room, a wing or a whole site: access, equipment, hazards, upkeep.",
        category: Category::Site,
        level: 4,
        content: include_str!("site_documentation.md"),
    },
    Form {
        id: uuid!("74656d70-6c61-8000-8000-000000000006"),
        name: "Containment Protocol",
        description: "Standing orders for one entity: who does what, how often, and what to do when it fails.",
        category: Category::ContainmentProtocol,
        level: 3,
        content: include_str!("containment_protocol.md"),
    },
];

/// Returns the built-in templates in the order in which they are listed.
pub fn built_in() -> &'static [Template] {
    static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| FORMS.iter().map(template).collect());
    &TEMPLATES
}

fn template(form: &Form) -> Template {
    Template {
        id: TemplateId::from_uuid(form.id),
        text: TemplateText {
            name: form.name.to_owned(),
            description: form.description.to_owned(),
            category: form.category,
            content: form.content.to_owned(),
            required_clearance: Clearance::parse(form.level).unwrap_or(Clearance::MAX),
        },
        origin: Origin::BuiltIn,
    }
}
