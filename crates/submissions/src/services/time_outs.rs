//! Submissions and edits that waited too long for a review.

use crate::edits::REVIEW_WINDOW;
use crate::edits::change::TimedOutItem;
use crate::edits::change::{EditTimeOut, EditTimeOutMark};
use crate::error::SubmissionError;
use crate::news_of_items;
use crate::ports::{EditRepository, SubmissionRepository};
use crate::submission::{Resubmission, Submission, TimeOut, TimeOutMark};
use crate::view::SubmissionView;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_documents::batch::Tally;
use facility_kernel::{Actor, IdGenerator, Page, PageRequest, RequestContext, StoreError, SubmissionId, Timestamp};
use std::sync::Arc;

/// Maximum number of submissions, and of edits, that one run marks; the next run continues.
const MARKED_AT_A_TIME: u32 = 200;

/// Marks submissions and edits that waited too long, lists them for their owners, and returns submissions to the queue.
#[derive(Clone)]
pub struct TimeOuts {
    /// Submissions.
    pub submissions: Arc<dyn SubmissionRepository>,
    /// Edits.
    pub edits: Arc<dyn EditRepository>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
}

impl TimeOuts {
    /// Returns the caller's submissions and edits that have timed out and can be resubmitted, newest first.
    pub async fn own(
        &self,
        context: &RequestContext,
        actor: &Actor,
        page: PageRequest,
    ) -> Result<Page<TimedOutItem>, SubmissionError> {
        let started_by = context.now.minus(REVIEW_WINDOW);
        Ok(self.submissions.timed_out(actor.user_id, started_by, page).await?)
    }

    /// Returns a timed-out submission of the caller to the queue for another three days. Its approval steps are kept.
    ///
    /// Errors: `protected_account`, `not_found` (also for submissions of others, unless the caller is an
    /// administrator: `owner_only`), `not_timed_out`.
    pub async fn resubmit(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: SubmissionId,
    ) -> Result<SubmissionView, SubmissionError> {
        if actor.is_emergency_access() {
            return Err(SubmissionError::ProtectedAccount);
        }
        let mut record = self.submissions.find(id).await?.ok_or(SubmissionError::NotFound)?;
        let submission = &record.submission;
        if submission.submitted_by != actor.user_id {
            return Err(if actor.is_admin { SubmissionError::OwnerOnly } else { SubmissionError::NotFound });
        }
        if !submission.is_timed_out(context.now) {
            return Err(SubmissionError::NotTimedOut);
        }
        let change = Resubmission { id, expected_start: submission.waits_since(), at: context.now };
        let details = Details::new().with("waitedSince", change.expected_start.to_string());
        let entry = Entry::new(&*self.ids, context, actor, Action::SubmissionResubmitted, EntityType::Submission)
            .on(&id)
            .details(details);
        self.submissions.resubmit(Audited::new(change, entry)).await.map_err(|error| match error {
            // Resubmitted or reviewed in the meantime.
            StoreError::Stale => SubmissionError::NotTimedOut,
            other => other.into(),
        })?;
        record.submission = Submission { resubmitted_at: Some(context.now), timed_out_at: None, ..record.submission };
        Ok(SubmissionView::for_author(record, actor))
    }

    /// Marks submissions and edits whose wait is over, as the system, notifies their authors, and returns their number. Of
    /// several nodes only one marks each of them.
    ///
    /// Errors: those of the store. What cannot be marked is left out and keeps none of the others.
    pub async fn mark(&self, context: &RequestContext) -> Result<usize, StoreError> {
        let started_by = context.now.minus(REVIEW_WINDOW);
        let mut tally = Tally::default();
        for time_out in self.submissions.unmarked(started_by, MARKED_AT_A_TIME).await? {
            tally.add(self.mark_submission(context, time_out).await)?;
        }
        for time_out in self.edits.unmarked(started_by, MARKED_AT_A_TIME).await? {
            tally.add(self.mark_edit(context, time_out).await)?;
        }
        tally.finish()
    }

