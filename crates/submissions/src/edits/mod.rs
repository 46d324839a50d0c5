//! Proposed edits of documents, and who may decide on them.
//!
//! An edit changes its document when its review ends with an approval. [`review`] is the pure rule; [`change`] contains
//! the changes that the store writes.

pub mod change;
pub mod error;
pub mod review;
pub mod view;

use crate::case::previous_attempt::PreviousAttempt;
use crate::case::{Case, Status, Step};
use facility_documents::document::{Document, Text};
use facility_documents::sealed::Sealed;
use facility_documents::view::Stored;
use facility_files::file::{AttachedFile, AttachedFiles};
use facility_kernel::{Clearance, DocumentId, EditId};

/// A proposed edit of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditRequest {
    /// Its id, its author, who is the document's owner, and the state of its review.
    pub case: Case<EditId>,
    pub document_id: DocumentId,
    /// The proposed title, content and category.
    pub text: Text,
    /// The proposed level.
    pub clearance: Clearance,
    /// The version on which it is based.
    pub base_version: i32,
    /// The level of that version.
    pub base_clearance: Clearance,
    /// The files of the document after the edit. `None`: it keeps those that it has.
    pub files: Option<AttachedFiles>,
    /// The author's description of the change.
    pub change_description: Option<String>,
}

impl EditRequest {
    /// Returns the level of the document after this edit. If the edit proposes the level of its base version, the
    /// document's current level is kept.
    pub fn clearance_on(&self, document: &Document) -> Clearance {
        if self.clearance == self.base_clearance { document.clearance } else { self.clearance }
    }

    /// Returns the level required to read and decide this edit: the highest of the document's level, the proposed
    /// level, and the level of the base version.
    pub fn level_on(&self, document: &Document) -> Clearance {
        document.clearance.max(self.clearance).max(self.base_clearance)
    }

    /// Whether this edit is pending and the document has changed since its base version.
    pub fn is_stale_on(&self, document: &Document) -> bool {
        self.case.status == Status::Pending && document.version != self.base_version
    }
}

/// An edit with its current document, its author's name, and the steps so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditRecord {
    /// The edit. Its content is empty in lists without texts.
    pub edit: EditRequest,
    /// The current document. Either both contents were read or neither.
    pub document: Stored,
    /// The names, sizes and types of the proposed files.
    pub attachments: Vec<AttachedFile>,
    /// The author's username, even if the account was deleted.
    pub submitted_by_username: String,
    /// The steps so far, in order.
    pub steps: Vec<Step<EditId>>,
    /// The outcome of the edit that it revises.
    pub previous: Option<PreviousAttempt<EditId>>,
    /// The start of the proposed content as plain text: [`facility_documents::plain::preview`].
    pub preview: Sealed<String>,
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sample edits for tests.

    use crate::case::Case;
    use crate::edits::{EditRecord, EditRequest};
    use facility_documents::document::{Document, Text};
    use facility_documents::visibility::testing::document;
    use facility_kernel::EditId;
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th edit of this document by its owner, proposed now, with another content.
    pub fn edit(n: u64, document: &Document) -> EditRequest {
        EditRequest {
            case: Case::new(EditId::from_uuid(numbered(n)), document.owner, TEST_NOW),
            document_id: document.id,
            text: Text { content: "The new content.".into(), ..document.text.clone() },
            clearance: document.clearance,
            base_version: document.version,
            base_clearance: document.clearance,
            files: None,
            change_description: None,
        }
    }

    pub fn record_of(edit: EditRequest, document: Document) -> EditRecord {
        EditRecord {
            edit,
            document: facility_documents::view::testing::record(document),
            attachments: Vec::new(),
            submitted_by_username: "owner".to_owned(),
            steps: Vec::new(),
            previous: None,
            preview: "The new content.".into(),
        }
    }

    /// Returns the record of edit `n` of document 1, which has this level and is owned by account 9.
    pub fn record(n: u64, level: i64) -> EditRecord {
        let document = document(1, level, 9);
        record_of(edit(n, &document), document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::testing::record;

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    #[test]
    fn edit_changes_the_level_only_if_it_proposes_another_one() {
        let record = record(1, 2);
        let raised = Document { clearance: level(4), version: 2, ..record.document.document };
        assert_eq!(record.edit.clearance_on(&raised), level(4));
        let proposing = EditRequest { clearance: level(1), ..record.edit };
        assert_eq!(proposing.clearance_on(&raised), level(1));
    }

    #[test]
    fn edit_is_as_secret_as_the_highest_of_its_levels() {
        let record = record(1, 2);
        let document = record.document.document;
        let of = |base, proposed| {
            let edit = EditRequest { base_clearance: level(base), clearance: level(proposed), ..record.edit.clone() };
            edit.level_on(&document)
        };
        assert_eq!((of(2, 2), of(2, 1), of(2, 3), of(4, 1)), (level(2), level(2), level(3), level(4)));
    }
}
