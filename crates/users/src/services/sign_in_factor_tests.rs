//! Tests of when a sign-in requires a second factor.

use super::tests::{Case, claimant, user};
use super::*;
use crate::second_factor::codes::CodeKind;
use crate::second_factor::{SecondFactor, TICKET_LIFETIME};
use facility_kernel::DomainError as _;
use facility_kernel::testing::TEST_NOW;
use std::time::Duration;

fn level_two() -> User {
    User { clearance_level: Clearance::parse(2).unwrap(), ..user(true, false) }
}

/// Sets the account's stored second-factor codes.
fn with_codes(mut case: Case, codes: &[(CodeKind, &str)]) -> Case {
    let codes: Vec<_> = codes.iter().map(|(kind, hash)| (*kind, (*hash).to_owned())).collect();
    case.factors
        .expect_find()
        .returning(move |_, _, _| Ok(SecondFactor { codes: codes.clone(), ..SecondFactor::none() }));
    case
}

fn expect_ticket(mut case: Case) -> Case {
    case.factors
        .expect_ask()
        .times(1)
        .withf(|asked| {
            let change = asked.change();
            let token = TicketToken::from_bits([5; 32]);
            change.ticket.fingerprint == token.fingerprint()
                && change.ticket.created_at == TEST_NOW
                && change.claimant == claimant()
                && change.checked_hash.is_some()
                && asked.entry().action == Action::SecondFactorAsked
                && asked.entry().entity_id == Some(change.ticket.user_id.to_string())
        })
        .returning(|_| Ok(Admission::Admitted));
    case
}

#[tokio::test]
async fn account_with_a_second_factor_gets_no_session_before_a_code() {
    for required in [false, true] {
        let protected = User { two_factor_enabled: true, ..user(true, true) };
        let codes = [(CodeKind::Backup, "one"), (CodeKind::Static, "two")];
        let mut case = with_codes(expect_ticket(Case::new(Some(protected), PasswordCheck::Right)), &codes);
        case.two_factor_required = required;
        let answer = case.answer(None).await.unwrap();
        let SignInAnswer::NeedsSecondFactor(pending) = answer else { panic!("{answer:?}") };
        assert_eq!(pending.expires_at, TEST_NOW.plus(TICKET_LIFETIME));
        assert_eq!((pending.tries_left, pending.methods), (5, vec![Method::Backup, Method::Static]));
    }
}

#[tokio::test]
async fn a_wrong_password_is_refused_before_any_code() {
    let protected = User { two_factor_enabled: true, ..user(true, true) };
    let case = Case::new(Some(protected), PasswordCheck::Wrong);
    let case = case.expect_refusal(FailureReason::WrongPassword, false);
    assert_eq!(case.answer(None).await.unwrap_err().code(), "invalid_credentials");
}

#[tokio::test]
async fn a_throttle_that_took_effect_hides_that_the_password_was_right() {
    let protected = User { two_factor_enabled: true, ..user(true, true) };
    let mut case = with_codes(Case::new(Some(protected), PasswordCheck::Right), &[]);
    case.factors.expect_ask().times(1).returning(|_| Ok(Admission::Locked(Duration::from_mins(15))));
    assert_eq!(case.answer(None).await.unwrap_err().code(), "account_locked");
}

#[tokio::test]
async fn required_second_factor_applies_to_level_three_and_administrators() {
    let mut case = Case::new(Some(level_two()), PasswordCheck::Right);
    case.two_factor_required = true;
    case.sessions.expect_open().times(1).returning(|_| Ok(Admission::Admitted));
    assert!(case.sign_in(None).await.is_ok());
    for refused in [user(true, false), User { is_admin: true, ..level_two() }] {
        let level = refused.clearance_level;
        let case = Case::new(Some(refused), PasswordCheck::Right);
        let mut case = with_codes(case.expect_refusal(FailureReason::TwoFactorMissing, true), &[]);
        case.two_factor_required = true;
        let answer = case.answer(None).await.unwrap();
        assert!(matches!(answer, SignInAnswer::NeedsTwoFactorSetup(shown) if shown == level));
    }
}

#[tokio::test]
async fn issued_codes_satisfy_the_second_factor_requirement_without_an_app() {
    let codes = [(CodeKind::Static, "a hash")];
    let mut case = with_codes(expect_ticket(Case::new(Some(user(true, false)), PasswordCheck::Right)), &codes);
    case.two_factor_required = true;
    assert!(matches!(case.answer(None).await.unwrap(), SignInAnswer::NeedsSecondFactor(_)));
    // Codes have no effect while a second factor is not required.
    let mut case = Case::new(Some(user(true, false)), PasswordCheck::Right);
    case.sessions.expect_open().times(1).returning(|_| Ok(Admission::Admitted));
    assert!(case.sign_in(None).await.is_ok());
}
