//! Tests of comments: who reads, writes and deletes them, and which quotes readers see.

use super::*;
use crate::ports::{MockCommentRepository, MockDocumentRepository, MockReaderRepository};
use crate::view::testing::record;
use crate::visibility::testing::{document, released_at};
use facility_audit::access::MockAccessLog;
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context, numbered};
use facility_kernel::{DomainError as _, UserId};

const TEXT: &str = "The gate opens **at nine**.\n\n:::level 3\nThe key is under the step.\n:::\n\nKnock {{4|twice}}.";

fn level(n: i64) -> Clearance {
    Clearance::parse(n).unwrap()
}

fn comment(author: u64, quote: Option<(&str, i64)>) -> Comment {
    Comment {
        id: CommentId::from_uuid(numbered(70)),
        document_id: document(1, 1, 1).id,
        clearance: level(1),
        content: "Agreed. {{3|Not at night.}}".into(),
        quote: quote.map(|(text, n)| Quote { text: text.into(), level: level(n) }),
        answers: None,
        author: UserId::Account(numbered(author)),
        deleted_by: None,
        created_at: TEST_NOW,
        edited_at: None,
        updated_at: TEST_NOW,
    }
}

/// A service with a document and one stored comment, whose store accepts at most `takes` changes.
fn service(of: Document, stored: Option<Comment>, takes: usize) -> Comments {
    let mut documents = MockDocumentRepository::new();
    documents.expect_find().returning(move |_| Ok(Some(record(of.clone()))));
    let mut comments = MockCommentRepository::new();
    let record = stored.map(|comment| CommentRecord { comment, author_username: "mercer".to_owned() });
    let found = record.clone();
    comments.expect_find().returning(move |_, _| Ok(found.clone()));
    comments.expect_list().returning(move |_, _, _| {
        let items: Vec<_> = record.clone().into_iter().collect();
        let total = items.len() as u64;
        Ok((Page { items, next: None }, total))
    });
    comments.expect_create().returning(|new, _| {
        let details = new.entry().details.to_json().unwrap();
        assert!(!details.contains("gate") && new.entry().action == Action::CommentCreated);
        Ok(new.change().shown.clone())
    });
    comments.expect_delete().times(takes).returning(|_| Ok(()));
    let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
    let reading = Documents::over(documents, MockAccessLog::new());
    let mut audience = MockReaderRepository::new();
    audience.expect_people().returning(|keys, id| {
        let all = [("mira-holt", 8, 3), ("bram", 9, 1)].map(|(key, n, at)| Person {
            id: UserId::Account(numbered(n)),
            key: key.to_owned(),
            clearance: level(at),
            is_admin: false,
        });
        Ok(all.into_iter().filter(|one| keys.contains(&one.key) || Some(one.id) == id).collect())
    });
    audience.expect_watches().returning(|_, _| Ok(None));
    let pictures = pictures::testing::all_shown();
    Comments { reading, comments: Arc::new(comments), audience: Arc::new(audience), pictures, ids }
}

async fn seen(of: Document, stored: Comment, reader: i64) -> Option<VisibleComment> {
    let service = service(of, Some(stored), 0);
    let id = document(1, 1, 1).id;
    let page = service.list(&context(), &actor(5, reader, false), id, PageRequest::FIRST).await.unwrap();
    page.0.items.into_iter().next()
}

async fn quote_seen(of: Document, quote: (&str, i64), reader: i64) -> String {
    seen(of, comment(1, Some(quote)), reader).await.unwrap().text.unwrap().quote.unwrap()
}

fn input(content: &str, quote: Option<&str>) -> CommentInput {
    CommentInput { content: content.to_owned(), quote: quote.map(str::to_owned), answers_to: None }
}

async fn write(reader: i64, content: &str, quote: Option<&str>) -> Result<VisibleComment, CommentError> {
    let service = service(document(1, 1, 1).saying(TEXT), None, 0);
    let id = document(1, 1, 1).id;
    service.write(&context(), &actor(5, reader, false), id, input(content, quote), None).await
}