    async fn mark_submission(
        &self,
        context: &RequestContext,
        time_out: Result<TimeOut, StoreError>,
    ) -> Result<usize, StoreError> {
        let time_out = time_out?;
        let TimeOut { id, at, .. } = time_out;
        let entry = self.entry(context, Action::SubmissionTimedOut, EntityType::Submission, at).on(&id);
        let news = news_of_items::of_time_out(&*self.ids, &time_out, context.now);
        let mail = news.mail(&*self.ids);
        let mark = Audited::new(TimeOutMark { time_out, news }, entry).mailing(mail);
        counted(self.submissions.mark_timed_out(mark).await)
    }

    async fn mark_edit(
        &self,
        context: &RequestContext,
        time_out: Result<EditTimeOut, StoreError>,
    ) -> Result<usize, StoreError> {
        let time_out = time_out?;
        let EditTimeOut { id, at, .. } = time_out;
        let entry = self.entry(context, Action::EditTimedOut, EntityType::Edit, at).on(&id);
        let news = news_of_items::of_edit_time_out(&*self.ids, &time_out, context.now);
        let mail = news.mail(&*self.ids);
        let mark = Audited::new(EditTimeOutMark { time_out, news }, entry).mailing(mail);
        counted(self.edits.mark_timed_out(mark).await)
    }

    fn entry(&self, context: &RequestContext, action: Action, of: EntityType, at: Timestamp) -> Entry {
        Entry::new(&*self.ids, context, Performer::System, action, of)
            .details(Details::new().with("timedOutAt", at.to_string()))
    }
}

