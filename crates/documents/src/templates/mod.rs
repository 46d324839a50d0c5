//! Templates: forms with which a submission can start.

pub mod built_in;

use crate::portions;
use crate::text::Category;
use crate::text::required;
use facility_kernel::{
    AdminActor, Clearance, FieldError, ParseError, ShortText, StoreError, TemplateId, Timestamp, UserId, prose,
};
use std::str::FromStr as _;

pub const MAX_TEMPLATE_NAME_CHARS: usize = 100;
pub const MAX_TEMPLATE_DESCRIPTION_CHARS: usize = 500;
/// Maximum length of a template's content in characters. It is shorter than that of a document, because a list of all
/// templates is read at once.
pub const MAX_TEMPLATE_CONTENT_CHARS: usize = 20_000;
/// Maximum number of custom templates, including retired ones.
pub const MAX_TEMPLATES: u64 = 500;

/// The content of a template, as written by an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateText {
    /// One line of 1 to [`MAX_TEMPLATE_NAME_CHARS`] characters, without surrounding blanks.
    pub name: String,
    /// At most [`MAX_TEMPLATE_DESCRIPTION_CHARS`] characters. May be empty.
    pub description: String,
    /// The category of submissions created from it.
    pub category: Category,
    /// Markdown of 1 to [`MAX_TEMPLATE_CONTENT_CHARS`] characters. Its portions have at most the required level.
    pub content: String,
    /// The level required to see it.
    pub required_clearance: Clearance,
}

/// The members of a template before validation.
#[derive(Clone, Copy, Debug)]
pub struct TemplateInput<'a> {
    pub name: &'a str,
    pub description: &'a str,
    pub category: &'a str,
    pub content: &'a str,
    pub required_clearance: i64,
}

impl TemplateText {
    /// Validates all members. Errors: every invalid field.
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
                // Everyone who starts from a template submits its whole text, so it must not contain portions that they
                // cannot read.
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

/// The origin of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is part of the product and cannot be changed.
    BuiltIn,
    /// It was created by an administrator.
    Custom {
        created_by: UserId,
        created_at: Timestamp,
        /// When it last changed. Each change advances it.
        updated_at: Timestamp,
        /// Whether it is offered. Retired templates remain visible to administrators.
        is_active: bool,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    pub id: TemplateId,
    /// Its content.
    pub text: TemplateText,
    pub origin: Origin,
}

impl Template {
    /// Whether it is offered to users with its level.
    pub const fn is_active(&self) -> bool {
        match self.origin {
            Origin::BuiltIn => true,
            Origin::Custom { is_active, .. } => is_active,
        }
    }
}

/// A change to a stored template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemplateChange {
    Create(Template),
    /// A changed custom template.
    Update {
        after: Template,
        /// Its `updated_at` before the change.
        before: Timestamp,
    },
}

/// An administrator's edit of a template. Members that are `None` remain unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TemplateEdit {
    pub name: Option<String>,
    pub description: Option<String>,
    pub category: Option<String>,
    pub content: Option<String>,
    pub required_clearance: Option<i64>,
    /// Whether it is offered.
    pub is_active: Option<bool>,
    /// The `updated_at` of the template that the administrator saw.
    pub seen: Option<Timestamp>,
}

impl TemplateEdit {
    /// Applies this edit by `actor` at `now`. Returns the template and its previous `updated_at`. `None` if the edit
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
            // Members that are not sent remain unchanged, even if they violate today's rules.
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
            // The timestamp advances even if the clock does not, so that every change can be detected.
            updated_at: now.max(Timestamp::from_micros(updated_at.as_micros().saturating_add(1000))),
            is_active: active_after,
        };
        Ok(Some((Template { id: template.id, text, origin }, updated_at)))
    }
}

/// Converts to milliseconds, the precision of the API.
fn millis(time: Timestamp) -> i64 {
    time.as_micros().div_euclid(1000)
}

/// Checks that the level is not above the administrator's own: nobody may assign such a level, or change what they
/// cannot see.
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

/// Samples for tests.
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
