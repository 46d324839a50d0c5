//! Submissions and their review.

use crate::harness::{CHANGED_AT, Fixture, on_each_database, succeeded};
use crate::uploads::{finished, upload};
use crate::users::{create, user};
use facility_audit::action::Action;
use facility_documents::document::Document;
use facility_documents::ports::DocumentRepository;
use facility_documents::text::Category;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{
    ApprovalStepId, Clearance, DocumentId, Limit, PageRequest, StoreError, SubmissionId, Timestamp, UserId,
};
use facility_submissions::case::{Case, Status, Step};
use facility_submissions::ports::{FileTaken, SubmissionRefused, SubmitError};
use facility_submissions::review::ReviewChange;
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;
use std::collections::BTreeSet;
use std::sync::Arc;

on_each_database![
    a_submission_is_read_back_as_it_was_written,
    preview_of_a_submission_is_stored_as_plain_text,
    fifty_concurrent_incidents_get_numbers_without_gaps,
    a_failed_incident_leaves_no_gap,
    file_belongs_to_one_submission_of_its_owner,
    queue_lists_pending_submissions_in_time_oldest_first,
    approval_publishes_in_one_step,
    only_one_of_concurrent_reviews_succeeds,
    several_steps_are_kept_in_order,
    a_review_is_all_or_nothing,
];

async fn authors(f: &Fixture) {
    create(f, user(1, "author-1")).await;
    create(f, user(2, "author-2")).await;
}

fn incident(n: u64) -> Submission {
    Submission { category: Category::Incident, title: "whatever".to_owned(), ..submission(n, 1) }
}

async fn a_submission_is_read_back_as_it_was_written(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    let full = Submission {
        case: Case {
            status: Status::Rejected,
            reviewed_by: Some(UserId::EmergencyAccess),
            review_comments: Some("No.".to_owned()),
            approval_step: 2,
            max_approval_steps: 3,
            timed_out_at: Some(TEST_NOW),
            resubmitted_at: Some(TEST_NOW),
            reviewed_at: Some(TEST_NOW),
            ..submission(2, 2).case
        },
        content: "# Ünïcode\r\n\t漢字".into(),
        category: Category::ContainmentProtocol,
        assigned_clearance_level: Clearance::parse(4).ok(),
        scheduled_release_at: Some(TEST_NOW),
        document_id: Some(DocumentId::from_uuid(numbered(77))),
        ..submission(2, 2)
    };
    for (written, name) in [(submission(1, 1), "author-1"), (full, "author-2")] {
        let answered = repo.submit(f.audited(written.clone()), None).await.unwrap();
        assert_eq!(answered, written);
        let record = repo.find(written.case.id).await.unwrap().unwrap();
        assert_eq!(record.submission, written);
        assert_eq!((record.submitted_by_username.as_str(), record.steps.len()), (name, 0));
    }
    assert_eq!(repo.find(SubmissionId::from_uuid(numbered(9))).await.unwrap(), None);
}

/// Lists read the stored preview.
async fn preview_of_a_submission_is_stored_as_plain_text(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    let sent = Submission { content: "# Gate\n\n**é**\n\n".repeat(300).into(), ..submission(1, 1) };
    repo.submit(f.audited(sent.clone()), None).await.unwrap();
    let expected = format!("{}…", "Gate é ".repeat(28).trim_end());
    let preview = async || repo.find(sent.case.id).await.unwrap().unwrap().preview;
    assert_eq!(preview().await, expected.into());
    f.execute("UPDATE submissions SET preview = 'As stored'").await.unwrap();
    assert_eq!(preview().await, "As stored".into());
    let queue = repo.pending(Timestamp::from_micros(0), Clearance::MAX, PageRequest::FIRST).await.unwrap();
    assert_eq!(queue.items[0].preview, "As stored".into());
}

async fn fifty_concurrent_incidents_get_numbers_without_gaps(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    let submits: Vec<_> = (1..=50)
        .map(|n| {
            let (repo, new) = (Arc::clone(&repo), f.audited(incident(n)));
            tokio::spawn(async move { repo.submit(new, None).await.unwrap().title })
        })
        .collect();
    let mut titles = BTreeSet::new();
    for submit in submits {
        titles.insert(submit.await.unwrap());
    }
    let expected: BTreeSet<String> = (1..=50).map(|n| format!("IR-{n:06}")).collect();
    assert_eq!(titles, expected);
    assert_eq!(f.count("SELECT count(DISTINCT title) AS n FROM submissions").await, 50);
}

