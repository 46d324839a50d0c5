//! A session that uploads many files at a time, as slowly as allowed, and leaves them unused.

use crate::caller::Caller;
use crate::figures::figure;
use crate::harness::{Site, on_s3};
use facility_infra::testing::TestDatabase;
use facility_infra::testing::s3::TestS3;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Number of slow uploads that the attacker tries to keep open: more than the server's limit with a bucket.
const SLOW: usize = 40;
/// Maximum number of concurrent uploads per user.
const IN_FLIGHT: usize = 3;
/// Time limit for another user's upload in the meantime.
const OTHERS_WITHIN: Duration = Duration::from_secs(2);

/// The attack uses a bucket, because it allows the fewest concurrent uploads. It runs on both databases.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_uploads_of_one_session_do_not_block_others_on_sqlite() {
    slow_uploads_do_not_block_others("SQLite", Site::database_on_sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_uploads_of_one_session_do_not_block_others_on_postgres() {
    let database = Site::database_on_postgres().expect("the attack tests need both databases");
    slow_uploads_do_not_block_others("PostgreSQL", database).await;
}

async fn slow_uploads_do_not_block_others(name: &str, database: TestDatabase) {
    let store = TestS3::start().unwrap();
    let site = Site::start_node(Arc::new(database), 1, on_s3(&store, "strict")).await;
    let admin = site.administrator().await;
    let attacker = site.user(&admin, "attacker", 1).await;
    let honest = site.user(&admin, "honest", 1).await;
    let urls = join_all((0..SLOW).map(|_| ticket(&attacker))).await;
    let mut bodies = join_all(urls.iter().map(|url| begin(&attacker, url))).await;
    let spent = "SELECT count(*) AS n FROM uploads WHERE status = 'uploading'";
    let deadline = Instant::now() + Duration::from_secs(10);
    while site.count(spent).await < i64::try_from(IN_FLIGHT).unwrap() && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let in_flight = site.count(spent).await;

    // Just fast enough to stay open, while another user uploads a whole file five times.
    let trickle = async {
        loop {
            for body in &mut bodies {
                // The refused uploads are closed by now.
                drop(body.write_all(&[b'a'; 2048]).await);
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let uploads = async {
        let mut slowest = Duration::ZERO;
        for n in 0..5 {
            let started = Instant::now();
            honest.attach(&format!("{n}.txt"), &vec![b'a'; 1024 * 1024]).await;
            slowest = slowest.max(started.elapsed());
        }
        slowest
    };
    let slowest = tokio::select! {
        () = trickle => unreachable!("it never ends"),
        slowest = uploads => slowest,
    };
    // A refused upload does not use up its ticket.
    let refused = refusals(&mut bodies).await;
    figure(&format!(
        "uploads ({name}, S3): one session begins {SLOW} uploads at about 10 KiB/s: {in_flight} in flight, {refused} \
         answered 429; another user's five uploads of 1 MiB in the meantime, the slowest in {} ms",
        slowest.as_millis()
    ));
    assert_eq!(in_flight, i64::try_from(IN_FLIGHT).unwrap());
    assert_eq!(refused, SLOW - IN_FLIGHT);
    assert!(slowest < OTHERS_WITHIN, "{slowest:?}");
    drop(bodies);
    quota(name, &site, &attacker).await;
}

/// Tests the quota: a hundred unused files, and 60 tickets an hour over all sessions of a user.
async fn quota(name: &str, site: &Site, attacker: &Caller<'_>) {
    let mut tickets = SLOW;
    let limited = loop {
        let answer = attacker.post("/api/objects/upload", json!({})).await;
        if answer.status != 200 {
            break answer;
        }
        tickets += 1;
    };
    assert_eq!((limited.status, limited.code(), tickets), (429, "rate_limited", 60));
    let again = site.sign_in("attacker", crate::harness::PASSWORD).await;
    let other_session = again.post("/api/objects/upload", json!({})).await;
    assert_eq!(other_session.code(), "rate_limited", "counted per user");

    let owner = attacker.get("/api/user").await.text("id");
    let rows = (0..100).map(|n| format!("('q{n}', 'q{n}', '{owner}', 'final', 1, 0, {})", i64::MAX));
    let rows: Vec<String> = rows.collect();
    let columns = "id, ticket_hash, owner_id, status, size, created_at, expires_at";
    site.execute(format!("INSERT INTO uploads ({columns}) VALUES {}; DELETE FROM rate_windows", rows.join(", "))).await;
    let full = attacker.post("/api/objects/upload", json!({})).await;
    figure(&format!(
        "uploads ({name}): {tickets} tickets in an hour for all sessions of a person, then 429; with 100 unused files: \
         {} {}",
        full.status,
        full.code()
    ));
    assert_eq!((full.status, full.code()), (409, "upload_quota"));
}

async fn ticket(caller: &Caller<'_>) -> String {
    let answer = caller.send(Method::POST, "/api/objects/upload", &[], None).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.text("uploadURL")
}

/// Starts an upload of 10 MB and sends its first bytes.
async fn begin(caller: &Caller<'_>, url: &str) -> TcpStream {
    let address = caller.site.url.trim_start_matches("http://");
    let path = url.trim_start_matches(&caller.site.url);
    let cookie = caller.cookie.as_deref().unwrap();
    let head = format!(
        "PUT {path}?filename=slow.txt HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\
         Content-Length: 10000000\r\n\r\naaaa"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// Counts the uploads that are refused with 429. The server continues to read for up to ten seconds, so that the
/// response arrives.
async fn refusals(bodies: &mut [TcpStream]) -> usize {
    let answers = bodies.iter_mut().map(async |body: &mut TcpStream| {
        let mut head = [0; 64];
        let read = tokio::time::timeout(Duration::from_secs(15), body.read(&mut head)).await;
        matches!(read, Ok(Ok(length)) if head[..length].starts_with(b"HTTP/1.1 429"))
    });
    join_all(answers).await.into_iter().filter(|is_refused| *is_refused).count()
}
