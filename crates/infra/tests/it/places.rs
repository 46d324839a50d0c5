//! Which texts with a picture, and which documents with a file, a reader may read.

use crate::comments::{comment, new as new_comment};
use crate::documents::{deletion, owners, publish};
use crate::harness::{Fixture, on_each_database};
use crate::search_index::revise;
use crate::statements::{recorded, recording};
use crate::submissions::approval;
use crate::uploads::finished;
use facility_documents::document::Document;
use facility_documents::ports::{DocumentRepository as _, FileCarrier};
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::{document, released_at};
use facility_files::file::FilePath;
use facility_files::place::Place;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Actor, Clearance, UploadId, UserId};
use facility_submissions::submission::Submission;
use facility_submissions::submission::testing::submission;

on_each_database![
    picture_that_only_drafts_use_has_no_places,
    places_are_those_that_the_reader_may_read,
    author_reads_an_approved_submission_until_its_document_is_released,
    one_of_thousands_of_places_is_enough,
    file_is_found_in_the_document_of_the_lowest_level,
    file_of_many_versions_is_looked_up_once,
];

/// A picture of the first account.
async fn picture(f: &Fixture) -> UploadId {
    owners(f).await;
    let id = finished(f, 1, 1).await;
    f.execute("UPDATE uploads SET kind = 'picture'").await.unwrap();
    id
}

async fn places(f: &Fixture, picture: UploadId, reader: &Actor) -> Option<Vec<Place>> {
    f.uploads().readable_places(picture, reader, TEST_NOW).await.unwrap()
}

fn showing(picture: UploadId) -> String {
    format!("Look: ![it](file:{picture})")
}

async fn picture_that_only_drafts_use_has_no_places(f: Fixture) {
    let id = picture(&f).await;
    assert_eq!(places(&f, id, &actor(1, 1, false)).await, None);
    f.execute(format!("INSERT INTO file_refs VALUES ('{id}', 'draft', 'any')")).await.unwrap();
    assert_eq!(places(&f, id, &actor(1, 1, false)).await, None);
    publish(&f, &document(1, 3, 1).saying(showing(id))).await;
    assert_eq!(places(&f, id, &actor(1, 1, false)).await, Some(vec![]));
}

async fn places_are_those_that_the_reader_may_read(f: Fixture) {
    let id = picture(&f).await;
    let shown = async |level, is_admin| places(&f, id, &actor(9, level, is_admin)).await.unwrap();
    let documents = DocumentStore::new(f.db.clone());
    let (first, unreleased) = (document(1, 3, 1), released_at(2, 1, 1));
    publish(&f, &unreleased.clone().saying(showing(id))).await;
    assert_eq!((shown(5, false).await, shown(1, true).await), (vec![], vec![Place::Document(unreleased.id)]));
    publish(&f, &first.clone().saying(showing(id))).await;
    assert_eq!((shown(2, false).await, shown(3, false).await), (vec![], vec![Place::Document(first.id)]));
    revise(&documents, &f, Document { version: 2, ..first.clone() }.saying("It is gone.")).await.unwrap();
    let found = shown(3, false).await;
    assert!(matches!(found[..], [Place::Version(of, _)] if of == first.id), "{found:?}");
    assert_eq!(shown(2, false).await, []);
    // A comment on the document for readers of another level.
    documents.commit(f.audited(deletion(&Document { version: 2, ..first.clone() }))).await.unwrap();
    assert_eq!(shown(5, false).await, [], "in the trash");
    let third = document(3, 2, 1);
    publish(&f, &third).await;
    let mut above = comment(1, 4);
    (above.document_id, above.content) = (third.id, showing(id).into());
    let made = f.audited(new_comment(&f, above.clone()).await);
    f.comments().create(made, None).await.unwrap();
    assert_eq!((shown(3, false).await, shown(4, false).await), (vec![], vec![Place::Comment(third.id, above.id)]));
}

async fn author_reads_an_approved_submission_until_its_document_is_released(f: Fixture) {
    let id = picture(&f).await;
    let sent = Submission { content: showing(id).into(), ..submission(1, 1) };
    f.submissions().submit(f.audited(sent.clone()), None).await.unwrap();
    let submitted = vec![Place::Submission(sent.case.id)];
    let shown = async |n, level, is_admin| places(&f, id, &actor(n, level, is_admin)).await.unwrap();
    assert_eq!((shown(1, 1, false).await, shown(9, 1, true).await), (submitted.clone(), submitted.clone()));
    assert_eq!(shown(2, 5, false).await, []);
    let mut review = approval(7, &sent);
    let document = review.publish.as_mut().unwrap();
    document.release_at = Some(TEST_NOW.plus(std::time::Duration::from_secs(1)));
    let document = document.clone();
    f.submissions().review(f.audited(review)).await.unwrap();
    // Published at level 3.
    assert_eq!((shown(1, 3, false).await, shown(1, 2, false).await), (submitted.clone(), vec![]));
    assert_eq!((shown(2, 5, false).await, shown(9, 3, true).await), (vec![], vec![Place::Document(document.id)]));
    // An administrator changes the document.
    let documents = DocumentStore::new(f.db.clone());
    let file = finished(&f, 2, 1).await;
    let changed = Document { version: 2, files: [file].into_iter().collect(), ..document.clone() }.saying("Gone.");
    revise(&documents, &f, changed).await.unwrap();
    assert_eq!(shown(1, 3, false).await, submitted);
    f.execute("UPDATE documents SET scheduled_release_at = NULL").await.unwrap();
    let found = shown(1, 3, false).await;
    assert!(matches!(found[..], [Place::Version(of, _)] if of == document.id), "{found:?}");
}

