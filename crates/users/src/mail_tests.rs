//! Which messages may be sent, and when a failed one is tried again.

use super::testing::{claimed, reachable};
use super::*;
use kernel::DocumentId;
use kernel::testing::{TEST_NOW, numbered};

const URL: &str = "https://terminal.example.org";

#[test]
fn letter_links_to_its_page_and_says_how_to_stop_mail() {
    let letter = claimed(1).letter(URL).unwrap();
    assert_eq!(letter.to, "reader-1@example.org");
    assert_eq!(letter.subject, "[Facility Terminal] Your submission was rejected");
    assert!(
        letter.text.starts_with(
            "An administrator rejected it.\n\nhttps://terminal.example.org/submission?tab=mine\n"
        )
    );
    assert!(letter.text.ends_with("https://terminal.example.org/settings\n"), "{}", letter.text);
}

#[test]
fn rights_are_judged_when_a_message_is_sent() {
    let without = |change: fn(&mut User)| {
        let mut user = reachable(1);
        change(&mut user);
        ClaimedMail { recipient: Some(user), ..claimed(1) }.letter(URL).unwrap_err()
    };
    assert_eq!(without(|user| user.is_approved = false), Withheld::NotEntitled);
    assert_eq!(without(|user| user.email_notifications = false), Withheld::NotWanted);
    assert_eq!(without(|user| user.email = None), Withheld::NotWanted);
    let closed = ClaimedMail { recipient: None, ..claimed(1) };
    assert_eq!(closed.letter(URL), Err(Withheld::AccountClosed));
}

#[test]
fn mail_about_a_document_needs_its_level() {
    let about = MailSubject::Document(DocumentId::from_uuid(numbered(5)));
    let of_level = |document_level| ClaimedMail { about, document_level, ..claimed(1) }.letter(URL);
    let level = |n| Clearance::parse(n).ok();
    assert!(of_level(level(1)).is_ok());
    assert_eq!(of_level(level(2)), Err(Withheld::NotEntitled));
    assert_eq!(of_level(None), Err(Withheld::RecordGone));
}

#[test]
fn alerts_are_for_those_who_are_administrators_when_they_are_sent() {
    for kind in [MailKind::SecurityAlert, MailKind::Deadline] {
        let alert = |is_admin| {
            let recipient = Some(User { is_admin, ..reachable(1) });
            ClaimedMail { kind, about: MailSubject::Site, recipient, ..claimed(1) }.letter(URL)
        };
        assert!(alert(true).is_ok());
        assert_eq!(alert(false), Err(Withheld::NotEntitled));
    }
}

#[test]
fn failed_message_is_retried_after_growing_waits_and_given_up_after_the_eighth_try() {
    let after = |tries| {
        let failure = MailFailure::Temporary("busy".to_owned());
        match MailOutcome::of_failure(&ClaimedMail { tries, ..claimed(1) }, failure, TEST_NOW) {
            MailOutcome::Retry(at, error) => {
                assert_eq!(error, "busy");
                Some(at.since(TEST_NOW).as_secs() / 60)
            }
            MailOutcome::GivenUp(error) => {
                assert_eq!(error, "busy");
                None
            }
            MailOutcome::Sent(_) => unreachable!("it failed"),
        }
    };
    let waits: Vec<Option<u64>> = (1..=MOST_TRIES).map(after).collect();
    let expected = [Some(1), Some(5), Some(15), Some(60), Some(180), Some(360), Some(720), None];
    assert_eq!(waits, expected);
}

#[test]
fn message_that_would_be_too_old_or_was_refused_for_good_is_given_up() {
    let failure = || MailFailure::Temporary("busy".to_owned());
    let later = |hours| TEST_NOW.plus(Duration::from_hours(hours));
    let outcome = |hours| MailOutcome::of_failure(&claimed(1), failure(), later(hours));
    assert!(matches!(outcome(71), MailOutcome::Retry(..)));
    assert_eq!(outcome(72), MailOutcome::GivenUp("busy".to_owned()));
    let refused = MailFailure::Permanent("no such user".to_owned());
    let outcome = MailOutcome::of_failure(&claimed(1), refused, TEST_NOW);
    assert_eq!(outcome, MailOutcome::GivenUp("no such user".to_owned()));
}

#[test]
fn error_of_a_mail_server_is_one_short_plain_line() {
    let hostile = format!("550 no\r\nX: y\u{202e}\u{7}{}", "z".repeat(1000));
    let outcome = MailOutcome::of_failure(&claimed(1), MailFailure::Permanent(hostile), TEST_NOW);
    let MailOutcome::GivenUp(error) = outcome else { unreachable!("it is permanent") };
    assert!(error.starts_with("550 no  X: y zzz"), "{error}");
    assert_eq!(error.chars().count(), MAX_ERROR_CHARS);
}

#[test]
fn a_node_is_done_sending_before_its_lease_ends() {
    assert!(SENDING_TIMEOUT * 2 < LEASE);
    assert_eq!(WAITS.len() + 1, usize::try_from(MOST_TRIES).unwrap());
}
