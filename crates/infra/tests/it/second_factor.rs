//! Second factors, and the sign-ins that wait for one.

use crate::harness::{Fixture, on_each_database};
use crate::sessions::stranger;
use crate::users::{admin, create, user};
use facility_audit::action::Action;
use facility_audit::attempts::{FailureReason, LoginAttempt};
use facility_audit::entry::Entry;
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::testing::{TEST_NOW, context, numbered};
use facility_kernel::{
    AttemptId, Clearance, IdGenerator, RequestContext, Secret, SessionId, StoreError, Timestamp, UserId,
};
use facility_users::authority::Authority;
use facility_users::lockout::Admission;
use facility_users::ports::{OpenSession, SessionRepository};
use facility_users::second_factor::codes::CodeKind;
use facility_users::second_factor::ports::{
    CodeEntry, CodeIssuer, CodeOutcome, FactorChange, NewTicket, VerifiedSignIn, WrongCode,
};
use facility_users::second_factor::{CodeProof, Ticket};
use facility_users::session::{Session, SessionToken, SignInMethod};
use facility_users::user::{EndSessions, User, UserChange, UserUpdate};
use std::time::Duration;

on_each_database![
    a_set_up_becomes_valid_with_its_first_code,
    one_of_fifty_concurrent_codes_opens_a_session,
    a_ticket_opens_one_session_and_only_for_its_account,
    tickets_require_the_password_that_was_checked,
    ending_sessions_ends_tickets,
    each_sync_replaces_the_codes_once,
    nothing_is_changed_without_its_audit_entry,
];

pub fn later(seconds: u64) -> Timestamp {
    TEST_NOW.plus(Duration::from_secs(seconds))
}

fn attempt(f: &Fixture, failure: Option<FailureReason>, at: Timestamp) -> LoginAttempt {
    LoginAttempt {
        id: AttemptId::from_uuid(f.ids.next()),
        username: "mercer".to_owned(),
        ip_address: None,
        user_agent: None,
        failure,
        is_suspicious: false,
        attempted_at: at,
    }
}

pub fn codes() -> Vec<(CodeKind, String)> {
    let backup = (0..10).map(|n| (CodeKind::Backup, format!("backup {n}")));
    backup.chain([(CodeKind::Static, "fixed".to_owned())]).collect()
}

/// Creates an account with an authenticator app, set up with the code of time step 5, and with recovery codes.
pub async fn protected(f: &Fixture, account: User) -> User {
    let repo = f.factors();
    let user = create(f, account).await;
    let set_up = FactorChange::SetUp { user_id: user.id, secret: "sealed".to_owned(), codes: codes() };
    assert_eq!(repo.commit(f.audited(set_up)).await.unwrap(), CodeOutcome::Recorded);
    let after = User { two_factor_enabled: true, ..user };
    let complete = FactorChange::Complete {
        user: Box::new(after.clone()),
        secret: "sealed".to_owned(),
        step: 5,
        session: None,
        typed: typed(),
    };
    assert_eq!(repo.commit(f.audited(complete)).await.unwrap(), CodeOutcome::Recorded);
    User { revision: after.revision + 1, ..after }
}

fn asked(user: UserId, name: &str, at: Timestamp) -> NewTicket {
    NewTicket {
        ticket: Ticket { fingerprint: name.to_owned(), user_id: user, created_at: at },
        claimant: stranger("mercer"),
        checked_hash: Some(Secret::new("$argon2id$1")),
        rehash: None,
    }
}

pub async fn ask(f: &Fixture, user: UserId, name: &str, at: Timestamp) {
    let repo = f.factors();
    assert_eq!(repo.ask(f.audited(asked(user, name, at))).await.unwrap(), Admission::Admitted);
}

pub fn verified(f: &Fixture, user: UserId, ticket: &str, proof: CodeProof, n: u8, at: Timestamp) -> VerifiedSignIn {
    let token = SessionToken::from_bits([n; 32]);
    let context = RequestContext { now: at, ..context() };
    let session = Session::open(SessionId::from_uuid(f.ids.next()), &token, user, &context);
    VerifiedSignIn {
        ticket: ticket.to_owned(),
        proof,
        opened: OpenSession {
            session,
            method: SignInMethod::App,
            replaces: None,
            attempt: attempt(f, None, at),
            claimant: stranger("mercer"),
            device: format!("device {n}"),
            checked_hash: None,
            rehash: None,
        },
        alert: None,
    }
}

