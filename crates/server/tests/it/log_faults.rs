//! A closed, full or stalled log does not affect requests and jobs.

use crate::logged::Logged;
use facility_infra::testing::TestDatabase;
use std::fs::File;
use std::io::Read as _;
use std::process::Stdio;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_log_stops_no_request_and_no_job() {
    let database = TestDatabase::sqlite().unwrap();
    let mut server = Logged::start(&database, Stdio::piped(), Stdio::piped());
    drop(server.child.stdout.take());
    let mut log = server.child.stderr.take().unwrap();
    assert_eq!(log.read(&mut [0]).unwrap(), 1);
    drop(log);
    server.until_ready().await;
    server.assert_unimpaired().await;
    server.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_log_stops_no_request_and_no_job() {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    let database = TestDatabase::sqlite().unwrap();
    let mut server = Logged::start(&database, full(), full());
    server.until_ready().await;
    server.assert_unimpaired().await;
    server.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_nobody_reads_stops_no_request_and_no_job() {
    let database = TestDatabase::sqlite().unwrap();
    let mut server = Logged::start(&database, Stdio::null(), Stdio::piped());
    let mut log = server.child.stderr.take().unwrap();
    server.until_ready().await;
    // More than a pipe holds.
    for _ in 0..2000 {
        assert_eq!(server.get("/api/health").await.unwrap(), 200);
    }
    server.assert_unimpaired().await;
    server.terminate();
    let mut text = String::new();
    log.read_to_string(&mut text).unwrap();
    assert!(text.len() >= 60 * 1024, "{} bytes: the pipe was not full", text.len());
}
