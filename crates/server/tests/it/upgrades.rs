//! Upgrades: this version on the data of each earlier release, in `tests/released/VERSION`.
//!
//! If `WRITE_RELEASED` is set, the first test instead writes the data of this version: a database of each kind, and
//! what two users see of it. This is done once for each release (docs/RELEASING.md).

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection, SqliteConnection};
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

on_each_database![every_release_is_upgraded_without_loss];

const RELEASED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/released");
/// The compared responses: everything in the response of the release must also be in the current one.
const SEEN_BY_READER: [&str; 8] = [
    "/api/documents?q=lantern",
    "/api/documents",
    "/api/user/drafts",
    "/api/user/submissions",
    "/api/user/notifications",
    "/api/user",
    "/api/archive/sections",
    "/api/templates",
];
const SEEN_BY_ADMINISTRATOR: [&str; 6] = [
    "/api/documents",
    "/api/admin/submissions",
    "/api/document-edits",
    "/api/admin/trash",
    "/api/admin/users",
    "/api/archive/sections?inactive=true",
];

async fn every_release_is_upgraded_without_loss(database: TestDatabase) {
    #[expect(clippy::disallowed_methods, reason = "the environment asks for the files")]
    if std::env::var("WRITE_RELEASED").is_ok() {
        write(database).await;
        return;
    }
    let mut releases: Vec<PathBuf> = std::fs::read_dir(RELEASED).unwrap().map(|entry| entry.unwrap().path()).collect();
    releases.sort();
    assert!(!releases.is_empty(), "no release in {RELEASED}");
    for release in releases {
        upgrade(&release, matches!(database.target(), Target::Sqlite(_))).await;
    }
}

async fn upgrade(release: &Path, on_sqlite: bool) {
    let file = |name: &str| std::fs::read(release.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let kind = if on_sqlite { "sqlite" } else { "postgres" };
    let stored = zstd::decode_all(&*file(&format!("{kind}.sql.zst"))).unwrap();
    let stored = String::from_utf8(stored).unwrap();
    let expected: Value = serde_json::from_slice(&file(&format!("{kind}.json"))).unwrap();
    let database =
        if on_sqlite { TestDatabase::empty_sqlite() } else { TestDatabase::empty_postgres(&server()) }.unwrap();
    match database.target() {
        Target::Sqlite(path) => SqliteConnection::establish(path).unwrap().batch_execute(&stored).unwrap(),
        Target::Postgres(url) => PgConnection::establish(url).unwrap().batch_execute(&stored).unwrap(),
    }
    // Set the clock to the time of the release, so that nothing has expired.
    let elapsed = i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_micros()).unwrap();
    let ahead = expected["written_at"].as_i64().unwrap() - elapsed;
    std::fs::write(database.folder().join("clock"), ahead.to_string()).unwrap();

    let mut site = Site::start(database).await;
    let found = seen(&site).await;
    assert_holds(&format!("{}, {kind}", release.display()), &expected["seen"], &found);
    // The upgraded data can also be changed.
    let reader = site.sign_in("reader", PASSWORD).await;
    let sent = reader.submit("After the upgrade", "OTHER").await;
    site.administrator().await.publish(&sent, 1).await;
    assert_eq!(reader.get("/api/documents?q=upgrade").await.body.as_array().unwrap().len(), 1);
    let upgraded = facility_infra::testing::schema(site.direct()).await.unwrap();
    site.terminate();
    let verified = site.facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../migrations/schema.{kind}.sql"));
    assert!(upgraded == std::fs::read_to_string(path).unwrap(), "{}: another schema", release.display());
}

/// Returns the responses to both users by path.
async fn seen(site: &Site) -> Value {
    let mut seen = Map::new();
    let people = [
        (site.sign_in("reader", PASSWORD).await, SEEN_BY_READER.as_slice()),
        (site.administrator().await, SEEN_BY_ADMINISTRATOR.as_slice()),
    ];
    for (index, (person, paths)) in people.iter().enumerate() {
        let mut paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        for id in person.get("/api/documents").await.each("id") {
            let of = |part: &str| format!("/api/documents/{id}{part}");
            paths.extend([of(""), of("/versions"), of("/comments")]);
        }
        for path in paths {
            let answer = person.get(&path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            seen.insert(format!("{index} {path}"), answer.body);
        }
    }
    seen.into()
}

/// Asserts that `found` contains everything in `expected`, except what this test itself changes.
fn assert_holds(at: &str, expected: &Value, found: &Value) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (name, value) in expected.iter().filter(|(name, _)| !changes_by_reading(name)) {
                assert_holds(&format!("{at} {name}"), value, found.get(name).unwrap_or(&Value::Null));
            }
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            for (index, item) in expected.iter().enumerate() {
                // Read notifications move after unread ones, so compare items by id.
                let same = found.iter().find(|other| !item["id"].is_null() && other["id"] == item["id"]);
                assert_holds(&format!("{at} {index}"), item, same.unwrap_or(&found[index]));
            }
        }
        _ => assert_eq!(expected, found, "{at}"),
    }
}

