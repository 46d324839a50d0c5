//! The demo: a facility filled with lore, which can be explored with its listed accounts, and which deletes its data
//! when it ends.

use crate::caller::{Caller, cookie_of};
use crate::harness::{Site, signal};
use facility_infra::testing::port::TestPort;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The document that is released some days after the start.
const SCHEDULED: &str = "Order of the Evening, Midwinter";

/// A row of the table that the demo prints.
struct Row {
    name: String,
    password: String,
    key: String,
    level: i64,
    note: String,
}

/// A running demo. Dropping it ends the process.
struct Demo {
    child: Child,
    printed: Vec<String>,
}

impl Demo {
    /// Starts a demo below `folder` and reads its output until it serves requests.
    fn start(folder: &Path, url: &str) -> Self {
        let mut child = command(folder).args(["demo", "--listen", url.trim_start_matches("http://")]).spawn().unwrap();
        let mut printed = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            printed.push(line.unwrap());
            if printed.last().unwrap().starts_with("Facility Terminal is running at") {
                break;
            }
        }
        Self { child, printed }
    }

    fn rows(&self) -> Vec<Row> {
        let table = self.printed.iter().skip_while(|line| !line.contains("ACCOUNT"));
        let rows = table.skip(1).take_while(|line| !line.is_empty());
        rows.map(|line| {
            let cells: Vec<&str> = line.split_whitespace().collect();
            let cell = |n: usize| cells[n].to_owned();
            let level = cells[3].parse().unwrap();
            Row { name: cell(0), password: cell(1), key: cell(2), level, note: cells[4..].join(" ") }
        })
        .collect()
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // The process may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facility"));
    command.current_dir(folder).env("TMPDIR", folder).env("FACILITY_LOG_FILTER", "warn");
    command.stdout(Stdio::piped()).stderr(Stdio::inherit());
    command
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_demo_account_signs_in_and_the_demo_leaves_nothing() {
    let site = Site::start(Site::database_on_sqlite()).await;
    let folder = tempfile::tempdir().unwrap();
    let claimed = TestPort::claim().unwrap();
    let (port, url) = (claimed.number(), format!("http://{}", claimed.address()));
    let mut demo = {
        let (folder, url) = (folder.path().to_owned(), url.clone());
        // With a time limit, because the line may never appear.
        let started = tokio::task::spawn_blocking(move || Demo::start(&folder, &url));
        tokio::time::timeout(Duration::from_mins(1), started).await.expect("the demo did not become ready").unwrap()
    };
    assert!(demo.printed.last().unwrap().ends_with(&format!("http://localhost:{port}")));
    assert_eq!(entries(folder.path()), 1);

    let rows = demo.rows();
    let mut seen = Vec::new();
    for Row { name, password, key, level, note } in &rows {
        let nobody = Caller { site: &site, cookie: None };
        let origin = format!("http://localhost:{port}");
        let headers = [("content-type", "application/json"), ("origin", origin.as_str())];
        let body = json!({ "username": name, "password": password, "accessKey": key });
        let login = format!("{url}/api/login");
        let body = Some(body.to_string().into_bytes());
        let answer = nobody.send(reqwest::Method::POST, &login, &headers, body).await;
        if note.starts_with("waiting") {
            assert_eq!(answer.refusal(), (403, "not_approved"), "{name}");
            continue;
        }
        assert_eq!(answer.status, 200, "{name}: {}", answer.body);
        let caller = Caller { site: &site, cookie: Some(cookie_of(&answer)) };
        let documents = caller.get(&format!("{url}/api/documents")).await;
        let list = documents.body.as_array().unwrap();
        let levels = || list.iter().map(|document| document["clearanceLevel"].as_i64().unwrap());
        assert_eq!(levels().max(), Some(*level), "{name} reads up to its own level and no higher");
        assert_eq!(levels().min(), Some(1));
        seen.push((*level, list.len()));
        let dates: Vec<&str> = list.iter().map(|document| document["createdAt"].as_str().unwrap()).collect();
        assert!(dates.is_sorted_by(|newer, older| newer >= older), "{name} sees the newest first: {dates:?}");

        let queue = caller.get(&format!("{url}/api/admin/submissions")).await;
        if note.starts_with("administrator") {
            let waiting = queue.body.as_array().unwrap();
            let half = waiting.iter().filter(|one| one["approvalStep"] == 2).count();
            assert!(waiting.len() >= 12 && half >= 2, "{} are pending, {half} of them partly approved", waiting.len());
        } else {
            assert_eq!(queue.code(), "admin_only");
            let scheduled = titled(&documents.body, SCHEDULED);
            assert_eq!(scheduled, None, "{name} does not see what is not released yet");
        }
        if *level == 1 {
            let mut own = caller.get(&format!("{url}/api/user/submissions")).await.body;
            let own: &mut Vec<Value> = own.as_array_mut().unwrap();
            own.retain(|one| one["status"] == "rejected");
            assert!(!own.is_empty() && own.iter().all(|one| one["reviewComments"].is_string()));
            let carried = list.iter().find_map(|document| document["filePath"].as_str()).unwrap();
            assert_eq!(caller.get(&format!("{url}{carried}")).await.status, 200);
        }
        check_document_with_comments(&caller, &url, *level).await;
        if name == "ottilie-vane" {
            check_control_panel(&caller, &url).await;
        }
        if name == "tomas-reik" {
            let news = caller.get(&format!("{url}/api/user/notifications")).await.body;
            let kinds: Vec<&str> = news.as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
            assert!(kinds.contains(&"submission_approved") && kinds.contains(&"edit_rejected"), "{kinds:?}");
        }
    }
    assert_eq!((rows.len(), seen.len()), (12, 8));
    assert!(seen[..5].windows(2).all(|pair| pair[0] < pair[1]), "each level shows more documents: {seen:?}");

    signal(demo.child.id(), "-TERM");
    assert!(demo.child.wait().unwrap().success());
    assert_eq!(entries(folder.path()), 0, "the scratch folder is deleted");
}

/// Returns the document with this title from a list.
fn titled<'a>(list: &'a Value, title: &str) -> Option<&'a Value> {
    list.as_array().unwrap().iter().find(|document| document["title"] == title)
}

