//! A server that stops after storing the bytes of an upload and before writing its row: the file is unreachable, and a
//! sweep deletes it.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection, SqliteConnection};
use facility_infra::db::conn::{AnyConn, Target};
use facility_infra::testing::TestDatabase;
use facility_infra::testing::s3::TestS3;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

on_each_database!(
    bytes_without_a_row_are_deleted_from_a_folder,
    bytes_without_a_row_are_deleted_from_a_bucket,
    partial_file_is_deleted_from_a_folder,
);

const PATIENCE: Duration = Duration::from_secs(15);
const FILE: &[u8] = b"Written just before the lights went out.";

async fn bytes_without_a_row_are_deleted_from_a_folder(database: TestDatabase) {
    let site = Site::start(database).await;
    let folder = site.database.folder().join("data/objects/uploads");
    let files = || std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    killed_before_the_row(site, &files).await;
}

async fn bytes_without_a_row_are_deleted_from_a_bucket(database: TestDatabase) {
    let store = TestS3::start().unwrap();
    let site = Site::start_on_s3(database, &store).await;
    killed_before_the_row(site, &|| store.files("files")).await;
}

/// Stops the server when the store has the whole file and the database blocks the writer of its row.
async fn killed_before_the_row(mut site: Site, files: &dyn Fn() -> Vec<PathBuf>) {
    let admin = site.administrator().await;
    let kept = keep(&admin).await;
    let (url, mut body) = begin(&admin).await;
    until(async || spent(&site).await == 1).await;
    let mut held = None;
    // Keep SQLite locked while the server writes.
    until(async || {
        held = hold(&site.database);
        held.is_some()
    })
    .await;
    body.write_all(&FILE[1..]).await.unwrap();
    until(async || files().iter().filter(|path| is_whole(path)).count() == 2).await;
    site.kill();
    drop(held);
    recovers(&mut site, &url, files).await;
    assert_eq!(site.administrator().await.get(&kept).await.bytes, b"Kept.");
}

/// The file is partial because the server stops during the upload.
async fn partial_file_is_deleted_from_a_folder(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let folder = site.database.folder().join("data/objects/uploads");
    let files = || std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>();
    let admin = site.administrator().await;
    let kept = keep(&admin).await;
    let url = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let mut body = open(&admin, &url, 9_000_000).await;
    body.write_all(&vec![b'a'; 4_000_000]).await.unwrap();
    until(async || files().len() == 2).await;
    site.kill();
    let half = files().into_iter().find(|path| !is_whole(path)).expect("a partial object");
    let then = SystemTime::UNIX_EPOCH;
    std::fs::File::options().write(true).open(half).unwrap().set_modified(then).unwrap();
    recovers(&mut site, &url, &files).await;
    assert_eq!(site.administrator().await.get(&kept).await.bytes, b"Kept.");
}

/// Asserts that the file is unreachable after the next start, and deleted a day later.
async fn recovers(site: &mut Site, url: &str, files: &dyn Fn() -> Vec<PathBuf>) {
    site.restart().await;
    let admin = site.administrator().await;
    let refused = admin.put("/api/submission-files", json!({ "fileURL": url })).await;
    assert_eq!(refused.refusal(), (409, "not_uploaded"));
    let refused = admin.send(reqwest::Method::PUT, url, &[], Some(FILE.to_vec())).await;
    assert_eq!(refused.refusal(), (409, "ticket_used"));
    assert_eq!(spent(site).await, 1, "the row references no file");

    let day = 86_400_000_000_i64;
    site.execute(format!(
        "UPDATE uploads SET created_at = created_at - {day}, expires_at = expires_at - {day} - 900000000; \
         DELETE FROM jobs"
    ))
    .await;
    site.kill();
    site.restart().await;
    until(async || files().len() == 1).await;
    assert_eq!(site.count("SELECT count(*) AS n FROM uploads WHERE status = 'deleted'").await, 1);
}

/// Starts an upload and sends one byte of it. Returns its URL and the connection for the rest.
async fn begin(admin: &Caller<'_>) -> (String, TcpStream) {
    let url = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let mut body = open(admin, &url, FILE.len()).await;
    body.write_all(&FILE[..1]).await.unwrap();
    (url, body)
}

/// Sends a request without its body.
async fn open(admin: &Caller<'_>, url: &str, length: usize) -> TcpStream {
    let address = admin.site.url.trim_start_matches("http://");
    let path = url.trim_start_matches(&admin.site.url);
    let cookie = admin.cookie.as_deref().unwrap();
    let head = format!(
        "PUT {path}?filename=last.txt HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nContent-Length: {length}\r\n\r\n"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

async fn spent(site: &Site) -> i64 {
    site.count("SELECT count(*) AS n FROM uploads WHERE status = 'uploading'").await
}

/// Blocks writers of uploads until the returned value is dropped.
fn hold(database: &TestDatabase) -> Option<AnyConn> {
    let (mut conn, lock) = match database.target() {
        Target::Sqlite(path) => (AnyConn::Sqlite(SqliteConnection::establish(path).ok()?), "BEGIN IMMEDIATE"),
        Target::Postgres(url) => {
            (AnyConn::Pg(PgConnection::establish(url).ok()?), "BEGIN; LOCK TABLE uploads IN SHARE MODE")
        }
    };
    conn.batch_execute(lock).ok()?;
    Some(conn)
}

/// Returns whether the file is complete. The local store marks the names of partial files.
fn is_whole(path: &Path) -> bool {
    !path.to_string_lossy().contains('#')
}

/// Creates a file that is in use and returns its path.
async fn keep(admin: &Caller<'_>) -> String {
    let path = admin.attach("kept.txt", b"Kept.").await;
    let lore = json!({ "title": "Kept", "content": "x", "category": "OTHER", "filePath": path });
    assert_eq!(admin.post("/api/submissions", lore).await.status, 201);
    path
}

async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let waited = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waited).await.expect("the expected state was not reached");
}