/// Comments on the first document, which show this picture.
fn comments(picture: UploadId, from: u32, to: u32, level: u8, text: &str) -> String {
    format!(
        "WITH RECURSIVE numbers(n) AS (SELECT {from} UNION ALL SELECT n + 1 FROM numbers WHERE n < {to}) \
         INSERT INTO comments (id, document_id, clearance_level, content, author_id, created_at, updated_at) \
         SELECT '00000000-0000-4000-8000-' || (900000000000 + n), documents.id, {level}, \
         '{text} file:{picture}', documents.submitted_by, n, n FROM documents, numbers; \
         INSERT INTO file_refs (upload_id, holder_kind, holder_id) SELECT '{picture}', 'comment', comments.id \
         FROM comments WHERE created_at BETWEEN {from} AND {to}"
    )
}

async fn one_of_thousands_of_places_is_enough(f: Fixture) {
    let id = picture(&f).await;
    publish(&f, &document(1, 1, 1)).await;
    f.execute(comments(id, 1, 1000, 4, "Above")).await.unwrap();
    f.execute(comments(id, 1001, 2000, 1, "{{5|With}} a portion")).await.unwrap();
    f.execute(comments(id, 2001, 2001, 1, "Open")).await.unwrap();
    let f = recording(f.database);
    for (level, expected) in [(1, 1), (4, 1)] {
        recorded();
        assert_eq!(places(&f, id, &actor(9, level, false)).await.unwrap().len(), expected);
        let statements = recorded();
        let of_picture = statements.iter().filter(|sql| sql.contains(&id.to_string()));
        assert_eq!(of_picture.count(), 2, "{statements:#?}");
    }
    f.execute("UPDATE comments SET content = 'Gone' WHERE content LIKE 'Open%' OR content LIKE 'Above%'")
        .await
        .unwrap();
    assert_eq!(places(&f, id, &actor(9, 5, false)).await.unwrap().len(), 32);
}

async fn file_is_found_in_the_document_of_the_lowest_level(f: Fixture) {
    owners(&f).await;
    let file = finished(&f, 1, 1).await;
    let with = |document: Document| Document { files: [file].into_iter().collect(), ..document };
    let documents = DocumentStore::new(f.db.clone());
    let found = async |n, is_admin| {
        let reader = actor(n, 1, is_admin);
        let sees = Visibility::of(&reader, TEST_NOW);
        let found = documents.find_by_file(FilePath::of(file), sees, reader.user_id).await.unwrap();
        found.map(|FileCarrier { document, required }| (document, required.level()))
    };
    assert_eq!(found(9, true).await, None);
    let unreleased = with(released_at(1, 2, 1));
    publish(&f, &unreleased).await;
    assert_eq!((found(9, true).await, found(9, false).await), (Some((unreleased.id, 2)), None));
    assert_eq!(found(1, false).await, Some((unreleased.id, 2)), "its owner sent it");
    let (high, low) = (with(document(2, 5, 2)), with(document(3, 4, 2)));
    publish(&f, &high).await;
    assert_eq!(found(9, false).await, Some((high.id, 5)));
    publish(&f, &low).await;
    assert_eq!(found(9, false).await, Some((low.id, 4)));
    // An earlier version requires the level of the document at least.
    let raised = Document { version: 2, clearance: Clearance::MAX, files: document(3, 4, 2).files, ..low.clone() };
    revise(&documents, &f, raised).await.unwrap();
    documents.commit(f.audited(deletion(&high))).await.unwrap();
    assert_eq!(found(9, false).await, Some((low.id, 5)));
}

async fn file_of_many_versions_is_looked_up_once(f: Fixture) {
    owners(&f).await;
    let file = finished(&f, 1, 1).await;
    publish(&f, &Document { files: [file].into_iter().collect(), ..document(1, 1, 1) }).await;
    let documents = DocumentStore::new(f.db.clone());
    for version in 2..=5 {
        let files = [file].into_iter().collect();
        revise(&documents, &f, Document { version, files, ..document(1, 1, 1) }).await.unwrap();
    }
    let f = recording(f.database);
    let documents = DocumentStore::new(f.db.clone());
    recorded();
    let sees = Visibility::of(&actor(9, 1, false), TEST_NOW);
    let owner = UserId::EmergencyAccess;
    assert!(documents.find_by_file(FilePath::of(file), sees, owner).await.unwrap().is_some());
    let statements = recorded();
    assert_eq!(statements.iter().filter(|sql| sql.contains("documents")).count(), 1, "{statements:#?}");
}
