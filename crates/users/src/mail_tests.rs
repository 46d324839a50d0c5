//! Tests of which messages are sent, and of when a failed one is retried.

use super::testing::{claimed, reachable};
use super::*;
use crate::mail::outgoing::COLUMNS;
use crate::mail::outgoing::host_of;
use facility_kernel::DocumentId;
use facility_kernel::testing::{TEST_NOW, numbered};

const URL: &str = "https://terminal.example.org";

#[test]
fn letter_links_to_its_page_and_says_how_to_stop_mail() {
    let outgoing = claimed(1).outgoing(URL).unwrap();
    assert_eq!(outgoing.to, "reader-1@example.org");
    assert_eq!(outgoing.subject, "[Facility Terminal] Your submission was rejected");
    assert!(
        outgoing
            .text
            .starts_with("An administrator rejected it.\n\nhttps://terminal.example.org/submission?tab=mine\n")
    );
    assert!(outgoing.text.ends_with("https://terminal.example.org/settings\n"), "{}", outgoing.text);
}

#[test]
fn text_is_in_lines_of_at_most_78_columns_and_names_the_page_to_unsubscribe() {
    let body = "An administrator approved your edit of DOC-3FA9C1. ".repeat(5);
    let outgoing = ClaimedMail { body: body.clone(), ..claimed(1) }.outgoing(URL).unwrap();
    let widest = outgoing.text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!((60..=COLUMNS).contains(&widest), "{}", outgoing.text);
    let (said, _link) = outgoing.text.split_once("\n\n").unwrap();
    assert_eq!(said.replace('\n', " "), body.trim());
    assert_eq!(outgoing.unsubscribe, "https://terminal.example.org/settings");
}

#[test]
fn rights_are_checked_when_a_message_is_sent() {
    let without = |change: fn(&mut User)| {
        let mut user = reachable(1);
        change(&mut user);
        ClaimedMail { recipient: Some(user), ..claimed(1) }.outgoing(URL).unwrap_err()
    };
    assert_eq!(without(|user| user.is_approved = false), Withheld::NotEntitled);
    assert_eq!(without(|user| user.email_notifications = false), Withheld::NotWanted);
    assert_eq!(without(|user| user.email = None), Withheld::NotWanted);
    let declined = ClaimedMail { is_declined: true, ..claimed(1) };
    assert_eq!(declined.outgoing(URL), Err(Withheld::NotWanted));
    let closed = ClaimedMail { recipient: None, ..claimed(1) };
    assert_eq!(closed.outgoing(URL), Err(Withheld::AccountClosed));
}

#[test]
fn mail_about_a_document_needs_its_level() {
    let about = MailSubject::Document(DocumentId::from_uuid(numbered(5)));
    let of_level = |document_level| ClaimedMail { about, document_level, ..claimed(1) }.outgoing(URL);
    let level = |n| Clearance::parse(n).ok();
    assert!(of_level(level(1)).is_ok());
    assert_eq!(of_level(level(2)), Err(Withheld::NotEntitled));
    assert_eq!(of_level(None), Err(Withheld::RecordGone));
}

#[test]
fn alerts_are_sent_only_to_current_administrators() {
    for kind in [MailKind::SecurityAlert, MailKind::Deadline] {
        let alert = |is_admin| {
            let recipient = Some(User { is_admin, ..reachable(1) });
            ClaimedMail { kind, about: MailSubject::Site, recipient, ..claimed(1) }.outgoing(URL)
        };
        assert!(alert(true).is_ok());
        assert_eq!(alert(false), Err(Withheld::NotEntitled));
    }
}

fn after_failure(mail: &ClaimedMail, now: Timestamp) -> MailOutcome {
    MailOutcome::of_failure(mail, MailFailure::Temporary("busy".to_owned()), now, Backoff::USUAL)
}

#[test]
fn waits_double_up_to_the_longest_and_differ_between_messages() {
    let id = |n| MailId::from_uuid(numbered(n));
    for (tries, whole) in [(1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 60), (7, 60), (40, 60), (u32::MAX, 60)] {
        let whole = Duration::from_mins(whole);
        let waits: Vec<Duration> = (1..=200).map(|n| Backoff::USUAL.wait(id(n), tries)).collect();
        assert!(waits.iter().all(|wait| (whole / 2..whole).contains(wait)), "{tries}: {waits:?}");
        let (least, most) = (waits.iter().min().unwrap(), waits.iter().max().unwrap());
        assert!(most.saturating_sub(*least) > whole * 2 / 5, "try {tries} is spread over {least:?} to {most:?}");
    }
    assert_ne!(Backoff::USUAL.wait(id(1), 8), Backoff::USUAL.wait(id(1), 9), "tries differ, too");
}

#[test]
fn message_is_given_up_by_its_age_and_not_by_its_tries() {
    let end = TEST_NOW.plus(GIVE_UP_AFTER);
    assert_eq!(GIVE_UP_AFTER, Duration::from_hours(24));
    let often = ClaimedMail { tries: 5000, ..claimed(1) };
    let MailOutcome::Retry(next, error) = after_failure(&often, TEST_NOW) else { unreachable!("it is young") };
    assert_eq!(error, "busy");
    assert!((Duration::from_mins(30)..=Duration::from_hours(1)).contains(&next.since(TEST_NOW)));
    let last = end.minus(Duration::from_micros(1));
    assert_eq!(after_failure(&often, last), MailOutcome::Retry(end, "busy".to_owned()), "never later than that");
    assert_eq!(after_failure(&claimed(1), end), MailOutcome::GivenUp("busy".to_owned()));
    let again = ClaimedMail { queued_at: end, ..claimed(1) };
    assert!(matches!(after_failure(&again, end), MailOutcome::Retry(..)), "an administrator queued it again");
}

#[test]
fn message_that_was_refused_for_good_is_given_up() {
    let refused = MailFailure::Permanent("no such user".to_owned());
    let outcome = MailOutcome::of_failure(&claimed(1), refused, TEST_NOW, Backoff::USUAL);
    assert_eq!(outcome, MailOutcome::GivenUp("no such user".to_owned()));
}

#[test]
fn error_of_a_mail_server_is_one_short_plain_line() {
    let hostile = format!("550 no\r\nX: y\u{202e}\u{7}{}", "z".repeat(1000));
    let outcome = MailOutcome::of_failure(&claimed(1), MailFailure::Permanent(hostile), TEST_NOW, Backoff::USUAL);
    let MailOutcome::GivenUp(error) = outcome else { unreachable!("it is permanent") };
    assert!(error.starts_with("550 no  X: y zzz"), "{error}");
    assert_eq!(error.chars().count(), MAX_ERROR_CHARS);
}

#[test]
fn a_node_is_done_sending_before_its_lease_ends() {
    assert!(SENDING_TIMEOUT * 2 < LEASE);
}

#[test]
fn message_id_is_the_same_at_each_try_and_ends_with_the_host_of_the_site() {
    let outgoing = |tries| ClaimedMail { tries, ..claimed(1) }.outgoing("https://terminal.example.org:8443").unwrap();
    assert_eq!(outgoing(1).message_id, format!("{}@terminal.example.org", numbered(1)));
    assert_eq!(outgoing(1), outgoing(9));
    assert_eq!(host_of("http://127.0.0.1:80"), "127.0.0.1");
    assert_eq!(host_of("https://terminal.example.org"), "terminal.example.org");
}
