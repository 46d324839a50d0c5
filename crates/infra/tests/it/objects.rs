//! The object store, in a local folder and in a bucket.

use bytes::Bytes;
use facility_files::ports::{BlobError, Blobs, ByteStream};
use facility_infra::objects::{Objects, OpenError};
use facility_infra::testing::s3::TestS3;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

const KEY: &str = "uploads/018f3c5e-7b1a-7c3d-8e9f-0a1b2c3d4e5f";
const PREFIX: &str = "facility/files";

fn store(folder: &Path) -> Objects {
    Objects::open(&format!("file:{}", folder.join("objects").display()), &BTreeMap::new()).unwrap()
}

fn bucket(server: &TestS3) -> Objects {
    let settings = server.settings().into_iter().map(|(name, value)| (name.to_owned(), value));
    Objects::open(&server.url(PREFIX), &settings.collect()).unwrap()
}

/// The object store of one test, with the folder or server behind it.
struct TestStore {
    store: Objects,
    folder: Option<tempfile::TempDir>,
    server: Option<TestS3>,
}

impl TestStore {
    fn folder() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { store: store(folder.path()), folder: Some(folder), server: None }
    }

    fn bucket() -> Self {
        let server = TestS3::start().unwrap();
        Self { store: bucket(&server), folder: None, server: Some(server) }
    }

    /// Lists the files in the upload folder, complete or partial.
    fn files(&self) -> Vec<PathBuf> {
        let in_folder = self.folder.as_ref().map(|folder| files(folder.path()));
        in_folder.or_else(|| self.server.as_ref().map(|server| server.files(PREFIX))).unwrap()
    }
}

/// Generates one test per kind of store for each named function.
macro_rules! on_each_store {
    ($($contract:ident),+ $(,)?) => {
        mod folder {
            $(#[tokio::test]
            async fn $contract() {
                super::$contract(super::TestStore::folder()).await;
            })+
        }
        mod bucket {
            $(#[tokio::test]
            async fn $contract() {
                super::$contract(super::TestStore::bucket()).await;
            })+
        }
    };
}

on_each_store![
    a_body_is_read_back_whole_and_in_parts,
    interrupted_body_leaves_nothing,
    deletion_is_idempotent,
    objects_are_listed_page_by_page,
    keys_cannot_escape_the_store,
];

/// Returns `count` pieces of 64 KiB with ascending content.
fn pieces(count: u8) -> Vec<Bytes> {
    (0..count).map(|n| Bytes::from(vec![n; 65_536])).collect()
}

fn body(pieces: Vec<Bytes>) -> ByteStream {
    Box::pin(stream::iter(pieces.into_iter().map(Ok)))
}

async fn read(store: &Objects, range: Option<std::ops::Range<u64>>) -> Vec<u8> {
    let body: Vec<Bytes> = store.get(KEY, range).await.unwrap().try_collect().await.unwrap();
    body.concat()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder.join("objects/uploads")).unwrap().map(|entry| entry.unwrap().path()).collect()
}

async fn a_body_is_read_back_whole_and_in_parts(test: TestStore) {
    let store = &test.store;
    // Sizes below and above the write buffer, and an empty body.
    for count in [1, 40, 130, 0] {
        let written = pieces(count).concat();
        let stored = store.put(KEY, body(pieces(count))).await.unwrap();
        assert_eq!(stored.size, written.len() as u64);
        assert!(read(store, None).await == written, "{count}");
        if count > 0 {
            assert!(read(store, Some(65_000..65_540)).await == written[65_000..65_540.min(written.len())]);
        }
    }
}

async fn interrupted_body_leaves_nothing(test: TestStore) {
    let store = &test.store;
    for count in [1, 40, 130] {
        let broken = stream::iter(pieces(count).into_iter().map(Ok))
            .chain(stream::once(async { Err(io::Error::from(io::ErrorKind::ConnectionReset)) }));
        let error = store.put(KEY, Box::pin(broken)).await.unwrap_err();
        assert!(matches!(error, BlobError::Interrupted(_)), "{error:?}");
        assert_eq!(test.files(), Vec::<PathBuf>::new(), "{count}");
        assert!(matches!(store.get(KEY, None).await, Err(BlobError::NotFound)));
    }
}

async fn deletion_is_idempotent(test: TestStore) {
    let store = &test.store;
    store.put(KEY, body(pieces(1))).await.unwrap();
    for _ in 0..2 {
        store.delete(KEY).await.unwrap();
        assert!(matches!(store.get(KEY, None).await, Err(BlobError::NotFound)));
    }
}

#[tokio::test]
async fn files_and_folders_are_accessible_to_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    for count in [1, 40] {
        store.put(KEY, body(pieces(count))).await.unwrap();
        for (path, mode) in [("objects", 0o700), ("objects/uploads", 0o700), (&format!("objects/{KEY}"), 0o600)] {
            let found = std::fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
            assert_eq!(found & 0o777, mode, "{path}");
        }
    }
}

