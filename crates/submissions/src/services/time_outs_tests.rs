//! Tests of time-outs.

use super::*;
use crate::case::Case;
use crate::case::Status;
use crate::case::time_out::TimeOut;
use crate::edits::EditRequest;
use crate::edits::testing::record;
use crate::ports::{MockSubmissionRepository, MockWaitRepository};
use crate::submission::testing::submission;
use crate::submission::{Submission, SubmissionRecord};
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context};
use facility_kernel::{DomainError as _, UserId};
use facility_users::news::NewsKind;
use std::time::Duration;

type Waits<Id> = MockWaitRepository<Id>;

fn over(submissions: MockSubmissionRepository, waits: Waits<SubmissionId>) -> TimeOuts {
    TimeOuts {
        submissions: Arc::new(submissions),
        waits: Arc::new(waits),
        waits_of_edits: Arc::new(Waits::<EditId>::new()),
        ids: Arc::new(SequentialIds::default()),
    }
}

fn with(case: Case<SubmissionId>) -> MockSubmissionRepository {
    let mut submissions = MockSubmissionRepository::new();
    submissions.expect_find().returning(move |id| {
        let record = SubmissionRecord {
            submission: Submission { case: case.clone(), ..submission(1, 9) },
            submitted_by_username: "author".to_owned(),
            steps: vec![],
            previous: None,
            preview: "".into(),
        };
        Ok((id == case.id).then_some(record))
    });
    submissions
}

fn timed_out() -> Case<SubmissionId> {
    let created_at = TEST_NOW.minus(REVIEW_WINDOW);
    Case { created_at, timed_out_at: Some(TEST_NOW), ..submission(1, 9).case }
}

async fn resubmit(of: TimeOuts, who: &Actor) -> Result<SubmissionView, &'static str> {
    of.resubmit(&context(), who, submission(1, 9).case.id).await.map_err(|error| error.code())
}

#[tokio::test]
async fn a_timed_out_submission_gets_another_three_days() {
    let mut waits = Waits::new();
    waits
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
    let view = resubmit(over(with(timed_out()), waits), &actor(9, 1, false)).await.unwrap();
    let after = view.into_parts().0.submission.case;
    assert_eq!((after.resubmitted_at, after.timed_out_at), (Some(TEST_NOW), None));
    assert_eq!(after.times_out_at(), TEST_NOW.plus(REVIEW_WINDOW));
    assert_eq!(after.created_at, TEST_NOW.minus(REVIEW_WINDOW));
}

#[tokio::test]
async fn submission_that_has_not_timed_out_cannot_be_resubmitted() {
    let in_time = TEST_NOW.minus(REVIEW_WINDOW).plus(Duration::from_micros(1));
    for state in [
        Case { created_at: in_time, ..timed_out() },
        Case { resubmitted_at: Some(TEST_NOW), ..timed_out() },
        Case { status: Status::Approved, ..timed_out() },
        Case { status: Status::Rejected, ..timed_out() },
    ] {
        let refused = resubmit(over(with(state), Waits::new()), &actor(9, 1, false)).await;
        assert_eq!(refused, Err("not_timed_out"));
    }
    let mut raced = Waits::new();
    raced.expect_resubmit().times(1).returning(|_| Err(StoreError::Stale));
    assert_eq!(resubmit(over(with(timed_out()), raced), &actor(9, 1, false)).await, Err("not_timed_out"));
}

#[tokio::test]
async fn only_the_owner_resubmits() {
    let mut emergency = actor(8, 5, true);
    emergency.user_id = UserId::EmergencyAccess;
    for (who, code) in
        [(actor(1, 5, false), "not_found"), (actor(1, 5, true), "owner_only"), (emergency, "protected_account")]
    {
        assert_eq!(resubmit(over(with(timed_out()), Waits::new()), &who).await, Err(code));
    }
    let missing = submission(2, 9).case.id;
    let error = over(with(timed_out()), Waits::new()).resubmit(&context(), &actor(9, 1, false), missing).await;
    assert_eq!(error.unwrap_err().code(), "not_found");
}

/// A port that marks these items, the first of which was already marked by another node.
fn marking<Id: Copy + PartialEq + Send + Sync + 'static>(due: &[TimeOut<Id>], action: Action) -> Waits<Id> {
    let mut waits = Waits::new();
    let (found, first) = (due.to_vec(), due[0].id);
    waits
        .expect_unmarked()
        .times(1)
        .withf(|by, limit| *by == TEST_NOW.minus(REVIEW_WINDOW) && *limit == 200)
        .returning(move |_, _| Ok(found.iter().cloned().map(Ok).collect()));
    waits
        .expect_mark_timed_out()
        .times(due.len())
        .withf(move |audited| {
            let (entry, news) = (audited.entry(), &audited.change().news);
            entry.action == action
                && entry.performer == Performer::System
                && (news.kind, news.recipient) == (NewsKind::TimedOut, submission(1, 9).case.author)
        })
        .returning(move |mark| if mark.change().time_out.id == first { Err(StoreError::Stale) } else { Ok(()) });
    waits
}

#[tokio::test]
async fn due_items_are_marked_by_the_system_and_stale_ones_skipped() {
    let due = |n| {
        let Submission { case, title, .. } = submission(n, 9);
        TimeOut { id: case.id, subject: Subject::Submission(case.id), at: TEST_NOW, owner: case.author, title }
    };
    let late = |n| {
        let EditRequest { case, document_id, text, .. } = record(n, 1).edit;
        let subject = Subject::Document(document_id);
        TimeOut { id: case.id, subject, at: TEST_NOW, owner: case.author, title: text.title }
    };
    let of = TimeOuts {
        waits_of_edits: Arc::new(marking(&[late(3), late(4), late(5)], Action::EditTimedOut)),
        ..over(MockSubmissionRepository::new(), marking(&[due(1), due(2)], Action::SubmissionTimedOut))
    };
    assert_eq!(of.mark(&context()).await.unwrap(), 3);
}
