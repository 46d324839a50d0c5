//! Templates: forms that a submission can start from.

pub mod built_in;

use crate::portions;
use crate::text::Category;
use crate::text::required;
use facility_kernel::{
    AdminActor, Clearance, FieldError, ParseError, ShortText, StoreError, TemplateId, Timestamp, UserId, prose,
};
use std::str::FromStr as _;

/// Maximum length of a template's name, in characters.
pub const MAX_TEMPLATE_NAME_CHARS: usize = 100;
/// Maximum length of a template's description, in characters.
pub const MAX_TEMPLATE_DESCRIPTION_CHARS: usize = 500;
/// Maximum length of a template's content, in characters. A template is a form and not a text: a list of all of them is
/// read at once.
pub const MAX_TEMPLATE_CONTENT_CHARS: usize = 20_000;
/// Maximum number of custom templates, retired ones included.
pub const MAX_TEMPLATES: u64 = 500;

/// What an administrator writes of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateText {
    /// One line of 1 to [`MAX_TEMPLATE_NAME_CHARS`] characters, without surrounding blanks.
    pub name: String,
    /// At most [`MAX_TEMPLATE_DESCRIPTION_CHARS`] characters; may be empty.
    pub description: String,
    /// The category of submissions that start from it.
    pub category: Category,
    /// Markdown of 1 to [`MAX_TEMPLATE_CONTENT_CHARS`] characters. Its portions have at most the required level.
    pub content: String,
    /// The level required to see it.
    pub required_clearance: Clearance,
}

/// The members of a template as they arrive, not checked yet.
#[derive(Clone, Copy, Debug)]
pub struct TemplateInput<'a> {
    /// The name.
    pub name: &'a str,
    /// The description.
    pub description: &'a str,
    /// The category's name.
    pub category: &'a str,
    /// The content.
    pub content: &'a str,
    /// The required level.
    pub required_clearance: i64,
}

impl TemplateText {
    /// Checks all members. Errors: every invalid field.
    pub fn parse(input: TemplateInput<'_>) -> Result<Self, Vec<FieldError>> {
        let name = required("name", "Name is required", input.name.trim())
            .and_then(|text| ShortText::<MAX_TEMPLATE_NAME_CHARS>::parse("name", text));
        let description = prose("description", input.description.trim(), MAX_TEMPLATE_DESCRIPTION_CHARS);
        let category = required("category", "Category is required", input.category).and_then(Category::from_str);
        let content = required("content", "Content is required", input.content)
            .and_then(|text| prose("content", text, MAX_TEMPLATE_CONTENT_CHARS));
        let level = Clearance::parse(input.required_clearance)
            .map_err(|error| ParseError::new("requiredClearanceLevel", error.to_string()));
        match (name, description, category, content, level) {
            (Ok(name), Ok(description), Ok(category), Ok(content), Ok(required_clearance)) => {
                // Everyone who starts from a template sends its whole text, so it has no portion that they cannot read.
                portions::check(&content)
                    .and_then(|()| portions::check_readable(&content, required_clearance))
                    .map_err(|fault| vec![fault.into()])?;
                Ok(Self { name: name.into_string(), description, category, content, required_clearance })
            }
            (name, description, category, content, level) => {
                let errors = [name.err(), description.err(), category.err(), content.err(), level.err()];
                Err(errors.into_iter().flatten().map(FieldError::from).collect())
            }
        }
    }
}

/// Where a template comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is part of the product and cannot be changed.
    BuiltIn,
    /// An administrator created it.
    Custom {
        /// The administrator.
        created_by: UserId,
        /// When it was created.
        created_at: Timestamp,
        /// When it last changed. Each change advances it.
        updated_at: Timestamp,
        /// Whether it is offered; a retired template is kept for administrators.
        is_active: bool,
    },
}

/// A template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Its id.
    pub id: TemplateId,
    /// What it says.
    pub text: TemplateText,
    /// Where it comes from.
    pub origin: Origin,
}

impl Template {
    /// Whether it is offered to those with its level.
    pub const fn is_active(&self) -> bool {
        match self.origin {
            Origin::BuiltIn => true,
            Origin::Custom { is_active, .. } => is_active,
        }
    }
}

/// A change of the stored templates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemplateChange {
    /// A new custom template.
    Create(Template),
    /// A changed custom template.
    Update {
        /// The template after the change.
        after: Template,
        /// Its `updated_at` before the change.
        before: Timestamp,
    },
}

/// What an administrator changes of a template. `None` stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TemplateEdit {
    /// The name.
    pub name: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The category's name.
    pub category: Option<String>,
    /// The content.
    pub content: Option<String>,
    /// The required level.
    pub required_clearance: Option<i64>,
    /// Whether it is offered.
    pub is_active: Option<bool>,
    /// The `updated_at` of the template that the administrator saw.
    pub seen: Option<Timestamp>,
}

