//! Reading the texts of files: what happens if the reader fails, and which documents are found by them.

use crate::documents::{owners, publish, searching};
use crate::harness::{Fixture, on_each_database};
use crate::search_index::revise;
use crate::uploads::finished;
use bytes::Bytes;
use facility_documents::document::Document;
use facility_documents::ports::DocumentQueries as _;
use facility_documents::visibility::testing::document;
use facility_files::ports::{ByteStream, MockBlobs, UploadRepository as _};
use facility_files::text::TextState;
use facility_infra::confined::parent::Children;
use facility_infra::storage::documents::store::DocumentStore;
use facility_infra::texts::reading::FileTexts;
use facility_kernel::UploadId;
use facility_kernel::testing::TEST_NOW;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    file_that_makes_its_reader_fail_three_times_has_no_text,
    file_is_tried_again_while_no_reader_can_be_started,
    documents_are_found_by_the_files_that_they_have,
    file_that_a_document_has_is_found_once_it_is_read,
    file_that_is_read_while_its_document_is_written_is_found,
];

/// A reader whose children run this program. Each file has its id as its bytes.
fn reader(f: &Fixture, program: PathBuf) -> FileTexts {
    let mut blobs = MockBlobs::new();
    blobs.expect_get().returning(|key, _| {
        let body: ByteStream = Box::pin(futures_util::stream::iter([Ok(Bytes::from(key.to_owned()))]));
        Ok(body)
    });
    FileTexts::new(f.db.clone(), Arc::new(blobs), Arc::new(Children::new(program)))
}

/// A program that answers with the bytes of the file as its text.
fn copying(f: &Fixture) -> PathBuf {
    let program = f.database.folder().join("copying");
    std::fs::write(&program, "#!/bin/sh\necho true\nexec /bin/cat\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
    program
}

async fn state(f: &Fixture, id: UploadId) -> TextState {
    f.db.text(id).await.unwrap().unwrap().state
}

async fn file_that_makes_its_reader_fail_three_times_has_no_text(f: Fixture) {
    owners(&f).await;
    let id = finished(&f, 1, 1).await;
    let texts = reader(&f, "/bin/false".into());
    for attempt in 1..=3_u32 {
        assert_eq!(state(&f, id).await, TextState::Waiting);
        let now = TEST_NOW.plus(Duration::from_mins(2) * attempt);
        assert_eq!(texts.read_waiting(now).await.unwrap(), 1);
        // It is not due before a minute has passed.
        assert_eq!(texts.read_waiting(now).await.unwrap(), 0);
    }
    assert_eq!(state(&f, id).await, TextState::None);
}

async fn file_is_tried_again_while_no_reader_can_be_started(f: Fixture) {
    owners(&f).await;
    let id = finished(&f, 1, 1).await;
    let texts = reader(&f, "/nowhere".into());
    for attempt in 1..=4_u32 {
        texts.read_waiting(TEST_NOW.plus(Duration::from_mins(2) * attempt)).await.unwrap();
    }
    assert_eq!(state(&f, id).await, TextState::Waiting);
    reader(&f, copying(&f)).read_waiting(TEST_NOW.plus(Duration::from_mins(20))).await.unwrap();
    assert_eq!(state(&f, id).await, TextState::Ready);
}

async fn documents_are_found_by_the_files_that_they_have(f: Fixture) {
    owners(&f).await;
    let (first, second) = (finished(&f, 1, 1).await, finished(&f, 2, 1).await);
    assert_eq!(reader(&f, copying(&f)).read_waiting(TEST_NOW).await.unwrap(), 2);
    let documents = DocumentStore::new(f.db.clone());
    // The text of a file is its id, whose last part is a word.
    let found = async || {
        let word = |id: UploadId| id.to_string().rsplit('-').next().unwrap().to_owned();
        let count = async |id| documents.count(searching(&word(id))).await.unwrap();
        (count(first).await, count(second).await)
    };
    let with =
        |version, file: Option<UploadId>| Document { version, files: file.into_iter().collect(), ..document(1, 1, 1) };
    publish(&f, &with(1, Some(first))).await;
    assert_eq!(found().await, (1, 0));
    revise(&documents, &f, with(2, Some(second))).await.unwrap();
    assert_eq!(found().await, (0, 1));
    revise(&documents, &f, with(3, None)).await.unwrap();
    assert_eq!(found().await, (0, 0));
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM search_words WHERE word LIKE '#0%'").await, 0);
}

async fn file_that_a_document_has_is_found_once_it_is_read(f: Fixture) {
    owners(&f).await;
    let id = finished(&f, 1, 1).await;
    publish(&f, &Document { files: [id].into_iter().collect(), ..document(1, 1, 1) }).await;
    publish(&f, &document(2, 1, 1)).await;
    let documents = DocumentStore::new(f.db.clone());
    let count = async || documents.count(searching("uploads")).await.unwrap();
    assert_eq!(count().await, 0);
    reader(&f, copying(&f)).read_waiting(TEST_NOW).await.unwrap();
    assert_eq!(count().await, 1);
    assert_eq!(f.count("SELECT value AS n FROM counters WHERE name = 'file_texts'").await, 1);
}

async fn file_that_is_read_while_its_document_is_written_is_found(f: Fixture) {
    owners(&f).await;
    let id = finished(&f, 1, 1).await;
    let read = "UPDATE file_texts SET state = 'ready', plain = 'The obsidian gate'";
    f.execute(if f.is_sqlite() {
        format!("CREATE TRIGGER late AFTER INSERT ON documents BEGIN {read}; END")
    } else {
        format!(
            "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {read}; RETURN NULL; END $$;
             CREATE TRIGGER late AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION late()"
        )
    })
    .await
    .unwrap();
    publish(&f, &Document { files: [id].into_iter().collect(), ..document(1, 1, 1) }).await;
    assert_eq!(DocumentStore::new(f.db.clone()).count(searching("obsidian")).await.unwrap(), 1);
}
