//! Documents with a release date: before it, only administrators see them; then they appear everywhere.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::time::Duration;

on_each_database!(
    before_its_release_a_document_exists_for_administrators_only,
    the_reviewer_keeps_replaces_or_clears_the_date,
);

const HOUR: Duration = Duration::from_hours(1);

/// Publishes a document of the caller that is released at this time, and returns its id.
async fn scheduled(author: &Caller<'_>, admin: &Caller<'_>, title: &str, at: &str, file: Option<&str>) -> String {
    let lore = json!({ "title": title, "content": format!("A lantern in {title}."), "category": "OTHER",
        "filePath": file, "scheduledReleaseAt": at });
    let sent = author.post("/api/submissions", lore).await;
    assert_eq!((sent.status, sent.text("scheduledReleaseAt").as_str()), (201, at));
    admin.publish(&sent.text("id"), 1).await
}

/// The numbers of documents that a reader finds in each way.
#[derive(Debug, PartialEq, Eq)]
struct Findings {
    listed: usize,
    total: String,
    accessible: String,
    searched: usize,
    counted: String,
    suggested: bool,
    labelled: usize,
    archived: usize,
    in_section: String,
    visible: u64,
    latest: usize,
}

/// Searches for documents with the word "lantern", by the label of `id`, and in this section.
async fn find(reader: &Caller<'_>, id: &str, section: &str) -> Findings {
    let length = |answer: &Answer| answer.body.as_array().map_or(0, Vec::len);
    let listed = reader.get("/api/documents?limit=50").await;
    let searched = reader.get("/api/documents?q=lantern&view=summary&limit=50").await;
    let suggested = reader.get("/api/documents/suggestions?q=lantren").await;
    let label = id.get(..8).unwrap();
    let labelled = reader.get(&format!("/api/documents?id={label}")).await;
    let archived = reader.get(&format!("/api/archive/documents/{section}?limit=50")).await;
    let sections = reader.get("/api/archive/sections").await;
    let board = reader.get("/api/user/board").await.body;
    Findings {
        listed: length(&listed),
        total: listed.header("x-total-count").to_owned(),
        accessible: searched.header("x-accessible-count").to_owned(),
        searched: length(&searched),
        counted: searched.header("x-total-count").to_owned(),
        suggested: suggested.body == json!(["lantern"]),
        labelled: length(&labelled),
        archived: length(&archived),
        in_section: format!("{} {}", archived.header("x-total-count"), sections.body[0]["documentCount"]),
        visible: board["visible"].as_u64().unwrap(),
        latest: board["latest"].as_array().unwrap().len(),
    }
}

async fn before_its_release_a_document_exists_for_administrators_only(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let reader = site.user(&admin, "reader", 2).await;
    let section = admin.post("/api/archive/sections", json!({ "name": "Winter" })).await.text("id");
    let file = author.attach("lantern.txt", b"A drawing of the lantern.").await;
    let at = site.now().plus(HOUR).to_string();
    let id = scheduled(&author, &admin, "The cellar", &at, Some(&file)).await;
    let archived = scheduled(&admin, &admin, "The old cellar", &at, None).await;
    let path = format!("/api/documents/{archived}/request-archive");
    assert_eq!(admin.post(&path, json!({ "sectionId": section })).await.status, 200);

    let nothing = find(&reader, &id, &section).await;
    let none = Findings {
        listed: 0,
        total: "0".to_owned(),
        accessible: "0".to_owned(),
        searched: 0,
        counted: "0".to_owned(),
        suggested: false,
        labelled: 0,
        archived: 0,
        in_section: "0 0".to_owned(),
        visible: 0,
        latest: 0,
    };
    assert_eq!(nothing, none);
    assert_eq!(find(&author, &id, &section).await, none, "its owner has to wait as well");
    let path = format!("/api/documents/{id}");
    for (caller, of) in [(&reader, &path), (&author, &path), (&reader, &file)] {
        assert_eq!(caller.get(of).await.status, 404, "{of}");
    }
    assert_eq!(author.get(&file).await.status, 200, "the submission has it");
    assert_eq!(author.get(&format!("/api{file}/text")).await.status, 200);
    let all = Findings {
        listed: 1,
        total: "1".to_owned(),
        accessible: "1".to_owned(),
        searched: 1,
        counted: "1".to_owned(),
        suggested: true,
        labelled: 1,
        archived: 1,
        in_section: "1 1".to_owned(),
        visible: 1,
        latest: 1,
    };
    assert_eq!(find(&admin, &id, &section).await, all, "administrators see it");
    assert_eq!(admin.get(&format!("/api/documents/{id}")).await.text("scheduledReleaseAt"), at);

    site.set_clock(HOUR.checked_sub(Duration::from_secs(20)).unwrap());
    let again = async |name: &str| site.sign_in(name, crate::harness::PASSWORD).await;
    assert_eq!(find(&again("reader").await, &id, &section).await, none, "right before");
    site.set_clock(HOUR);
    let (reader, author) = (again("reader").await, again("author").await);
    assert_eq!(find(&reader, &id, &section).await, all, "right after");
    assert_eq!(find(&author, &id, &section).await, all);
    for (caller, of) in [(&reader, &path), (&author, &path), (&reader, &file), (&author, &file)] {
        assert_eq!(caller.get(of).await.status, 200, "{of}");
    }
}

