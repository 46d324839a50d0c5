//! The single rule of who may see which document.
//!
//! A document is visible when it is released and its level is at most the reader's. Administrators also see unreleased
//! ones, but need clearance like everyone else. [`decide`] applies the rule to one document; [`Visibility`] is the same
//! rule as a filter, for the store to convert to a condition. A property test here and another over both databases
//! verify that they agree.

use crate::Document;
use kernel::{Actor, Clearance, Timestamp};

/// The rule's decision for one reader and one document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// The reader may read it.
    Allowed,
    /// The reader may know that it exists, and its required level.
    Denied {
        /// The document's level.
        required: Clearance,
    },
    /// For the reader it does not exist.
    Hidden,
}

/// Decides for one document.
pub fn decide(actor: &Actor, document: &Document, now: Timestamp) -> Decision {
    let visibility = Visibility::of(actor, now);
    if !visibility.sees_release(document.scheduled_release_at) {
        Decision::Hidden
    } else if !actor.is_cleared_for(document.clearance_level) {
        Decision::Denied { required: document.clearance_level }
    } else {
        Decision::Allowed
    }
}

/// The rule as a filter. The store MUST select exactly the documents that have a level of at most `max_level` and are
/// released at `now` unless `sees_unreleased`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Visibility {
    /// The highest level the reader may read.
    pub max_level: Clearance,
    /// Whether the reader sees documents before their release.
    pub sees_unreleased: bool,
    /// The current time.
    pub now: Timestamp,
}

impl Visibility {
    /// Returns the filter for this reader.
    pub const fn of(actor: &Actor, now: Timestamp) -> Self {
        Self { max_level: actor.clearance, sees_unreleased: actor.is_admin, now }
    }

    /// Returns whether the filter admits this document. The store's condition MUST be equivalent.
    pub fn admits(&self, document: &Document) -> bool {
        document.clearance_level <= self.max_level && self.sees_release(document.scheduled_release_at)
    }

    fn sees_release(&self, release: Option<Timestamp>) -> bool {
        self.sees_unreleased || release.is_none_or(|at| at <= self.now)
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Documents for tests.

    use super::{Clearance, Document, Timestamp};
    use crate::Category;
    use kernel::testing::{TEST_NOW, numbered};
    use kernel::{DocumentId, UserId};

    /// Returns the `n`th published document of this level, owned by the account `owner`.
    pub fn document(n: u64, level: i64, owner: u64) -> Document {
        Document {
            id: DocumentId::from_uuid(numbered(n)),
            title: format!("Document {n}"),
            content: format!("The content of document {n}."),
            category: Category::Entity,
            clearance_level: Clearance::parse(level).unwrap_or(Clearance::MIN),
            file_path: None,
            submitted_by: UserId::Account(numbered(owner)),
            is_archived: false,
            archive_section: None,
            archived_at: None,
            archived_by: None,
            archive_requested: false,
            archive_requested_at: None,
            archive_requested_by: None,
            archive_request_section: None,
            scheduled_release_at: None,
            version: 1,
            created_at: TEST_NOW,
            updated_at: TEST_NOW,
        }
    }

    /// Returns the same document, released `offset_micros` microseconds after [`TEST_NOW`].
    pub fn released_at(n: u64, level: i64, offset_micros: i64) -> Document {
        let at = Timestamp::from_micros(TEST_NOW.as_micros() + offset_micros);
        Document { scheduled_release_at: Some(at), ..document(n, level, 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::document;
    use super::*;
    use kernel::testing::{TEST_NOW, actor};
    use proptest::prelude::*;
    use std::fmt::Write as _;

    fn any_document() -> impl Strategy<Value = Document> {
        (1_i64..=5, any::<bool>(), proptest::option::of(-2_i64..=2)).prop_map(
            |(level, is_archived, release)| Document {
                is_archived,
                scheduled_release_at: release
                    .map(|offset| Timestamp::from_micros(TEST_NOW.as_micros() + offset)),
                ..document(1, level, 1)
            },
        )
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
            if document.clearance_level > reader.clearance {
                prop_assert_ne!(decide(&reader, &document, TEST_NOW), Decision::Allowed);
            }
        }
    }

    /// The complete matrix, one case per line, so that a change of the rule shows every case it affects.
    #[test]
    fn the_matrix_of_who_sees_what() {
        let later = Some(TEST_NOW.plus(std::time::Duration::from_secs(1)));
        let states: [(&str, Document); 4] = [
            ("published", document(1, 3, 1)),
            ("archived", Document { is_archived: true, ..document(1, 3, 1) }),
            ("released now", Document { scheduled_release_at: Some(TEST_NOW), ..document(1, 3, 1) }),
            ("unreleased", Document { scheduled_release_at: later, ..document(1, 3, 1) }),
        ];
        let mut matrix = String::new();
        for (state, document) in &states {
            for level in 1..=5 {
                for (n, is_admin, who) in [(1, false, "owner"), (2, false, "user"), (2, true, "admin")] {
                    let decision = decide(&actor(n, level, is_admin), document, TEST_NOW);
                    writeln!(matrix, "level 3, {state:12} | {who:5} of level {level} | {decision:?}")
                        .unwrap();
                }
            }
        }
        insta::assert_snapshot!(matrix);
    }
}
