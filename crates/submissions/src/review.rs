//! The rule of review: who may decide, when, and what follows. Pure; rights first (403), then state (409).

use crate::{ApprovalStep, Status, Submission, SubmissionError, SubmissionRecord};
use documents::Document;
use kernel::{Actor, ApprovalStepId, Clearance, DocumentId, IdGenerator, Timestamp};

/// The most steps an approval can have.
pub const MAX_STEPS: i32 = 10;

/// What a reviewer decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// Approve at this level, or reject.
    pub verdict: Verdict,
    /// What the reviewer says to the author.
    pub comments: Option<String>,
    /// How many steps the approval shall have; heard at the first review alone.
    pub max_approval_steps: Option<i32>,
    /// When the document is released; instead of what the author asked for.
    pub scheduled_release_at: Option<Timestamp>,
}

/// Approve or reject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Publish at this level, or take the next step towards it.
    Approve(Clearance),
    /// Refuse.
    Reject,
}

/// What the rule needs to know besides the submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Approved administrators besides the reviewer; `emergency-access` counts as nobody's.
    pub admins_besides_reviewer: u64,
    /// Approved administrators besides the author: those who may take the steps.
    pub admins_besides_author: u64,
    /// Whether level 5 asks for two steps wherever two administrators may take them.
    pub two_steps_at_top_level: bool,
    /// When the decision is made.
    pub now: Timestamp,
}

/// What a review changes. Written only while the submission is pending at the step that was reviewed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewChange {
    /// The step the submission was at.
    pub expected_step: i32,
    /// The submission afterwards.
    pub after: Submission,
    /// The step that was taken.
    pub step: ApprovalStep,
    /// The document, where this was the last step.
    pub publish: Option<Document>,
    /// Whether the reviewer is the author, which the log marks.
    pub is_self_review: bool,
}

/// Decides what a review changes.
///
/// Errors: `admin_only`, `self_review`, `insufficient_clearance`, `distinct_approver`, `already_reviewed`,
/// `timed_out`, `level_differs`, `validation_failed` for `maxApprovalSteps`.
pub fn decide(
    ids: &dyn IdGenerator,
    record: &SubmissionRecord,
    actor: &Actor,
    review: &Review,
    facts: Facts,
) -> Result<ReviewChange, SubmissionError> {
    let submission = &record.submission;
    let is_self_review = submission.submitted_by == actor.user_id;
    if !actor.is_admin {
        return Err(SubmissionError::AdminOnly);
    }
    if is_self_review && facts.admins_besides_reviewer > 0 {
        return Err(SubmissionError::SelfReview);
    }
    if let Verdict::Approve(level) = review.verdict
        && !actor.is_cleared_for(level)
    {
        return Err(SubmissionError::InsufficientClearance { required: level });
    }
    if submission.status != Status::Pending {
        return Err(SubmissionError::AlreadyReviewed);
    }
    if record.steps.iter().any(|step| step.approver_id == actor.user_id) {
        return Err(SubmissionError::DistinctApprover);
    }
    if submission.is_timed_out(facts.now) {
        return Err(SubmissionError::TimedOut);
    }
    let step = ApprovalStep {
        id: ApprovalStepId::generate(ids),
        submission_id: submission.id,
        step_number: submission.approval_step,
        approver_id: actor.user_id,
        approver_username: actor.username.clone(),
        status: match review.verdict {
            Verdict::Approve(_) => Status::Approved,
            Verdict::Reject => Status::Rejected,
        },
        comments: review.comments.clone(),
        approved_at: facts.now,
    };
    let mut after = Submission { reviewed_by: Some(actor.user_id), ..submission.clone() };
    let publish = match review.verdict {
        Verdict::Reject => {
            after.review_comments.clone_from(&review.comments);
            after.status = Status::Rejected;
            after.reviewed_at = Some(facts.now);
            None
        }
        Verdict::Approve(level) => approve(ids, &mut after, level, review, facts)?,
    };
    Ok(ReviewChange { expected_step: submission.approval_step, after, step, publish, is_self_review })
}

fn approve(
    ids: &dyn IdGenerator,
    after: &mut Submission,
    level: Clearance,
    review: &Review,
    facts: Facts,
) -> Result<Option<Document>, SubmissionError> {
    if let Some(assigned) = after.assigned_clearance_level.filter(|assigned| *assigned != level) {
        return Err(SubmissionError::LevelDiffers { assigned });
    }
    if after.approval_step == 1 {
        after.max_approval_steps = steps_needed(level, review.max_approval_steps, facts)?;
        after.requires_multi_step_approval = after.max_approval_steps > 1;
    }
    after.assigned_clearance_level = Some(level);
    // What an earlier step said to the author stands until a later one says something.
    after.review_comments = review.comments.clone().or(after.review_comments.take());
    after.scheduled_release_at = review.scheduled_release_at.or(after.scheduled_release_at);
    if after.approval_step < after.max_approval_steps {
        after.approval_step += 1;
        return Ok(None);
    }
    let id = DocumentId::generate(ids);
    after.status = Status::Approved;
    after.reviewed_at = Some(facts.now);
    after.document_id = Some(id);
    Ok(Some(publish(id, after, level, facts.now)))
}

