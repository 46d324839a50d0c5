//! Tests of the text of mail.

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
fn alerts_are_mailed_once_per_id_and_deadlines_once_a_day() {
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
    }
    assert_eq!(MailKind::parse("weather"), None);
    for about in subjects() {
        let (entity_type, entity_id) = about.parts();
        assert_eq!(MailSubject::parse(entity_type, entity_id.as_deref()), Some(about));
    }
    for (entity_type, entity_id) in [("document", None), ("site", Some("x")), ("user", Some("x")), ("", None)] {
        assert_eq!(MailSubject::parse(entity_type, entity_id), None);
    }
}
