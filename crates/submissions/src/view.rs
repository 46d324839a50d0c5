//! What a reader may see of a submission. Its text is available only through this module.

use crate::review::{is_for_another, may_read};
use crate::{Submission, SubmissionRecord};
use kernel::AdminActor;
use users::ports::Administrator;

/// A submission as an administrator may see it. Redacted text and files are empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewItem {
    record: SubmissionRecord,
    is_redacted: bool,
    awaits_another: bool,
}

impl ReviewItem {
    /// Creates the view for this reader. Text and file are redacted if an assigned level is above the reader's.
    pub fn new(record: SubmissionRecord, reader: &AdminActor, administrators: &[Administrator]) -> Self {
        let is_redacted = !may_read(&record.submission, reader);
        let awaits_another = is_for_another(&record, reader.user_id, administrators);
        let record = if is_redacted {
            let submission =
                Submission { content: String::new(), file_path: None, attachment: None, ..record.submission };
            SubmissionRecord { submission, preview: String::new(), ..record }
        } else {
            record
        };
        Self { record, is_redacted, awaits_another }
    }

    /// Returns the submission; if redacted, its content is empty and its file absent.
    pub const fn record(&self) -> &SubmissionRecord {
        &self.record
    }

    /// Returns whether text and file are redacted for the reader.
    pub const fn is_redacted(&self) -> bool {
        self.is_redacted
    }

    /// Returns whether another administrator must decide: the reader is the author or took a step, and somebody else can
    /// take the next one.
    pub const fn awaits_another(&self) -> bool {
        self.awaits_another
    }

    /// Returns the submission as shown.
    pub fn into_record(self) -> SubmissionRecord {
        self.record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::submission;
    use kernel::Clearance;
    use kernel::testing::admin;

    #[test]
    fn a_reader_below_the_assigned_level_gets_neither_text_nor_file() {
        let sent = Submission {
            assigned_clearance_level: Some(Clearance::MAX),
            file_path: Some("/objects/1".to_owned()),
            ..submission(1, 9)
        };
        let record = SubmissionRecord {
            submission: sent,
            submitted_by_username: "author".to_owned(),
            steps: vec![],
            preview: "The content".to_owned(),
        };
        let shown = |reader: &AdminActor| ReviewItem::new(record.clone(), reader, &[]);
        let low = shown(&admin(2, 4));
        assert!(low.is_redacted() && low.record().submission.content.is_empty());
        assert_eq!(low.record().preview, "");
        assert_eq!(low.record().submission.file_path, None);
        assert_eq!(low.record().submission.title, "Submission 1");
        let high = shown(&admin(2, 5));
        assert!(!high.is_redacted());
        assert_eq!(high.into_record(), record);
    }

    #[test]
    fn an_author_waits_for_another_administrator_if_there_is_one() {
        let record = SubmissionRecord {
            submission: submission(1, 9),
            submitted_by_username: "author".to_owned(),
            steps: vec![],
            preview: String::new(),
        };
        let listed = |n| Administrator { id: admin(n, 1).user_id, clearance: Clearance::MIN };
        let waits = |reader, others: &[Administrator]| {
            ReviewItem::new(record.clone(), &admin(reader, 5), others).awaits_another()
        };
        assert!(waits(9, &[listed(9), listed(2)]));
        assert!(!waits(9, &[listed(9)]), "nobody else could decide");
        assert!(!waits(2, &[listed(9), listed(2)]));
    }
}
