//! Submissions in API responses.

use crate::routes::documents::document::{AttachmentDto, CategoryDto, withheld_levels};

use crate::routes::files::record_files::{RecordFileDto, attached, one_text};
use crate::routes::submissions::case::CaseDto;
use facility_documents::view::VisibleText;
use facility_kernel::Timestamp;
use facility_submissions::submission::SubmissionRecord;
use facility_submissions::view::SubmissionView;
use serde::Serialize;
use utoipa::ToSchema;

/// A submission.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Submission)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionDto {
    #[serde(flatten)]
    pub case: CaseDto,
    /// The title. For incidents, the incident number.
    pub title: String,
    /// The content, in Markdown. Null if it is withheld, and with `view=summary`.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The levels of the passages withheld from the caller in `content`, ascending and without duplicates.
    #[schema(value_type = Vec<i32>)]
    pub withheld_levels: Vec<u8>,
    /// The attached files, and then the pictures that the content shows, each in order. No picture where the content
    /// is null.
    pub files: Vec<RecordFileDto>,
    /// The start of the content as plain text on one line: at most 200 characters (code points), cut at a word, with
    /// `…` for omitted text. Null if the content is withheld.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// The category.
    pub category: CategoryDto,
    /// The path of its file, `/objects/…`.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// The file's name, size and type.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// The level that the first approval assigned.
    #[schema(required = true, minimum = 1, maximum = 5)]
    pub assigned_clearance_level: Option<u8>,
    /// Release date: until then, only administrators see the published document.
    #[schema(required = true, format = DateTime)]
    pub scheduled_release_at: Option<String>,
    /// Id of the published document.
    #[schema(required = true)]
    pub document_id: Option<String>,
}

one_text!(SubmissionDto);

impl SubmissionDto {
    /// Converts the submission as of this time, which determines whether it has timed out.
    pub fn at(now: Timestamp, view: SubmissionView) -> Self {
        let (SubmissionRecord { submission, submitted_by_username, steps, previous, .. }, text) = view.into_parts();
        let withheld_levels = text.as_ref().map(withheld_levels).unwrap_or_default();
        let (content, preview) =
            text.map_or((None, None), |VisibleText { content, preview, .. }| (content, Some(preview)));
        let case = CaseDto::at(now, submission.case, submitted_by_username, steps, previous);
        Self {
            case,
            title: submission.title,
            content,
            withheld_levels,
            files: attached(&submission.attachments),
            preview,
            category: submission.category.into(),
            file_path: submission.files.first().map(|path| path.to_string()),
            attachment: AttachmentDto::first(&submission.attachments),
            assigned_clearance_level: submission.assigned_clearance_level.map(facility_kernel::Clearance::level),
            scheduled_release_at: submission.scheduled_release_at.map(|at| at.to_string()),
            document_id: submission.document_id.map(|id| id.to_string()),
        }
    }

    /// Converts the submission as of this time, with the preview but without the content.
    pub fn summary(now: Timestamp, view: SubmissionView) -> Self {
        Self::at(now, view).without_content()
    }

    /// Removes the content.
    pub fn without_content(self) -> Self {
        Self { content: None, withheld_levels: Vec::new(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::submissions::reviews::AdminSubmissionDto;
    use facility_files::file::{AttachedFile, Attachment, FilePath};
    use facility_kernel::testing::TEST_NOW;
    use facility_submissions::case::REVIEW_WINDOW;
    use facility_submissions::submission::testing::submission;
    use facility_submissions::view::ReviewItem;

    #[test]
    fn a_submission_times_out_when_it_is_read_after_the_review_window() {
        let shown = |now| {
            let record = SubmissionRecord {
                submission: submission(1, 9),
                submitted_by_username: "mercer".to_owned(),
                steps: Vec::new(),
                previous: None,
                preview: "The content".into(),
            };
            let view = SubmissionView::for_author(record, &facility_kernel::testing::actor(9, 1, false));
            serde_json::to_value(SubmissionDto::at(now, view)).unwrap()
        };
        let fresh = shown(TEST_NOW);
        assert_eq!((fresh["isTimedOut"].as_bool(), fresh["timedOutAt"].is_null()), (Some(false), true));
        let late = shown(TEST_NOW.plus(REVIEW_WINDOW));
        assert_eq!(late["isTimedOut"], true);
        assert_eq!(late["timedOutAt"], TEST_NOW.plus(REVIEW_WINDOW).to_string());
        assert_eq!(late.as_object().unwrap().len(), 30);
    }

    #[test]
    fn text_and_file_are_withheld_from_administrators_below_the_assigned_level() {
        let path = FilePath::of(facility_kernel::UploadId::from_uuid(facility_kernel::testing::numbered(1)));
        let shown = |level| {
            let sent = facility_submissions::submission::Submission {
                assigned_clearance_level: Some(facility_kernel::Clearance::MAX),
                files: [path].into_iter().collect(),
                attachments: vec![AttachedFile {
                    path,
                    attachment: Attachment {
                        name: "notes.md".to_owned(),
                        size: 19,
                        content_type: "text/markdown".to_owned(),
                    },
                }],
                ..submission(1, 9)
            };
            let record = SubmissionRecord {
                submission: sent,
                submitted_by_username: "mercer".to_owned(),
                steps: Vec::new(),
                previous: None,
                preview: "The content".into(),
            };
            let item = ReviewItem::new(record, &facility_kernel::testing::admin(2, level), &[]);
            serde_json::to_value(AdminSubmissionDto::at(TEST_NOW, item)).unwrap()
        };
        let low = shown(4);
        assert_eq!((low["redacted"].as_bool(), low["content"].is_null()), (Some(true), true));
        assert!(low["preview"].is_null() && low["attachment"].is_null());
        assert!(low["filePath"].is_null() && low["title"] == "Submission 1");
        assert_eq!(low["files"], serde_json::json!([]));
        let high = shown(5);
        assert_eq!((high["redacted"].as_bool(), high["content"].as_str()), (Some(false), Some("The content.")));
        assert_eq!(high["files"][0]["name"], "notes.md");
    }
}
