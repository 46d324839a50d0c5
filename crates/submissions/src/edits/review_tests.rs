//! Tests of the review rule of edits.

use super::*;
use crate::case::{MAX_STEPS, REVIEW_WINDOW};
use crate::edits::testing::{record, record_of};
use facility_documents::sealed::Sealed;
use facility_documents::text::Category;
use facility_documents::visibility::testing::document;
use facility_kernel::DomainError as _;
use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, numbered};

fn level(level: i64) -> Clearance {
    Clearance::parse(level).unwrap()
}

fn listed(n: u64, of: i64) -> Administrator {
    Administrator { id: UserId::Account(numbered(n)), clearance: level(of) }
}

fn approve() -> EditReview {
    EditReview::parse("approved", None).unwrap()
}

struct Case {
    record: EditRecord,
    reviewer: AdminActor,
    administrators: Vec<Administrator>,
    review: EditReview,
    merge: Option<Merge>,
    base: Option<Sealed<String>>,
}

impl Case {
    /// An edit by account 9 of a document with this level, with the administrators 2 and 3 of level 5.
    fn of(record: EditRecord) -> Self {
        Self {
            record,
            reviewer: admin(2, 5),
            administrators: vec![listed(2, 5), listed(3, 5)],
            review: approve(),
            merge: None,
            base: None,
        }
    }

    fn decide(&self) -> Result<EditReviewResult, EditError> {
        let facts = EditFacts {
            administrators: &self.administrators,
            two_steps_at_top_level: true,
            merge: self.merge.as_ref(),
            base: self.base.as_ref(),
            now: TEST_NOW,
        };
        decide(&SequentialIds::default(), &self.record, &self.reviewer, &self.review, facts)
    }

    fn code(&self) -> &'static str {
        self.decide().map_or_else(|error| error.code(), |_| "decided")
    }
}

/// An edit of version 1 of a document that is now at version 2.
fn stale() -> EditRecord {
    let mut stale = record(1, 2);
    stale.document.document.version = 2;
    stale
}

#[test]
fn approval_makes_the_next_version() {
    let mut record = record(1, 2);
    record.edit.clearance = level(3);
    record.edit.text.category = Category::Other;
    record.edit.change_description = Some("The day".to_owned());
    let edit = record.edit.clone();
    let decision = Case::of(record).decide().unwrap();
    assert_eq!((decision.after.case.status, decision.after.case.reviewed_at), (Status::Approved, Some(TEST_NOW)));
    let revision = decision.revision.unwrap();
    assert_eq!((revision.before, revision.after.version), (1, 2));
    assert_eq!((revision.after.clearance, revision.after.text), (level(3), edit.text));
    assert_eq!((revision.author, revision.description.as_deref()), (edit.case.author, Some("The day")));
}

#[test]
fn rejection_changes_no_document() {
    let review = EditReview::parse("rejected", Some("Too short".to_owned())).unwrap();
    let decision = Case { review, ..Case::of(record(1, 2)) }.decide().unwrap();
    assert_eq!((decision.after.case.status, decision.revision), (Status::Rejected, None));
    assert_eq!(decision.after.case.review_comments.as_deref(), Some("Too short"));
    let stale = Case { review: EditReview::parse("rejected", None).unwrap(), ..Case::of(stale()) };
    assert_eq!(stale.code(), "decided", "a stale edit can be rejected");
}

#[test]
fn nobody_reviews_their_own_edit_where_another_administrator_can_approve_it() {
    let own = |present, other| Case {
        reviewer: admin(9, 5),
        administrators: vec![listed(9, 5), listed(3, other)],
        ..Case::of(record(1, present))
    };
    assert_eq!(own(1, 1).code(), "self_review");
    assert_eq!(own(5, 5).code(), "self_review");
    assert!(own(5, 3).decide().unwrap().is_self_review, "the other one is not cleared");
    let alone = Case { administrators: vec![listed(9, 5)], ..own(1, 1) };
    assert!(alone.decide().unwrap().is_self_review);
}

#[test]
fn approver_needs_the_highest_level_of_the_edit_and_rejecting_none() {
    for (present, base, proposed) in [(4, 1, 1), (1, 4, 1), (1, 1, 4)] {
        let mut record = record(1, present);
        record.edit.base_clearance = level(base);
        record.edit.clearance = level(proposed);
        let below = Case { reviewer: admin(2, 3), ..Case::of(record.clone()) };
        assert_eq!(below.code(), "insufficient_clearance", "{present} {base} {proposed}");
        let review = EditReview::parse("rejected", None).unwrap();
        assert_eq!(Case { review, ..below }.code(), "decided");
        assert_eq!(Case { reviewer: admin(2, 4), ..Case::of(record) }.code(), "decided");
    }
}

