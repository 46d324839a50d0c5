//! Password changes and reset codes.

use crate::harness::{Fixture, on_each_database};
use crate::sessions::{fail, open, session, stranger};
use crate::users::{admin, create, user};
use facility_files::ports::MockBlobs;
use facility_infra::housekeeping::Housekeeping;
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::testing::TEST_NOW;
use facility_kernel::{Clearance, Secret, SessionId, StoreError, Timestamp, UserId};
use facility_users::authority::{Authority, NoAuthority};
use facility_users::lockout::Admission;
use facility_users::ports::SessionRepository as _;
use facility_users::reset::{IssuedReset, NewPassword, PasswordNotSet, PasswordProof, PasswordRepository, StoredReset};
use facility_users::session::OwnedSession;
use facility_users::user::{PasswordChange, User, UserChange, UserUpdate};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    a_password_is_changed_with_the_old_one,
    strangers_cannot_block_a_reset_code,
    code_is_issued_only_with_current_rights,
    only_one_concurrent_change_with_a_code_succeeds,
    an_expired_or_replaced_code_changes_nothing,
    password_change_is_refused_when_a_limit_is_reached,
    password_change_in_another_way_withdraws_the_code,
    expired_codes_are_deleted,
    own_sessions_are_listed_and_ended,
    a_password_is_not_set_without_its_audit_entry,
];

fn later(seconds: u64) -> Timestamp {
    TEST_NOW.plus(Duration::from_secs(seconds))
}

fn repo(f: &Fixture) -> Arc<dyn PasswordRepository> {
    f.passwords()
}

fn reset(fingerprint: &str) -> StoredReset {
    StoredReset { fingerprint: fingerprint.to_owned(), expires_at: later(3600) }
}

async fn issue(f: &Fixture, user: &User, fingerprint: &str) -> Result<(), StoreError> {
    let done = issue_by(f, user, fingerprint, UserId::EmergencyAccess).await?;
    done.map_err(|NoAuthority| StoreError::Stale)
}

async fn issue_by(
    f: &Fixture,
    user: &User,
    fingerprint: &str,
    id: UserId,
) -> Result<Result<(), NoAuthority>, StoreError> {
    let authority = Authority { id, clearance: Clearance::MAX };
    let (user, stored) = (user.clone(), reset(fingerprint));
    let issued = IssuedReset { user, authority, stored, issued_at: TEST_NOW };
    repo(f).issue(f.audited(issued)).await
}

fn with_code(user: UserId, code: &str, at: Timestamp) -> NewPassword {
    let proof = PasswordProof::Code(code.to_owned());
    NewPassword { user_id: user, hash: Secret::new("$argon2id$2"), proof, claimant: stranger("mercer"), at }
}

fn with_password(user: UserId, checked: &str, keeps: SessionId) -> NewPassword {
    let proof = PasswordProof::Password { checked: Secret::new(checked), keeps };
    NewPassword { proof, ..with_code(user, "", TEST_NOW) }
}

async fn hash_of(f: &Fixture) -> String {
    let account = f.users().find_by_name("mercer").await.unwrap().unwrap();
    account.password_hash.unwrap().expose().to_owned()
}

async fn a_password_is_changed_with_the_old_one(f: Fixture) {
    let sessions = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let other = create(&f, crate::users::user(2, "other")).await;
    open(&f, &sessions, &session(9, other.id, TEST_NOW)).await;
    for n in 1..=3 {
        open(&f, &sessions, &session(n, user.id, TEST_NOW)).await;
    }
    issue(&f, &user, "code").await.unwrap();
    let kept = session(1, user.id, TEST_NOW);
    let wrong = repo(&f).set(f.audited(with_password(user.id, "$argon2id$9", kept.id))).await;
    assert!(matches!(wrong, Err(StoreError::Stale)), "{wrong:?}");
    assert_eq!(hash_of(&f).await, "$argon2id$1");
    repo(&f).set(f.audited(with_password(user.id, "$argon2id$1", kept.id))).await.unwrap().unwrap();
    assert_eq!(hash_of(&f).await, "$argon2id$2");
    assert!(sessions.find(&kept.token_fingerprint).await.unwrap().is_some());
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 2);
    let own = "user_id = (SELECT id FROM users WHERE username = 'mercer')";
    for table in ["devices", "known_networks", "password_resets"] {
        assert_eq!(f.count(format!("SELECT count(*) AS n FROM {table} WHERE {own}")).await, 0, "{table}");
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM devices").await, 1, "other accounts keep theirs");
    let now = f.users().find(user.id).await.unwrap().unwrap();
    assert_eq!(now.revision, 1, "a decision based on the old account is stale");
}

async fn strangers_cannot_block_a_reset_code(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    issue(&f, &user, "code").await.unwrap();
    for _ in 0..5 {
        fail(&f, stranger("mercer"), TEST_NOW).await;
    }
    f.execute(
        "INSERT INTO lockouts (key, failures, window_started_at, locks, last_failed_at, day_failures) \
         SELECT 'codes:' || id, 0, 0, 0, 0, '7' FROM users WHERE username = 'mercer'",
    )
    .await
    .unwrap();
    repo(&f).set(f.audited(with_code(user.id, "code", TEST_NOW))).await.unwrap().unwrap();
    let codes = "SELECT count(*) AS n FROM lockouts WHERE key LIKE 'codes:%'";
    assert_eq!(f.count(codes).await, 1, "wrong codes of the second factor still count");
    assert_eq!(f.count("SELECT count(*) AS n FROM lockouts WHERE key LIKE '%mercer%'").await, 0);
}