async fn a_failed_incident_leaves_no_gap(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    assert_eq!(repo.submit(f.audited(incident(1)), None).await.unwrap().title, "IR-000001");
    // A duplicate id and a missing file are refused.
    assert!(repo.submit(f.audited(incident(1)), None).await.is_err());
    let without_file = Submission { files: [upload(9, 1).id].into_iter().collect(), ..incident(2) };
    assert!(repo.submit(f.audited(without_file), None).await.is_err());
    assert_eq!(repo.submit(f.audited(incident(3)), None).await.unwrap().title, "IR-000002");
    assert_eq!(repo.submit(f.audited(submission(4, 1)), None).await.unwrap().title, "Submission 4");
    assert_eq!(f.count("SELECT value AS n FROM counters WHERE name = 'incident'").await, 2);
}

async fn file_belongs_to_one_submission_of_its_owner(f: Fixture) {
    authors(&f).await;
    let f = Arc::new(f);
    let file = finished(&f, 1, 1).await;
    let carrying = |n, owner, upload| Submission { files: [upload].into_iter().collect(), ..submission(n, owner) };
    let repo = f.submissions();
    let refused = |result: Result<Submission, SubmitError>| {
        assert!(matches!(result, Err(SubmitError::Refused(SubmissionRefused::FileTaken(FileTaken)))), "{result:?}");
    };
    refused(repo.submit(f.audited(carrying(1, 2, file)), None).await);
    let unfinished = upload(2, 1);
    f.uploads().issue(f.audited(unfinished.clone())).await.unwrap();
    refused(repo.submit(f.audited(carrying(1, 1, unfinished.id)), None).await);
    refused(repo.submit(f.audited(carrying(1, 1, upload(3, 1).id)), None).await);
    assert_eq!(f.count("SELECT count(*) AS n FROM submissions").await, 0);
    let submits: Vec<_> = (1..=10)
        .map(|n| {
            let (repo, new) = (Arc::clone(&repo), f.audited(carrying(n, 1, file)));
            tokio::spawn(async move { repo.submit(new, None).await })
        })
        .collect();
    let mut carried = 0;
    for submit in submits {
        match submit.await.unwrap() {
            Ok(_) => carried += 1,
            Err(error) => refused(Err(error)),
        }
    }
    assert_eq!(carried, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM submissions s JOIN file_refs r ON r.holder_id = s.id").await, 1);
    // A rejected submission's file can be submitted again by its author, and only once.
    f.execute("UPDATE submissions SET status = 'rejected'").await.unwrap();
    refused(repo.submit(f.audited(carrying(20, 2, file)), None).await);
    assert!(repo.submit(f.audited(carrying(21, 1, file)), None).await.is_ok());
    refused(repo.submit(f.audited(carrying(22, 1, file)), None).await);
}

async fn queue_lists_pending_submissions_in_time_oldest_first(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    let at = |micros| Timestamp::from_micros(micros);
    for (n, status, created, resubmitted) in [
        (1, Status::Pending, 100, None),
        (2, Status::Pending, 50, None),
        (3, Status::Pending, 40, Some(101)),
        (4, Status::Approved, 100, None),
        (5, Status::Rejected, 100, None),
        (6, Status::Pending, 100, None),
        (7, Status::Pending, 51, None),
    ] {
        let new = Submission {
            case: Case {
                status,
                created_at: at(created),
                resubmitted_at: resubmitted.map(at),
                ..submission(n, 1).case
            },
            ..submission(n, 1)
        };
        repo.submit(f.audited(new), None).await.unwrap();
    }
    let limit = Limit::parse(3).unwrap();
    let first = repo.pending(at(50), Clearance::MAX, PageRequest { limit, after: None }).await.unwrap();
    let titles = |page: &facility_kernel::Page<facility_submissions::submission::SubmissionRecord>| {
        page.items.iter().map(|record| record.submission.title.clone()).collect::<Vec<_>>()
    };
    assert_eq!(titles(&first), ["Submission 3", "Submission 7", "Submission 1"]);
    let second = repo.pending(at(50), Clearance::MAX, PageRequest { limit, after: first.next }).await.unwrap();
    assert_eq!((titles(&second), second.next), (vec!["Submission 6".to_owned()], None));
}

fn step(n: u64, of: &Submission, number: i32, status: Status) -> Step<SubmissionId> {
    Step {
        id: ApprovalStepId::from_uuid(numbered(n)),
        item: of.case.id,
        step_number: number,
        approver_id: UserId::Account(numbered(n)),
        approver_username: format!("admin-{n}"),
        status,
        comments: Some(format!("comment {n}")),
        approved_at: TEST_NOW,
    }
}

/// Approves a submission and publishes it as the document with the `n`th id.
pub fn approval(n: u64, of: &Submission) -> ReviewChange {
    let published = Document { owner: of.case.author, files: of.files.clone(), ..document(n, 3, 1) };
    let mut published = published.titled(&of.title);
    published.text.content = of.content.clone();
    ReviewChange {
        expected_step: of.case.approval_step,
        after: Submission {
            case: Case {
                status: Status::Approved,
                reviewed_by: Some(UserId::Account(numbered(n))),
                review_comments: Some("Fine.".to_owned()),
                reviewed_at: Some(TEST_NOW),
                ..of.case.clone()
            },
            assigned_clearance_level: Clearance::parse(3).ok(),
            scheduled_release_at: Some(TEST_NOW),
            document_id: Some(published.id),
            ..of.clone()
        },
        step: step(n, of, of.case.approval_step, Status::Approved),
        publish: Some(published),
        news: None,
        is_self_review: false,
        is_same_approver: false,
    }
}

async fn approval_publishes_in_one_step(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    let sent = repo.submit(f.audited(submission(1, 1)), None).await.unwrap();
    let review = approval(20, &sent);
    repo.review(f.audited_as(Action::SubmissionApproved, review.clone())).await.unwrap();
    let record = repo.find(sent.case.id).await.unwrap().unwrap();
    assert_eq!(record.submission, review.after);
    assert_eq!(record.steps, std::slice::from_ref(&review.step));
    let published = DocumentStore::new(f.db.clone()).find(DocumentId::from_uuid(numbered(20))).await.unwrap();
    assert_eq!(published.unwrap().document, review.publish.clone().unwrap());
    assert_eq!(f.site().settings().await.unwrap().content_changed_at, TEST_NOW);
    let again = repo.review(f.audited(approval(21, &sent))).await;
    assert!(matches!(again, Err(StoreError::Stale)), "{again:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM documents").await, 1);
}

