//! Drafts: concurrent changes, files and limits.

use crate::harness::{Fixture, on_each_database, succeeded};
use crate::uploads::finished;
use crate::users::{create, user};
use facility_files::ports::MockBlobs;
use facility_files::upload::UploadStatus;
use facility_infra::housekeeping::Housekeeping;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{Clearance, UploadId, UserId};
use facility_submissions::case::Case;
use facility_submissions::draft::testing::draft;
use facility_submissions::draft::{
    Draft, DraftChange, DraftDeletion, DraftRevision, DraftSubmission, DraftText, MAX_DRAFTS,
};
use facility_submissions::ports::drafts::{DraftRefused, DraftRepository, SaveDraftError};
use facility_submissions::ports::{FileTaken, SubmissionRefused, SubmitError};
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;
use facility_users::user::{User, UserChange, UserUpdate};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    drafts_are_listed_by_their_last_change,
    only_one_of_two_concurrent_changes_succeeds,
    file_is_released_when_it_is_replaced_or_its_draft_is_deleted,
    picture_that_a_draft_no_longer_shows_is_freed_after_a_day,
    draft_is_submitted_once,
    draft_that_cannot_be_submitted_stays,
    drafts_have_a_maximum_number,
    draft_is_deleted_only_with_its_audit_entry,
    drafts_of_a_deleted_account_are_deleted_with_it,
];

fn owner(n: u64) -> UserId {
    UserId::Account(numbered(n))
}

async fn repo(f: &Fixture) -> Arc<dyn DraftRepository> {
    create(f, user(1, "author")).await;
    create(f, user(2, "other")).await;
    f.drafts()
}

fn named(draft: &Draft, title: &str) -> DraftText {
    DraftText { title: Some(title.to_owned()), ..draft.text.clone() }
}

/// Returns the update of this draft from its revision to the revision `to`.
fn change(from: &Draft, text: DraftText, to: &str) -> DraftChange {
    DraftChange {
        id: from.id,
        owner: from.owner,
        expected: from.revision.clone(),
        text,
        revision: DraftRevision::named(to),
        at: from.updated_at.plus(Duration::from_secs(1)),
    }
}

fn with_file(mut draft: Draft, file: UploadId) -> Draft {
    draft.text.files = Some([file].into_iter().collect());
    draft
}

fn submitting(draft: &Draft, n: u64) -> DraftSubmission {
    let submission = Submission {
        case: Case { author: draft.owner, ..submission(n, 1).case },
        files: draft.text.attached(),
        ..submission(n, 1)
    };
    DraftSubmission { id: draft.id, expected: draft.revision.clone(), new: submission }
}

fn deletion(of: &Draft) -> DraftDeletion {
    DraftDeletion { id: of.id, owner: of.owner, at: TEST_NOW }
}

async fn status(f: &Fixture, file: UploadId) -> UploadStatus {
    f.uploads().find(file).await.unwrap().unwrap().status
}

async fn drafts_are_listed_by_their_last_change(f: Fixture) {
    let repo = repo(&f).await;
    for each in [draft(1, 1), draft(2, 1), draft(3, 2)] {
        assert_eq!(repo.create(each.clone(), None).await.unwrap(), each);
    }
    let titles = async || -> Vec<String> {
        let listed = repo.list(owner(1), Clearance::MAX).await.unwrap();
        assert!(listed.iter().all(|each| each.preview == "The first words." && each.draft.text.content.is_none()));
        listed.into_iter().filter_map(|each| each.draft.text.title).collect()
    };
    assert_eq!(titles().await, ["Draft 2", "Draft 1"]);
    let saved = repo.save(change(&draft(1, 1), named(&draft(1, 1), "A"), "next")).await.unwrap().draft;
    assert_eq!(titles().await, ["A", "Draft 2"]);
    assert_eq!((saved.revision.as_str(), saved.created_at), ("next", TEST_NOW));
    assert_eq!(repo.find(owner(1), saved.id).await.unwrap(), Some(saved));
    // The audit log has the accounts and nothing about the drafts.
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log").await, 2);
}