/// For every combination of administrators, levels, portions and steps: somebody can end the edit, and somebody can
/// approve it if anybody has the clearance.
#[test]
fn every_edit_can_be_decided() {
    for case in 0..4 * 6 * 6 * 6 * 3 * 3 {
        let mut rest = case;
        let mut draw = |choices| {
            let drawn = rest % choices;
            rest /= choices;
            i64::from(drawn)
        };
        let (taken, levels) = (draw(4), [draw(6), draw(6), draw(6)]);
        let (document, portion) =
            ([1, 3, 5][usize::try_from(draw(3)).unwrap()], [2, 4, 5][usize::try_from(draw(3)).unwrap()]);
        // Level 0 means that there is no such administrator. The first one is the author.
        let administrators: Vec<_> = (9..).zip(levels).filter(|(_, of)| *of > 0).collect();
        let mut record = record(1, document);
        record.edit.text.content = format!("a {{{{{portion}|b}}}}").as_str().into();
        if taken > 0 {
            record.edit.case.approval_step = 2;
            record.edit.case.max_approval_steps = 2;
            record.steps.push(step_by(&record, 8 + u64::try_from(taken).unwrap()));
        }
        let needed = level(document).max(level(portion));
        let able = |status| {
            let one_can = |(id, of): &(u64, i64)| {
                let listed = administrators.iter().map(|(id, of)| listed(*id, *of)).collect();
                let review = EditReview::parse(status, None).unwrap();
                let case =
                    Case { reviewer: admin(*id, *of), administrators: listed, review, ..Case::of(record.clone()) };
                // The author can be told about any other fault of the text.
                matches!(case.code(), "decided" | "validation_failed")
            };
            administrators.iter().any(one_can)
        };
        let is_cleared = administrators.iter().any(|(_, of)| level(*of) >= needed);
        assert_eq!(able("approved"), is_cleared, "{administrators:?} {document} {portion} {taken}");
        assert_eq!(able("rejected"), !administrators.is_empty(), "{administrators:?} {document} {portion} {taken}");
    }
}

/// Step 1, taken by this account.
fn step_by(record: &EditRecord, approver: u64) -> Step<EditId> {
    Step {
        id: facility_kernel::ApprovalStepId::from_uuid(numbered(70)),
        item: record.edit.case.id,
        step_number: 1,
        approver_id: UserId::Account(numbered(approver)),
        approver_username: "first".to_owned(),
        status: Status::Approved,
        comments: None,
        approved_at: TEST_NOW,
    }
}

#[test]
fn top_level_needs_two_steps_even_to_be_lowered() {
    for (present, proposed) in [(5, 5), (5, 1), (1, 5)] {
        let mut record = record(1, present);
        record.edit.clearance = level(proposed);
        let first = Case::of(record.clone()).decide().unwrap();
        assert_eq!(
            (first.after.case.status, first.after.case.approval_step),
            (Status::Pending, 2),
            "{present} {proposed}"
        );
        assert!(first.revision.is_none());
        record.edit = first.after;
        record.steps.push(first.step);
        assert_eq!(Case::of(record.clone()).code(), "distinct_approver");
        let second = Case { reviewer: admin(3, 5), ..Case::of(record.clone()) }.decide().unwrap();
        assert_eq!(second.after.case.status, Status::Approved);
        // Nobody else is left.
        let left = Case { administrators: vec![listed(2, 5)], ..Case::of(record) }.decide().unwrap();
        assert!(left.is_same_approver && left.after.case.status == Status::Approved);
    }
    let mut record = record(1, 5);
    record.edit.clearance = level(1);
    let single = Case { administrators: vec![listed(2, 5), listed(3, 4)], ..Case::of(record) };
    assert_eq!(single.decide().unwrap().after.case.status, Status::Approved);
}

#[test]
fn steps_are_as_the_first_reviewer_asks() {
    let asked = |steps| {
        let review = EditReview { max_approval_steps: Some(steps), ..approve() };
        Case { review, ..Case::of(record(1, 1)) }
    };
    assert_eq!(asked(2).decide().unwrap().after.case.max_approval_steps, 2);
    for too_many in [0, 3, MAX_STEPS + 1] {
        assert_eq!(asked(too_many).code(), "validation_failed");
    }
}

#[test]
fn decided_and_late_edits_are_refused() {
    let mut decided = record(1, 1);
    decided.edit.case.status = Status::Rejected;
    assert_eq!(Case::of(decided).code(), "already_reviewed");
    let mut late = record(1, 1);
    late.edit.case.created_at = TEST_NOW.minus(REVIEW_WINDOW);
    assert_eq!(Case::of(late).code(), "timed_out");
}

