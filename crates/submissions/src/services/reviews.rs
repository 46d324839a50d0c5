//! Reviewing submissions.

use crate::case::{REVIEW_WINDOW, Status};
use crate::error::SubmissionError;
use crate::ports::SubmissionRepository;
use crate::review::{self, Facts, Review, ReviewChange};
use crate::submission::Submission;
use crate::view::ReviewItem;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::compare::{Diff, Purpose, Side, Texts};
use facility_documents::ports::Comparing;
use facility_kernel::{
    AdminActor, Clearance, IdGenerator, Page, PageRequest, RequestContext, StoreError, SubmissionId,
};
use facility_users::ports::UserRepository;
use std::sync::Arc;

#[derive(Clone)]
pub struct Reviews {
    pub submissions: Arc<dyn SubmissionRepository>,
    /// The administrators who could review.
    pub users: Arc<dyn UserRepository>,
    pub ids: Arc<dyn IdGenerator>,
    /// Whether level 5 takes two steps if two administrators can take them.
    pub two_steps_at_top_level: bool,
    pub comparing: Arc<dyn Comparing>,
}

impl Reviews {
    /// Returns the submissions waiting for review, oldest first, each as this administrator may see it.
    pub async fn queue(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        page: PageRequest,
    ) -> Result<Page<ReviewItem>, SubmissionError> {
        let administrators = self.users.administrators().await?;
        let started_after = context.now.minus(REVIEW_WINDOW);
        let page = self.submissions.pending(started_after, actor.clearance, page).await?;
        Ok(page.map(|record| ReviewItem::new(record, actor, &administrators)))
    }

    /// Returns a submission of any status as this administrator may see it. Errors: `not_found`.
    pub async fn case(&self, actor: &AdminActor, id: SubmissionId) -> Result<ReviewItem, SubmissionError> {
        let record = self.submissions.find(id).await?.ok_or(SubmissionError::NotFound)?;
        let administrators = self.users.administrators().await?;
        Ok(ReviewItem::new(record, actor, &administrators))
    }

    /// Compares a submission with the one that it revises, both as this administrator may read them.
    ///
    /// Errors: `not_found`, also if it revises none; `insufficient_clearance` if one of them is withheld.
    pub async fn compare(&self, actor: &AdminActor, id: SubmissionId) -> Result<Diff, SubmissionError> {
        let case = self.case(actor, id).await?;
        let previous = case.record().submission.case.resubmission_of.ok_or(SubmissionError::NotFound)?;
        let previous = self.case(actor, previous).await?;
        let (from, to) = (side(&previous)?, side(&case)?);
        let texts = Texts { base: None, from, to };
        Ok(self.comparing.compare(actor.user_id, Purpose::Reviewing, texts).await?.diff)
    }

    /// Approves or rejects a submission, and returns it as the reviewer may see it afterwards. The last step of an
    /// approval publishes in the same transaction. Of two concurrent reviews, one succeeds; the other fails with
    /// `already_reviewed`.
    ///
    /// Errors: those of [`review::decide`], `not_found`.
    pub async fn review(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: SubmissionId,
        review: Review,
    ) -> Result<ReviewItem, SubmissionError> {
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
        let told = change.news.as_ref().filter(|_news| !change.is_self_review);
        let mail = told.and_then(|news| news.mail(&*self.ids));
        self.submissions.review(Audited::new(change, entry).mailing(mail)).await.map_err(|error| match error {
            StoreError::Stale => SubmissionError::AlreadyReviewed,
            other => other.into(),
        })?;
        record.submission = after;
        record.steps.push(step);
        Ok(ReviewItem::new(record, actor, &administrators))
    }

    fn entry(&self, context: &RequestContext, actor: &AdminActor, change: &ReviewChange) -> Entry {
        let Submission { case, assigned_clearance_level, document_id, .. } = &change.after;
        let action = match case.status {
            Status::Pending => Action::SubmissionStepApproved,
            Status::Approved => Action::SubmissionApproved,
            Status::Rejected => Action::SubmissionRejected,
        };
        let mut details = Details::new()
            .with("step", change.step.step_number)
            .with("steps", case.max_approval_steps)
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
        Entry::new(&*self.ids, context, actor, action, EntityType::Submission).on(&case.id).details(details).as_admin()
    }
}

