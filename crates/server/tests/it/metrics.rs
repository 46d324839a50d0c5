//! The metrics port: its content, and that it is off by default.

use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use facility_infra::testing::port::TestPort;
use reqwest::Method;
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;

on_each_database!(requests_are_counted_by_route_pattern, metrics_port_is_off_by_default);

async fn requests_are_counted_by_route_pattern(database: TestDatabase) {
    let port = TestPort::claim().unwrap();
    let address = port.address();
    let mut site = Site::start_with(database, &[("RATE_LIMITS", "open"), ("METRICS_LISTEN", &address)]).await;
    let admin = site.administrator().await;
    let document = admin.publish(&admin.submit("Counted", "OTHER").await, 1).await;
    let upload = format!("/api/objects/upload/{}", "s3cret".repeat(7));
    assert_eq!(admin.get(&format!("/api/documents/{document}")).await.status, 200);
    assert_eq!(site.anonymous().get(&format!("/api/documents/{document}")).await.status, 401);
    assert!(site.anonymous().send(Method::PUT, &upload, &[], Some(vec![1])).await.status >= 400);
    assert_eq!(site.anonymous().get("/api/nothing-s3cret").await.status, 404);
    assert_eq!(site.anonymous().get("/documents/s3cret").await.status, 200);
    assert_eq!(site.anonymous().send(Method::HEAD, "/api/health", &[], None).await.status, 200);

    let response = site.anonymous().get(&format!("http://{address}/metrics")).await;
    assert_eq!(response.status, 200);
    assert!(response.header("content-type").starts_with("application/openmetrics-text"));
    assert_eq!(response.header("set-cookie"), "");
    let text = String::from_utf8(response.bytes).unwrap();
    for (method, path, status) in [
        ("GET", "/api/documents/{id}", 200),
        ("GET", "/api/documents/{id}", 401),
        ("PATCH", "/api/admin/submissions/{id}", 200),
        ("GET", "unknown", 404),
        ("GET", "page", 200),
        ("HEAD", "/api/health", 200),
    ] {
        let line =
            format!("facility_http_requests_total{{method=\"{method}\",path=\"{path}\",status=\"{status}\"}} 1\n");
        assert!(text.contains(&line), "{line} not in\n{text}");
    }
    assert!(text.contains("path=\"/api/objects/upload/{ticket}\""), "{text}");
    assert!(
        text.contains("facility_http_request_duration_seconds_count{method=\"GET\",path=\"/api/documents/{id}\"} 2\n"),
        "{text}"
    );
    assert!(text.contains("facility_http_requests_in_flight 0\n"), "{text}");
    let job = "job=\"anchor_audit_log\"";
    for name in ["last_run_timestamp_seconds", "last_duration_seconds"] {
        assert!(text.contains(&format!("facility_job_{name}{{{job}}} ")), "{name} not in\n{text}");
    }
    assert!(text.contains(&format!("facility_job_runs_total{{{job},outcome=\"done\"}} ")), "{text}");
    let runs = text.lines().filter(|line| line.starts_with("facility_job_runs_total"));
    assert!(runs.into_iter().all(|line| line.contains("outcome=\"done\"")), "{text}");
    assert!(!text.contains("s3cret") && !text.contains(&document), "{text}");

    // The port serves nothing else, and it closes with the server.
    assert_eq!(site.anonymous().get(&format!("http://{address}/api/health")).await.status, 404);
    assert!(site.terminate() < Duration::from_secs(10));
    assert!(TcpStream::connect(&address).is_err(), "the port outlived the server");
}

async fn metrics_port_is_off_by_default(database: TestDatabase) {
    let site = Site::start(database).await;
    for path in ["/metrics", "/api/metrics"] {
        assert_eq!(site.anonymous().get(path).await.refusal(), (404, "not_found"), "{path}");
    }
    let listening = listening(site.pid());
    assert_eq!(listening, 1, "the server listens on another port");
}

/// Counts the TCP ports on which a process listens, according to the kernel.
fn listening(pid: u32) -> usize {
    let links = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap();
    let targets = links.filter_map(|link| std::fs::read_link(link.unwrap().path()).ok());
    let sockets: Vec<String> = targets
        .filter_map(|target| {
            let target = target.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?;
            Some(target.to_owned())
        })
        .collect();
    let table = std::fs::read_to_string(format!("/proc/{pid}/net/tcp")).unwrap();
    let listens = |line: &&str| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        columns.get(3) == Some(&"0A") && columns.get(9).is_some_and(|inode| sockets.iter().any(|s| s == inode))
    };
    table.lines().filter(listens).count()
}

/// A server that cannot bind the address fails before it creates anything.
#[test]
fn metrics_address_in_use_prevents_the_start() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let ended = Command::new(env!("CARGO_BIN_EXE_facility"))
        .args(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", &address])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(!ended.status.success());
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains(&format!("metrics_listen: cannot bind {address}")), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a file was created");
}
