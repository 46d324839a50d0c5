//! Made-up requests, valid ones and broken ones, to every operation: nothing is answered with a fault, and every
//! answer is one that the description of the API announces.

use crate::caller::Caller;
use crate::harness::Site;
use std::process::{Command, Stdio};

/// Always the same, so that a finding can be found again.
const SEED: &str = "20260101";
/// What no call may be answered with, or may lack.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";
/// What would end the caller's own session or close the site, and all calls after it would be refused alike.
const LEFT_OUT: [&str; 2] = ["logout", "updateSiteSettings"];
/// Changes, failed sign-ins and refusals.
const ENTRIES: &str = "SELECT count(*) AS n FROM audit_log";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_announced() {
    let site = Site::start(Site::database_on_sqlite()).await;
    let admin = site.administrator().await;
    admin.publish(&admin.submit("Something to find", "OTHER").await, 1).await;
    let user = site.user(&admin, "reader", 2).await;
    let other = site.second_admin(&admin, "fuzzer").await;
    let described = admin.get("/api/openapi.json").await;
    let path = site.database.folder().join("openapi.json");
    std::fs::write(&path, &described.bytes).unwrap();

    let examples = crate::times("FUZZ_EXAMPLES", 50);
    let mut written = site.count(ENTRIES).await;
    for (name, caller) in
        [("nobody", &site.anonymous()), ("a user of level 2", &user), ("an administrator", &other)]
    {
        let cases = fuzz(caller, path.to_str().unwrap(), examples).await;
        let session = caller.get("/api/user").await.status;
        assert_eq!(
            session,
            if caller.cookie.is_some() { 200 } else { 401 },
            "{name}: the session ended on the way"
        );
        // Whoever gets nowhere finds nothing: the calls have to come through to where the rules are.
        let before = std::mem::replace(&mut written, site.count(ENTRIES).await);
        assert!(written > before, "{name}: no call came through");
        let entries = written - before;
        crate::figure(&format!(
            "fuzz, {name}: {cases}; no fault, no answer that is not announced; {entries} audit entries"
        ));
    }
    assert_eq!(site.anonymous().get("/api/health/ready").await.status, 200);
}

/// What one caller did, in the words of the tool.
async fn fuzz(caller: &Caller<'_>, description: &str, examples: usize) -> String {
    #[expect(clippy::disallowed_methods, reason = "tests are told where the tool is by the environment")]
    let program = std::env::var("FACILITY_TEST_SCHEMATHESIS").expect("scripts/faults.sh fuzz sets it");
    let mut command = Command::new(program);
    command.args(["run", description, "--url", &caller.site.url]);
    command.args(["--phases", "examples,coverage,fuzzing", "--mode", "all", "--checks", CHECKS]);
    command.args(["--seed", SEED, "--max-examples", &examples.to_string(), "--generation-database", "none"]);
    // The cookie below is who calls; made-up ones would be nobody.
    command.args(["--generation-with-security-parameters", "false"]);
    command.args(["--request-timeout", "30", "--continue-on-failure", "--warnings", "off", "--no-color"]);
    for operation in LEFT_OUT {
        command.args(["--exclude-operation-id", operation]);
    }
    if let Some(cookie) = &caller.cookie {
        command.args(["-H", &format!("Cookie: {cookie}")]);
    }
    command.current_dir(caller.site.database.folder()).stdin(Stdio::null());
    let ran = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{told}\n{}", String::from_utf8_lossy(&ran.stderr));
    println!("{told}");
    let line = |of: &str| told.lines().find(|line| line.contains(of)).unwrap_or_default().trim().to_owned();
    let line = |of: &str| line(of).trim_start_matches("Tested: ").to_owned();
    let (operations, cases) = (line("Tested:"), line(" generated"));
    assert!(!operations.is_empty() && !cases.is_empty(), "{told}");
    format!("{examples} examples an operation and the edge cases; {operations} operations, {cases}")
}