async fn keys_cannot_escape_the_store(test: TestStore) {
    let store = &test.store;
    for key in ["../outside", "uploads/../../outside", "/etc/passwd/..", "a//b"] {
        assert!(store.put(key, body(pieces(1))).await.is_err(), "{key}");
        assert!(store.get(key, None).await.is_err(), "{key}");
        assert!(store.delete(key).await.is_err(), "{key}");
    }
    let outside = test.folder.as_ref().map(|folder| folder.path().join("outside"));
    assert!(outside.is_none_or(|outside| !outside.exists()));
}

async fn objects_are_listed_page_by_page(test: TestStore) {
    let store = &test.store;
    assert_eq!(store.list("", 10).await.unwrap(), []);
    let keys: Vec<String> = (0..5).map(|n| format!("uploads/{}", facility_kernel::testing::numbered(n))).collect();
    for key in keys.iter().rev() {
        store.put(key, body(pieces(1))).await.unwrap();
    }
    let mut listed = Vec::new();
    let mut after = String::new();
    for size in [2, 2, 1] {
        let page = store.list(&after, 2).await.unwrap();
        assert_eq!(page.len(), size);
        after.clone_from(&page.last().unwrap().key);
        listed.extend(page);
    }
    assert_eq!(store.list(&after, 2).await.unwrap(), []);
    assert!(listed.iter().map(|object| &object.key).eq(&keys));
    let newest = listed.iter().map(|object| object.written_at).max().unwrap();
    let oldest = listed.iter().map(|object| object.written_at).min().unwrap();
    assert!(newest.since(oldest) < Duration::from_mins(1) && oldest > facility_kernel::testing::TEST_NOW, "{listed:?}");
}

#[tokio::test]
async fn partial_files_of_a_crash_are_listed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let unfinished = format!("{KEY}#1");
    std::fs::write(folder.path().join("objects").join(&unfinished), "half").unwrap();
    store.put(KEY, body(pieces(1))).await.unwrap();
    let keys = store.list("", 10).await.unwrap().into_iter().map(|object| object.key);
    assert_eq!(keys.collect::<Vec<_>>(), [KEY, &unfinished]);
    store.delete(&unfinished).await.unwrap();
    assert_eq!(files(folder.path()), [folder.path().join("objects").join(KEY)]);
}

#[tokio::test]
async fn store_without_its_folder_is_unavailable() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    store.ping().await.unwrap();
    std::fs::remove_dir_all(folder.path().join("objects")).unwrap();
    assert!(matches!(store.ping().await, Err(BlobError::Unavailable(_))));
}

/// Asserts that calls to the store fail as unavailable without a time limit of the caller.
async fn assert_unavailable(server: &Objects) {
    let calls = async {
        tokio::join!(
            server.ping(),
            server.get(KEY, None),
            server.put(KEY, body(pieces(1))),
            server.delete(KEY),
            server.list("", 1)
        )
    };
    // Twice the longest time limit of a call.
    let ended = tokio::time::timeout(Duration::from_secs(40), calls).await;
    let (pinged, got, stored, deleted, listed) = ended.unwrap();
    let errors =
        [pinged.unwrap_err(), got.err().unwrap(), stored.unwrap_err(), deleted.unwrap_err(), listed.unwrap_err()];
    assert!(errors.iter().all(|error| matches!(error, BlobError::Unavailable(_))), "{errors:?}");
}

#[tokio::test]
async fn bucket_requires_its_secret() {
    let server = TestS3::start().unwrap();
    bucket(&server).put(KEY, body(pieces(1))).await.unwrap();
    for (name, wrong) in [("AWS_SECRET_ACCESS_KEY", "guessed"), ("AWS_ACCESS_KEY_ID", "AKIAOTHER")] {
        let mut settings: BTreeMap<String, String> =
            server.settings().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        settings.insert(name.to_owned(), wrong.to_owned());
        settings.insert("AWS_SOMETHING_ELSE".to_owned(), "ignored".to_owned());
        assert_unavailable(&Objects::open(&server.url(PREFIX), &settings).unwrap()).await;
    }
    assert_eq!(read(&bucket(&server), None).await, pieces(1).concat());
}

#[tokio::test]
async fn missing_bucket_is_unavailable() {
    let server = TestS3::start().unwrap();
    let store = bucket(&server);
    store.ping().await.unwrap();
    server.remove_bucket().unwrap();
    assert!(matches!(store.ping().await, Err(BlobError::Unavailable(_))));
}

#[tokio::test]
async fn bucket_is_usable_after_an_outage() {
    let mut server = TestS3::start().unwrap();
    let store = bucket(&server);
    store.put(KEY, body(pieces(2))).await.unwrap();
    server.stop();
    assert_unavailable(&store).await;
    server.restart().unwrap();
    assert_eq!(read(&store, None).await, pieces(2).concat());
    store.ping().await.unwrap();
}

#[tokio::test]
async fn stalled_bucket_times_out() {
    let server = TestS3::start().unwrap();
    let store = bucket(&server);
    store.put(KEY, body(pieces(2))).await.unwrap();
    server.stall(true);
    assert_unavailable(&store).await;
    server.stall(false);
    assert_eq!(read(&store, None).await, pieces(2).concat());
}

#[test]
fn other_urls_are_refused() {
    for url in ["", "file:", "s3://", "s3:///prefix", "ftp://x", "/srv/objects"] {
        assert!(matches!(Objects::open(url, &BTreeMap::new()), Err(OpenError::Url)), "{url}");
    }
}
