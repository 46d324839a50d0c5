//! Concurrent reads by key, which are combined into one statement on PostgreSQL.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, on_each_database};
use facility_documents::ports::DocumentRepository;
use facility_documents::view::Stored;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::numbered;
use facility_kernel::{DocumentId, StoreError};

on_each_database![
    every_caller_gets_its_own_answer,
    undecodable_row_does_not_affect_others,
    cancelled_caller_does_not_affect_others,
    acknowledged_writes_are_visible,
];

type Answer = Result<Option<Stored>, StoreError>;

fn id(n: u64) -> DocumentId {
    DocumentId::from_uuid(numbered(n))
}

/// Starts all requests before the first one is answered.
async fn ask(repo: &DocumentStore, numbers: impl Iterator<Item = u64>) -> Vec<(u64, Answer)> {
    futures_util::future::join_all(numbers.map(|n| async move { (n, repo.find(id(n)).await) })).await
}

async fn ten(f: &Fixture) -> DocumentStore {
    owners(f).await;
    for n in 1..=10 {
        publish(f, &document(n, 1, 1 + n % 2)).await;
    }
    DocumentStore::new(f.db.clone())
}

async fn every_caller_gets_its_own_answer(f: Fixture) {
    let repo = ten(&f).await;
    for _ in 0..20 {
        for (n, answer) in ask(&repo, (0..200).map(|n| n % 15)).await {
            let found = answer.unwrap();
            assert_eq!(found.is_some(), (1..=10).contains(&n), "{n}");
            if let Some(record) = found {
                assert_eq!(record.document.id, id(n));
                assert_eq!(record.submitted_by_username, format!("owner-{}", 1 + n % 2));
            }
        }
    }
}

async fn undecodable_row_does_not_affect_others(f: Fixture) {
    let repo = ten(&f).await;
    let broken = "UPDATE documents SET category = 'nonsense' WHERE title = 'Document 4'";
    f.execute(broken).await.unwrap();
    for (n, answer) in ask(&repo, (0..60).map(|n| 1 + n % 10)).await {
        match answer {
            Ok(found) => assert!(n != 4 && found.is_some(), "{n}"),
            Err(error) => assert!(n == 4 && matches!(error, StoreError::Internal(_)), "{n}: {error:?}"),
        }
    }
}

async fn cancelled_caller_does_not_affect_others(f: Fixture) {
    let repo = ten(&f).await;
    for _ in 0..50 {
        let impatient = tokio::spawn({
            let repo = repo.clone();
            async move { repo.find(id(1)).await }
        });
        tokio::task::yield_now().await;
        impatient.abort();
        for (n, answer) in ask(&repo, 1..=10).await {
            assert!(answer.unwrap().is_some(), "{n}");
        }
    }
}

/// A read that starts after the publication finds the document, even while others read continuously.
async fn acknowledged_writes_are_visible(f: Fixture) {
    let repo = ten(&f).await;
    let others = tokio::spawn({
        let repo = repo.clone();
        async move {
            loop {
                ask(&repo, 1..=40).await;
                // Reads on SQLite never wait, so this task has to yield.
                tokio::task::yield_now().await;
            }
        }
    });
    for n in 11..=40 {
        assert!(repo.find(id(n)).await.unwrap().is_none(), "{n}");
        publish(&f, &document(n, 1, 1)).await;
        assert!(repo.find(id(n)).await.unwrap().is_some(), "{n}");
    }
    others.abort();
}
