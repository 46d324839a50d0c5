//! The object store over a local folder.

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use infra::objects::{Objects, OpenError};
use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use submissions::ports::{BlobError, Blobs, ByteStream};

const KEY: &str = "uploads/018f3c5e-7b1a-7c3d-8e9f-0a1b2c3d4e5f";

fn store(folder: &Path) -> Objects {
    Objects::open(&format!("file:{}", folder.join("objects").display()), &BTreeMap::new()).unwrap()
}

/// 64 KiB pieces that count up.
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

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    std::fs::read_dir(folder.join("objects/uploads")).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[tokio::test]
async fn a_body_is_read_back_whole_and_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    // Below and above what is held in memory, and nothing at all.
    for count in [1, 40, 0] {
        let written = pieces(count).concat();
        let stored = store.put(KEY, body(pieces(count))).await.unwrap();
        assert_eq!(stored.size, written.len() as u64);
        assert!(read(&store, None).await == written, "{count}");
        if count > 0 {
            assert!(read(&store, Some(65_000..65_540)).await == written[65_000..65_540.min(written.len())]);
        }
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    for count in [1, 40] {
        let broken = stream::iter(pieces(count).into_iter().map(Ok))
            .chain(stream::once(async { Err(io::Error::from(io::ErrorKind::ConnectionReset)) }));
        let error = store.put(KEY, Box::pin(broken)).await.unwrap_err();
        assert!(matches!(error, BlobError::Interrupted(_)), "{error:?}");
        assert_eq!(files(folder.path()), Vec::<std::path::PathBuf>::new(), "{count}");
        assert!(matches!(store.get(KEY, None).await, Err(BlobError::NotFound)));
    }
}

#[tokio::test]
async fn deleting_may_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    store.put(KEY, body(pieces(1))).await.unwrap();
    for _ in 0..2 {
        store.delete(KEY).await.unwrap();
        assert!(matches!(store.get(KEY, None).await, Err(BlobError::NotFound)));
    }
}

#[tokio::test]
async fn files_and_folders_are_their_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    for count in [1, 40] {
        store.put(KEY, body(pieces(count))).await.unwrap();
        for (path, mode) in
            [("objects", 0o700), ("objects/uploads", 0o700), (&format!("objects/{KEY}"), 0o600)]
        {
            let found = std::fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
            assert_eq!(found & 0o777, mode, "{path}");
        }
    }
}

#[tokio::test]
async fn keys_do_not_leave_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    for key in ["../outside", "uploads/../../outside", "/etc/passwd/..", "a//b"] {
        assert!(store.put(key, body(pieces(1))).await.is_err(), "{key}");
        assert!(store.get(key, None).await.is_err(), "{key}");
    }
    assert!(!folder.path().join("outside").exists());
}

#[tokio::test]
async fn a_store_whose_folder_is_gone_does_not_answer() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    store.ping().await.unwrap();
    std::fs::remove_dir_all(folder.path().join("objects")).unwrap();
    assert!(matches!(store.ping().await, Err(BlobError::Unavailable(_))));
}

#[tokio::test]
async fn a_bucket_that_cannot_be_reached_does_not_answer() {
    infra::install_tls();
    infra::install_tls();
    let settings = [
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:1"),
        ("AWS_REGION", "nowhere"),
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_SOMETHING_ELSE", "ignored"),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let store = Objects::open("s3://lore/some/prefix", &settings).unwrap();
    assert!(matches!(store.ping().await, Err(BlobError::Unavailable(_))));
    assert!(matches!(store.get(KEY, None).await, Err(BlobError::Unavailable(_))));
}

#[test]
fn other_urls_are_refused() {
    for url in ["", "file:", "s3://", "s3:///prefix", "ftp://x", "/srv/objects"] {
        assert!(matches!(Objects::open(url, &BTreeMap::new()), Err(OpenError::Url)), "{url}");
    }
}
