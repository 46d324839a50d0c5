//! Tests of the review rule of submissions, partly as matrices.

use super::*;
use crate::case::{Case, MAX_STEPS, REVIEW_WINDOW};
use crate::submission::testing::submission;
use facility_kernel::DomainError;
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, admin, emergency_access, numbered};
use facility_users::news::{NewsKind, Subject};
use std::fmt::Write as _;

fn record(submission: Submission, steps: Vec<Step<SubmissionId>>) -> SubmissionRecord {
    let preview = "".into();
    SubmissionRecord { submission, submitted_by_username: "author".to_owned(), steps, previous: None, preview }
}

fn level(n: i64) -> Clearance {
    Clearance::parse(n).unwrap()
}

fn approve_at(n: i64) -> Review {
    Review {
        decision: ReviewDecision::Approve(level(n)),
        comments: None,
        max_approval_steps: None,
        release: ReleaseDate::Keep,
    }
}

fn reject() -> Review {
    Review { decision: ReviewDecision::Reject, comments: Some("Too short".to_owned()), ..approve_at(1) }
}

/// Creates administrators from numbers and levels.
fn admins(listed: &[(u64, i64)]) -> Vec<Administrator> {
    let admin = |&(n, n_level)| Administrator { id: UserId::Account(numbered(n)), clearance: level(n_level) };
    listed.iter().map(admin).collect()
}

fn facts(administrators: &[Administrator]) -> Facts<'_> {
    Facts { administrators, two_steps_at_top_level: true, now: TEST_NOW }
}

#[expect(clippy::needless_pass_by_value, reason = "the cases are easier to read without references")]
fn run(
    record: &SubmissionRecord,
    actor: &AdminActor,
    review: Review,
    administrators: &[(u64, i64)],
) -> Result<ReviewChange, SubmissionError> {
    decide(&SequentialIds::default(), record, actor, &review, facts(&admins(administrators)))
}

/// Two administrators of level 5 who are not the author.
const TWO: &[(u64, i64)] = &[(2, 5), (3, 5)];

/// Returns the submission after `actor` approved step 1 of several at level 5.
fn waiting(actor: &AdminActor, review: Review, administrators: &[(u64, i64)]) -> SubmissionRecord {
    let first = run(&record(submission(1, 9), vec![]), actor, review, administrators).unwrap();
    assert!(first.publish.is_none(), "one step is left");
    record(first.after, vec![first.step])
}

#[test]
fn one_step_publishes_at_the_assigned_level() {
    let change = run(&record(submission(1, 9), vec![]), &admin(2, 5), approve_at(3), TWO).unwrap();
    let document = change.publish.unwrap();
    assert_eq!((document.clearance, document.version), (level(3), 1));
    assert_eq!(document.owner, change.after.case.author);
    assert_eq!(change.after.document_id, Some(document.id));
    assert_eq!((change.after.case.status, change.after.case.reviewed_at), (Status::Approved, Some(TEST_NOW)));
    assert_eq!(change.after.case.reviewed_by, Some(UserId::Account(numbered(2))));
}

#[test]
fn a_rejection_keeps_its_reason_and_publishes_nothing() {
    let change = run(&record(submission(1, 9), vec![]), &admin(2, 1), reject(), TWO).unwrap();
    assert_eq!(change.after.case.status, Status::Rejected);
    assert_eq!(change.after.case.review_comments.as_deref(), Some("Too short"));
    assert_eq!(change.after.case.reviewed_by, Some(UserId::Account(numbered(2))));
    assert!(change.publish.is_none());
}

#[test]
fn the_top_level_takes_two_different_administrators() {
    let waiting = waiting(&admin(2, 5), approve_at(5), TWO);
    assert_eq!((waiting.submission.case.approval_step, waiting.submission.case.max_approval_steps), (2, 2));
    assert_eq!(waiting.submission.case.status, Status::Pending);
    let same = run(&waiting, &admin(2, 5), approve_at(5), TWO).unwrap_err();
    assert_eq!(same.code(), "distinct_approver");
    let lower = run(&waiting, &admin(3, 5), approve_at(4), TWO).unwrap_err();
    assert_eq!(lower.code(), "level_differs");
    let second = run(&waiting, &admin(3, 5), approve_at(5), TWO).unwrap();
    assert_eq!(second.publish.unwrap().clearance, level(5));
    let rejected = run(&waiting, &admin(3, 5), reject(), TWO).unwrap();
    assert_eq!(rejected.after.case.status, Status::Rejected);
}