async fn only_one_of_two_concurrent_changes_succeeds(f: Fixture) {
    let repo = repo(&f).await;
    for n in 1..=20 {
        let stored = repo.create(draft(n, 1), None).await.unwrap();
        let writes = ["left", "right"].map(|side| {
            let (repo, change) = (repo.clone(), change(&stored, named(&stored, side), side));
            tokio::spawn(async move { repo.save(change).await })
        });
        let (mut saved, mut stale) = (Vec::new(), Vec::new());
        for write in writes {
            match write.await.unwrap() {
                Ok(done) => saved.push(done.draft),
                Err(SaveDraftError::Refused(DraftRefused::Stale(other))) => stale.push(*other),
                Err(error) => panic!("{error:?}"),
            }
        }
        assert_eq!((saved.len(), &saved), (1, &stale), "the other caller gets the saved draft");
    }
}

async fn file_is_released_when_it_is_replaced_or_its_draft_is_deleted(f: Fixture) {
    let repo = repo(&f).await;
    let (one, two, foreign) = (finished(&f, 1, 1).await, finished(&f, 2, 1).await, finished(&f, 3, 2).await);
    let stored = repo.create(with_file(draft(1, 1), one), None).await.unwrap();
    assert_eq!(stored.attachments.iter().map(|file| file.attachment.size).collect::<Vec<_>>(), [10_485_760]);
    let refused = repo.save(change(&stored, with_file(draft(1, 1), foreign).text, "x")).await;
    assert!(matches!(refused, Err(SaveDraftError::Refused(DraftRefused::FileTaken))));
    // Two drafts with the same text refer to the same file.
    let copy = repo.create(with_file(draft(2, 1), one), None).await.unwrap();
    let replaced = repo.save(change(&stored, with_file(draft(1, 1), two).text, "next")).await.unwrap();
    assert_eq!((replaced.released, status(&f, one).await), (vec![], UploadStatus::Final));
    assert_eq!(repo.delete(f.audited(deletion(&copy))).await.unwrap(), [one]);
    assert_eq!(status(&f, one).await, UploadStatus::Deleted);
    let without = repo.save(change(&replaced.draft, draft(1, 1).text, "last")).await.unwrap();
    assert_eq!((without.released, without.draft.attachments), (vec![two], vec![]));
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs").await, 0);
}

async fn picture_that_a_draft_no_longer_shows_is_freed_after_a_day(f: Fixture) {
    let repo = repo(&f).await;
    let (file, picture) = (finished(&f, 1, 1).await, finished(&f, 2, 1).await);
    f.execute(format!("UPDATE uploads SET kind = 'picture' WHERE id = '{picture}'")).await.unwrap();
    let text = |shown: bool| {
        let content = if shown { format!("![it](file:{picture})") } else { "Nothing.".to_owned() };
        DraftText { content: Some(content), ..with_file(draft(1, 1), file).text }
    };
    let mut stored = repo.create(Draft { text: text(true), ..draft(1, 1) }, None).await.unwrap();
    let mut blobs = MockBlobs::new();
    blobs.expect_delete().returning(|_| Ok(()));
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
    let mut now = TEST_NOW.plus(Duration::from_hours(100));
    // Removed, put back by undo, and removed for good.
    for (revision, shown) in [("a", false), ("b", true), ("c", false)] {
        let change = DraftChange { at: now, ..change(&stored, text(shown), revision) };
        stored = repo.save(change).await.unwrap().draft;
        now = now.plus(Duration::from_hours(23));
        assert_eq!(housekeeping.sweep_uploads(now).await.unwrap(), 0, "{revision}");
        let counted = f.uploads().unattached(owner(1)).await.unwrap().files;
        assert_eq!((counted, status(&f, picture).await), (2, UploadStatus::Final), "{revision}");
    }
    assert_eq!(housekeeping.sweep_uploads(now.plus(Duration::from_hours(2))).await.unwrap(), 1);
    assert_eq!((status(&f, picture).await, status(&f, file).await), (UploadStatus::Deleted, UploadStatus::Final));
    assert_eq!(f.uploads().unattached(owner(1)).await.unwrap().files, 1);
}