impl TemplateEdit {
    /// Returns the template after this edit by `actor` at `now`, with its `updated_at` before. `None` if the edit
    /// changes nothing.
    ///
    /// Errors: `built_in_template`, `insufficient_clearance` if the level before or after is above the administrator's,
    /// `stale` if the template changed since the administrator saw it, `validation_failed`.
    pub fn apply(
        self,
        actor: &AdminActor,
        template: &Template,
        now: Timestamp,
    ) -> Result<Option<(Template, Timestamp)>, TemplateError> {
        let Origin::Custom { created_by, created_at, updated_at, is_active } = template.origin else {
            return Err(TemplateError::BuiltIn);
        };
        may_set(actor, template.text.required_clearance)?;
        if self.seen.is_some_and(|seen| millis(seen) != millis(updated_at)) {
            return Err(TemplateError::Stale);
        }
        let before = &template.text;
        let parsed = TemplateText::parse(TemplateInput {
            // What is not sent stays as it is, whatever today's rules say of it.
            name: self.name.as_deref().unwrap_or("kept"),
            description: self.description.as_deref().unwrap_or_default(),
            category: self.category.as_deref().unwrap_or(before.category.as_str()),
            content: self.content.as_deref().unwrap_or(&before.content),
            required_clearance: self.required_clearance.unwrap_or_else(|| i64::from(before.required_clearance.level())),
        })
        .map_err(TemplateError::Invalid)?;
        let text = TemplateText {
            name: if self.name.is_some() { parsed.name } else { before.name.clone() },
            description: if self.description.is_some() { parsed.description } else { before.description.clone() },
            ..parsed
        };
        may_set(actor, text.required_clearance)?;
        let active_after = self.is_active.unwrap_or(is_active);
        if text == *before && active_after == is_active {
            return Ok(None);
        }
        let origin = Origin::Custom {
            created_by,
            created_at,
            // Advances even if the clock does not, so that it tells every change.
            updated_at: now.max(Timestamp::from_micros(updated_at.as_micros().saturating_add(1000))),
            is_active: active_after,
        };
        Ok(Some((Template { id: template.id, text, origin }, updated_at)))
    }
}

/// The API shows times in milliseconds.
fn millis(time: Timestamp) -> i64 {
    time.as_micros().div_euclid(1000)
}

/// Nobody assigns a level above their own, or changes what they may not see.
pub(crate) fn may_set(actor: &AdminActor, required: Clearance) -> Result<(), TemplateError> {
    if actor.is_cleared_for(required) { Ok(()) } else { Err(TemplateError::InsufficientClearance { required }) }
}

facility_kernel::errors! {
    /// Why an operation on templates failed. Each message can be shown to the caller.
    pub enum TemplateError: Invalid, Store {
        /// The template does not exist.
        #[error("Template not found")]
        NotFound => NotFound, "not_found";
        /// The template is part of the product.
        #[error("Built-in templates cannot be changed")]
        BuiltIn => Forbidden, "built_in_template";
        /// The level is above the caller's.
        #[error("You cannot use level {required}: it is above your own clearance level")]
        InsufficientClearance {
            /// The level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// Only administrators see retired templates.
        #[error("Only administrators can see retired templates")]
        AdminOnly => Forbidden, "admin_only";
        /// Somebody else has changed the template in the meantime.
        #[error("Someone else has changed this template. Reload and try again")]
        Stale => Conflict, "stale";
        /// There are already 500 templates.
        #[error("There are already {MAX_TEMPLATES} templates. Change one that is no longer used")]
        TooMany => Conflict, "too_many_templates";
    }
}

impl From<StoreError> for TemplateError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => Self::Stale,
            other => Self::Store(other),
        }
    }
}

/// Examples for tests.
#[cfg(any(test, feature = "testing"))]
pub mod testing {
    use super::{Origin, Template, TemplateInput, TemplateText};
    use crate::text::Category;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_kernel::{Clearance, TemplateId, UserId};

    /// Valid members.
    pub const fn input() -> TemplateInput<'static> {
        TemplateInput {
            name: "Patrol report",
            description: "Rounds of a wing.",
            category: "SITE",
            content: "## Rounds",
            required_clearance: 1,
        }
    }

    /// The `n`th template, which requires this level.
    pub fn template(n: u64, level: i64) -> Template {
        Template {
            id: TemplateId::from_uuid(numbered(n)),
            text: TemplateText {
                name: format!("Patrol report {n}"),
                description: "Rounds of a wing.".to_owned(),
                category: Category::Site,
                content: "## Rounds".to_owned(),
                required_clearance: Clearance::parse(level).unwrap_or(Clearance::MAX),
            },
            origin: Origin::Custom {
                created_by: UserId::Account(numbered(1)),
                created_at: TEST_NOW,
                updated_at: TEST_NOW,
                is_active: true,
            },
        }
    }
}

#[cfg(test)]
#[path = "templates_tests.rs"]
mod tests;
