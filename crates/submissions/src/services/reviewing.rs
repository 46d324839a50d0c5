//! Reviewing submissions.

use crate::ports::SubmissionRepository;
use crate::review::{self, Facts, Review, ReviewChange, Verdict};
use crate::view::ReviewItem;
use crate::{REVIEW_WINDOW, Status, Submission, SubmissionError};
use audit::{Action, Audited, Details, EntityType, Entry};
use kernel::{
    AdminActor, Clearance, FieldError, IdGenerator, Page, PageRequest, RequestContext, StoreError,
    SubmissionId, Timestamp, check_prose,
};
use std::sync::Arc;
use users::ports::UserRepository;

/// The longest comment, in characters.
const MAX_COMMENT_CHARS: usize = 2000;

/// What a reviewer sends, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewRequest {
    /// `approved` or `rejected`.
    pub status: String,
    /// 1 to 5; needed to approve.
    pub clearance_level: Option<i64>,
    /// What the author reads.
    pub comments: Option<String>,
    /// How many administrators have to approve.
    pub max_approval_steps: Option<i32>,
    /// When the document is released.
    pub scheduled_release_at: Option<Timestamp>,
}

impl ReviewRequest {
    fn parse(self) -> Result<Review, SubmissionError> {
        let mut fields: Vec<FieldError> = Vec::new();
        let verdict = match (self.status.as_str(), self.clearance_level) {
            ("rejected", _) => Some(Verdict::Reject),
            ("approved", Some(level)) => match Clearance::parse(level) {
                Ok(level) => Some(Verdict::Approve(level)),
                Err(error) => {
                    fields.push(error.into());
                    None
                }
            },
            ("approved", None) => {
                let message = "Please assign a clearance level before approving.".to_owned();
                fields.push(FieldError { field: "clearanceLevel", message });
                None
            }
            _ => {
                let message = "Status must be approved or rejected".to_owned();
                fields.push(FieldError { field: "status", message });
                None
            }
        };
        let comments = self.comments.filter(|text| !text.trim().is_empty());
        if let Some(Err(error)) =
            comments.as_deref().map(|text| check_prose("comments", text, MAX_COMMENT_CHARS))
        {
            fields.push(error.into());
        }
        match verdict {
            Some(verdict) if fields.is_empty() => Ok(Review {
                verdict,
                comments,
                max_approval_steps: self.max_approval_steps,
                scheduled_release_at: self.scheduled_release_at,
            }),
            _ => Err(SubmissionError::Invalid(fields)),
        }
    }
}

/// Reviews submissions.
#[derive(Clone)]
pub struct Reviewing {
    /// Submissions.
    pub submissions: Arc<dyn SubmissionRepository>,
    /// Who else could review.
    pub users: Arc<dyn UserRepository>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
    /// Whether level 5 takes two steps wherever two administrators may take them.
    pub two_steps_at_top_level: bool,
}

impl Reviewing {
    /// The submissions that wait for a review, oldest first, each as this administrator may see it.
    pub async fn queue(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        page: PageRequest,
    ) -> Result<Page<ReviewItem>, SubmissionError> {
        let administrators = self.users.administrators().await?;
        let page = self.submissions.pending(context.now.minus(REVIEW_WINDOW), page).await?;
        Ok(page.map(|record| ReviewItem::new(record, actor, &administrators)))
    }

    /// Approves or rejects, and answers the submission as the reviewer may see it afterwards. The last step of an
    /// approval publishes in the same transaction. Of two administrators at once one wins; the other gets
    /// `already_reviewed`.
    ///
    /// Errors: those of [`review::decide`], `not_found`, `validation_failed`.
    pub async fn review(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: SubmissionId,
        request: ReviewRequest,
    ) -> Result<ReviewItem, SubmissionError> {
        let review = request.parse()?;
        let mut record = self.submissions.find(id).await?.ok_or(SubmissionError::NotFound)?;
        let administrators = self.users.administrators().await?;
        let facts = Facts {
            administrators: &administrators,
            two_steps_at_top_level: self.two_steps_at_top_level,
            now: context.now,
        };
        let change = review::decide(&*self.ids, &record, actor, &review, facts)?;
        let (after, step) = (change.after.clone(), change.step.clone());
        let entry = self.entry(context, actor, &change);
        self.submissions.review(Audited::new(change, entry)).await.map_err(|error| match error {
            StoreError::Stale => SubmissionError::AlreadyReviewed,
            other => other.into(),
        })?;
        record.submission = after;
        record.steps.push(step);
        Ok(ReviewItem::new(record, actor, &administrators))
    }