/// Returns a code sent by a browser without a device cookie.
pub fn typed() -> CodeEntry {
    CodeEntry { device: None, at: TEST_NOW }
}

pub fn wrong(f: &Fixture, user: UserId, ticket: Option<&str>, at: Timestamp) -> WrongCode {
    WrongCode {
        ticket: ticket.map(str::to_owned),
        user_id: user,
        device: None,
        attempt: ticket.map(|_| attempt(f, Some(FailureReason::WrongAppCode), at)),
        lock_alert: Entry { action: Action::SecondFactorLocked, ..f.entry() },
        at,
    }
}

/// Returns the rights of the administrator `boss`.
pub fn boss() -> Authority {
    Authority { id: UserId::Account(numbered(9)), clearance: Clearance::MAX }
}

pub fn warrant() -> CodeIssuer {
    CodeIssuer::Administrator(boss())
}

pub async fn alerts(f: &Fixture, action: Action) -> i64 {
    f.count(format!("SELECT count(*) AS n FROM audit_log WHERE action = '{}'", action.as_str())).await
}

async fn a_set_up_becomes_valid_with_its_first_code(f: Fixture) {
    let repo = f.factors();
    let account = create(&f, user(1, "mercer")).await;
    assert!(!repo.find(account.id, None, TEST_NOW).await.unwrap().is_usable());
    let set_up = |secret: &str, codes| FactorChange::SetUp { user_id: account.id, secret: secret.to_owned(), codes };
    repo.commit(f.audited(set_up("first", vec![(CodeKind::Static, "gone".to_owned())]))).await.unwrap();
    repo.commit(f.audited(set_up("second", codes()))).await.unwrap();
    let pending = repo.find(account.id, None, TEST_NOW).await.unwrap();
    assert_eq!((pending.secret.as_deref(), pending.pending_secret.as_deref()), (None, Some("second")));
    assert!(pending.codes.is_empty(), "nothing is valid yet");
    let after = User { two_factor_enabled: true, ..account.clone() };
    let complete = |secret: &str, user: &User| FactorChange::Complete {
        user: Box::new(user.clone()),
        secret: secret.to_owned(),
        step: 5,
        session: None,
        typed: typed(),
    };
    let replaced = repo.commit(f.audited(complete("first", &after))).await;
    assert!(matches!(replaced, Err(StoreError::Stale)), "{replaced:?}");
    assert_eq!(repo.commit(f.audited(complete("second", &after))).await.unwrap(), CodeOutcome::Recorded);
    let factor = repo.find(account.id, None, TEST_NOW).await.unwrap();
    assert_eq!((factor.secret.as_deref(), factor.last_step, factor.pending_secret), (Some("second"), Some(5), None));
    assert_eq!(factor.codes.len(), 11);
    assert!(f.users().find(account.id).await.unwrap().unwrap().two_factor_enabled);
    let again = repo.commit(f.audited(complete("second", &after))).await;
    assert!(matches!(again, Err(StoreError::Stale)), "{again:?}");
}

async fn one_of_fifty_concurrent_codes_opens_a_session(f: Fixture) {
    let account = protected(&f, user(1, "mercer")).await;
    for round in 0..6_u8 {
        let at = later(u64::from(round));
        let proof = if round % 2 == 0 {
            CodeProof::App { secret: "sealed".to_owned(), step: 6 + i64::from(round) }
        } else {
            CodeProof::Backup(format!("backup {round}"))
        };
        f.execute("DELETE FROM pending_logins").await.unwrap();
        f.execute("DELETE FROM sessions").await.unwrap();
        for n in 0..10 {
            ask(&f, account.id, &format!("ticket {n}"), at).await;
        }
        let tries = (0..50_u8).map(|n| {
            let (repo, ticket) = (f.factors(), format!("ticket {}", n % 10));
            let change = f.audited(verified(&f, account.id, &ticket, proof.clone(), n, at));
            async move { repo.open(change).await }
        });
        let outcomes = futures_util::future::join_all(tries).await;
        // On a busy machine some time out waiting for a connection.
        let is_expected = |one: &Result<_, _>| matches!(one, Ok(_) | Err(StoreError::Unavailable(_)));
        assert!(outcomes.iter().all(is_expected), "round {round}: {outcomes:?}");
        let won = outcomes.iter().filter(|one| matches!(one, Ok(CodeOutcome::Recorded))).count();
        assert_eq!(won, 1, "round {round}: {outcomes:?}");
        assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 1);
        assert_eq!(f.count("SELECT count(*) AS n FROM pending_logins").await, 9, "refused attempts keep their tickets");
    }
}