async fn draft_is_submitted_once(f: Fixture) {
    let repo = repo(&f).await;
    for n in 1..=10_u8 {
        let file = finished(&f, n, 1).await;
        let stored = repo.create(with_file(draft(n.into(), 1), file), None).await.unwrap();
        let submits = [1, 2].map(|side| {
            let made = submitting(&stored, u64::from(n) * 10 + side);
            let (repo, change) = (repo.clone(), f.audited(made));
            async move { repo.submit(change, None).await }
        });
        let made = succeeded(submits, |error| matches!(error, SaveDraftError::Refused(DraftRefused::Gone))).await;
        assert_eq!(made, 1);
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM drafts").await, 0);
    assert_eq!(f.count("SELECT count(*) AS n FROM submissions").await, 10);
    // One entry for each account, three for each upload and one for each submission.
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log").await, 2 + 30 + 10);
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs WHERE holder_kind = 'submission'").await, 10);
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs").await, 10);
}

async fn draft_that_cannot_be_submitted_stays(f: Fixture) {
    let repo = repo(&f).await;
    let file = finished(&f, 1, 1).await;
    let stored = repo.create(with_file(draft(1, 1), file), None).await.unwrap();
    let other = repo.create(with_file(draft(2, 1), file), None).await.unwrap();
    let old = Draft { revision: DraftRevision::named("older"), ..stored.clone() };
    let refused = repo.submit(f.audited(submitting(&old, 1)), None).await;
    assert!(matches!(refused, Err(SaveDraftError::Refused(DraftRefused::Gone))));
    repo.submit(f.audited(submitting(&stored, 2)), None).await.unwrap();
    // The file belongs to the submission now, and no other submission can take it.
    let refused = repo.submit(f.audited(submitting(&other, 3)), None).await;
    let taken = DraftRefused::Submission(SubmissionRefused::FileTaken(FileTaken));
    assert!(matches!(refused, Err(SaveDraftError::Refused(refused)) if refused == taken));
    assert_eq!(repo.find(owner(1), other.id).await.unwrap(), Some(other));
    let new = Submission { files: [file].into_iter().collect(), ..submission(4, 1) };
    let refused = f.submissions().submit(f.audited(new), None).await;
    assert!(matches!(refused, Err(SubmitError::Refused(SubmissionRefused::FileTaken(FileTaken)))));
    assert_eq!(f.count("SELECT count(*) AS n FROM submissions").await, 1);
}

async fn drafts_have_a_maximum_number(f: Fixture) {
    let repo = repo(&f).await;
    for n in 1..MAX_DRAFTS {
        repo.create(draft(n, 1), None).await.unwrap();
    }
    let last = [MAX_DRAFTS, MAX_DRAFTS + 1].map(|n| {
        let repo = repo.clone();
        tokio::spawn(async move { repo.create(draft(n, 1), None).await })
    });
    let mut refused = 0;
    for write in last {
        match write.await.unwrap() {
            Ok(_) => {}
            Err(SaveDraftError::Refused(DraftRefused::TooMany)) => refused += 1,
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(refused, 1);
    repo.create(draft(MAX_DRAFTS + 2, 2), None).await.unwrap();
}

async fn draft_is_deleted_only_with_its_audit_entry(f: Fixture) {
    let repo = repo(&f).await;
    let file = finished(&f, 1, 1).await;
    let stored = repo.create(with_file(draft(1, 1), file), None).await.unwrap();
    f.break_audit_log().await;
    assert!(repo.delete(f.audited(deletion(&stored))).await.is_err());
    assert!(repo.submit(f.audited(submitting(&stored, 1)), None).await.is_err());
    assert_eq!(repo.find(owner(1), stored.id).await.unwrap(), Some(stored.clone()));
    assert_eq!(status(&f, file).await, UploadStatus::Final);
    // Saving a draft does not wait for the audit log.
    repo.save(change(&stored, named(&stored, "A"), "next")).await.unwrap();
}

async fn drafts_of_a_deleted_account_are_deleted_with_it(f: Fixture) {
    let repo = repo(&f).await;
    let file = finished(&f, 1, 1).await;
    repo.create(with_file(draft(1, 1), file), None).await.unwrap();
    let kept = repo.create(draft(2, 2), None).await.unwrap();
    let gone = User { deleted_at: Some(TEST_NOW), ..user(1, "author") };
    let change = UserChange::Update(Box::new(UserUpdate::to(gone)));
    f.users().commit(f.audited(change)).await.unwrap();
    assert_eq!(repo.list(owner(1), Clearance::MAX).await.unwrap(), []);
    assert_eq!(repo.list(kept.owner, Clearance::MAX).await.unwrap().len(), 1);
    assert_eq!(status(&f, file).await, UploadStatus::Deleted);
}
