//! A file is kept while anything refers to it, and deleted with the last reference.

use crate::documents::{deletion, owners, publish};
use crate::harness::{Fixture, on_each_database};
use crate::submissions::approval;
use crate::trash::purge;
use crate::uploads::{finished, upload};
use facility_documents::document::Document;
use facility_documents::ports::DocumentRepository;
use facility_documents::visibility::testing::document;
use facility_files::ports::MockBlobs;
use facility_files::upload::UploadStatus;
use facility_infra::housekeeping::Housekeeping;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::TEST_NOW;
use facility_kernel::{StoreError, UploadId};
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    file_is_deleted_with_the_last_document_that_holds_it,
    only_one_of_two_concurrent_purges_releases_the_file,
    approval_moves_the_file_to_the_document,
    failed_deletion_keeps_the_file,
    a_file_is_attached_or_swept_and_never_both,
];

fn holding(n: u64, file: UploadId) -> Document {
    Document { files: [file].into_iter().collect(), ..document(n, 1, 1) }
}

async fn status(f: &Fixture, file: UploadId) -> UploadStatus {
    f.uploads().find(file).await.unwrap().unwrap().status
}

async fn file_is_deleted_with_the_last_document_that_holds_it(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let file = finished(&f, 1, 1).await;
    let (one, two, three) = (holding(1, file), holding(2, file), document(3, 1, 1));
    for document in [&one, &two, &three] {
        publish(&f, document).await;
    }
    for (document, released, left) in [
        (&three, vec![], UploadStatus::Final),
        (&one, vec![], UploadStatus::Final),
        (&two, vec![file], UploadStatus::Deleted),
    ] {
        repo.commit(f.audited(deletion(document))).await.unwrap();
        assert_eq!(purge(&f, document).await.unwrap(), released);
        assert_eq!(status(&f, file).await, left);
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs").await, 0);
}

async fn only_one_of_two_concurrent_purges_releases_the_file(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    for n in 1..=20_u8 {
        let file = finished(&f, n, 1).await;
        let pair = [holding(u64::from(n) * 2, file), holding(u64::from(n) * 2 + 1, file)];
        for document in &pair {
            publish(&f, document).await;
        }
        for document in &pair {
            repo.commit(f.audited(deletion(document))).await.unwrap();
        }
        let (one, other) = tokio::join!(purge(&f, &pair[0]), purge(&f, &pair[1]));
        let released = [one.unwrap(), other.unwrap()].concat();
        assert_eq!(released, [file], "exactly one deletes the bytes");
        assert_eq!(status(&f, file).await, UploadStatus::Deleted);
    }
}

async fn approval_moves_the_file_to_the_document(f: Fixture) {
    owners(&f).await;
    let submissions = f.submissions();
    let file = finished(&f, 1, 1).await;
    let sent = Submission { files: [file].into_iter().collect(), ..submission(1, 1) };
    submissions.submit(f.audited(sent.clone()), None).await.unwrap();
    let review = approval(7, &sent);
    let published = review.publish.clone().unwrap();
    submissions.review(f.audited(review)).await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs").await, 1);
    DocumentStore::new(f.db.clone()).commit(f.audited(deletion(&published))).await.unwrap();
    let released = purge(&f, &published).await.unwrap();
    assert_eq!(released, [file], "its original submission does not keep the file");
}

async fn failed_deletion_keeps_the_file(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let file = finished(&f, 1, 1).await;
    let one = holding(1, file);
    publish(&f, &one).await;
    let other_version = deletion(&Document { version: 2, ..one.clone() });
    assert!(matches!(repo.commit(f.audited(other_version)).await, Err(StoreError::Stale)));
    f.break_audit_log().await;
    assert!(repo.commit(f.audited(deletion(&one))).await.is_err());
    assert_eq!(status(&f, file).await, UploadStatus::Final);
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs WHERE holder_kind = 'document'").await, 1);
}

async fn a_file_is_attached_or_swept_and_never_both(f: Fixture) {
    owners(&f).await;
    let late = TEST_NOW.plus(Duration::from_hours(48));
    for n in 1..=10_u8 {
        let file = finished(&f, n, 1).await;
        let new = f.audited(Submission { files: [file].into_iter().collect(), ..submission(n.into(), 1) });
        let submissions = f.submissions();
        let attached = tokio::spawn(async move { submissions.submit(new, None).await.is_ok() });
        let mut blobs = MockBlobs::new();
        blobs.expect_delete().returning(|_| Ok(()));
        let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(blobs));
        let swept = tokio::spawn(async move { housekeeping.sweep_uploads(late).await.unwrap() });
        let (attached, swept) = (attached.await.unwrap(), swept.await.unwrap());
        assert_eq!(usize::from(attached) + swept, 1, "attached: {attached}, swept: {swept}");
        let expected = if attached { UploadStatus::Final } else { UploadStatus::Deleted };
        assert_eq!(status(&f, upload(n, 1).id).await, expected);
    }
}