async fn a_ticket_opens_one_session_and_only_for_its_account(f: Fixture) {
    let repo = f.factors();
    let account = protected(&f, user(1, "mercer")).await;
    let other = create(&f, user(2, "other")).await;
    ask(&f, account.id, "ticket", TEST_NOW).await;
    let fixed = || CodeProof::Static("fixed".to_owned());
    let open = |user, ticket: &'static str, proof, at| repo.open(f.audited(verified(&f, user, ticket, proof, 1, at)));
    assert_eq!(open(other.id, "ticket", fixed(), later(1)).await.unwrap(), CodeOutcome::NoTicket);
    assert_eq!(open(account.id, "invented", fixed(), later(1)).await.unwrap(), CodeOutcome::NoTicket);
    assert_eq!(open(account.id, "ticket", fixed(), later(300)).await.unwrap(), CodeOutcome::NoTicket, "too late");
    assert_eq!(repo.ticket("ticket", later(299)).await.unwrap().unwrap().user_id, account.id);
    assert_eq!(repo.ticket("ticket", later(300)).await.unwrap(), None);
    for stale in [
        CodeProof::App { secret: "sealed".to_owned(), step: 5 },
        CodeProof::App { secret: "another".to_owned(), step: 9 },
        CodeProof::Backup("fixed".to_owned()),
        CodeProof::Static("backup 1".to_owned()),
    ] {
        assert_eq!(open(account.id, "ticket", stale, later(1)).await.unwrap(), CodeOutcome::Spent);
    }
    let alert = Entry { action: Action::StaticCodeUsed, ..f.entry() };
    let change = VerifiedSignIn { alert: Some(alert), ..verified(&f, account.id, "ticket", fixed(), 1, later(2)) };
    assert_eq!(repo.open(f.audited(change)).await.unwrap(), CodeOutcome::Recorded);
    assert_eq!(alerts(&f, Action::StaticCodeUsed).await, 1);
    // The next one has the same token.
    f.execute("DELETE FROM sessions").await.unwrap();
    assert_eq!(
        open(account.id, "ticket", fixed(), later(3)).await.unwrap(),
        CodeOutcome::NoTicket,
        "the ticket was already used"
    );
    f.execute("UPDATE users SET is_approved = FALSE").await.unwrap();
    let refused = open(account.id, "ticket", fixed(), later(3)).await;
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
}