    fn entry(&self, context: &RequestContext, actor: &AdminActor, change: &ReviewChange) -> Entry {
        let Submission { id, status, assigned_clearance_level, max_approval_steps, document_id, .. } =
            &change.after;
        let action = match status {
            Status::Pending => Action::SubmissionStepApproved,
            Status::Approved => Action::SubmissionApproved,
            Status::Rejected => Action::SubmissionRejected,
        };
        let mut details = Details::new()
            .with("step", change.step.step_number)
            .with("steps", *max_approval_steps)
            .with("commented", change.step.comments.is_some());
        if let Some(level) = assigned_clearance_level {
            details = details.with("clearanceLevel", level.level());
        }
        if let Some(document) = document_id {
            details = details.with("documentId", document.to_string());
        }
        if change.is_self_review {
            details = details.with("selfReview", true);
        }
        if change.is_same_approver {
            details = details.with("sameApprover", true);
        }
        Entry::new(&*self.ids, context, actor, action, EntityType::Submission)
            .on(id)
            .details(details)
            .as_admin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SubmissionRecord;
    use crate::ports::MockSubmissionRepository;
    use crate::testing::submission;
    use kernel::testing::numbered;
    use kernel::testing::{SequentialIds, TEST_NOW, admin, context, emergency_access};
    use kernel::{DomainError, UserId};
    use users::ports::{Administrator, MockUserRepository};

    fn approve(level: i64) -> ReviewRequest {
        ReviewRequest {
            status: "approved".to_owned(),
            clearance_level: Some(level),
            ..ReviewRequest::default()
        }
    }

    /// With these administrators of level 5.
    fn service(submissions: MockSubmissionRepository, administrators: &[u64]) -> Reviewing {
        let admin = |n: &u64| Administrator { id: UserId::Account(numbered(*n)), clearance: Clearance::MAX };
        let listed: Vec<_> = administrators.iter().map(admin).collect();
        let mut users = MockUserRepository::new();
        users.expect_administrators().returning(move || Ok(listed.clone()));
        Reviewing {
            submissions: Arc::new(submissions),
            users: Arc::new(users),
            ids: Arc::new(SequentialIds::default()),
            two_steps_at_top_level: true,
        }
    }

    fn with_pending() -> MockSubmissionRepository {
        let mut submissions = MockSubmissionRepository::new();
        submissions.expect_find().returning(|id| {
            let submission = submission(1, 9);
            let record =
                SubmissionRecord { submission, submitted_by_username: "author".to_owned(), steps: vec![] };
            Ok((id == record.submission.id).then_some(record))
        });
        submissions
    }

    #[tokio::test]
    async fn an_approval_publishes_and_is_recorded() {
        let mut submissions = with_pending();
        submissions
            .expect_review()
            .times(1)
            .withf(|review| {
                let details = review.entry().details.to_json().unwrap_or_default();
                review.change().publish.is_some()
                    && review.change().expected_step == 1
                    && review.entry().action == Action::SubmissionApproved
                    && review.entry().is_admin_action
                    && details.contains(r#""clearanceLevel":3"#)
                    && !details.contains("selfReview")
            })
            .returning(|_| Ok(()));
        let service = service(submissions, &[2, 3]);
        let record = service.review(&context(), &admin(2, 5), submission(1, 9).id, approve(3)).await.unwrap();
        let record = record.into_record();
        assert_eq!(record.submission.status, Status::Approved);
        assert!(record.submission.document_id.is_some());
        assert_eq!(record.steps.len(), 1);
    }

    #[tokio::test]
    async fn the_loser_of_a_race_is_told_that_it_was_reviewed() {
        let mut submissions = with_pending();
        submissions.expect_review().times(1).returning(|_| Err(StoreError::Stale));
        let error = service(submissions, &[2, 3])
            .review(&context(), &admin(2, 5), submission(1, 9).id, approve(3))
            .await
            .unwrap_err();
        assert_eq!(error.code(), "already_reviewed");
    }

    #[tokio::test]
    async fn ones_own_is_reviewed_only_by_the_only_administrator_and_marked() {
        let error = service(with_pending(), &[2, 3])
            .review(&context(), &admin(9, 5), submission(1, 9).id, approve(3))
            .await
            .unwrap_err();
        assert_eq!(error.code(), "self_review");
        let mut submissions = with_pending();
        submissions
            .expect_review()
            .times(1)
            .withf(|review| {
                review.entry().details.to_json().is_some_and(|json| json.contains(r#""selfReview":true"#))
            })
            .returning(|_| Ok(()));
        let alone = service(submissions, &[9]);
        assert!(alone.review(&context(), &admin(9, 5), submission(1, 9).id, approve(3)).await.is_ok());
    }

    #[tokio::test]
    async fn a_request_that_says_nothing_clear_changes_nothing() {
        let cases = [
            (ReviewRequest::default(), "status"),
            (ReviewRequest { clearance_level: None, ..approve(1) }, "clearanceLevel"),
            (approve(6), "clearanceLevel"),
            (ReviewRequest { comments: Some("x".repeat(2001)), ..approve(1) }, "comments"),
            (ReviewRequest { comments: Some("\u{1b}[0m".to_owned()), ..approve(1) }, "comments"),
        ];
        for (request, field) in cases {
            let error = service(with_pending(), &[2, 3])
                .review(&context(), &admin(2, 5), submission(1, 9).id, request)
                .await
                .unwrap_err();
            assert_eq!(error.fields().first().map(|error| error.field), Some(field));
        }
        let error = service(with_pending(), &[2, 3])
            .review(
                &context(),
                &admin(2, 5),
                submission(1, 9).id,
                ReviewRequest { clearance_level: None, ..approve(1) },
            )
            .await
            .unwrap_err();
        assert_eq!(error.to_string(), "Please assign a clearance level before approving.");
    }

    #[tokio::test]
    async fn an_unknown_submission_is_not_found() {
        let missing = submission(2, 9).id;
        let error =
            service(with_pending(), &[2, 3]).review(&context(), &admin(2, 5), missing, approve(1)).await;
        assert_eq!(error.unwrap_err().code(), "not_found");
    }

    #[tokio::test]
    async fn the_queue_leaves_out_what_waited_three_days() {
        let mut submissions = MockSubmissionRepository::new();
        submissions
            .expect_pending()
            .times(1)
            .withf(|after, _| *after == TEST_NOW.minus(REVIEW_WINDOW))
            .returning(|_, _| Ok(Page { items: vec![], next: None }));
        let emergency = emergency_access();
        assert!(
            service(submissions, &[2, 3]).queue(&context(), &emergency, PageRequest::FIRST).await.is_ok()
        );
    }
}