#[tokio::test]
async fn portions_of_a_comment_are_cut_for_each_reader_and_for_its_author() {
    for (reader, content, bars) in
        [(1, "Agreed. {{withheld 3}}", vec![level(3)]), (3, "Agreed. {{3|Not at night.}}", Vec::new())]
    {
        let text = seen(document(1, 1, 1), comment(5, None), reader).await.unwrap().text.unwrap();
        assert_eq!((text.content.as_str(), text.withheld), (content, bars));
    }
    let own = write(2, "Ask {{5|the director}}.", None).await.unwrap().text.unwrap();
    assert_eq!((own.content.as_str(), own.withheld), ("Ask {{withheld 5}}.", vec![level(5)]));
}

#[tokio::test]
async fn quote_has_the_lowest_level_whose_readers_have_its_words() {
    let passages = |reader| {
        let record = record(document(1, 1, 1).saying(TEXT));
        let seen = view(record, &Visibility::of(&actor(5, reader, false), TEST_NOW));
        Passages::of(&seen, level(reader)).unwrap()
    };
    for (reader, words, expected) in [
        (5, "gate opens at nine", Some(1)),
        (5, "The gate\nopens\tat nine. The key", Some(3)),
        (3, "The key is under the step.", Some(3)),
        (5, "step. Knock twice", Some(4)),
        (4, "twice", Some(4)),
        (3, "twice", None),
        (2, "under the step", None),
        (1, "opens at noon", None),
        (5, " \n…", None),
    ] {
        assert_eq!(passages(reader).level_of(words), expected.map(level), "level {reader}: {words}");
    }
}

#[tokio::test]
async fn author_cannot_quote_words_that_they_cannot_read() {
    for (reader, quote) in [(2, "under the step"), (5, "{{withheld 3}}"), (5, "{{3|The gate}}"), (5, " ")] {
        let error = write(reader, "Really?", Some(quote)).await.unwrap_err();
        assert_eq!((error.code(), error.fields()[0].field), ("validation_failed", "quote"), "{quote}");
    }
    let shown = write(3, "Really?", Some("under the step")).await.unwrap().text.unwrap();
    assert_eq!((shown.quote.as_deref(), shown.withheld), (Some("under the step"), Vec::new()));
}

#[tokio::test]
async fn quote_is_a_bar_for_readers_who_may_not_read_its_words() {
    let now = || document(1, 1, 1).saying(TEXT);
    assert_eq!(quote_seen(now(), ("under the step", 3), 3).await, "under the step");
    assert_eq!(quote_seen(now(), ("under the step", 3), 2).await, "{{withheld 3}}");
    // The level of the passage is raised to 5, or the passage becomes readable for everyone.
    let raised = || document(1, 1, 1).saying(TEXT.replace(":::level 3", ":::level 5"));
    assert_eq!(quote_seen(raised(), ("under the step", 3), 4).await, "{{withheld 5}}");
    assert_eq!(quote_seen(raised(), ("under the step", 3), 5).await, "under the step");
    let opened = document(1, 1, 1).saying("The key is under the step.");
    assert_eq!(quote_seen(opened, ("under the step", 3), 1).await, "under the step");
    // The passage was deleted.
    let gone = || document(1, 1, 1).saying("The gate is closed.");
    assert_eq!(quote_seen(gone(), ("under the step", 3), 3).await, "under the step");
    assert_eq!(quote_seen(gone(), ("under the step", 3), 2).await, "{{withheld 3}}");
}

/// It must not show whether the quoted words are in a withheld passage.
#[tokio::test]
async fn quote_confirms_nothing_about_withheld_passages() {
    for secret in ["under the step", "somewhere else"] {
        let text = format!("The gate.\n\n:::level 4\n{secret}\n:::");
        let of = document(1, 1, 1).saying(text);
        assert_eq!(quote_seen(of, ("under the step", 1), 2).await, "{{withheld 4}}", "{secret}");
    }
}

#[tokio::test]
async fn comments_from_a_higher_level_stay_there() {
    let earlier = Comment { clearance: level(3), ..comment(1, None) };
    assert_eq!(seen(document(1, 2, 1), earlier.clone(), 2).await, None);
    assert!(seen(document(1, 2, 1), earlier.clone(), 3).await.is_some());
    let service = service(document(1, 2, 1), Some(earlier.clone()), 0);
    let error = service.delete(&context(), &actor(1, 2, false), earlier.document_id, earlier.id).await;
    assert_eq!(error.unwrap_err().code(), "not_found");
}

