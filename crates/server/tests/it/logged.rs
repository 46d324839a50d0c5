//! A server whose standard output and log a test redirects.

use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use facility_infra::testing::port::TestPort;
use reqwest::{Client, StatusCode};
use serde_json::json;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::timeout;

const PASSWORD: &str = "brass-lantern-41";
const WITHIN: Duration = Duration::from_secs(20);

/// A running server on SQLite.
pub struct Logged {
    port: TestPort,
    metrics: TestPort,
    client: Client,
    pub child: Child,
}

impl Logged {
    pub fn start(database: &TestDatabase, stdout: Stdio, log: Stdio) -> Self {
        facility_infra::install_tls();
        let (port, metrics) = (TestPort::claim().unwrap(), TestPort::claim().unwrap());
        let Target::Sqlite(path) = database.target() else { panic!("these faults do not depend on the database") };
        let child = Command::new(env!("CARGO_BIN_EXE_facility"))
            .arg("serve")
            .current_dir(database.folder())
            .env("FACILITY_LISTEN", port.address())
            .env("FACILITY_METRICS_LISTEN", metrics.address())
            .env("FACILITY_DATABASE_URL", format!("sqlite:{path}"))
            .env("FACILITY_SECRET_KEY", "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")
            .env("FACILITY_ADMIN_PASSWORD", PASSWORD)
            .env("FACILITY_RATE_LIMITS", "open")
            .env("FACILITY_LOG_FILTER", "debug")
            .env("FACILITY_TEST_HASHES", "light")
            .stdout(stdout)
            .stderr(log)
            .spawn()
            .unwrap();
        let client = Client::builder().no_proxy().tls_certs_only([]).timeout(WITHIN).build().unwrap();
        Self { port, metrics, client, child }
    }

    pub async fn get(&self, path: &str) -> reqwest::Result<StatusCode> {
        Ok(self.client.get(format!("http://{}{path}", self.port.address())).send().await?.status())
    }

    pub async fn sign_in(&self) -> reqwest::Result<StatusCode> {
        let body = json!({ "username": "administrator", "password": PASSWORD });
        let login = self.client.post(format!("http://{}/api/login", self.port.address()));
        let login = login.header("content-type", "application/json").body(body.to_string());
        Ok(login.send().await?.status())
    }

    pub async fn until_ready(&self) {
        let ready = async {
            while self.get("/api/health/ready").await.ok() != Some(StatusCode::OK) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(WITHIN, ready).await.expect("the server did not become ready");
    }

    /// Returns the number of runs of the jobs that run every second.
    async fn runs(&self) -> u64 {
        let address = format!("http://{}/metrics", self.metrics.address());
        let text = self.client.get(address).send().await.unwrap().text().await.unwrap();
        assert!(!text.contains("outcome=\"restarted\""), "{text}");
        let jobs = ["announce_releases", "record_refusals", "anchor_audit_log"];
        let runs = jobs.map(|job| {
            let start = format!("facility_job_runs_total{{job=\"{job}\",outcome=\"done\"}} ");
            let line = text.lines().find_map(|line| line.strip_prefix(&start));
            line.map_or(0, |count| count.parse().unwrap())
        });
        *runs.iter().min().unwrap()
    }

    /// Sends requests of all kinds, and waits until the jobs have run again.
    pub async fn assert_unimpaired(&self) {
        let before = self.runs().await;
        for _ in 0..25 {
            assert_eq!(self.get("/api/health").await.unwrap(), StatusCode::OK);
            assert_eq!(self.sign_in().await.unwrap(), StatusCode::OK);
        }
        let run_again = async {
            while self.runs().await < before + 2 {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        timeout(WITHIN, run_again).await.expect("a job does not run any more");
    }

    pub fn terminate(&mut self) {
        crate::harness::signal(self.child.id(), "-TERM");
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        drop(self.child.kill()); // it may have ended already
        drop(self.child.wait());
    }
}
