//! The limits of wrong codes, and the rights required to issue codes.

use crate::harness::{Fixture, on_each_database};
use crate::second_factor::{alerts, ask, boss, codes, later, protected, verified, warrant, wrong};
use crate::users::{admin, create, user};
use facility_audit::action::Action;
use facility_kernel::testing::TEST_NOW;
use facility_kernel::{Secret, StoreError};
use facility_users::credential::CredentialName;
use facility_users::second_factor::CodeProof;
use facility_users::second_factor::ports::{CodeIssuer, CodeOutcome, FactorChange, WrongCodeOutcome};
use facility_users::user::{UserChange, UserUpdate};

on_each_database![
    wrong_codes_are_counted_exactly,
    codes_are_issued_only_with_current_rights,
    one_static_code_is_valid_at_a_time,
];

async fn wrong_codes_are_counted_exactly(f: Fixture) {
    let repo = f.factors();
    let account = protected(&f, user(1, "mercer")).await;
    ask(&f, account.id, "ticket", TEST_NOW).await;
    let tries = (0..12).map(|_| repo.refuse(f.audited(wrong(&f, account.id, Some("ticket"), later(1)))));
    let outcomes = futures_util::future::join_all(tries).await;
    let checked = outcomes.iter().filter(|one| matches!(one, Ok(WrongCodeOutcome::Recorded(_)))).count();
    assert_eq!(checked, 5, "{outcomes:?}");
    assert_eq!(repo.ticket("ticket", later(1)).await.unwrap(), None);
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts").await, 5);
    let tries = (0..30).map(|_| repo.refuse(f.audited(wrong(&f, account.id, None, later(2)))));
    let outcomes = futures_util::future::join_all(tries).await;
    let checked = outcomes.iter().filter(|one| matches!(one, Ok(WrongCodeOutcome::Recorded(_)))).count();
    assert_eq!(checked, 15, "{outcomes:?}");
    assert!(outcomes.iter().all(|one| matches!(one, Ok(WrongCodeOutcome::Recorded(_) | WrongCodeOutcome::Locked(_)))));
    assert_eq!(alerts(&f, Action::SecondFactorLocked).await, 1);
    assert_eq!(repo.find(account.id, None, later(2)).await.unwrap().guesses.left(later(2)), 0);
    ask(&f, account.id, "late", later(3)).await;
    let right = verified(&f, account.id, "late", CodeProof::Static("fixed".to_owned()), 1, later(3));
    let locked = repo.open(f.audited(right)).await.unwrap();
    assert!(matches!(locked, CodeOutcome::Locked(wait) if wait.as_secs() == 24 * 3600 - 2), "{locked:?}");
    // Unlocking the account clears the count.
    let update = UserUpdate { clear_lockout: true, ..UserUpdate::to(account.clone()) };
    let users = f.users();
    users.commit(f.audited(UserChange::Update(Box::new(update)))).await.unwrap();
    assert_eq!(repo.find(account.id, None, later(4)).await.unwrap().guesses.left(later(4)), 20);
}

async fn codes_are_issued_only_with_current_rights(f: Fixture) {
    let (repo, users) = (f.factors(), f.users());
    let account = create(&f, user(1, "mercer")).await;
    create(&f, admin(9, "boss")).await;
    let rotate = |hash: &str| {
        let (name, hash) = (CredentialName::MasterKey, Secret::new(hash));
        let change = UserChange::RotateKey { name, hash, even_if_needed: false };
        users.commit(f.audited(change))
    };
    rotate("first").await.unwrap();
    let sync = |warrant, syncs| FactorChange::Sync { user_id: account.id, warrant, syncs, codes: codes() };
    let by_key = |hash: &str| CodeIssuer::MasterKey(Secret::new(hash));
    assert_eq!(repo.commit(f.audited(sync(by_key("first"), 0))).await.unwrap(), CodeOutcome::Recorded);
    rotate("second").await.unwrap();
    let stale = repo.commit(f.audited(sync(by_key("first"), 1))).await;
    assert!(matches!(stale, Err(StoreError::Stale)), "{stale:?}");
    f.execute("UPDATE users SET is_admin = FALSE").await.unwrap();
    let fixed = FactorChange::SetStatic { user_id: account.id, authority: boss(), code: "chosen".to_owned() };
    for change in [sync(warrant(), 1), fixed] {
        assert_eq!(repo.commit(f.audited(change)).await.unwrap(), CodeOutcome::NoAuthority);
    }
    assert_eq!(repo.find(account.id, None, TEST_NOW).await.unwrap().codes.len(), 11);
}

async fn one_static_code_is_valid_at_a_time(f: Fixture) {
    let repo = f.factors();
    let account = protected(&f, user(1, "mercer")).await;
    create(&f, admin(9, "boss")).await;
    for round in 0..5 {
        let tries = (0..8).map(|n| {
            let (code, authority) = (format!("chosen {round} {n}"), boss());
            repo.commit(f.audited(FactorChange::SetStatic { user_id: account.id, authority, code }))
        });
        let outcomes = futures_util::future::join_all(tries).await;
        assert!(outcomes.iter().all(|one| matches!(one, Ok(CodeOutcome::Recorded))), "{outcomes:?}");
        let fixed = "SELECT count(*) AS n FROM second_factor_codes WHERE kind = 'static' AND NOT is_pending";
        assert_eq!(f.count(fixed).await, 1, "round {round}");
    }
    let second = "INSERT INTO second_factor_codes (user_id, is_pending, code_hash, kind) \
        SELECT user_id, is_pending, 'another', kind FROM second_factor_codes WHERE kind = 'static'";
    assert!(f.execute(second).await.is_err(), "the database itself refuses a second one");
}
