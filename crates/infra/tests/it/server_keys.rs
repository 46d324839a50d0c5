//! The check of the secret key against the database, and the signing key stored in it.

use crate::harness::{Fixture, on_each_database};
use facility_audit::note::NoteSigner;
use facility_infra::keys::Keys;
use facility_infra::storage::audit::signing_key;
use facility_infra::storage::kernel::key_check;
use facility_infra::storage::kernel::key_check::Installation;

on_each_database![a_database_belongs_to_one_secret_key, stores_opened_concurrently_share_one_signing_key];

async fn a_database_belongs_to_one_secret_key(f: Fixture) {
    let (ours, other) = (Keys::new([1; 32]), Keys::new([2; 32]));
    let target = f.database.target().clone();
    let checks = move || {
        let found = || Installation::find(&target).unwrap().unwrap();
        assert!(found().belongs_to(&ours) && found().belongs_to(&other), "it is not bound to a key yet");
        assert!(key_check::claim(&target, &ours).unwrap());
        assert!(!key_check::claim(&target, &other).unwrap());
        assert!(found().belongs_to(&ours) && !found().belongs_to(&other));
    };
    tokio::task::spawn_blocking(checks).await.unwrap();
}

async fn stores_opened_concurrently_share_one_signing_key(f: Fixture) {
    let (keys, target) = (Keys::new([1; 32]), f.database.target().clone());
    let checks = move || {
        assert!(signing_key::claim(&target, &keys, None).unwrap().is_none());
        let start = std::sync::Barrier::new(6);
        let claim = |n: u8| {
            let own = NoteSigner::new("terminal/audit", &[n; 32]).unwrap();
            start.wait();
            signing_key::claim(&target, &keys, Some(&own)).unwrap().unwrap().verifier().to_text()
        };
        let kept: std::collections::BTreeSet<String> = std::thread::scope(|scope| {
            let stores: Vec<_> = (1..=6).map(|n| scope.spawn(move || claim(n))).collect();
            stores.into_iter().map(|store| store.join().unwrap()).collect()
        });
        assert_eq!(kept.len(), 1);
        let another = Keys::new([2; 32]);
        let error = signing_key::claim(&target, &another, None).unwrap_err();
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert!(cause.contains("the server has another secret key"), "{cause}");
    };
    tokio::task::spawn_blocking(checks).await.unwrap();
}
