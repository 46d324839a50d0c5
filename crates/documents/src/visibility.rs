//! The single rule for who may see which document.
//!
//! A document is visible if it is released and its level is at most the reader's. Administrators also see unreleased
//! documents, but need the clearance like everyone else. [`decide`] applies the rule to one document. [`Visibility`] is
//! the same rule as a filter, which the store converts to a condition. Property tests, here and on both databases,
//! verify that they agree.

use crate::document::Document;
use facility_kernel::{Actor, Clearance, Timestamp};

/// The decision of the rule for one reader and one document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// The reader may read it.
    Allowed,
    /// The reader may know that it exists, and the level that it requires.
    Denied {
        /// The document's level.
        required: Clearance,
    },
    /// For the reader, the document does not exist.
    Hidden,
}

/// Decides for one document.
pub fn decide(actor: &Actor, document: &Document, now: Timestamp) -> Decision {
    let visibility = Visibility::of(actor, now);
    if !visibility.sees_release(document.release_at) {
        Decision::Hidden
    } else if !actor.is_cleared_for(document.clearance) {
        Decision::Denied { required: document.clearance }
    } else {
        Decision::Allowed
    }
}

/// The rule as a filter. The store MUST select exactly the documents that have a level of at most `max_level` and,
/// unless `sees_unreleased`, are released at `now`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Visibility {
    /// The highest level that the reader may read.
    pub max_level: Clearance,
    /// Whether the reader sees documents before their release.
    pub sees_unreleased: bool,
    pub now: Timestamp,
}

impl Visibility {
    pub const fn of(actor: &Actor, now: Timestamp) -> Self {
        Self { max_level: actor.clearance, sees_unreleased: actor.is_admin, now }
    }

    /// Whether the filter admits this document. The store's condition MUST be equivalent.
    pub fn admits(&self, document: &Document) -> bool {
        document.clearance <= self.max_level && self.sees_release(document.release_at)
    }

    fn sees_release(&self, release: Option<Timestamp>) -> bool {
        self.sees_unreleased || release.is_none_or(|at| at <= self.now)
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sample documents for tests.

    use super::{Clearance, Document, Timestamp, Visibility};
    use crate::document::{Placement, Text};
    use crate::text::Category;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_kernel::{DocumentId, SectionId, UserId};

    /// Returns the `n`th published document with this level, owned by the account `owner`.
    pub fn document(n: u64, level: i64, owner: u64) -> Document {
        Document {
            id: DocumentId::from_uuid(numbered(n)),
            owner: UserId::Account(numbered(owner)),
            text: Text {
                title: format!("Document {n}"),
                content: format!("The content of document {n}.").into(),
                category: Category::Entity,
            },
            clearance: Clearance::parse(level).unwrap_or(Clearance::MIN),
            files: facility_files::file::AttachedFiles::default(),
            placement: Placement::REPOSITORY,
            release_at: None,
            version: 1,
            created_at: TEST_NOW,
            updated_at: TEST_NOW,
        }
    }

    /// Returns the `n`th document, released `offset_micros` microseconds after [`TEST_NOW`].
    pub fn released_at(n: u64, level: i64, offset_micros: i64) -> Document {
        let at = Timestamp::from_micros(TEST_NOW.as_micros() + offset_micros);
        Document { release_at: Some(at), ..document(n, level, 1) }
    }

    /// Returns the visibility of a reader with full access.
    pub const fn everything() -> Visibility {
        Visibility { max_level: Clearance::MAX, sees_unreleased: true, now: TEST_NOW }
    }

    impl Document {
        /// Sets the content.
        #[must_use]
        pub fn saying(mut self, content: impl Into<String>) -> Self {
            self.text.content = content.into().into();
            self
        }

        /// Sets the title.
        #[must_use]
        pub fn titled(mut self, title: impl Into<String>) -> Self {
            self.text.title = title.into();
            self
        }

        /// Sets the category.
        #[must_use]
        pub const fn about(mut self, category: Category) -> Self {
            self.text.category = category;
            self
        }

        /// Moves it to the archive.
        #[must_use]
        pub const fn archived(mut self) -> Self {
            self.placement = Placement::Archived {
                section: SectionId::from_uuid(numbered(7)),
                at: TEST_NOW,
                by: UserId::EmergencyAccess,
            };
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::document;
    use super::*;
    use facility_kernel::testing::{TEST_NOW, actor};
    use proptest::prelude::*;
    use std::fmt::Write as _;

    fn any_document() -> impl Strategy<Value = Document> {
        (1_i64..=5, any::<bool>(), proptest::option::of(-2_i64..=2)).prop_map(|(level, is_archived, release)| {
            let document = if is_archived { document(1, level, 1).archived() } else { document(1, level, 1) };
            let release_at = release.map(|offset| Timestamp::from_micros(TEST_NOW.as_micros() + offset));
            Document { release_at, ..document }
        })
    }

    proptest! {
        #[test]
        fn check_and_filter_agree(
            document in any_document(), level in 1_i64..=5, is_admin in any::<bool>()
        ) {
            let reader = actor(2, level, is_admin);
            let allowed = decide(&reader, &document, TEST_NOW) == Decision::Allowed;
            prop_assert_eq!(allowed, Visibility::of(&reader, TEST_NOW).admits(&document));
        }

        #[test]
        fn nobody_reads_above_their_level(document in any_document(), level in 1_i64..=5, is_admin in any::<bool>()) {
            let reader = actor(2, level, is_admin);
            if document.clearance > reader.clearance {
                prop_assert_ne!(decide(&reader, &document, TEST_NOW), Decision::Allowed);
            }
        }
    }

    /// The complete matrix, one case per line, so that a changed rule shows every case that it affects.
    #[test]
    fn the_matrix_of_who_sees_what() {
        let later = Some(TEST_NOW.plus(std::time::Duration::from_secs(1)));
        let states: [(&str, Document); 4] = [
            ("published", document(1, 3, 1)),
            ("archived", document(1, 3, 1).archived()),
            ("released now", Document { release_at: Some(TEST_NOW), ..document(1, 3, 1) }),
            ("unreleased", Document { release_at: later, ..document(1, 3, 1) }),
        ];
        let mut matrix = String::new();
        for (state, document) in &states {
            for level in 1..=5 {
                for (n, is_admin, who) in [(1, false, "owner"), (2, false, "user"), (2, true, "admin")] {
                    let decision = decide(&actor(n, level, is_admin), document, TEST_NOW);
                    writeln!(matrix, "level 3, {state:12} | {who:5} of level {level} | {decision:?}").unwrap();
                }
            }
        }
        insta::assert_snapshot!(matrix);
    }
}