#[test]
fn stale_edit_needs_a_merge_or_force() {
    assert_eq!(Case::of(stale()).code(), "stale");
    let forced = Case { review: EditReview { force: true, ..approve() }, ..Case::of(stale()) };
    let revision = forced.decide().unwrap().revision.unwrap();
    assert_eq!((revision.before, revision.after.version), (2, 3));
    assert_eq!(revision.after.text.content, Sealed::from("The new content."));
}

#[test]
fn merge_keeps_what_the_edit_did_not_change() {
    let present = Document { version: 2, clearance: level(4), ..document(1, 2, 9).titled("Renamed") };
    let mut edit = crate::edits::testing::edit(1, &document(1, 2, 9));
    edit.text.category = Category::Other;
    let base = Side {
        title: "Document 1".to_owned(),
        category: Category::Entity,
        clearance: level(2),
        content: "The content of document 1.".to_owned(),
    };
    let merge = Merge { base, content: "Both.".into(), onto: 2 };
    let case = Case { merge: Some(merge.clone()), ..Case::of(record_of(edit, present)) };
    let decision = case.decide().unwrap();
    assert_eq!((decision.expected_base, decision.after.base_version), (1, 2));
    let after = decision.revision.unwrap().after;
    assert_eq!((after.text.title.as_str(), after.text.category), ("Renamed", Category::Other));
    assert_eq!((after.clearance, after.text.content), (level(4), Sealed::from("Both.")));
    let overtaken = Case { merge: Some(Merge { onto: 1, ..merge }), ..case };
    assert_eq!(overtaken.code(), "stale");
}

#[test]
fn invalid_reviews_are_refused() {
    for (status, comments) in [("maybe", None), ("rejected", Some("a".repeat(2001)))] {
        assert_eq!(EditReview::parse(status, comments).unwrap_err().code(), "validation_failed");
    }
    assert_eq!(EditReview::parse("rejected", Some("  ".to_owned())).unwrap().comments, None);
}

/// An edit, to the second text, of a document of level 1 with the first text.
fn of_texts(present: &str, proposed: &str) -> EditRecord {
    let mut record = record(1, 1);
    record.document.document = record.document.document.saying(present);
    record.edit.text.content = proposed.into();
    record
}

#[test]
fn changed_portions_need_reviewers_and_steps_of_their_level() {
    let by = |level, record: &EditRecord| Case { reviewer: admin(2, level), ..Case::of(record.clone()) };
    for proposed in ["a {{4|new}}", "a", "a {{4|old}} {{4|more}}", "a {{2|old}}"] {
        let record = of_texts("a {{4|old}}", proposed);
        let refused = by(3, &record).decide().unwrap_err();
        assert_eq!((refused.code(), refused.required_clearance()), ("insufficient_clearance", Some(level(4))));
        let reject = EditReview::parse("rejected", None).unwrap();
        assert_eq!(Case { review: reject, ..by(3, &record) }.code(), "decided");
        assert_eq!(by(4, &record).code(), "decided");
    }
    assert_eq!(by(1, &of_texts("a {{4|old}}", "b {{4|old}}")).code(), "decided", "untouched ones need nobody");
    let top = Case::of(of_texts("a {{5|old}}", "a {{5|new}}")).decide().unwrap();
    assert_eq!((top.after.case.max_approval_steps, top.revision), (2, None));
    let untouched = Case::of(of_texts("a {{5|old}}", "b {{5|old}}")).decide().unwrap();
    assert_eq!(untouched.after.case.max_approval_steps, 1);
}

#[test]
fn approval_leaves_no_portion_below_the_level_of_the_document() {
    let mut record = of_texts("a", "a\n:::level 5\nx\ny\n:::\n{{2|b}}");
    record.edit.clearance = level(3);
    let refused = Case::of(record).decide().unwrap_err();
    let field = refused.fields().first().unwrap();
    assert_eq!((refused.code(), field.field, field.line), ("validation_failed", "content", Some(6)));
}

#[test]
fn forced_edit_keeps_portions_that_its_reviewer_cannot_read() {
    let mut record = of_texts("a {{4|now}}", "b {{4|then}}");
    record.document.document.version = 2;
    let forced = Case {
        reviewer: admin(2, 3),
        review: EditReview { force: true, ..approve() },
        base: Some("a {{4|then}}".into()),
        ..Case::of(record)
    };
    assert_eq!(forced.decide().unwrap().revision.unwrap().after.text.content, "b {{4|now}}".into());
    let author_changed_it = Case { base: Some("a {{4|first}}".into()), ..forced };
    assert_eq!(author_changed_it.code(), "insufficient_clearance");
    let mut moved = of_texts("a {{5|now}} {{4|then}}", "b {{4|then}}");
    moved.document.document.version = 2;
    let moved = Case { base: Some("a {{4|then}}".into()), record: moved, ..author_changed_it };
    assert_eq!(moved.code(), "portion_mismatch");
}