#[test]
fn a_comment_of_an_approval_is_kept_until_the_next_one_replaces_it() {
    let say = |text: &str| Review { comments: (!text.is_empty()).then(|| text.to_owned()), ..approve_at(5) };
    let waiting = waiting(&admin(2, 5), say("Well told"), TWO);
    assert_eq!(waiting.submission.case.review_comments.as_deref(), Some("Well told"));
    let comment = |review: Review| run(&waiting, &admin(3, 5), review, TWO).unwrap().after.case.review_comments;
    assert_eq!(comment(say("")).as_deref(), Some("Well told"));
    assert_eq!(comment(say("Agreed")).as_deref(), Some("Agreed"));
    // A rejection has its own comment.
    assert_eq!(comment(reject()).as_deref(), Some("Too short"));
    assert_eq!(comment(Review { comments: None, ..reject() }), None);
}

#[test]
fn final_decision_notifies_the_author() {
    let news =
        |review: Review, admins| run(&record(submission(1, 9), vec![]), &admin(2, 5), review, admins).unwrap().news;
    assert_eq!(news(approve_at(5), TWO), None, "a step is not a decision");
    let rejected = news(reject(), TWO).unwrap();
    assert_eq!((rejected.kind, rejected.recipient), (NewsKind::SubmissionRejected, submission(1, 9).case.author));
    assert_eq!(rejected.subject, Subject::Submission(submission(1, 9).case.id));
    assert_eq!((rejected.comment.as_deref(), rejected.read_at), (Some("Too short"), None));
    let approved = news(approve_at(1), TWO).unwrap();
    assert_eq!(approved.kind, NewsKind::SubmissionApproved);
    assert!(matches!(approved.subject, Subject::Document(_)));
}

#[test]
fn two_steps_at_the_top_level_can_be_switched_off() {
    let record = record(submission(1, 9), vec![]);
    let admins = admins(TWO);
    let facts = Facts { two_steps_at_top_level: false, ..facts(&admins) };
    let change = decide(&SequentialIds::default(), &record, &admin(2, 5), &approve_at(5), facts).unwrap();
    assert!(change.publish.is_some());
}

#[test]
fn more_steps_than_administrators_of_the_level_are_refused() {
    // Three administrators of level 3 and one of level 2, so at level 3 at most three steps are possible.
    let four: &[(u64, i64)] = &[(2, 5), (3, 3), (4, 3), (5, 2)];
    for (asked, at, accepted) in [
        (0, 3, false),
        (-1, 3, false),
        (MAX_STEPS + 1, 1, false),
        (3, 3, true),
        (4, 3, false),
        (4, 2, true),
        (2, 4, false),
    ] {
        let review = Review { max_approval_steps: Some(asked), ..approve_at(at) };
        let result = run(&record(submission(1, 9), vec![]), &admin(2, 5), review, four);
        match result {
            Ok(change) => {
                assert!(accepted, "{asked} at {at}");
                assert_eq!(change.after.case.max_approval_steps, asked);
            }
            Err(error) => {
                assert!(!accepted, "{asked} at {at}: {error}");
                assert_eq!(error.fields().first().map(|field| field.field), Some("maxApprovalSteps"));
            }
        }
    }
}

#[test]
fn the_reviewer_keeps_replaces_or_clears_the_release_date() {
    let later = TEST_NOW.plus(REVIEW_WINDOW);
    let requested = Submission { scheduled_release_at: Some(TEST_NOW), ..submission(1, 9) };
    for (own, release, expected) in [
        (&requested, ReleaseDate::Keep, Some(TEST_NOW)),
        (&requested, ReleaseDate::Replace(later), Some(later)),
        (&requested, ReleaseDate::Clear, None),
        (&submission(1, 9), ReleaseDate::Keep, None),
        (&submission(1, 9), ReleaseDate::Replace(later), Some(later)),
    ] {
        let review = Review { release, ..approve_at(1) };
        let change = run(&record(own.clone(), vec![]), &admin(2, 5), review, TWO).unwrap();
        assert_eq!(change.publish.unwrap().release_at, expected, "{release:?}");
    }
}

#[test]
fn text_is_visible_to_its_author_and_administrators_of_the_assigned_level() {
    let open = submission(1, 9);
    let assigned = Submission { assigned_clearance_level: Some(level(4)), ..submission(1, 9) };
    let published = Submission { case: Case { status: Status::Approved, ..assigned.case.clone() }, ..assigned.clone() };
    for (reader, expected) in [
        (actor(9, 1, false), [true, true, false]),
        (actor(9, 4, false), [true, true, true]),
        (actor(9, 1, true), [true, true, false]),
        (actor(2, 1, true), [true, false, false]),
        (actor(2, 3, true), [true, false, false]),
        (actor(2, 4, true), [true, true, true]),
        (actor(2, 5, false), [false, false, false]),
    ] {
        assert_eq!([&open, &assigned, &published].map(|of| may_read(of, &reader)), expected, "{reader:?}");
    }
}