async fn the_reviewer_keeps_replaces_or_clears_the_date(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 1).await;
    let requested = site.now().plus(HOUR).to_string();
    let later = site.now().plus(HOUR * 2).to_string();
    let past = site.now().minus(HOUR).to_string();
    for (name, decision, expected, status) in [
        ("kept", json!({}), Some(&requested), 404),
        ("replaced", json!({ "scheduledReleaseAt": later }), Some(&later), 404),
        ("cleared", json!({ "scheduledReleaseAt": null }), None, 200),
        ("past", json!({ "scheduledReleaseAt": past }), Some(&past), 200),
    ] {
        let lore = json!({ "title": name, "content": "A", "category": "OTHER", "scheduledReleaseAt": requested });
        let submission = admin.post("/api/submissions", lore).await.text("id");
        let mut review = json!({ "status": "approved", "clearanceLevel": 1 });
        review.as_object_mut().unwrap().extend(decision.as_object().unwrap().clone());
        let reviewed = admin.patch(&format!("/api/admin/submissions/{submission}"), review).await;
        assert_eq!(reviewed.status, 200, "{}", reviewed.body);
        let path = format!("/api/documents/{}", reviewed.text("documentId"));
        let shown = admin.get(&path).await.body["scheduledReleaseAt"].clone();
        assert_eq!(shown.as_str(), expected.map(String::as_str), "{name}");
        assert_eq!(reader.get(&path).await.status, status, "{name}");
    }
    let lore = json!({ "title": "A", "content": "A", "category": "OTHER", "scheduledReleaseAt": "tomorrow" });
    let refused = admin.post("/api/submissions", lore).await;
    assert_eq!((refused.status, refused.body["fields"][0]["field"].as_str()), (400, Some("scheduledReleaseAt")));
}

/// How soon a release reaches screens, measured with nothing beside it.
mod timed {
    use super::*;
    use crate::socket::Socket;
    use crate::waiting::until;
    use std::time::Instant;

    on_each_database!(a_release_reaches_open_screens_within_two_seconds);

    async fn a_release_reaches_open_screens_within_two_seconds(database: TestDatabase) {
        let site = Site::start(database).await;
        let admin = site.administrator().await;
        let reader = site.user(&admin, "reader", 1).await;
        let marked = async || site.count("SELECT count(*) AS n FROM jobs WHERE mark IS NOT NULL").await == 1;
        until("the first run of the job", marked).await;
        let due = Instant::now() + Duration::from_mins(1);
        let at = site.now().plus(Duration::from_mins(1)).to_string();
        let id = scheduled(&admin, &admin, "The cellar", &at, None).await;
        let health = async || site.anonymous().get("/api/health").await.text("timestamp");
        // Wait until the events of the publication itself have been sent.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let mut screen = Socket::open(&reader).await;
        assert!(screen.is_quiet().await);
        let before = health().await;
        // Set the clock to two seconds before the release, however long the setup took.
        let ahead = due.duration_since(Instant::now()).checked_sub(Duration::from_secs(2)).unwrap();
        site.set_clock(ahead);
        let due = due.checked_sub(ahead).unwrap();
        assert_eq!(screen.until("documents").await, ["documents"]);
        let late = Instant::now().saturating_duration_since(due);
        assert!(Instant::now() >= due && late < Duration::from_secs(2), "{late:?} after the release");
        assert_eq!(reader.get(&format!("/api/documents/{id}")).await.status, 200);
        assert_ne!(health().await, before);
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(site.audited("document_released").await, 1);
    }
}
