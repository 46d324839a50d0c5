//! Files in a bucket, and requests while the bucket is unavailable.

use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use facility_infra::testing::s3::TestS3;
use reqwest::Method;
use serde_json::json;
use std::time::Duration;

on_each_database!(
    a_file_is_stored_in_a_bucket_and_read_back,
    server_survives_a_bucket_outage,
    purged_file_is_deleted_once_the_bucket_is_back,
);

async fn a_file_is_stored_in_a_bucket_and_read_back(database: TestDatabase) {
    let store = TestS3::start().unwrap();
    let site = Site::start_on_s3(database, &store).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    // A file of exactly the maximum size, which takes more than one part.
    let largest = vec![b'a'; 10_485_760];
    let path = author.attach("largest.txt", &largest).await;
    let lore = json!({ "title": "Long", "content": "Very.", "category": "OTHER", "filePath": path });
    let sent = author.post("/api/submissions", lore).await;
    let document = admin.publish(&sent.text("id"), 1).await;
    let reader = site.user(&admin, "reader", 1).await;
    let whole = reader.get(&path).await;
    assert!(whole.bytes == largest && whole.header("accept-ranges") == "bytes");
    let part = reader.send(Method::GET, &path, &[("range", "bytes=5242870-5242889")], None).await;
    assert_eq!(
        (part.status, part.header("content-range"), part.bytes.len()),
        (206, "bytes 5242870-5242889/10485760", 20)
    );
    assert_eq!(store.files("files").len(), 1);

    // One byte more is refused, with and without a declared length, and leaves nothing. So does a file whose content
    // does not match its type.
    for (name, bytes, status) in
        [("big.txt", vec![b'a'; 10_485_761], 413), ("fake.pdf", b"hello".to_vec(), 415), ("e.txt", vec![], 400)]
    {
        let url = author.post("/api/objects/upload", json!({})).await.text("uploadURL");
        let put = author.send(Method::PUT, &format!("{url}?filename={name}"), &[], Some(bytes)).await;
        assert_eq!(put.status, status, "{name}");
        assert_eq!(store.files("files").len(), 1, "{name}");
    }
    assert_eq!(author.delete(&format!("/api/documents/{document}")).await.status, 204);
    assert_eq!(store.files("files").len(), 1);
    assert_eq!(admin.delete(&format!("/api/admin/trash/{document}")).await.status, 204);
    assert!(store.files("files").is_empty());
    assert!(!site.database.folder().join("data/objects").exists(), "no files are stored outside the bucket");
}

async fn server_survives_a_bucket_outage(database: TestDatabase) {
    let mut store = TestS3::start().unwrap();
    let site = Site::start_on_s3(database, &store).await;
    let admin = site.administrator().await;
    let path = admin.attach("before.txt", b"Before.").await;
    for stalls in [false, true] {
        let url = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
        if stalls {
            store.stall(true);
        } else {
            store.stop();
        }
        // The readiness of the stores is cached for a second.
        tokio::time::sleep(Duration::from_millis(1100)).await;
        let named = format!("{url}?filename=a.txt");
        let answers = async {
            tokio::join!(
                admin.send(Method::PUT, &named, &[], Some(b"Meanwhile.".to_vec())),
                admin.get(&path),
                admin.get("/api/health/ready")
            )
        };
        // Twice the time limit of a call to the bucket.
        let answers = tokio::time::timeout(Duration::from_secs(40), answers).await;
        let (put, read, ready) = answers.expect("the server waits for the bucket");
        for answer in [&put, &read, &ready] {
            assert_eq!(answer.refusal(), (503, "unavailable"), "stalls: {stalls}");
            assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
        }
        // Requests that need no file still work.
        admin.submit("Meanwhile", "OTHER").await;

        if stalls {
            store.stall(false);
        } else {
            store.restart().unwrap();
        }
        let ready = async || admin.get("/api/health/ready").await.status == 200;
        until("the server recovers by itself", ready).await;
        assert_eq!(admin.get(&path).await.bytes, b"Before.");
        // The ticket is used up and its file cannot be claimed; a new ticket works.
        let refused = admin.send(Method::PUT, &named, &[], Some(b"Again.".to_vec())).await;
        assert_eq!(refused.refusal(), (409, "ticket_used"));
        assert_eq!(admin.put("/api/submission-files", json!({ "fileURL": url })).await.status, 400);
        let path = admin.attach("after.txt", b"After.").await;
        assert_eq!(admin.get(&path).await.bytes, b"After.");
    }
    let stored = "SELECT count(*) AS n FROM uploads WHERE status IN ('stored', 'final')";
    assert_eq!((site.count(stored).await, site.audited("upload_refused").await), (3, 2));
}

async fn purged_file_is_deleted_once_the_bucket_is_back(database: TestDatabase) {
    let mut store = TestS3::start().unwrap();
    let mut site = Site::start_on_s3(database, &store).await;
    let admin = site.administrator().await;
    let path = admin.attach("plan.txt", b"Plan.").await;
    let lore = json!({ "title": "Plan", "content": "x", "category": "OTHER", "filePath": path });
    let document = admin.publish(&admin.post("/api/submissions", lore).await.text("id"), 1).await;
    assert_eq!(admin.delete(&format!("/api/documents/{document}")).await.status, 204);
    store.stop();
    assert_eq!(admin.delete(&format!("/api/admin/trash/{document}")).await.status, 204);
    let complaint = async || site.logged().contains("an object remains in the store");
    until("the server logs that the object remains", complaint).await;
    assert_eq!(site.count("SELECT count(*) AS n FROM discarded_files").await, 1);
    site.kill();
    store.restart().unwrap();
    assert_eq!(store.files("files").len(), 1);
    // Expire the lease of the killed server.
    site.execute("DELETE FROM jobs".to_owned()).await;
    site.restart().await;
    until("the purged file is deleted", async || store.files("files").is_empty()).await;
    let forgotten = async || site.count("SELECT count(*) AS n FROM discarded_files").await == 0;
    until("nothing is left to delete", forgotten).await;
}