async fn code_is_issued_only_with_current_rights(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    let boss = create(&f, admin(9, "boss")).await;
    assert_eq!(issue_by(&f, &user, "code", boss.id).await.unwrap(), Ok(()));
    f.execute("UPDATE users SET is_admin = FALSE WHERE username = 'boss'").await.unwrap();
    assert_eq!(issue_by(&f, &user, "second", boss.id).await.unwrap(), Err(NoAuthority));
    assert_eq!(repo(&f).find("mercer").await.unwrap().unwrap().1, Some(reset("code")));
}

async fn only_one_concurrent_change_with_a_code_succeeds(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    for round in 0..5_i64 {
        issue(&f, &User { revision: round, ..user.clone() }, "code").await.unwrap();
        let changes = (0..20).map(|_| {
            let (repo, change) = (repo(&f), f.audited(with_code(user.id, "code", TEST_NOW)));
            async move { repo.set(change).await.unwrap() }
        });
        let done = futures_util::future::join_all(changes).await;
        assert_eq!(done.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{done:?}");
        assert!(done.iter().all(|outcome| matches!(outcome, Ok(()) | Err(PasswordNotSet::Spent))), "{done:?}");
    }
}

async fn an_expired_or_replaced_code_changes_nothing(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    fail(&f, stranger("mercer"), TEST_NOW).await;
    issue(&f, &user, "code").await.unwrap();
    let entries = f.count("SELECT count(*) AS n FROM audit_log").await;
    for change in [with_code(user.id, "other", TEST_NOW), with_code(user.id, "code", later(3600))] {
        assert_eq!(repo(&f).set(f.audited(change)).await.unwrap(), Err(PasswordNotSet::Spent));
    }
    assert_eq!(hash_of(&f).await, "$argon2id$1");
    assert_eq!(f.count("SELECT count(*) AS n FROM lockouts").await, 2, "the failures still count");
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log").await, entries);
    repo(&f).set(f.audited(with_code(user.id, "code", later(3599)))).await.unwrap().unwrap();
}

async fn password_change_is_refused_when_a_limit_is_reached(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    issue(&f, &user, "code").await.unwrap();
    for _ in 0..5 {
        assert_eq!(fail(&f, stranger("mercer"), TEST_NOW).await, Admission::Admitted);
    }
    let change = with_password(user.id, "$argon2id$1", session(1, user.id, TEST_NOW).id);
    let locked = repo(&f).set(f.audited(change)).await.unwrap();
    assert!(matches!(locked, Err(PasswordNotSet::Limited(Admission::Locked(_)))), "{locked:?}");
    assert_eq!(hash_of(&f).await, "$argon2id$1");
}

async fn password_change_in_another_way_withdraws_the_code(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    issue(&f, &user, "code").await.unwrap();
    let password = PasswordChange::Set(Secret::new("$argon2id$3"));
    let change = UserUpdate { password, ..UserUpdate::to(user.clone()) };
    f.users().commit(f.audited(UserChange::Update(Box::new(change)))).await.unwrap();
    let late = repo(&f).set(f.audited(with_code(user.id, "code", TEST_NOW))).await.unwrap();
    assert_eq!(late, Err(PasswordNotSet::Spent));
    assert_eq!(hash_of(&f).await, "$argon2id$3");
}

async fn expired_codes_are_deleted(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    issue(&f, &user, "code").await.unwrap();
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(MockBlobs::new()));
    for (at, left) in [(later(3599), 1), (later(3600), 0)] {
        housekeeping.sweep_sessions(at).await.unwrap();
        assert_eq!(f.count("SELECT count(*) AS n FROM password_resets").await, left);
    }
}

async fn own_sessions_are_listed_and_ended(f: Fixture) {
    let repo = SessionStore::start(f.db.clone());
    let user = create(&f, user(1, "mercer")).await;
    let other = create(&f, crate::users::user(2, "other")).await;
    for (n, owner, at) in [(1, user.id, TEST_NOW), (2, user.id, later(5)), (3, other.id, later(9))] {
        open(&f, &repo, &session(n, owner, at)).await;
    }
    let listed = repo.of_user(user.id).await.unwrap();
    assert_eq!(listed, [session(2, user.id, later(5)), session(1, user.id, TEST_NOW)]);
    repo.touch(listed[1].id, user.id, later(60));
    assert_eq!(repo.of_user(user.id).await.unwrap()[1].last_active_at, later(60), "recent activity counts");
    let end = |id, user_id| repo.end(f.audited(OwnedSession { id, user_id }));
    assert!(matches!(end(listed[0].id, other.id).await, Err(StoreError::Stale)), "it belongs to another user");
    end(listed[0].id, user.id).await.unwrap();
    assert!(matches!(end(listed[0].id, user.id).await, Err(StoreError::Stale)), "it has already ended");
    assert_eq!(repo.of_user(user.id).await.unwrap().len(), 1);
}

async fn a_password_is_not_set_without_its_audit_entry(f: Fixture) {
    let user = create(&f, user(1, "mercer")).await;
    issue(&f, &user, "code").await.unwrap();
    f.break_audit_log().await;
    assert!(repo(&f).set(f.audited(with_code(user.id, "code", TEST_NOW))).await.is_err());
    assert_eq!(hash_of(&f).await, "$argon2id$1");
    assert_eq!(f.count("SELECT count(*) AS n FROM password_resets").await, 1);
}
