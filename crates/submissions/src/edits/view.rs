//! Edits as readers may see them. Their text is available only through [`facility_documents::view::view`].

use crate::case::Step;
use crate::case::previous_attempt::PreviousAttempt;
use crate::edits::review::is_for_another;
use crate::edits::{EditRecord, EditRequest};
use facility_documents::compare::{Comparison, Side};
use facility_documents::document::Text;
use facility_documents::view::{Stored, Visible, VisibleText, view};
use facility_documents::visibility::Visibility;
use facility_files::file::AttachedFile;
use facility_kernel::{Actor, Clearance, EditId, Timestamp};
use facility_users::ports::Administrator;

/// An edit as a reader may see it, without withheld texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditView {
    /// The edit. Its content and files are empty; see `text` and `files`.
    pub edit: EditRequest,
    /// The author's username.
    pub submitted_by_username: String,
    /// The steps so far, in order.
    pub steps: Vec<Step<EditId>>,
    /// The outcome of the edit that it revises.
    pub previous: Option<PreviousAttempt<EditId>>,
    /// The proposed text. `None` if it is withheld.
    pub text: Option<VisibleText>,
    /// The files of the document after the edit. Empty if they are withheld.
    pub files: Vec<AttachedFile>,
    /// The current document.
    pub document: Visible,
    /// The level of the document after the edit.
    pub clearance_after: Clearance,
    /// Whether texts and file are withheld because the edit's level is above the reader's.
    pub is_redacted: bool,
    /// Whether another administrator must decide: the reader is the author or took a step, and somebody else can take
    /// the next one.
    pub awaits_another: bool,
    /// Whether the document has changed since the base version of the pending edit.
    pub is_stale: bool,
}

/// An edit with its comparison to the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditCase {
    pub view: EditView,
    /// The comparison. `None` if it is withheld.
    pub comparison: Option<Comparison>,
}

impl EditView {
    /// Creates the view for this reader at this time.
    pub fn new(record: EditRecord, reader: &Actor, now: Timestamp, administrators: &[Administrator]) -> Self {
        let awaits_another = is_for_another(&record, None, reader.user_id, administrators);
        let EditRecord { mut edit, document, attachments, submitted_by_username, mut steps, mut previous, preview } =
            record;
        let reader = Visibility::of(reader, now);
        let level = edit.level_on(&document.document);
        let (is_stale, clearance_after) = (edit.is_stale_on(&document.document), edit.clearance_on(&document.document));
        let content = std::mem::replace(&mut edit.text.content, "".into());
        let mut proposed = Stored { preview, ..document.clone() };
        proposed.document.text = Text { content, ..edit.text.clone() };
        proposed.document.clearance = level;
        if let Some(files) = edit.files.take() {
            proposed.document.files = files;
            proposed.files = attachments;
        }
        let Visible { text, files, .. } = view(proposed, &reader);
        let is_redacted = text.is_none();
        if is_redacted {
            edit.change_description = None;
            edit.case.review_comments = None;
            previous = previous.map(PreviousAttempt::without_reason);
            for step in &mut steps {
                step.comments = None;
            }
        }
        Self {
            edit,
            submitted_by_username,
            steps,
            previous,
            text,
            files,
            document: view(document, &reader),
            clearance_after,
            is_redacted,
            awaits_another,
            is_stale,
        }
    }

    /// Returns the proposed text for a comparison. `None` if it is withheld.
    pub fn proposed(&self) -> Option<Side> {
        let text = &self.edit.text;
        Side::of(&text.title, text.category, self.clearance_after, self.text.as_ref())
    }

    /// Returns the current text of the document for a comparison. `None` if it is withheld.
    pub fn present(&self) -> Option<Side> {
        Side::of_document(&self.document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::testing::record;
    use facility_kernel::testing::{TEST_NOW, actor};

    fn shown(record: EditRecord, level: i64) -> EditView {
        EditView::new(record, &actor(2, level, true), TEST_NOW, &[])
    }

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    fn described(n: i64) -> EditRecord {
        let mut record = record(1, n);
        record.edit.change_description = Some("Says who holds the key".to_owned());
        record
    }

    #[test]
    fn a_cleared_reviewer_gets_both_texts() {
        let seen = shown(described(3), 3);
        assert!(!seen.is_redacted && seen.edit.change_description.is_some());
        assert_eq!(seen.proposed().unwrap().content, "The new content.");
        assert_eq!(seen.present().unwrap().content, "The content of document 1.");
    }

    #[test]
    fn nobody_reads_an_edit_below_any_of_its_levels() {
        let mut raising = described(3);
        raising.edit.clearance = level(4);
        let mut lowered_since = described(3);
        lowered_since.edit.base_clearance = level(4);
        for record in [described(4), raising, lowered_since] {
            let seen = shown(record.clone(), 3);
            assert!(seen.is_redacted && seen.text.is_none() && seen.proposed().is_none());
            assert_eq!((seen.edit.change_description, seen.edit.text.title), (None, "Document 1".to_owned()));
            assert!(!shown(record, 4).is_redacted);
        }
    }

    #[test]
    fn a_list_without_contents_has_previews() {
        let mut record = described(1);
        record.document.has_content = false;
        let seen = shown(record, 1);
        let text = seen.text.as_ref().unwrap();
        assert_eq!((text.content.as_deref(), text.preview.as_str()), (None, "The new content."));
        assert_eq!(seen.document.text.unwrap().content, None);
    }
}
