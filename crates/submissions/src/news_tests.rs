//! What notifications say.

use super::testing::notification;
use super::*;
use crate::expiring_items::ExpiringItem;
use facility_kernel::testing::{SequentialIds, TEST_NOW};

#[test]
fn message_names_the_item_the_reviewer_and_the_comment() {
    let rejected = notification(1, 9);
    assert_eq!(rejected.message(), "mercer rejected your submission \"Submission 1\": Too short");
    let approved = Notification { kind: NewsKind::SubmissionApproved, comment: None, ..rejected.clone() };
    assert_eq!(approved.message(), "mercer approved your submission \"Submission 1\".");
    let edited = Notification { kind: NewsKind::EditRejected, ..rejected.clone() };
    assert_eq!(edited.message(), "mercer rejected your edit of \"Submission 1\": Too short");
    let late_edit = Notification {
        kind: NewsKind::TimedOut,
        subject: Subject::Document(DocumentId::from_uuid(facility_kernel::testing::numbered(1))),
        ..rejected.clone()
    };
    assert!(late_edit.message().starts_with("Your edit of \"Submission 1\" timed out"));
    let archived = Notification { kind: NewsKind::ArchiveApproved, comment: None, ..rejected.clone() };
    assert_eq!(archived.message(), "mercer archived \"Submission 1\" as you requested.");
    let kept = Notification { kind: NewsKind::ArchiveRejected, ..rejected.clone() };
    assert_eq!(kept.message(), "mercer rejected your request to archive \"Submission 1\": Too short");
    let late = Notification { kind: NewsKind::TimedOut, decided_by: None, comment: None, ..rejected };
    assert_eq!(
        late.message(),
        "Your submission \"Submission 1\" timed out after three days without a decision. Resubmit it to start a \
         new review."
    );
}

#[test]
fn reminder_names_the_item_and_when_it_leaves_the_queue() {
    let at = TEST_NOW.plus(Duration::from_hours(11));
    let subject = notification(1, 9).subject;
    let owner = notification(1, 9).recipient;
    let leaving = ExpiringItem { item: subject, id: "1".to_owned(), owner, title: "Tide".to_owned(), at };
    let news = Notification::of_leaving(&SequentialIds::default(), &leaving, TEST_NOW);
    assert_eq!((news.kind, news.recipient, news.subject), (NewsKind::Reminder, owner, subject));
    let text = at.to_string();
    let when = format!("on {} at {} UTC", &text[..10], &text[11..16]);
    let message = format!("Your submission \"Tide\" leaves the review queue {when} if nobody reviews it.");
    assert_eq!(news.message(), message);
    let released = Notification { kind: NewsKind::Released, ..news };
    assert_eq!(released.message(), "Your record \"Tide\" was released.");
}

#[test]
fn comment_is_cut_for_the_level_that_the_user_has_now() {
    let comment = Some("The gate is {{3|south}}.".to_owned());
    let news = Notification { comment, ..notification(1, 9) };
    let level = |n| Clearance::parse(n).unwrap();
    assert_eq!(news.clone().as_read_at(level(3)), news);
    let cut = news.as_read_at(level(2));
    assert_eq!(cut.comment.as_deref(), Some("The gate is {{withheld 3}}."));
    assert!(!cut.message().contains("south"), "{}", cut.message());
}

#[test]
fn mail_says_the_same_without_title_names_and_comment() {
    let ids = SequentialIds::default();
    for kind in NewsKind::ALL {
        let news = Notification { kind, ..notification(1, 9) };
        let mail = news.mail(&ids);
        assert_eq!(mail.recipient, news.recipient);
        let words = format!("{}{}", mail.subject, mail.body);
        for secret in ["Submission 1", "mercer", "Too short"] {
            assert!(!words.contains(secret), "{words}");
        }
    }
}

#[test]
fn kinds_round_trip_as_text() {
    for kind in NewsKind::ALL {
        assert_eq!(NewsKind::parse(kind.as_str()), Some(kind));
    }
    assert_eq!(NewsKind::parse("weather"), None);
}