fn outcome(result: Result<ReviewChange, SubmissionError>) -> String {
    match result {
        Err(error) => error.code().to_owned(),
        Ok(change) => {
            let outcome = match change.after.case.status {
                Status::Pending => {
                    format!("step {} of {}", change.after.case.approval_step, change.after.case.max_approval_steps)
                }
                Status::Approved => "published".to_owned(),
                Status::Rejected => "rejected".to_owned(),
            };
            let own = if change.is_self_review { ", marked as own" } else { "" };
            let same = if change.is_same_approver { ", marked as the same approver" } else { "" };
            format!("{outcome}{own}{same}")
        }
    }
}

/// A reviewer, and the existing administrators by number and level.
type ActorCase<'a> = (&'a str, AdminActor, &'a [(u64, i64)]);

/// The complete matrix, one case per line, so that a changed rule shows every case that it affects.
#[test]
fn the_matrix_of_review() {
    let old = TEST_NOW.minus(REVIEW_WINDOW);
    let states = [
        ("pending", submission(1, 9)),
        ("timed out", Submission { case: Case { created_at: old, ..submission(1, 9).case }, ..submission(1, 9) }),
        (
            "resubmitted",
            Submission {
                case: Case { created_at: old, resubmitted_at: Some(TEST_NOW), ..submission(1, 9).case },
                ..submission(1, 9)
            },
        ),
        (
            "approved",
            Submission { case: Case { status: Status::Approved, ..submission(1, 9).case }, ..submission(1, 9) },
        ),
        (
            "rejected",
            Submission { case: Case { status: Status::Rejected, ..submission(1, 9).case }, ..submission(1, 9) },
        ),
    ];
    let actors: [ActorCase<'_>; 4] = [
        ("admin of level 3", admin(2, 3), &[(2, 3), (3, 5)]),
        ("author, not alone", admin(9, 5), &[(9, 5), (3, 5)]),
        ("author, alone", admin(9, 5), &[(9, 5)]),
        ("emergency access", emergency_access(), &[(2, 5), (3, 5)]),
    ];
    let reviews = [("approve at 3", approve_at(3)), ("approve at 4", approve_at(4)), ("reject", reject())];
    let mut matrix = String::new();
    for (state, submission) in &states {
        for (who, actor, administrators) in &actors {
            for (what, review) in &reviews {
                let outcome = outcome(run(&record(submission.clone(), vec![]), actor, review.clone(), administrators));
                writeln!(matrix, "{state:11} | {who:17} | {what:12} | {outcome}").unwrap();
            }
        }
    }
    insta::assert_snapshot!(matrix);
}

/// The level-5 approval of a submission by author 9, for each remaining administrator. With any set of administrators,
/// somebody can finish or reject it.
#[test]
fn the_matrix_of_steps_at_the_top_level() {
    let casts: [(&str, &[(u64, i64)]); 8] = [
        ("A5", &[(2, 5)]),
        ("A5 B3", &[(2, 5), (3, 3)]),
        ("A5 B5", &[(2, 5), (3, 5)]),
        ("A5 B5 C5", &[(2, 5), (3, 5), (4, 5)]),
        ("A5 author5", &[(2, 5), (9, 5)]),
        ("A5 B3 author5", &[(2, 5), (3, 3), (9, 5)]),
        ("A5 B5 author5", &[(2, 5), (3, 5), (9, 5)]),
        ("A4 B3", &[(2, 4), (3, 3)]),
    ];
    let mut matrix = String::new();
    let fresh = record(submission(1, 9), vec![]);
    let after_a = waiting(&admin(2, 5), approve_at(5), &[(2, 5), (3, 5)]);
    let three = Review { max_approval_steps: Some(3), ..approve_at(5) };
    let after_a_of_three = waiting(&admin(2, 5), three, &[(2, 5), (3, 5), (4, 5)]);
    for (state, record) in
        [("step 1", &fresh), ("step 2 of 2, A took 1", &after_a), ("step 2 of 3, A took 1", &after_a_of_three)]
    {
        for (cast, administrators) in &casts {
            let is_admin = |n: u64| administrators.iter().find(|(id, _)| *id == n);
            let named = [("A", 2), ("B", 3), ("author", 9)];
            let mut callers: Vec<(&str, AdminActor)> = named
                .iter()
                .filter_map(|(name, n)| is_admin(*n).map(|(_, level)| (*name, admin(*n, *level))))
                .collect();
            callers.push(("emergency", emergency_access()));
            for (who, caller) in callers {
                for (what, review) in [("approve", approve_at(5)), ("reject", reject())] {
                    let outcome = outcome(run(record, &caller, review, administrators));
                    writeln!(matrix, "{state:21} | {cast:13} | {who:9} | {what:7} | {outcome}").unwrap();
                }
            }
        }
    }
    insta::assert_snapshot!(matrix);
}