/// One step, or what the first reviewer asks for; two at the top level wherever two administrators may take them.
fn steps_needed(level: Clearance, asked: Option<i32>, facts: Facts) -> Result<i32, SubmissionError> {
    let able = i32::try_from(facts.admins_besides_author).unwrap_or(MAX_STEPS);
    let asked = asked.unwrap_or(1);
    if !(1..=MAX_STEPS).contains(&asked) {
        let message = format!("Approval steps must be between 1 and {MAX_STEPS}");
        return Err(SubmissionError::invalid("maxApprovalSteps", message));
    }
    if asked > 1 && asked > able {
        let message = "There are not enough administrators for that many approval steps";
        return Err(SubmissionError::invalid("maxApprovalSteps", message));
    }
    let forced = facts.two_steps_at_top_level && level == Clearance::MAX && able >= 2;
    Ok(if forced { asked.max(2) } else { asked })
}

fn publish(id: DocumentId, submission: &Submission, level: Clearance, now: Timestamp) -> Document {
    Document {
        id,
        title: submission.title.clone(),
        content: submission.content.clone(),
        category: submission.category,
        clearance_level: level,
        file_path: submission.file_path.clone(),
        submitted_by: submission.submitted_by,
        is_archived: false,
        archive_section: None,
        archived_at: None,
        archived_by: None,
        archive_requested: false,
        archive_requested_at: None,
        archive_requested_by: None,
        archive_request_section: None,
        scheduled_release_at: submission.scheduled_release_at,
        is_template: false,
        template_category: None,
        version: 1,
        parent_document_id: None,
        is_draft: false,
        created_at: now,
        updated_at: now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::REVIEW_WINDOW;
    use crate::testing::submission;
    use kernel::DomainError;
    use kernel::testing::{SequentialIds, TEST_NOW, actor};
    use std::fmt::Write as _;

    fn record(submission: Submission, steps: Vec<ApprovalStep>) -> SubmissionRecord {
        SubmissionRecord { submission, submitted_by_username: "author".to_owned(), steps }
    }

    fn level(n: i64) -> Clearance {
        Clearance::parse(n).unwrap()
    }

    fn approve_at(n: i64) -> Review {
        Review {
            verdict: Verdict::Approve(level(n)),
            comments: None,
            max_approval_steps: None,
            scheduled_release_at: None,
        }
    }

    fn reject() -> Review {
        Review { verdict: Verdict::Reject, comments: Some("Too short".to_owned()), ..approve_at(1) }
    }

    fn admins(reviewer: u64, author: u64) -> Facts {
        Facts {
            admins_besides_reviewer: reviewer,
            admins_besides_author: author,
            two_steps_at_top_level: true,
            now: TEST_NOW,
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "the cases read better without references")]
    fn run(
        record: &SubmissionRecord,
        actor: &Actor,
        review: Review,
        facts: Facts,
    ) -> Result<ReviewChange, SubmissionError> {
        decide(&SequentialIds::default(), record, actor, &review, facts)
    }

    #[test]
    fn one_step_publishes_at_the_assigned_level() {
        let change =
            run(&record(submission(1, 9), vec![]), &actor(2, 5, true), approve_at(3), admins(1, 2)).unwrap();
        let document = change.publish.unwrap();
        assert_eq!((document.clearance_level, document.version), (level(3), 1));
        assert_eq!(document.submitted_by, change.after.submitted_by);
        assert_eq!(change.after.document_id, Some(document.id));
        assert_eq!((change.after.status, change.after.reviewed_at), (Status::Approved, Some(TEST_NOW)));
    }

    #[test]
    fn a_rejection_keeps_its_reason_and_publishes_nothing() {
        let change =
            run(&record(submission(1, 9), vec![]), &actor(2, 1, true), reject(), admins(1, 2)).unwrap();
        assert_eq!(change.after.status, Status::Rejected);
        assert_eq!(change.after.review_comments.as_deref(), Some("Too short"));
        assert!(change.publish.is_none());
    }

    #[test]
    fn the_top_level_takes_two_different_administrators() {
        let first =
            run(&record(submission(1, 9), vec![]), &actor(2, 5, true), approve_at(5), admins(1, 2)).unwrap();
        assert!(first.publish.is_none());
        assert_eq!((first.after.approval_step, first.after.max_approval_steps), (2, 2));
        assert_eq!(first.after.status, Status::Pending);

        let waiting = record(first.after, vec![first.step]);
        let same = run(&waiting, &actor(2, 5, true), approve_at(5), admins(1, 2)).unwrap_err();
        assert_eq!(same.code(), "distinct_approver");
        let lower = run(&waiting, &actor(3, 5, true), approve_at(4), admins(1, 2)).unwrap_err();
        assert_eq!(lower.code(), "level_differs");
        let second = run(&waiting, &actor(3, 5, true), approve_at(5), admins(1, 2)).unwrap();
        assert_eq!(second.publish.unwrap().clearance_level, level(5));
        let rejected = run(&waiting, &actor(3, 5, true), reject(), admins(1, 2)).unwrap();
        assert_eq!(rejected.after.status, Status::Rejected);
    }

    #[test]
    fn what_an_approval_says_to_the_author_stands_until_the_next_says_something() {
        let say =
            |text: &str| Review { comments: (!text.is_empty()).then(|| text.to_owned()), ..approve_at(5) };
        let first =
            run(&record(submission(1, 9), vec![]), &actor(2, 5, true), say("Well told"), admins(1, 2))
                .unwrap();
        assert_eq!(first.after.review_comments.as_deref(), Some("Well told"));
        let waiting = record(first.after, vec![first.step]);
        let comment = |review: Review| {
            run(&waiting, &actor(3, 5, true), review, admins(1, 2)).unwrap().after.review_comments
        };
        assert_eq!(comment(say("")).as_deref(), Some("Well told"));
        assert_eq!(comment(say("Agreed")).as_deref(), Some("Agreed"));
        // A rejection gives a reason of its own.
        assert_eq!(comment(reject()).as_deref(), Some("Too short"));
        assert_eq!(comment(Review { comments: None, ..reject() }), None);
    }

    #[test]
    fn the_top_level_takes_one_step_where_only_one_may_take_it() {
        let alone =
            run(&record(submission(1, 9), vec![]), &actor(2, 5, true), approve_at(5), admins(0, 1)).unwrap();
        assert!(alone.publish.is_some());
        let switched_off = Facts { two_steps_at_top_level: false, ..admins(1, 2) };
        let change =
            run(&record(submission(1, 9), vec![]), &actor(2, 5, true), approve_at(5), switched_off).unwrap();
        assert!(change.publish.is_some());
    }

    #[test]
    fn steps_that_nobody_could_take_are_refused() {
        for asked in [0, -1, 3, MAX_STEPS + 1] {
            let review = Review { max_approval_steps: Some(asked), ..approve_at(2) };
            let error =
                run(&record(submission(1, 9), vec![]), &actor(2, 5, true), review, admins(1, 2)).unwrap_err();
            assert_eq!(error.fields().first().map(|field| field.field), Some("maxApprovalSteps"), "{asked}");
        }
    }

    #[test]
    fn the_reviewer_may_set_the_release() {
        let asked = TEST_NOW.plus(REVIEW_WINDOW);
        let own = Submission { scheduled_release_at: Some(TEST_NOW), ..submission(1, 9) };
        let change =
            run(&record(own.clone(), vec![]), &actor(2, 5, true), approve_at(1), admins(1, 2)).unwrap();
        assert_eq!(change.publish.unwrap().scheduled_release_at, Some(TEST_NOW));
        let review = Review { scheduled_release_at: Some(asked), ..approve_at(1) };
        let change = run(&record(own, vec![]), &actor(2, 5, true), review, admins(1, 2)).unwrap();
        assert_eq!(change.publish.unwrap().scheduled_release_at, Some(asked));
    }

    /// The whole matrix, one line a case: whoever changes the rule sees every case it changes.
    #[test]
    fn the_matrix_of_review() {
        let old = TEST_NOW.minus(REVIEW_WINDOW);
        let states = [
            ("pending", submission(1, 9)),
            ("timed out", Submission { created_at: old, ..submission(1, 9) }),
            (
                "sent again",
                Submission { created_at: old, resubmitted_at: Some(TEST_NOW), ..submission(1, 9) },
            ),
            ("approved", Submission { status: Status::Approved, ..submission(1, 9) }),
            ("rejected", Submission { status: Status::Rejected, ..submission(1, 9) }),
        ];
        let mut emergency = actor(8, 5, true);
        emergency.user_id = kernel::UserId::EmergencyAccess;
        let actors = [
            ("user", actor(2, 5, false), admins(2, 2)),
            ("admin of level 3", actor(2, 3, true), admins(1, 2)),
            ("author, not alone", actor(9, 5, true), admins(1, 1)),
            ("author, alone", actor(9, 5, true), admins(0, 0)),
            ("emergency access", emergency, admins(2, 2)),
        ];
        let reviews =
            [("approve at 3", approve_at(3)), ("approve at 4", approve_at(4)), ("reject", reject())];
        let mut matrix = String::new();
        for (state, submission) in &states {
            for (who, actor, facts) in &actors {
                for (what, review) in &reviews {
                    let verdict =
                        match run(&record(submission.clone(), vec![]), actor, review.clone(), *facts) {
                            Ok(change) if change.is_self_review => "ok, marked as own",
                            Ok(_) => "ok",
                            Err(error) => error.code(),
                        };
                    writeln!(matrix, "{state:10} | {who:17} | {what:12} | {verdict}").unwrap();
                }
            }
        }
        insta::assert_snapshot!(matrix);
    }
}