/// Returns a submission as one side of a comparison. Without an assigned level, the lowest one is used.
fn side(item: &ReviewItem) -> Result<Side, SubmissionError> {
    let Submission { title, category, assigned_clearance_level, .. } = &item.record().submission;
    let level = assigned_clearance_level.unwrap_or(Clearance::MIN);
    Side::of(title, *category, level, item.text()).ok_or(SubmissionError::InsufficientClearance { required: level })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockSubmissionRepository;
    use crate::submission::SubmissionRecord;
    use crate::submission::testing::submission;
    use facility_documents::ports::MockComparing;
    use facility_kernel::testing::numbered;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, context, emergency_access};
    use facility_kernel::{DomainError, UserId};
    use facility_users::ports::{Administrator, MockUserRepository};

    fn approve(level: i64) -> Review {
        Review::parse("approved", Some(level), None).unwrap()
    }

    /// Creates the service with these administrators of level 5.
    fn service(submissions: MockSubmissionRepository, administrators: &[u64]) -> Reviews {
        let admin = |n: &u64| Administrator { id: UserId::Account(numbered(*n)), clearance: Clearance::MAX };
        let listed: Vec<_> = administrators.iter().map(admin).collect();
        let mut users = MockUserRepository::new();
        users.expect_administrators().returning(move || Ok(listed.clone()));
        Reviews {
            submissions: Arc::new(submissions),
            users: Arc::new(users),
            ids: Arc::new(SequentialIds::default()),
            two_steps_at_top_level: true,
            comparing: Arc::new(MockComparing::new()),
        }
    }

    fn with_pending() -> MockSubmissionRepository {
        let mut submissions = MockSubmissionRepository::new();
        submissions.expect_find().returning(|id| {
            let submission = submission(1, 9);
            let submitted_by_username = "author".to_owned();
            let (steps, previous, preview) = (vec![], None, "".into());
            let record = SubmissionRecord { submission, submitted_by_username, steps, previous, preview };
            Ok((id == record.submission.case.id).then_some(record))
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
        let record = service.review(&context(), &admin(2, 5), submission(1, 9).case.id, approve(3)).await.unwrap();
        let record = record.record();
        assert_eq!(record.submission.case.status, Status::Approved);
        assert!(record.submission.document_id.is_some());
        assert_eq!(record.steps.len(), 1);
    }

    #[tokio::test]
    async fn second_of_two_concurrent_reviews_is_already_reviewed() {
        let mut submissions = with_pending();
        submissions.expect_review().times(1).returning(|_| Err(StoreError::Stale));
        let error = service(submissions, &[2, 3])
            .review(&context(), &admin(2, 5), submission(1, 9).case.id, approve(3))
            .await
            .unwrap_err();
        assert_eq!(error.code(), "already_reviewed");
    }

    #[tokio::test]
    async fn review_of_the_own_submission_is_marked() {
        let mut submissions = with_pending();
        submissions
            .expect_review()
            .times(1)
            .withf(|review| review.entry().details.to_json().is_some_and(|json| json.contains(r#""selfReview":true"#)))
            .returning(|_| Ok(()));
        let alone = service(submissions, &[9]);
        assert!(alone.review(&context(), &admin(9, 5), submission(1, 9).case.id, approve(3)).await.is_ok());
    }

    #[tokio::test]
    async fn an_unknown_submission_is_not_found() {
        let missing = submission(2, 9).case.id;
        let error = service(with_pending(), &[2, 3]).review(&context(), &admin(2, 5), missing, approve(1)).await;
        assert_eq!(error.unwrap_err().code(), "not_found");
        let error = service(with_pending(), &[2, 3]).case(&admin(2, 5), missing).await;
        assert_eq!(error.unwrap_err().code(), "not_found");
    }

    #[tokio::test]
    async fn queue_omits_submissions_that_waited_three_days() {
        let mut submissions = MockSubmissionRepository::new();
        submissions
            .expect_pending()
            .times(1)
            .withf(|after, _, _| *after == TEST_NOW.minus(REVIEW_WINDOW))
            .returning(|_, _, _| Ok(Page { items: vec![], next: None }));
        let emergency = emergency_access();
        assert!(service(submissions, &[2, 3]).queue(&context(), &emergency, PageRequest::FIRST).await.is_ok());
    }
}
