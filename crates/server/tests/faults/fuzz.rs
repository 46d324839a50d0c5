//! Generated requests, valid and invalid, to every operation: no response is a server error, and every response is
//! one that the API description allows.

use crate::harness::Site;
use std::path::Path;
use std::process::{Command, Stdio};

/// The seed is constant, so that failures can be reproduced.
const SEED: &str = "20260101";
/// The checks of each response.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";
/// Number of accounts per kind of caller. There are several, because generated requests find real ids in responses, and
/// delete accounts or remove their rights.
const ACCOUNTS: u16 = 24;
/// Number of sessions per account. There are more sessions than requests, so that signing out does not end the session
/// of another request.
const SESSIONS: u16 = 500;
/// Counts audit entries: changes, failed sign-ins and refusals.
const ENTRIES: &str = "SELECT count(*) AS n FROM audit_log";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_response_matches_the_api_description() {
    let site = Site::start(Site::database_on_sqlite()).await;
    let admin = site.administrator().await;
    admin.publish(&admin.submit("Something to find", "OTHER").await, 1).await;
    let described = admin.get("/api/openapi.json").await;
    let path = site.database.folder().join("openapi.json");
    std::fs::write(&path, &described.bytes).unwrap();

    let examples = crate::times("FUZZ_EXAMPLES", 50);
    // Administrators come last, because one of them may lock the site.
    for (n, name) in (0_u16..).zip(["nobody", "users of level 2", "administrators"]) {
        let mut sessions = Vec::new();
        for account in (0..ACCOUNTS).filter(|_| n > 0) {
            let (username, first) = (format!("fuzzer-{n}-{account}"), (n * ACCOUNTS + account) * SESSIONS);
            let caller =
                if n == 1 { site.user(&admin, &username, 2).await } else { site.admin_of(&admin, &username, 5).await };
            let id = caller.get("/api/user").await.text("id");
            sessions.push(site.open_sessions(&id, first, SESSIONS).await);
        }
        // Interleaved, so that consecutive requests use different accounts.
        let turns = (0..usize::from(SESSIONS)).flat_map(|turn| sessions.iter().map(move |of| of[turn].cookie.clone()));
        let cookies: Vec<String> = turns.flatten().collect();
        let before = site.count(ENTRIES).await;
        let cases = fuzz(&site, &path, &cookies, examples).await;
        let entries = site.count(ENTRIES).await - before;
        let mut left = 0;
        for session in sessions.iter().filter_map(|of| of.last()) {
            left += usize::from(session.get("/api/user").await.status == 200);
        }
        assert!(left * 2 >= sessions.len(), "{name}: most of the accounts were lost: {left} left");
        // Requests that fail early prove nothing: some must pass validation.
        assert!(entries > 0, "{name}: no request passed validation");
        crate::figure(&format!(
            "fuzz, {name} ({} accounts, {left} of them left): {cases}; no fault, no answer that is not announced; \
             {entries} audit entries",
            sessions.len()
        ));
    }
    assert_eq!(site.anonymous().get("/api/health/ready").await.status, 200);
}

/// Runs the tool with these cookies, one per request, and returns its summary.
async fn fuzz(site: &Site, description: &Path, cookies: &[String], examples: usize) -> String {
    #[expect(clippy::disallowed_methods, reason = "the environment names the tool")]
    let program = std::env::var("FACILITY_TEST_SCHEMATHESIS").expect("scripts/faults.sh fuzz sets it");
    let mut command = Command::new(program);
    command.arg("run").arg(description).args(["--url", &site.url]);
    command.args(["--phases", "examples,coverage,fuzzing", "--mode", "all", "--checks", CHECKS]);
    command.args(["--seed", SEED, "--max-examples", &examples.to_string(), "--generation-database", "none"]);
    // The session is set below; a generated cookie would be anonymous.
    command.args(["--generation-with-security-parameters", "false"]);
    command.args(["--request-timeout", "30", "--continue-on-failure", "--warnings", "off", "--no-color"]);
    let folder = site.database.folder();
    if !cookies.is_empty() {
        let file = folder.join("cookies");
        std::fs::write(&file, cookies.join("\n")).unwrap();
        command.env("FACILITY_TEST_COOKIES", file).env("SCHEMATHESIS_HOOKS", "sessions");
        command.env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults"));
        command.env("PYTHONDONTWRITEBYTECODE", "1");
    }
    command.current_dir(folder).stdin(Stdio::null());
    let ran = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let printed = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{printed}\n{}", String::from_utf8_lossy(&ran.stderr));
    println!("{printed}");
    let line = |of: &str| printed.lines().find(|line| line.contains(of)).unwrap_or_default().trim().to_owned();
    let line = |of: &str| line(of).trim_start_matches("Tested: ").to_owned();
    let (operations, cases) = (line("Tested:"), line(" generated"));
    assert!(!operations.is_empty() && !cases.is_empty(), "{printed}");
    format!("{examples} examples an operation and the edge cases; {operations} operations, {cases}")
}