fn changes_by_reading(name: &str) -> bool {
    ["openedVersion", "mark", "lastActivity", "lastLoginAttempt", "readAt"].contains(&name)
}

fn server() -> String {
    #[expect(clippy::disallowed_methods, reason = "the environment names the test server")]
    std::env::var("FACILITY_TEST_POSTGRES_URL").unwrap()
}

/// Fills a database, and writes it together with what the users see of it.
async fn write(database: TestDatabase) {
    let mut site = Site::start(database).await;
    fill(&site).await;
    let written_at = site.now().as_micros();
    let seen = seen(&site).await;
    site.terminate();
    let (kind, stored) = match site.database.target() {
        Target::Sqlite(path) => ("sqlite", dump("sqlite3", &[path, ".dump"])),
        Target::Postgres(url) => ("postgres", dump("pg_dump", &["--no-owner", "--inserts", url])),
    };
    let folder = Path::new(RELEASED).join(env!("CARGO_PKG_VERSION"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{kind}.sql.zst")), zstd::encode_all(stored.as_bytes(), 19).unwrap()).unwrap();
    let expected = serde_json::to_string_pretty(&json!({ "written_at": written_at, "seen": seen })).unwrap();
    std::fs::write(folder.join(format!("{kind}.json")), expected + "\n").unwrap();
}

/// Returns the database as SQL, without commands that only the program's own shell understands.
fn dump(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('\\') && !line.contains("set_config('search_path'"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Creates one item of each kind: submissions and edits in each state, archive, trash, comments, drafts and templates.
async fn fill(site: &Site) {
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 2).await;
    let author = site.user(&admin, "author", 3).await;
    site.register("waiting", "subject").await;
    let text =
        "# The lantern\n\nIt burns {{3|below the red door}} and *nobody* tends it.\n\n:::level 3\nBut one does.\n:::\n";
    let lore = json!({ "title": "The lantern", "content": text, "category": "SITE" });
    let lantern = admin.publish(&author.post("/api/submissions", lore).await.text("id"), 2).await;
    let mut ids = Vec::new();
    for (title, category, level) in [("Site 19", "SITE", 1), ("Nine stairs", "ENTITY", 3), ("A pump", "OTHER", 1)] {
        ids.push(admin.publish(&author.submit(title, category).await, level).await);
    }
    let incident = json!({ "title": "Outage", "content": "[[The lantern]] went out.", "category": "INCIDENT" });
    let incident = author.post("/api/submissions", incident).await;
    assert_eq!(incident.status, 201, "{}", incident.body);
    admin.publish(&incident.text("id"), 1).await;
    author.submit("Still waiting", "OTHER").await;
    reject(&admin, &reader.submit("Not this one", "OTHER").await).await;

    let edit = |content: &str| {
        json!({ "title": "The lantern", "content": content, "category": "SITE", "clearanceLevel": 2,
            "baseVersion": 1, "changeDescription": "The oil" })
    };
    let proposed = author.post(&format!("/api/documents/{lantern}/edit"), edit(&text.replace("burns", "smokes"))).await;
    assert_eq!(proposed.status, 201, "{}", proposed.body);
    let decided = json!({ "status": "approved" });
    let decided = admin.patch(&format!("/api/document-edits/{}", proposed.text("id")), decided).await;
    assert_eq!(decided.status, 200, "{}", decided.body);
    let other = json!({ "title": "Site 19", "content": "Closed.", "category": "SITE", "clearanceLevel": 1,
        "baseVersion": 1, "changeDescription": "Closed" });
    assert_eq!(author.post(&format!("/api/documents/{}/edit", ids[0]), other).await.status, 201);

    let comments = format!("/api/documents/{lantern}/comments");
    let first = reader.post(&comments, json!({ "content": "Who filled it, @author?" })).await;
    let answer = json!({ "content": "I did.", "answersTo": first.text("id") });
    assert_eq!(author.post(&comments, answer).await.status, 201);
    let section = admin.post("/api/archive/sections", json!({ "name": "Old wing" })).await.text("id");
    crate::archive::archive(&admin, &ids[1], &section).await;
    assert_eq!(author.delete(&format!("/api/documents/{}", ids[2])).await.status, 204);
    let draft = json!({ "title": "Half a thought", "content": "It began" });
    assert_eq!(reader.post("/api/user/drafts", draft).await.status, 201);
    let template = json!({ "name": "Patrol report", "category": "SITE", "content": "## Rounds",
        "requiredClearanceLevel": 1, "description": "Rounds of a wing." });
    assert_eq!(admin.post("/api/templates", template).await.status, 201);
    let theme = json!({ "theme": "amber-crt" });
    assert_eq!(reader.patch("/api/user/settings", theme).await.status, 200);
}

async fn reject(admin: &Caller<'_>, submission: &str) {
    let body = json!({ "status": "rejected", "comments": "Too short to file." });
    let answer = admin.patch(&format!("/api/admin/submissions/{submission}"), body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}