async fn only_one_of_concurrent_reviews_succeeds(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    for round in 0..5 {
        let sent = repo.submit(f.audited(submission(1 + round, 1)), None).await.unwrap();
        let reviews = (0..8).map(|n| {
            let (repo, review) = (Arc::clone(&repo), f.audited(approval(100 * (round + 1) + n, &sent)));
            async move { repo.review(review).await }
        });
        let won = succeeded(reviews, |error| matches!(error, StoreError::Stale)).await;
        assert_eq!(won, 1);
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM documents").await, 5);
    assert_eq!(f.count("SELECT count(*) AS n FROM submission_steps").await, 5);
}

async fn several_steps_are_kept_in_order(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    let sent = repo.submit(f.audited(submission(1, 1)), None).await.unwrap();
    let after_first = Submission {
        case: Case {
            approval_step: 2,
            max_approval_steps: 2,
            reviewed_by: Some(UserId::Account(numbered(30))),
            ..sent.case.clone()
        },
        assigned_clearance_level: Clearance::parse(3).ok(),
        ..sent.clone()
    };
    let first = ReviewChange { after: after_first.clone(), publish: None, ..approval(30, &sent) };
    repo.review(f.audited(first.clone())).await.unwrap();
    assert!(matches!(repo.review(f.audited(first)).await, Err(StoreError::Stale)));
    assert_eq!(f.count(CHANGED_AT).await, 0);
    let second = approval(31, &after_first);
    repo.review(f.audited(second)).await.unwrap();
    let queue = repo.pending(Timestamp::EPOCH, Clearance::MAX, PageRequest::FIRST).await.unwrap();
    assert_eq!(queue.items, []);
    let record = repo.find(sent.case.id).await.unwrap().unwrap();
    let numbers: Vec<i32> = record.steps.iter().map(|step| step.step_number).collect();
    assert_eq!((numbers, record.submission.case.status), (vec![1, 2], Status::Approved));
}

async fn a_review_is_all_or_nothing(f: Fixture) {
    authors(&f).await;
    let repo = f.submissions();
    let sent = repo.submit(f.audited(submission(1, 1)), None).await.unwrap();
    let file = finished(&f, 1, 1).await;
    f.break_audit_log().await;
    assert!(repo.review(f.audited(approval(50, &sent))).await.is_err());
    let new = Submission { files: [file].into_iter().collect(), ..incident(2) };
    assert!(repo.submit(f.audited(new), None).await.is_err());
    let record = repo.find(sent.case.id).await.unwrap().unwrap();
    assert_eq!((record.submission, record.steps), (sent, vec![]));
    for sql in [
        "SELECT count(*) AS n FROM documents",
        "SELECT count(*) AS n FROM file_refs",
        "SELECT value AS n FROM counters WHERE name = 'incident'",
        CHANGED_AT,
    ] {
        assert_eq!(f.count(sql).await, 0, "{sql}");
    }
}