#[tokio::test]
async fn deleted_comment_has_no_text() {
    let deleted = Comment { deleted_by: Some(UserId::EmergencyAccess), ..comment(1, Some(("gate", 1))) };
    let shown = seen(document(1, 1, 1), deleted, 5).await.unwrap();
    assert_eq!((shown.text, shown.deleted_by), (None, Some(UserId::EmergencyAccess)));
}

#[tokio::test]
async fn portions_must_be_complete_and_of_the_level_of_the_document() {
    let of = document(1, 3, 1).saying(TEXT);
    let service = service(of, None, 0);
    let id = document(1, 1, 1).id;
    for content in ["", " \n", "{{2|low}}", ":::level 4\nopen", "{{withheld 4}}", &"x".repeat(5_001)] {
        let written = service.write(&context(), &actor(5, 5, false), id, input(content, None), None).await;
        let error = written.unwrap_err();
        assert_eq!((error.code(), error.fields()[0].field), ("validation_failed", "content"), "{content:.9}");
    }
}

#[tokio::test]
async fn only_readers_comment_and_emergency_access_does_not() {
    let emergency = Actor { user_id: UserId::EmergencyAccess, ..actor(1, 5, true) };
    for (of, reader, code) in [
        (document(1, 3, 5), actor(5, 2, true), "insufficient_clearance"),
        (released_at(1, 1, 1), actor(5, 5, false), "not_found"),
        (document(1, 1, 1), emergency, "protected_account"),
    ] {
        let service = service(of.clone(), None, 0);
        let written = service.write(&context(), &reader, of.id, input("A", None), None).await;
        assert_eq!(written.unwrap_err().code(), code);
        let id = comment(5, None).id;
        assert_eq!(service.one(&context(), &reader, of.id, id).await.unwrap_err().code(), code);
    }
}

#[tokio::test]
async fn author_and_administrators_delete_a_comment_once() {
    let deleted = Comment { deleted_by: Some(UserId::EmergencyAccess), ..comment(5, None) };
    for (stored, actor, takes, code) in [
        (comment(5, None), actor(5, 1, false), 1, None),
        (comment(6, None), actor(5, 1, true), 1, None),
        (comment(6, None), actor(5, 5, false), 0, Some("owner_only")),
        (deleted, actor(5, 1, false), 0, None),
    ] {
        let (id, of) = (stored.id, stored.document_id);
        let answer = service(document(1, 1, 6), Some(stored), takes).delete(&context(), &actor, of, id).await;
        assert_eq!(answer.err().map(|error| error.code()), code);
    }
}

#[tokio::test]
async fn comments_on_many_documents_are_read_together() {
    let numbered = |n: u64, of: u64| Comment {
        id: CommentId::from_uuid(numbered(n)),
        document_id: document(of, 1, 1).id,
        ..comment(5, None)
    };
    // The second document is above the reader's level, and the third does not exist. The last comment is on another
    // document.
    let mut stored: Vec<Comment> = (100..220).map(|n| numbered(n, 1)).collect();
    stored.extend([numbered(300, 2), numbered(400, 3), numbered(500, 2)]);
    let ids = |range: std::ops::Range<usize>| stored[range].iter().map(|one| one.id).collect::<Vec<_>>();
    let mut first = ids(0..120);
    first.extend(ids(122..123));
    let wanted =
        [(document(1, 1, 1).id, first), (document(2, 4, 1).id, ids(120..121)), (document(3, 1, 1).id, ids(121..122))];
    let mut documents = MockDocumentRepository::new();
    documents.expect_find_some().times(1).returning(move |ids| {
        assert_eq!(ids.len(), 3);
        Ok(vec![record(document(2, 4, 1)), record(document(1, 1, 1))])
    });
    let mut comments = MockCommentRepository::new();
    let all = stored.clone();
    comments.expect_find_some().times(2).returning(move |ids| {
        let found = all.iter().rev().filter(|comment| ids.contains(&comment.id)).cloned();
        Ok(found.map(|comment| CommentRecord { comment, author_username: "mercer".to_owned() }).collect())
    });
    let service = service(document(1, 1, 1), None, 0);
    let reading = Documents { documents: Arc::new(documents), ..service.reading };
    let service = Comments { reading, comments: Arc::new(comments), ..service };
    let shown = service.some(&context(), &actor(5, 3, false), &wanted).await.unwrap();
    assert_eq!(shown.iter().map(|comment| comment.id).collect::<Vec<_>>(), ids(0..120));
}
