//! Requiring second factors of all users, which needs an administrator who can undo it.

use crate::harness::{Fixture, on_each_database};
use crate::second_factor::{protected, typed};
use crate::users::{admin, user};
use facility_kernel::StoreError;
use facility_users::second_factor::CodeProof;
use facility_users::second_factor::ports::{CodeOutcome, FactorChange};
use facility_users::site::SiteChange;
use facility_users::user::User;

on_each_database![the_last_administrator_with_a_factor_keeps_it_while_it_is_required];

async fn the_last_administrator_with_a_factor_keeps_it_while_it_is_required(f: Fixture) {
    let repo = f.factors();
    let site = f.site();
    let set = |required| {
        let change = SiteChange { is_locked: None, two_factor_required: Some(required) };
        site.commit(f.audited(change))
    };
    protected(&f, user(2, "no-administrator")).await;
    assert!(matches!(set(true).await, Err(StoreError::Stale)), "nobody could turn it off again");
    let boss = protected(&f, admin(3, "boss")).await;
    set(true).await.unwrap();
    let disable = |user: &User, proof: &str| FactorChange::Disable {
        user: Box::new(User { two_factor_enabled: false, ..user.clone() }),
        proof: Some(CodeProof::Backup(proof.to_owned())),
        session: None,
        typed: typed(),
    };
    let kept = repo.commit(f.audited(disable(&boss, "backup 1"))).await.unwrap();
    assert_eq!(kept, CodeOutcome::LastAdmin);
    let second = protected(&f, admin(4, "second")).await;
    let both = [disable(&boss, "backup 1"), disable(&second, "backup 1")];
    let outcomes = futures_util::future::join_all(both.map(|change| repo.commit(f.audited(change)))).await;
    assert_eq!(outcomes.iter().filter(|one| matches!(one, Ok(CodeOutcome::Recorded))).count(), 1, "{outcomes:?}");
    let with_one = "SELECT count(*) AS n FROM users WHERE two_factor_enabled AND is_admin";
    assert_eq!(f.count(with_one).await, 1);

    // Requiring second factors and turning off the only one run concurrently, and exactly one succeeds.
    for round in 0..10 {
        set(false).await.ok();
        f.execute("UPDATE users SET is_admin = FALSE").await.unwrap();
        let only = protected(&f, admin(10 + round, &format!("only-{round}"))).await;
        let (required, disabled) = tokio::join!(set(true), repo.commit(f.audited(disable(&only, "backup 1"))));
        let outcomes = (required.is_ok(), disabled.unwrap());
        assert!(matches!(outcomes, (true, CodeOutcome::LastAdmin) | (false, CodeOutcome::Recorded)), "{outcomes:?}");
        assert_eq!(f.count(with_one).await, i64::from(outcomes.0));
    }
}
