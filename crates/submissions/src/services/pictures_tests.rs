//! Tests of who may see pictures.

use super::*;
use crate::edits::testing::record as edit_record;
use crate::ports::{MockEditRepository, MockSubmissionRepository};
use crate::submission::testing::submission;
use crate::submission::{Submission, SubmissionRecord};
use facility_documents::document::Document;
use facility_documents::ports::{
    MockCommentRepository, MockDocumentRepository, MockTemplateRepository, MockVersionRepository,
};
use facility_documents::view::testing::record;
use facility_documents::visibility::testing::{document, released_at};
use facility_files::ports::MockUploadRepository;
use facility_files::upload::UploadTicket;
use facility_kernel::testing::{TEST_NOW, actor, context, numbered};
use facility_kernel::{Clearance, EditId, SubmissionId, UserId};

impl Pictures {
    /// The service over these uploads and documents. Nothing else holds anything.
    pub(in crate::services) fn testing(uploads: MockUploadRepository, documents: MockDocumentRepository) -> Self {
        Self {
            uploads: Arc::new(uploads),
            documents: Arc::new(documents),
            versions: Arc::new(MockVersionRepository::new()),
            comments: Arc::new(MockCommentRepository::new()),
            templates: Arc::new(MockTemplateRepository::new()),
            submissions: Arc::new(MockSubmissionRepository::new()),
            edits: Arc::new(MockEditRepository::new()),
        }
    }
}

fn id() -> UploadId {
    UploadId::from_uuid(numbered(50))
}

/// A picture that account 1 uploaded.
fn picture() -> Upload {
    let issued = Upload::issue(id(), &UploadTicket::from_bits([1; 32]), UserId::Account(numbered(1)), TEST_NOW);
    Upload { kind: UploadKind::Picture, status: UploadStatus::Final, ..issued }
}

/// The service, if these records use the picture. `None`: only drafts do.
fn service(places: impl Into<Option<Vec<Place>>>, found: Option<Document>) -> Pictures {
    let places = places.into();
    let mut uploads = MockUploadRepository::new();
    uploads.expect_readable_places().returning(move |_, _, _| Ok(places.clone()));
    uploads.expect_pictures().returning(|ids| Ok(if ids.contains(&id()) { vec![picture()] } else { vec![] }));
    let mut documents = MockDocumentRepository::new();
    documents.expect_find().returning(move |_| Ok(found.clone().map(record)));
    Pictures::testing(uploads, documents)
}

async fn sees(service: &Pictures, who: Actor) -> bool {
    service.sees(&context(), &who, &picture()).await.unwrap()
}

fn showing(text: &str) -> String {
    text.replace("PICTURE", &format!("![The gate](file:{})", id()))
}

/// A document of this level, owned by account 9, with this text.
fn saying(level: i64, text: &str) -> Document {
    document(1, level, 9).saying(showing(text))
}

#[tokio::test]
async fn readers_of_a_text_see_the_pictures_that_it_shows_them() {
    for (text, level, reader, expected) in [
        ("PICTURE", 2, 2, true),
        ("PICTURE", 2, 1, false),
        ("{{4|PICTURE}}", 2, 4, true),
        ("{{4|PICTURE}}", 2, 3, false),
        (":::level 3\nPICTURE\n:::\n", 2, 2, false),
        ("{{4|PICTURE}} and PICTURE", 2, 2, true),
        ("It was removed", 2, 5, false),
    ] {
        let service = service(vec![Place::Document(document(1, 1, 9).id)], Some(saying(level, text)));
        assert_eq!(sees(&service, actor(2, reader, false)).await, expected, "{text} {level} {reader}");
    }
}

#[tokio::test]
async fn uploading_a_picture_gives_no_right_to_it_once_a_record_shows_it() {
    let place = Place::Document(document(1, 1, 9).id);
    let uploader = || actor(1, 2, false);
    assert!(!sees(&service(vec![place], Some(saying(3, "PICTURE"))), uploader()).await);
    assert!(!sees(&service(vec![place], None), uploader()).await, "in the trash");
    assert!(!sees(&service(vec![], None), uploader()).await);
    let unreleased = released_at(1, 1, 9).saying(showing("PICTURE"));
    assert!(!sees(&service(vec![place], Some(unreleased)), uploader()).await);
}

