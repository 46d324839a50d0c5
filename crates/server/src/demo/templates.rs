//! The custom templates of the demo.

use super::Outcome;
use facility_documents::services::templates::Templates;
use facility_documents::templates::TemplateInput;
use facility_kernel::{AdminActor, RequestContext};

/// All custom templates, oldest first.
const TEMPLATES: [TemplateInput<'static>; 3] = [
    TemplateInput {
        name: "Canteen Notice",
        description: "For the hatch. Mrs. Tilling reads it before it is sent.",
        category: "OTHER",
        content: "To anyone who [has done it].\n\n[What is missing, or what there is too much of.] Mrs. Tilling does not accuse \
            anybody.\n\n- [What to do]\n- [What not to do *yet*]\n\nThe hatch will close at [hour].",
        required_clearance: 1,
    },
    TemplateInput {
        name: "Watch Report, Ferry Hall",
        description: "One for each watch, also if nothing happened. Give the time by the wristwatch.",
        category: "INCIDENT",
        content: "**Watch:** [first to fourth]\n\n**At the arch:** [two names]\n\n**At the door:** [two names]\n\n## What was \
            heard\n\n| Time | What | Answered |\n|---|---|---|\n| | | no |\n\n## Boot sand\n\n[Grams, each boot]\n\n:::level 3\nWhat \
            was said, word for word, and by whom.\n:::",
        required_clearance: 3,
    },
    TemplateInput {
        name: "Minute for the Drawer",
        description: "One page. It is read by the Director only, and by whatever reads it there.",
        category: "RESEARCH",
        content: "For the Director alone.\n\n[The matter, in one paragraph.]\n\n[What it may mean, in another.]\n\n[What you \
            would rather it did not mean.]",
        required_clearance: 5,
    },
];

/// Creates the templates on behalf of this administrator. Errors: those of the service.
pub async fn build(templates: &Templates, context: &RequestContext, first: &AdminActor) -> Outcome<()> {
    for template in TEMPLATES {
        templates.create(context, first, template).await?;
    }
    Ok(())
}
