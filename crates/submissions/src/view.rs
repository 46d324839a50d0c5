//! What a reader gets of a submission: the one way out for its text.

use crate::review::{awaits_another, may_read};
use crate::{Submission, SubmissionRecord};
use kernel::AdminActor;
use users::ports::Administrator;

/// A submission as an administrator sees it. Text and file are empty where they are withheld.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewItem {
    record: SubmissionRecord,
    is_redacted: bool,
    awaits_another: bool,
}

impl ReviewItem {
    /// The submission for this reader: without text and file where an assigned level is above the reader's.
    pub fn new(record: SubmissionRecord, reader: &AdminActor, administrators: &[Administrator]) -> Self {
        let is_redacted = !may_read(&record.submission, reader);
        let awaits_another = awaits_another(&record, reader.user_id, administrators);
        let record = if is_redacted {
            let submission =
                Submission { content: String::new(), file_path: None, attachment: None, ..record.submission };
            SubmissionRecord { submission, ..record }
        } else {
            record
        };
        Self { record, is_redacted, awaits_another }
    }

    /// The submission; its content is empty and its file absent where it is redacted.
    pub const fn record(&self) -> &SubmissionRecord {
        &self.record
    }

    /// Whether text and file are withheld from the reader.
    pub const fn is_redacted(&self) -> bool {
        self.is_redacted
    }

    /// Whether the reader took a step and somebody else has to take the next.
    pub const fn awaits_another(&self) -> bool {
        self.awaits_another
    }

    /// The submission, as shown.
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
        let record =
            SubmissionRecord { submission: sent, submitted_by_username: "author".to_owned(), steps: vec![] };
        let shown = |reader: &AdminActor| ReviewItem::new(record.clone(), reader, &[]);
        let low = shown(&admin(2, 4));
        assert!(low.is_redacted() && low.record().submission.content.is_empty());
        assert_eq!(low.record().submission.file_path, None);
        assert_eq!(low.record().submission.title, "Submission 1");
        let high = shown(&admin(2, 5));
        assert!(!high.is_redacted());
        assert_eq!(high.into_record(), record);
    }
}