/// Returns 1 for what was marked, and 0 if another node was first, or it was reviewed or resubmitted.
fn counted(marked: Result<(), StoreError>) -> Result<usize, StoreError> {
    match marked {
        Ok(()) => Ok(1),
        Err(StoreError::Stale) => Ok(0),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::EditRequest;
    use crate::edits::Status;
    use crate::ports::{MockEditRepository, MockSubmissionRepository};
    use crate::submission::SubmissionRecord;
    use crate::submission::testing::submission;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context};
    use facility_kernel::{DomainError, UserId};
    use facility_users::news::NewsKind;
    use std::time::Duration;

    fn service(submissions: MockSubmissionRepository) -> TimeOuts {
        service_with(submissions, MockEditRepository::new())
    }

    fn service_with(submissions: MockSubmissionRepository, edits: MockEditRepository) -> TimeOuts {
        let ids = Arc::new(SequentialIds::default());
        TimeOuts { submissions: Arc::new(submissions), edits: Arc::new(edits), ids }
    }

    fn with(submission: Submission) -> MockSubmissionRepository {
        let mut submissions = MockSubmissionRepository::new();
        submissions.expect_find().returning(move |id| {
            let record = SubmissionRecord {
                submission: submission.clone(),
                submitted_by_username: "author".to_owned(),
                steps: vec![],
                previous: None,
                preview: "".into(),
            };
            Ok((id == record.submission.id).then_some(record))
        });
        submissions
    }

    fn late_edit() -> EditTimeOut {
        let record = crate::edits::testing::record(3, 1);
        let EditRequest { id, document_id, submitted_by, text, .. } = record.edit;
        EditTimeOut { id, document_id, at: TEST_NOW, owner: submitted_by, title: text.title }
    }

    fn timed_out() -> Submission {
        let created_at = TEST_NOW.minus(REVIEW_WINDOW);
        Submission { created_at, timed_out_at: Some(TEST_NOW), ..submission(1, 9) }
    }

    async fn resubmit(of: TimeOuts, who: &Actor) -> Result<SubmissionView, &'static str> {
        of.resubmit(&context(), who, submission(1, 9).id).await.map_err(|error| error.code())
    }

    #[tokio::test]
    async fn a_timed_out_submission_gets_another_three_days() {
        let mut submissions = with(timed_out());
        submissions
            .expect_resubmit()
            .times(1)
            .withf(|audited| {
                let (change, entry) = (audited.change(), audited.entry());
                change.expected_start == TEST_NOW.minus(REVIEW_WINDOW)
                    && change.at == TEST_NOW
                    && entry.action == Action::SubmissionResubmitted
                    && !entry.is_admin_action
            })
            .returning(|_| Ok(()));
        let after = resubmit(service(submissions), &actor(9, 1, false)).await.unwrap().into_parts().0.submission;
        assert_eq!((after.resubmitted_at, after.timed_out_at), (Some(TEST_NOW), None));
        assert_eq!(after.times_out_at(), TEST_NOW.plus(REVIEW_WINDOW));
        assert_eq!(after.created_at, TEST_NOW.minus(REVIEW_WINDOW));
    }

    #[tokio::test]
    async fn submission_that_has_not_timed_out_cannot_be_resubmitted() {
        let in_time = TEST_NOW.minus(REVIEW_WINDOW).plus(Duration::from_micros(1));
        for state in [
            Submission { created_at: in_time, ..timed_out() },
            Submission { resubmitted_at: Some(TEST_NOW), ..timed_out() },
            Submission { status: Status::Approved, ..timed_out() },
            Submission { status: Status::Rejected, ..timed_out() },
        ] {
            let refused = resubmit(service(with(state)), &actor(9, 1, false)).await;
            assert_eq!(refused, Err("not_timed_out"));
        }
        let mut raced = with(timed_out());
        raced.expect_resubmit().times(1).returning(|_| Err(StoreError::Stale));
        assert_eq!(resubmit(service(raced), &actor(9, 1, false)).await, Err("not_timed_out"));
    }

    #[tokio::test]
    async fn only_the_owner_resubmits() {
        let mut emergency = actor(8, 5, true);
        emergency.user_id = UserId::EmergencyAccess;
        for (who, code) in
            [(actor(1, 5, false), "not_found"), (actor(1, 5, true), "owner_only"), (emergency, "protected_account")]
        {
            assert_eq!(resubmit(service(with(timed_out())), &who).await, Err(code));
        }
        let missing = submission(2, 9).id;
        let error = service(with(timed_out())).resubmit(&context(), &actor(9, 1, false), missing).await;
        assert_eq!(error.unwrap_err().code(), "not_found");
    }

    #[tokio::test]
    async fn due_items_are_marked_by_the_system_and_stale_ones_skipped() {
        let mut submissions = MockSubmissionRepository::new();
        let due = |n| {
            let Submission { id, submitted_by, title, .. } = submission(n, 9);
            TimeOut { id, at: TEST_NOW, owner: submitted_by, title }
        };
        submissions
            .expect_unmarked()
            .times(1)
            .withf(|by, limit| *by == TEST_NOW.minus(REVIEW_WINDOW) && *limit == 200)
            .returning(move |_, _| Ok(vec![Ok(due(1)), Ok(due(2))]));
        submissions
            .expect_mark_timed_out()
            .times(2)
            .withf(|audited| {
                let entry = audited.entry();
                let news = &audited.change().news;
                entry.action == Action::SubmissionTimedOut
                    && entry.performer == Performer::System
                    && (news.kind, news.recipient) == (NewsKind::TimedOut, submission(1, 9).submitted_by)
            })
            .returning(
                move |audited| {
                    if audited.change().time_out == due(1) { Err(StoreError::Stale) } else { Ok(()) }
                },
            );
        let mut edits = MockEditRepository::new();
        edits.expect_unmarked().times(1).returning(|_, _| Ok(vec![Ok(late_edit())]));
        edits
            .expect_mark_timed_out()
            .times(1)
            .withf(|audited| {
                let (entry, news) = (audited.entry(), &audited.change().news);
                (entry.action, entry.entity_type) == (Action::EditTimedOut, EntityType::Edit)
                    && entry.performer == Performer::System
                    && (news.kind, news.recipient) == (NewsKind::TimedOut, submission(1, 9).submitted_by)
            })
            .returning(|_| Ok(()));
        assert_eq!(service_with(submissions, edits).mark(&context()).await.unwrap(), 2);
    }
}