async fn tickets_require_the_password_that_was_checked(f: Fixture) {
    let repo = f.factors();
    let account = protected(&f, user(1, "mercer")).await;
    let other_password =
        NewTicket { checked_hash: Some(Secret::new("$argon2id$0")), ..asked(account.id, "t", TEST_NOW) };
    let refused = repo.ask(f.audited(other_password)).await;
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
    // At most ten tickets are open; the oldest one ends.
    for n in 0..12 {
        ask(&f, account.id, &format!("ticket {n}"), later(n)).await;
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM pending_logins").await, 10);
    assert_eq!(repo.ticket("ticket 1", later(12)).await.unwrap(), None);
    assert!(repo.ticket("ticket 2", later(12)).await.unwrap().is_some());
    // A session opened with only the password does not sign in an account that has a second factor.
    let token = SessionToken::from_bits([1; 32]);
    let session = Session::open(SessionId::from_uuid(numbered(9)), &token, account.id, &context());
    let opened = OpenSession {
        session,
        method: SignInMethod::Password,
        replaces: None,
        attempt: attempt(&f, None, TEST_NOW),
        claimant: stranger("mercer"),
        device: "device".to_owned(),
        checked_hash: Some(Secret::new("$argon2id$1")),
        rehash: None,
    };
    let refused = SessionStore::start(f.db.clone()).open(f.audited(opened)).await;
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
}

async fn ending_sessions_ends_tickets(f: Fixture) {
    let (repo, users) = (f.factors(), f.users());
    let mut account = protected(&f, user(1, "mercer")).await;
    for (end_sessions, left) in [
        (EndSessions::None, true),
        (EndSessions::All, false),
        (EndSessions::AllBut(SessionId::from_uuid(numbered(1))), false),
    ] {
        ask(&f, account.id, "ticket", TEST_NOW).await;
        let update = UserUpdate { end_sessions, ..UserUpdate::to(account.clone()) };
        users.commit(f.audited(UserChange::Update(Box::new(update)))).await.unwrap();
        account.revision += 1;
        assert_eq!(repo.ticket("ticket", TEST_NOW).await.unwrap().is_some(), left, "{end_sessions:?}");
        f.execute("DELETE FROM pending_logins").await.unwrap();
    }
    let update = UserUpdate {
        removes_second_factor: true,
        ..UserUpdate::to(User { two_factor_enabled: false, ..account.clone() })
    };
    users.commit(f.audited(UserChange::Update(Box::new(update)))).await.unwrap();
    let factor = repo.find(account.id, None, TEST_NOW).await.unwrap();
    assert!(!factor.is_usable() && factor.pending_secret.is_none() && factor.last_step.is_none());
}

async fn each_sync_replaces_the_codes_once(f: Fixture) {
    let repo = f.factors();
    let account = create(&f, user(1, "mercer")).await;
    create(&f, admin(9, "boss")).await;
    let sync = |syncs: i64| {
        let codes = codes().into_iter().map(|(kind, hash)| (kind, format!("{hash} of {syncs}"))).collect();
        repo.commit(f.audited(FactorChange::Sync { user_id: account.id, warrant: warrant(), syncs, codes }))
    };
    assert_eq!(sync(0).await.unwrap(), CodeOutcome::Recorded);
    let tries = futures_util::future::join_all((0..8).map(|_| sync(1))).await;
    assert_eq!(tries.iter().filter(|one| matches!(one, Ok(CodeOutcome::Recorded))).count(), 1, "{tries:?}");
    assert!(tries.iter().all(|one| matches!(one, Ok(CodeOutcome::Recorded) | Err(StoreError::Stale))));
    let factor = repo.find(account.id, None, TEST_NOW).await.unwrap();
    assert_eq!((factor.syncs, factor.codes.len(), factor.secret.clone()), (2, 11, None));
    assert!(factor.codes.contains(&(CodeKind::Static, "fixed of 1".to_owned())));
    let change = FactorChange::SetStatic { user_id: account.id, authority: boss(), code: "chosen".to_owned() };
    repo.commit(f.audited(change)).await.unwrap();
    let factor = repo.find(account.id, None, TEST_NOW).await.unwrap();
    let fixed: Vec<_> = factor.codes.iter().filter(|(kind, _)| *kind == CodeKind::Static).collect();
    assert_eq!((factor.codes.len(), fixed), (11, vec![&(CodeKind::Static, "chosen".to_owned())]));
}

async fn nothing_is_changed_without_its_audit_entry(f: Fixture) {
    let repo = f.factors();
    let account = protected(&f, user(1, "mercer")).await;
    create(&f, admin(9, "boss")).await;
    ask(&f, account.id, "ticket", TEST_NOW).await;
    f.break_audit_log().await;
    let proof = CodeProof::Backup("backup 1".to_owned());
    assert!(repo.open(f.audited(verified(&f, account.id, "ticket", proof, 1, later(1)))).await.is_err());
    assert!(repo.refuse(f.audited(wrong(&f, account.id, Some("ticket"), later(1)))).await.is_err());
    assert!(repo.ask(f.audited(asked(account.id, "another", later(1)))).await.is_err());
    let change = FactorChange::SetStatic { user_id: account.id, authority: boss(), code: "chosen".to_owned() };
    assert!(repo.commit(f.audited(change)).await.is_err());
    let factor = repo.find(account.id, None, later(1)).await.unwrap();
    assert_eq!((factor.codes.len(), factor.guesses.left(later(1))), (11, 20));
    assert!(repo.ticket("ticket", later(1)).await.unwrap().is_some());
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 0);
}
