//! Uploads: only one caller performs each step.

use crate::harness::{Fixture, on_each_database, succeeded};
use crate::users::{create, user};
use facility_files::ports::UploadRepository;
use facility_files::upload::{Unattached, Upload, UploadStatus, UploadTicket};
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{StoreError, UploadId, UserId};
use std::sync::Arc;

on_each_database![
    upload_passes_each_step_once,
    only_one_of_many_uses_the_ticket,
    a_refused_file_is_final,
    quota_counts_files_without_a_submission,
    step_fails_without_its_audit_entry,
];

pub fn upload(n: u8, owner: u64) -> Upload {
    let id = UploadId::from_uuid(numbered(500 + u64::from(n)));
    Upload::issue(id, &UploadTicket::from_bits([n; 32]), UserId::Account(numbered(owner)), TEST_NOW)
}

/// Creates an upload and claims it for its owner.
pub async fn finished(f: &Fixture, n: u8, owner: u64) -> UploadId {
    let (repo, issued) = (f.db.clone(), upload(n, owner));
    repo.issue(f.audited(issued.clone())).await.unwrap();
    repo.spend(issued.id).await.unwrap();
    repo.finish(f.audited(stored(&issued))).await.unwrap();
    repo.claim(f.audited(issued.id)).await.unwrap();
    issued.id
}

fn stored(upload: &Upload) -> Upload {
    Upload {
        status: UploadStatus::Stored,
        filename: Some("notes é.md".to_owned()),
        content_type: Some("text/markdown".to_owned()),
        size: Some(10_485_760),
        sha256: Some("ab".repeat(32)),
        ..upload.clone()
    }
}

async fn upload_passes_each_step_once(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let (repo, issued) = (f.db.clone(), upload(1, 1));
    repo.issue(f.audited(issued.clone())).await.unwrap();
    assert_eq!(repo.find(issued.id).await.unwrap(), Some(issued.clone()));
    assert_eq!(repo.find_by_ticket(&issued.ticket_fingerprint).await.unwrap(), Some(issued.clone()));
    assert_eq!(repo.find_by_ticket("other").await.unwrap(), None);
    let stored = stored(&issued);
    // An upload cannot finish before its ticket is used.
    assert!(matches!(repo.finish(f.audited(stored.clone())).await, Err(StoreError::Stale)));
    assert!(matches!(repo.claim(f.audited(issued.id)).await, Err(StoreError::Stale)));
    repo.spend(issued.id).await.unwrap();
    assert!(matches!(repo.spend(issued.id).await, Err(StoreError::Stale)));
    assert!(matches!(repo.claim(f.audited(issued.id)).await, Err(StoreError::Stale)));
    repo.finish(f.audited(stored.clone())).await.unwrap();
    assert_eq!(repo.find(issued.id).await.unwrap(), Some(stored.clone()));
    assert!(matches!(repo.finish(f.audited(stored.clone())).await, Err(StoreError::Stale)));
    assert!(matches!(repo.spend(issued.id).await, Err(StoreError::Stale)));
    repo.claim(f.audited(issued.id)).await.unwrap();
    assert!(matches!(repo.claim(f.audited(issued.id)).await, Err(StoreError::Stale)));
    let claimed = Upload { status: UploadStatus::Final, ..stored };
    assert_eq!(repo.find(issued.id).await.unwrap(), Some(claimed));
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log").await, 4);
}

async fn only_one_of_many_uses_the_ticket(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let (repo, issued) = (Arc::new(f.db.clone()), upload(1, 1));
    repo.issue(f.audited(issued.clone())).await.unwrap();
    let spends = (0..20).map(|_| {
        let (repo, id) = (Arc::clone(&repo), issued.id);
        async move { repo.spend(id).await }
    });
    let spent = succeeded(spends, |error| matches!(error, StoreError::Stale)).await;
    assert_eq!(spent, 1);
}

async fn quota_counts_files_without_a_submission(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    create(&f, user(2, "vale")).await;
    let repo = f.db.clone();
    let mine = async || repo.unattached(UserId::Account(numbered(1))).await.unwrap();
    assert_eq!(mine().await, Unattached::default());
    // A ticket does not count as a file. An upload in progress counts as one of unknown size.
    repo.issue(f.audited(upload(1, 1))).await.unwrap();
    repo.issue(f.audited(upload(2, 1))).await.unwrap();
    repo.spend(upload(2, 1).id).await.unwrap();
    finished(&f, 3, 1).await;
    finished(&f, 4, 2).await;
    assert_eq!(mine().await, Unattached { files: 2, bytes: 10_485_760 });
    f.execute("INSERT INTO file_refs SELECT id, 'submission', 'any' FROM uploads WHERE status = 'final'")
        .await
        .unwrap();
    assert_eq!(mine().await, Unattached { files: 1, bytes: 0 });
    f.execute("DELETE FROM file_refs; UPDATE uploads SET status = 'deleted'").await.unwrap();
    assert_eq!(mine().await, Unattached::default());
}

async fn a_refused_file_is_final(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let (repo, issued) = (f.db.clone(), upload(1, 1));
    repo.issue(f.audited(issued.clone())).await.unwrap();
    repo.spend(issued.id).await.unwrap();
    let refused = Upload { status: UploadStatus::Refused, refusal: Some("too_large".to_owned()), ..issued.clone() };
    repo.finish(f.audited(refused.clone())).await.unwrap();
    assert_eq!(repo.find(issued.id).await.unwrap(), Some(refused));
    assert!(matches!(repo.claim(f.audited(issued.id)).await, Err(StoreError::Stale)));
    assert!(matches!(repo.finish(f.audited(stored(&issued))).await, Err(StoreError::Stale)));
}

async fn step_fails_without_its_audit_entry(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    let (repo, issued) = (f.db.clone(), upload(1, 1));
    repo.issue(f.audited(issued.clone())).await.unwrap();
    repo.spend(issued.id).await.unwrap();
    f.break_audit_log().await;
    assert!(repo.issue(f.audited(upload(2, 1))).await.is_err());
    assert!(repo.finish(f.audited(stored(&issued))).await.is_err());
    let found = repo.find(issued.id).await.unwrap().unwrap();
    assert_eq!((found.status, found.size), (UploadStatus::Uploading, None));
    assert_eq!(f.count("SELECT count(*) AS n FROM uploads").await, 1);
}
