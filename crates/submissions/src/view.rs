//! Submissions as readers may see them. Their text is available only through this module.

use crate::case::previous_attempt::PreviousAttempt;
use crate::case::{Case, Step};
use crate::review::{is_above_author, is_for_another, may_read};
use crate::submission::{Submission, SubmissionRecord};
use facility_documents::portions;
use facility_documents::sealed::Sealed;
use facility_documents::view::{VisibleText, view_text};
use facility_files::file::AttachedFiles;
use facility_kernel::{Actor, AdminActor, Clearance};
use facility_users::ports::Administrator;

/// A submission as one reader may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionView {
    record: SubmissionRecord,
    text: Option<VisibleText>,
}

impl SubmissionView {
    /// Creates the view for the author: the whole text except portions above their level, which an author can no longer
    /// read after submitting. If the text was published above their level, the text, the files and the reviewers'
    /// comments are withheld, but not the title.
    pub fn for_author(record: SubmissionRecord, author: &Actor) -> Self {
        if is_above_author(&record.submission, author) {
            return Self::withheld(record);
        }
        Self::at_level(record, author.clearance)
    }

    /// Creates the author's view of a submission that was just written.
    pub fn of_new(submission: Submission, author: &Actor) -> Self {
        let preview = portions::stored::previews(&submission.content);
        let submitted_by_username = author.username.clone();
        Self::for_author(
            SubmissionRecord { submission, submitted_by_username, steps: Vec::new(), previous: None, preview },
            author,
        )
    }

    /// Creates the view for a reader who may read the submission ([`may_read`]).
    pub(crate) fn for_reader(record: SubmissionRecord, reader: &Actor) -> Self {
        Self::at_level(record, reader.clearance)
    }

    fn at_level(mut record: SubmissionRecord, reader: Clearance) -> Self {
        let content = std::mem::replace(&mut record.submission.content, "".into());
        let preview = std::mem::replace(&mut record.preview, "".into());
        Self { record, text: Some(view_text(Some(content), &preview, reader)) }
    }

    fn withheld(record: SubmissionRecord) -> Self {
        let nothing = Sealed::from("");
        let submission = Submission {
            content: nothing.clone(),
            files: AttachedFiles::default(),
            attachments: Vec::new(),
            case: Case { review_comments: None, ..record.submission.case },
            ..record.submission
        };
        let steps = record.steps.into_iter().map(|step| Step { comments: None, ..step }).collect();
        let previous = record.previous.map(PreviousAttempt::without_reason);
        let record = SubmissionRecord { submission, preview: nothing, steps, previous, ..record };
        Self { record, text: None }
    }

    /// Returns the submission without its text, and the text. The latter is `None` if it is withheld.
    pub fn into_parts(self) -> (SubmissionRecord, Option<VisibleText>) {
        (self.record, self.text)
    }
}

/// A submission as an administrator may see it. If it is redacted, it has neither text nor file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewItem {
    view: SubmissionView,
    awaits_another: bool,
}

impl ReviewItem {
    /// Creates the view for this reader. Text and file are redacted if an assigned level is above the reader's.
    pub fn new(record: SubmissionRecord, reader: &AdminActor, administrators: &[Administrator]) -> Self {
        let awaits_another = is_for_another(&record, reader.user_id, administrators);
        let view = if may_read(&record.submission, reader) {
            SubmissionView::at_level(record, reader.clearance)
        } else {
            SubmissionView::withheld(record)
        };
        Self { view, awaits_another }
    }

    /// Returns the submission without its text.
    pub const fn record(&self) -> &SubmissionRecord {
        &self.view.record
    }

    /// Returns its text. `None` if it is redacted.
    pub const fn text(&self) -> Option<&VisibleText> {
        self.view.text.as_ref()
    }

    /// Whether text and files are redacted for the reader.
    pub const fn is_redacted(&self) -> bool {
        self.view.text.is_none()
    }

    /// Whether another administrator must decide: the reader is the author or took a step, and somebody else can take
    /// the next one.
    pub const fn awaits_another(&self) -> bool {
        self.awaits_another
    }

    /// Returns the submission as shown.
    pub fn into_view(self) -> SubmissionView {
        self.view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::testing::submission;
    use facility_files::file::FilePath;
    use facility_kernel::testing::{actor, admin, numbered};

    fn record(submission: Submission) -> SubmissionRecord {
        SubmissionRecord {
            preview: portions::stored::previews(&submission.content),
            submission,
            submitted_by_username: "author".to_owned(),
            steps: vec![],
            previous: None,
        }
    }

    #[test]
    fn a_reader_below_the_assigned_level_gets_neither_text_nor_file() {
        let sent = Submission {
            assigned_clearance_level: Some(Clearance::MAX),
            files: std::iter::once(FilePath::of(facility_kernel::UploadId::from_uuid(numbered(1)))).collect(),
            ..submission(1, 9)
        };
        let shown = |reader: &AdminActor| ReviewItem::new(record(sent.clone()), reader, &[]);
        let low = shown(&admin(2, 4));
        assert!(low.is_redacted() && low.text().is_none());
        assert!(low.record().submission.files.is_empty());
        assert_eq!(low.record().submission.title, "Submission 1");
        let high = shown(&admin(2, 5));
        assert_eq!(high.text().unwrap().content.as_deref(), Some("The content."));
        assert_eq!(high.text().unwrap().preview, "The content.");
        assert!(!high.record().submission.files.is_empty());
    }

    #[test]
    fn portions_are_withheld_from_authors_and_reviewers_below_them() {
        let sent = Submission { content: "The {{4|south}} gate.".into(), ..submission(1, 9) };
        let shown = |view: SubmissionView| {
            let (record, text) = view.into_parts();
            let text = text.unwrap();
            assert_eq!(record.submission.content, Sealed::from(""));
            (text.content.unwrap(), text.preview, text.withheld)
        };
        let cut =
            ("The {{withheld 4}} gate.".to_owned(), "The ███ gate.".to_owned(), vec![Clearance::parse(4).unwrap()]);
        assert_eq!(shown(SubmissionView::of_new(sent.clone(), &actor(9, 3, false))), cut);
        assert_eq!(shown(SubmissionView::for_author(record(sent.clone()), &actor(9, 3, false))), cut);
        assert_eq!(shown(ReviewItem::new(record(sent.clone()), &admin(2, 3), &[]).into_view()), cut);
        let whole = shown(ReviewItem::new(record(sent), &admin(2, 4), &[]).into_view());
        assert_eq!(whole, ("The {{4|south}} gate.".to_owned(), "The south gate.".to_owned(), vec![]));
    }

    #[test]
    fn an_author_waits_for_another_administrator_if_there_is_one() {
        let listed = |n| Administrator { id: admin(n, 1).user_id, clearance: Clearance::MIN };
        let waits = |reader, others: &[Administrator]| {
            ReviewItem::new(record(submission(1, 9)), &admin(reader, 5), others).awaits_another()
        };
        assert!(waits(9, &[listed(9), listed(2)]));
        assert!(!waits(9, &[listed(9)]), "nobody else could decide");
        assert!(!waits(2, &[listed(9), listed(2)]));
    }
}