#[test]
fn invalid_review_names_its_field() {
    let long = "x".repeat(2001);
    for (status, level, comments, field) in [
        ("", Some(1), None, "status"),
        ("approved", None, None, "clearanceLevel"),
        ("approved", Some(6), None, "clearanceLevel"),
        ("approved", Some(1), Some(long.as_str()), "comments"),
        ("rejected", None, Some("\u{1b}[0m"), "comments"),
    ] {
        let error = Review::parse(status, level, comments.map(str::to_owned)).unwrap_err();
        assert_eq!(error.fields().first().map(|error| error.field), Some(field));
    }
    let both = Review::parse("approved", None, Some(long)).unwrap_err();
    assert_eq!(both.fields().len(), 2);
    let error = Review::parse("approved", None, None).unwrap_err();
    assert_eq!(error.to_string(), "Please assign a clearance level before approving.");
    let blank = Review::parse("rejected", Some(9), Some(" ".to_owned())).unwrap();
    assert_eq!((blank.decision, blank.comments), (ReviewDecision::Reject, None));
}

#[test]
fn reviewer_reads_every_portion_that_they_approve() {
    let of = |content: &str| record(Submission { content: content.into(), ..submission(1, 9) }, vec![]);
    let secret = of("a\n:::level 4\nb\n:::\n{{2|c}}");
    let refused = run(&secret, &admin(2, 3), approve_at(1), TWO).unwrap_err();
    assert_eq!((refused.code(), refused.required_clearance()), ("insufficient_clearance", Some(level(4))));
    assert!(run(&secret, &admin(2, 3), reject(), TWO).is_ok());
    let published = run(&secret, &admin(2, 4), approve_at(2), TWO).unwrap().publish.unwrap();
    assert_eq!(published.text.content, "a\n:::level 4\nb\n:::\n{{2|c}}".into());
    let below = run(&secret, &admin(2, 4), approve_at(3), TWO).unwrap_err();
    let field = below.fields().first().unwrap();
    assert_eq!((below.code(), field.field, field.line), ("validation_failed", "content", Some(5)));
}

#[test]
fn steps_are_counted_among_those_who_can_read_every_portion() {
    let secret = record(Submission { content: "{{5|a}}".into(), ..submission(1, 9) }, vec![]);
    let two = Review { max_approval_steps: Some(2), ..approve_at(1) };
    let alone = run(&secret, &admin(2, 5), two.clone(), &[(2, 5), (3, 4)]).unwrap_err();
    assert_eq!(alone.fields().first().unwrap().field, "maxApprovalSteps");
    assert!(run(&secret, &admin(2, 5), two, TWO).unwrap().publish.is_none());
}

/// For every combination of administrators, levels, portions and first steps: somebody can end the submission, and
/// somebody can approve it if anybody has the clearance.
#[test]
fn every_submission_can_be_decided() {
    for case in 0..4 * 6 * 6 * 6 * 3 {
        let mut rest = case;
        let mut draw = |choices| {
            let drawn = rest % choices;
            rest /= choices;
            i64::from(drawn)
        };
        let (taken, levels) = (draw(4), [draw(6), draw(6), draw(6)]);
        let portion = [2, 4, 5][usize::try_from(draw(3)).unwrap()];
        // Level 0 means that there is no such administrator. The first one is the author.
        let listed: Vec<_> = (9..).zip(levels).filter(|(_, of)| *of > 0).collect();
        let mut submission = submission(1, 9);
        submission.content = format!("a {{{{{portion}|b}}}}").as_str().into();
        let mut steps = vec![];
        if taken > 0 {
            let two = Review { max_approval_steps: Some(2), ..approve_at(1) };
            let first = run(&record(submission, vec![]), &admin(2, 5), two, TWO).unwrap();
            let by = UserId::Account(numbered(8 + u64::try_from(taken).unwrap()));
            steps.push(Step { approver_id: by, ..first.step });
            submission = first.after;
        }
        let record = record(submission, steps);
        let able = |review: &Review| {
            listed.iter().any(|(id, of)| run(&record, &admin(*id, *of), review.clone(), &listed).is_ok())
        };
        let is_cleared = listed.iter().any(|(_, of)| *of >= portion);
        assert_eq!(able(&approve_at(1)), is_cleared, "{listed:?} {portion} {taken}");
        assert_eq!(able(&reject()), !listed.is_empty(), "{listed:?} {portion} {taken}");
    }
}
