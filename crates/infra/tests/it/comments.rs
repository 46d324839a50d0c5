//! Comments on documents.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, on_each_database};
use facility_audit::action::Action;
use facility_documents::comments::change::{CommentDeletion, NewComment};
use facility_documents::comments::error::CommentError;
use facility_documents::comments::quote::{Passages, Quote};
use facility_documents::comments::view::VisibleComment;
use facility_documents::comments::{Comment, CommentRecord};
use facility_documents::error::DocumentError;
use facility_documents::ports::{CommentRepository, DocumentRepository as _};
use facility_documents::view::view;
use facility_documents::visibility::testing::{document, everything};
use facility_infra::db::Database;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{Clearance, CommentId, Limit, PageRequest, StoreError, UserId};

on_each_database![
    comments_are_listed_in_order_up_to_the_level_of_the_reader,
    comment_is_read_back_as_it_was_written,
    comment_on_another_version_is_stale,
    deleted_comment_stays_and_is_deleted_once,
    comment_is_not_stored_without_its_entry,
];

fn level(n: i64) -> Clearance {
    Clearance::parse(n).unwrap()
}

/// Returns the `n`th comment of this level on the first document.
pub fn comment(n: u64, clearance: i64) -> Comment {
    Comment {
        id: CommentId::from_uuid(numbered(900 + n)),
        document_id: document(1, 1, 1).id,
        clearance: level(clearance),
        content: format!("Comment {n}").into(),
        quote: None,
        answers: None,
        author: UserId::Account(numbered(2)),
        deleted_by: None,
        created_at: TEST_NOW,
        edited_at: None,
        updated_at: TEST_NOW,
    }
}

/// Returns the comment as it is stored.
pub async fn new(f: &Fixture, comment: Comment) -> NewComment {
    let record = DocumentStore::new(f.db.clone()).find(comment.document_id).await.unwrap().unwrap();
    let version = record.document.version;
    let passages = Passages::of(&view(record, &everything()), level(5)).unwrap();
    let record = CommentRecord { comment: comment.clone(), author_username: "owner-2".to_owned() };
    let shown = VisibleComment::new(record, &passages, level(5)).unwrap();
    NewComment { comment, version, title: "Document 1".to_owned(), notifications: Vec::new(), shown }
}

async fn repo(f: &Fixture) -> Database {
    owners(f).await;
    publish(f, &document(1, 1, 1)).await;
    f.db.clone()
}

async fn store(f: &Fixture, repo: &dyn CommentRepository, comment: Comment) -> Result<VisibleComment, CommentError> {
    let new = new(f, comment).await;
    repo.create(f.audited_as(Action::CommentCreated, new), None).await
}

/// Writes the `n`th comment of this level on the first document.
pub async fn create(
    f: &Fixture,
    repo: &dyn CommentRepository,
    n: u64,
    clearance: i64,
) -> Result<VisibleComment, CommentError> {
    store(f, repo, comment(n, clearance)).await
}

async fn comments_are_listed_in_order_up_to_the_level_of_the_reader(f: Fixture) {
    let repo = repo(&f).await;
    for (n, clearance) in [(1, 1), (2, 3), (3, 1), (4, 2)] {
        create(&f, &repo, n, clearance).await.unwrap();
    }
    let mut after = None;
    let mut found = Vec::new();
    loop {
        let page = PageRequest { limit: Limit::parse(2).unwrap(), after };
        let (page, total) = repo.list(document(1, 1, 1).id, level(2), page).await.unwrap();
        assert_eq!(total, 3);
        found.extend(page.items.into_iter().map(|record| record.comment.id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, [1, 3, 4].map(|n| comment(n, 1).id));
    let none = repo.list(document(9, 1, 1).id, level(5), PageRequest::FIRST).await.unwrap();
    assert_eq!((none.0.items.len(), none.1), (0, 0));
}

async fn comment_is_read_back_as_it_was_written(f: Fixture) {
    let repo = repo(&f).await;
    let quoting =
        Comment { quote: Some(Quote { text: "content of document".into(), level: level(4) }), ..comment(1, 2) };
    store(&f, &repo, quoting.clone()).await.unwrap();
    let found = repo.find(quoting.document_id, quoting.id).await.unwrap().unwrap();
    assert_eq!((found.comment, found.author_username.as_str()), (quoting.clone(), "owner-2"));
    assert_eq!(repo.find(document(2, 1, 1).id, quoting.id).await.unwrap(), None);
}

async fn comment_on_another_version_is_stale(f: Fixture) {
    let repo = repo(&f).await;
    let stale = NewComment { version: 7, ..new(&f, comment(1, 1)).await };
    let error = repo.create(f.audited(stale), None).await.unwrap_err();
    assert!(matches!(error, CommentError::Document(DocumentError::Stale)));
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM comments").await, 0);
}

async fn deleted_comment_stays_and_is_deleted_once(f: Fixture) {
    let repo = repo(&f).await;
    let written = comment(1, 1);
    store(&f, &repo, written.clone()).await.unwrap();
    let later = TEST_NOW.plus(std::time::Duration::from_secs(1));
    let deletion = CommentDeletion { id: written.id, by: UserId::Account(numbered(1)), at: later };
    repo.delete(f.audited(deletion)).await.unwrap();
    assert!(matches!(repo.delete(f.audited(deletion)).await, Err(StoreError::Stale)));
    let (page, total) = repo.list(written.document_id, level(1), PageRequest::FIRST).await.unwrap();
    let expected = Comment { deleted_by: Some(deletion.by), updated_at: later, ..written };
    assert_eq!((total, &page.items[0].comment), (1, &expected));
}

async fn comment_is_not_stored_without_its_entry(f: Fixture) {
    let repo = repo(&f).await;
    f.break_audit_log().await;
    assert!(create(&f, &repo, 1, 1).await.is_err());
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM comments").await, 0);
}
