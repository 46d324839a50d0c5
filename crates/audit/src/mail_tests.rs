//! What messages say.

use super::*;
use crate::alerts::{Alarm, AlertCause};
use crate::attempts::AttemptTally;
use facility_kernel::testing::{SequentialIds, TEST_NOW, numbered};

const RECIPIENT: UserId = UserId::Account(numbered(7));

fn subjects() -> [MailSubject; 4] {
    [
        MailSubject::Account(RECIPIENT),
        MailSubject::Document(DocumentId::from_uuid(numbered(1))),
        MailSubject::Submission(SubmissionId::from_uuid(numbered(2))),
        MailSubject::Site,
    ]
}

fn written(event: MailEvent, about: MailSubject) -> Mail {
    Mail::new(&SequentialIds::default(), RECIPIENT, event, about, TEST_NOW)
}

#[test]
fn every_message_is_one_short_line_and_one_short_text_made_of_fixed_words_and_labels() {
    for event in MailEvent::ALL {
        for about in subjects() {
            let mail = written(event, about);
            // With the sender's name in brackets before it, and `Subject: `, it is one line of at most 78 columns.
            let line = format!("Subject: [Facility Terminal] {}", mail.subject);
            assert!(line.len() <= 78, "{event:?}: {line}");
            assert!(mail.body.len() <= 300, "{event:?}: {}", mail.body);
            let is_plain = |c: char| c.is_ascii() && !c.is_ascii_control();
            assert!(mail.subject.chars().chain(mail.body.chars()).all(is_plain), "{event:?}");
            let page = mail.page;
            assert!(page.starts_with('/') && page.chars().all(is_plain) && !page.contains(' '), "{page}");
        }
    }
}

#[test]
fn an_approval_names_the_access_key_that_was_given() {
    let mail = Mail::approved(&SequentialIds::default(), RECIPIENT, AccessKey::Taskforce, TEST_NOW);
    assert_eq!(
        mail.body,
        "An administrator approved your account. You can sign in now. Your access key is Task Force Detachment."
    );
    assert_eq!((mail.kind, mail.page.as_str()), (MailKind::AccountApproved, "/auth"));
}

#[test]
fn records_are_named_by_their_labels() {
    let id: DocumentId = "3fa9c1de-0000-4000-8000-000000000001".parse().unwrap();
    let about = MailSubject::Document(id);
    let mail = written(MailEvent::SubmissionApproved, about);
    assert_eq!(mail.subject, "Your submission was approved as DOC-3FA9C1");
    assert_eq!(mail.body, "An administrator approved your submission. It is record DOC-3FA9C1.");
    assert_eq!((mail.kind, mail.page), (MailKind::ItemReviewed, format!("/documents/{id}")));
    assert_eq!(written(MailEvent::TimedOut, about).subject, "Your edit of DOC-3FA9C1 timed out");
    assert_eq!(written(MailEvent::Released, about).page, format!("/documents/{id}"));
    assert_eq!(written(MailEvent::Reminder, about).page, "/drafts?tab=edits");
    let submission: SubmissionId = "abcdef12-0000-4000-8000-000000000001".parse().unwrap();
    let about = MailSubject::Submission(submission);
    assert_eq!(written(MailEvent::TimedOut, about).subject, "Your submission SUB-ABCDEF timed out");
    assert_eq!(
        written(MailEvent::Reminder, about).subject,
        "Your submission SUB-ABCDEF leaves the queue soon"
    );
    assert_eq!(written(MailEvent::SubmissionRejected, about).page, "/submission?tab=mine");
}

#[test]
fn an_alert_is_told_once_for_its_id_and_deadlines_once_a_day() {
    let ids = SequentialIds::default();
    let tally = AttemptTally { attempts: 9, failed: 9, suspicious: 9, last_suspicious: Some(TEST_NOW) };
    let alert = SecurityAlert::of(&tally).unwrap();
    let mail = Mail::alert(&ids, RECIPIENT, &alert, TEST_NOW);
    assert_eq!((mail.once.as_ref(), mail.kind), (Some(&alert.id), MailKind::SecurityAlert));
    assert_eq!(mail.subject, "Security alert (high)");
    assert_eq!(mail.body, "9 suspicious sign-in attempts in the last 24 hours.");
    let one = Mail::deadline(&ids, RECIPIENT, 1, TEST_NOW);
    assert_eq!(one.subject, "1 item waits for a decision");
    assert!(one.body.starts_with("1 item in the review queues has waited"));
    let two = Mail::deadline(&ids, RECIPIENT, 2, TEST_NOW);
    assert_eq!(two.subject, "2 items wait for a decision");
    assert_eq!(two.once, Some(format!("deadline:{}", &TEST_NOW.to_string()[..10])));
}

#[test]
fn no_alert_names_a_person() {
    for cause in AlertCause::ALL.into_iter().filter(|cause| *cause != AlertCause::SuspiciousSignIns) {
        let person = Some("mercer".to_owned());
        let alarm = Alarm { cause, number: 7, at: TEST_NOW, person };
        let alert = SecurityAlert::of_alarm(alarm);
        let mail = Mail::alert(&SequentialIds::default(), RECIPIENT, &alert, TEST_NOW);
        assert!(!format!("{mail:?}").contains("mercer"), "{mail:?}");
    }
}

#[test]
fn kinds_and_subjects_round_trip_as_text() {
    for kind in MailKind::ALL {
        assert_eq!(MailKind::parse(kind.as_str()), Some(kind));
        let is_for_administrators = [MailKind::SecurityAlert, MailKind::Deadline].contains(&kind);
        assert_eq!(kind.is_for_administrators(), is_for_administrators);
        assert!(MailEvent::ALL.into_iter().any(|event| event.kind() == kind), "{kind:?} is written");
    }
    assert_eq!(MailKind::parse("weather"), None);
    for about in subjects() {
        let (entity_type, entity_id) = about.parts();
        assert_eq!(MailSubject::parse(entity_type, entity_id.as_deref()), Some(about));
    }
    for (entity_type, entity_id) in [("document", None), ("site", Some("x")), ("user", Some("x")), ("", None)]
    {
        assert_eq!(MailSubject::parse(entity_type, entity_id), None);
    }
}