/// Checks that each level sees its part of the history of the reservoir, which has withheld passages, a broken link and
/// comments.
async fn check_document_with_comments(caller: &Caller<'_>, url: &str, level: i64) {
    let list = caller.get(&format!("{url}/api/documents")).await.body;
    let id = titled(&list, "The Harrow Reservoir, a Short History").unwrap()["id"].as_str().unwrap().to_owned();
    let document = caller.get(&format!("{url}/api/documents/{id}")).await.body;
    let above: Vec<i64> = (2..=5).filter(|portion| *portion > level).collect();
    assert_eq!(document["withheldLevels"], json!(above));
    let links = document["links"].as_array().unwrap();
    let linked = |label: &str| links.iter().find(|link| link["label"] == label).map(|link| link["id"].is_string());
    assert_eq!(linked("How to Use the Stairs"), Some(true));
    assert_eq!(linked("A Register of Questions"), Some(false));
    assert_eq!(linked("The Red Door"), (level >= 3).then_some(true));
    let comments = caller.get(&format!("{url}/api/documents/{id}/comments")).await.body;
    let comments = comments.as_array().unwrap();
    let of = |member: &str| comments.iter().filter(|comment| comment[member].is_string()).count();
    assert_eq!((comments.len(), of("content")), (6, 5), "one of them is deleted");
    let authors: BTreeSet<&str> = comments.iter().map(|comment| comment["authorUsername"].as_str().unwrap()).collect();
    assert!(authors.len() >= 4);
    assert_eq!(titled(&list, "Notice: A Glove, Left Hand"), None, "it is in the trash");
}

/// Checks what administrators find besides the review queue: the trash, custom templates, and a scheduled document.
async fn check_control_panel(caller: &Caller<'_>, url: &str) {
    let trash = caller.get(&format!("{url}/api/admin/trash")).await.body;
    assert_eq!(trash.as_array().unwrap().len(), 2);
    let templates = caller.get(&format!("{url}/api/templates")).await.body;
    assert!(templates.as_array().unwrap().iter().any(|template| template["name"] == "Canteen Notice"));
    let all = caller.get(&format!("{url}/api/admin/documents")).await.body;
    let scheduled = titled(&all, SCHEDULED).unwrap();
    assert!(scheduled["scheduledReleaseAt"].is_string(), "{scheduled}");
    let requests = caller.get(&format!("{url}/api/admin/archive-requests")).await.body;
    assert_eq!(requests.as_array().unwrap().len(), 2);
}

#[test]
fn demo_changes_no_existing_data_and_listens_on_loopback_only() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().join("there");
    std::fs::create_dir(&there).unwrap();
    let sqlite = format!("sqlite:{}", there.join("facility.sqlite").display());
    for (setting, value) in [
        ("LISTEN", "0.0.0.0:0"),
        ("METRICS_LISTEN", "0.0.0.0:0"),
        ("DATA_DIR", there.to_str().unwrap()),
        ("DATABASE_URL", sqlite.as_str()),
        ("DATABASE_URL", "postgres://127.0.0.1/there"),
        ("OBJECT_STORE_URL", "s3://there"),
    ] {
        let run = command(folder.path())
            .env("FACILITY_LISTEN", "127.0.0.1:0")
            .env(format!("FACILITY_{setting}"), value)
            .arg("demo")
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(!run.status.success() && said.contains(&setting.to_lowercase()), "{setting}: {said}");
    }
    assert_eq!((entries(folder.path()), entries(&there)), (1, 0));
}