#[tokio::test]
async fn drafts_show_a_picture_to_nobody_but_its_uploader() {
    let service = service(None, None);
    assert!(sees(&service, actor(1, 1, false)).await);
    assert!(!sees(&service, actor(2, 5, true)).await);
}

#[tokio::test]
async fn authors_and_reviewers_see_the_pictures_of_a_submission() {
    let with = |level: Option<i64>, text: &str| {
        let sent = Submission {
            content: showing(text).into(),
            assigned_clearance_level: level.map(|level| Clearance::parse(level).unwrap()),
            ..submission(1, 1)
        };
        let found = SubmissionRecord {
            submission: sent,
            submitted_by_username: "mercer".to_owned(),
            steps: Vec::new(),
            previous: None,
            preview: "".into(),
        };
        let mut submissions = MockSubmissionRepository::new();
        submissions.expect_find().returning(move |_| Ok(Some(found.clone())));
        let place = Place::Submission(SubmissionId::from_uuid(numbered(1)));
        Pictures { submissions: Arc::new(submissions), ..service(vec![place], None) }
    };
    for (level, text, who, expected) in [
        (None, "PICTURE", actor(1, 1, false), true),
        (None, "PICTURE", actor(2, 1, true), true),
        (None, "PICTURE", actor(2, 5, false), false),
        (Some(4), "PICTURE", actor(2, 3, true), false),
        (None, "{{4|PICTURE}}", actor(2, 3, true), false),
        (None, "{{4|PICTURE}}", actor(2, 4, true), true),
        (None, "{{4|PICTURE}}", actor(1, 1, false), false),
    ] {
        let who_is = (who.clearance, who.is_admin);
        assert_eq!(sees(&with(level, text), who).await, expected, "{level:?} {text} {who_is:?}");
    }
}

#[tokio::test]
async fn an_edit_shows_its_pictures_to_its_author_and_administrators() {
    let mut found = edit_record(1, 3);
    found.edit.text.content = showing("PICTURE").into();
    let author = found.edit.case.author;
    let mut edits = MockEditRepository::new();
    edits.expect_find().returning(move |_| Ok(Some(found.clone())));
    let place = Place::Edit(EditId::from_uuid(numbered(1)));
    let service = Pictures { edits: Arc::new(edits), ..service(vec![place], None) };
    let own = |level| Actor { user_id: author, ..actor(9, level, false) };
    assert!(sees(&service, own(3)).await && !sees(&service, own(2)).await);
    assert!(sees(&service, actor(2, 3, true)).await && !sees(&service, actor(2, 2, true)).await);
    assert!(!sees(&service, actor(3, 5, false)).await, "not published yet");
}

#[tokio::test]
async fn a_text_may_name_only_pictures_that_its_author_sees() {
    let shown = service(vec![Place::Document(document(1, 1, 9).id)], Some(saying(2, "PICTURE")));
    let may = async |level, ids| shown.sees_all(&context(), &actor(2, level, false), ids).await.unwrap();
    assert!(may(2, vec![id()]).await && !may(1, vec![id()]).await);
    let unknown = UploadId::from_uuid(numbered(51));
    assert!(!may(5, vec![id(), unknown]).await);
    let listed = shown.of_draft(&context(), &actor(2, 1, false), vec![id()]).await.unwrap();
    assert_eq!(listed, [], "its size and name are withheld as well");
}

#[tokio::test]
async fn other_files_are_no_pictures() {
    let service = service(vec![], None);
    for file in [
        Upload { kind: UploadKind::File, ..picture() },
        Upload { status: UploadStatus::Stored, ..picture() },
        Upload { status: UploadStatus::Deleted, ..picture() },
    ] {
        assert!(!service.sees(&context(), &actor(1, 5, true), &file).await.unwrap());
    }
}
