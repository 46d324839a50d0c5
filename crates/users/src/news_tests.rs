//! Tests of the text of notifications.

use super::testing::notification;
use super::*;
use facility_kernel::testing::{SequentialIds, TEST_NOW, numbered};

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
        subject: Subject::Document(DocumentId::from_uuid(numbered(1))),
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
    let title = "Tide {by}".to_owned();
    let news = Notification { kind: NewsKind::Reminder, due_at: Some(at), title, ..notification(1, 9) };
    let text = at.to_string();
    let when = format!("on {} at {} UTC", &text[..10], &text[11..16]);
    let message = format!("Your submission \"Tide {{by}}\" leaves the review queue {when} if nobody reviews it.");
    assert_eq!(news.message(), message);
    let released = Notification { kind: NewsKind::Released, ..news };
    assert_eq!(released.message(), "Your record \"Tide {by}\" was released.");
}

#[test]
fn news_of_a_watched_record_names_a_comment_or_a_version() {
    let version = Notification { kind: NewsKind::Watched, comment: None, ..notification(1, 9) };
    assert_eq!(version.message(), "\"Submission 1\" has a new version.");
    let comment = Notification { about: Some(CommentId::from_uuid(numbered(3))), ..version };
    assert_eq!(comment.message(), "mercer commented on \"Submission 1\".");
}

#[test]
fn reclassification_is_stored_and_described() {
    let level = |n| Clearance::parse(n).unwrap();
    let (levels, categories) = ([level(2), level(4)], ["RESEARCH", "SITE"].map(str::to_owned));
    for (level, category, words) in [
        (Some(levels), Some(categories.clone()), ", L2 to L4, RESEARCH to SITE"),
        (Some(levels), None, ", L2 to L4"),
        (None, Some(categories), ", RESEARCH to SITE"),
        (None, None, ""),
    ] {
        let change = Reclassified { level, category };
        assert_eq!(Reclassified::parse(&change.stored()).as_ref(), Some(&change));
        let news =
            Notification { kind: NewsKind::Reclassified, change: Some(change), comment: None, ..notification(1, 9) };
        assert_eq!(news.message(), format!("mercer reclassified your record \"Submission 1\"{words}."));
    }
    assert_eq!(Reclassified::parse("2>9|"), None);
}

#[test]
fn mail_is_one_short_line_and_one_short_text_made_of_fixed_words_and_labels() {
    let (document, submission) = (DocumentId::from_uuid(numbered(1)), SubmissionId::from_uuid(numbered(2)));
    for kind in NewsKind::ALL {
        for subject in [Subject::Document(document), Subject::Submission(submission)] {
            let news = Notification { kind, subject, ..notification(1, 9) };
            let Some(mail) = news.mail(&SequentialIds::default()) else { continue };
            assert_eq!(mail.recipient, news.recipient);
            // With the sender's name in brackets and `Subject: ` in front, it must fit on one line of 78 columns.
            let line = format!("Subject: [Facility Terminal] {}", mail.subject);
            assert!(line.len() <= 78, "{kind:?}: {line}");
            assert!(mail.body.len() <= 300, "{kind:?}: {}", mail.body);
            let is_plain = |c: char| c.is_ascii() && !c.is_ascii_control();
            let words = format!("{}{}", mail.subject, mail.body);
            assert!(words.chars().all(is_plain) && !words.contains(['{', '}']), "{kind:?}: {words}");
            for secret in ["Submission 1", "mercer", "Too short"] {
                assert!(!words.contains(secret), "{words}");
            }
            let page = mail.page;
            assert!(page.starts_with('/') && page.chars().all(is_plain) && !page.contains(' '), "{page}");
        }
    }
    let unmailed: Vec<&str> =
        NewsKind::ALL.into_iter().filter(|kind| kind.mail_template().is_none()).map(NewsKind::as_str).collect();
    assert_eq!(unmailed, ["comment", "watched", "security_alert", "deadline"]);
}

#[test]
fn mail_names_records_by_their_labels() {
    let id: DocumentId = "3fa9c1de-0000-4000-8000-000000000001".parse().unwrap();
    let written = |kind: NewsKind, about| {
        kind.mail(&SequentialIds::default(), notification(1, 9).recipient, about, TEST_NOW).unwrap()
    };
    let about = MailSubject::Document(id);
    let mail = written(NewsKind::SubmissionApproved, about);
    assert_eq!(mail.subject, "Your submission was approved as DOC-3FA9C1");
    assert_eq!(mail.body, "An administrator approved your submission. It is record DOC-3FA9C1.");
    assert_eq!((mail.kind, mail.page), (MailKind::ItemReviewed, format!("/documents/{id}")));
    let timed_out = written(NewsKind::TimedOut, about);
    assert_eq!(timed_out.subject, "Your edit of DOC-3FA9C1 timed out");
    assert_eq!((timed_out.kind, timed_out.page.as_str()), (MailKind::TimedOut, "/drafts?tab=timed-out"));
    assert_eq!(written(NewsKind::EditRejected, about).page, "/drafts?tab=edits");
    assert_eq!(written(NewsKind::Reminder, about).page, "/drafts?tab=edits");
    assert_eq!(written(NewsKind::Mention, about).kind, MailKind::Talk);
    let submission: SubmissionId = "abcdef12-0000-4000-8000-000000000001".parse().unwrap();
    let about = MailSubject::Submission(submission);
    assert_eq!(written(NewsKind::TimedOut, about).subject, "Your submission SUB-ABCDEF timed out");
    let reminder = written(NewsKind::Reminder, about);
    assert_eq!(reminder.subject, "Your submission SUB-ABCDEF leaves the queue soon");
    assert_eq!(written(NewsKind::SubmissionRejected, about).page, "/submission?tab=mine");
}
