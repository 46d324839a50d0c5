//! `?as=level:N`: an administrator gets the responses of a reader of another level.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database!(
    an_administrator_reads_what_a_reader_of_the_level_reads,
    reading_as_another_level_is_not_recorded,
    reading_as_a_level_is_refused_for_others_and_for_invalid_values,
    operations_that_do_not_declare_the_parameter_refuse_it,
);

/// The requests of a level-2 reader who owns nothing, with placeholders `{low}`, `{high}` and `{section}`.
const READINGS: [&str; 20] = [
    "/api/documents",
    "/api/documents?limit=2",
    "/api/documents?view=summary&skip=1",
    "/api/documents?level=4",
    "/api/documents?q=lantern&limit=5&view=summary",
    "/api/documents?q=lantern&sort=newest",
    "/api/documents?q=is%3Aarchived",
    "/api/documents?id={label}",
    "/api/documents/suggestions?q=lantren",
    "/api/documents/{low}",
    "/api/documents/{high}",
    "/api/documents/{unreleased}",
    "/api/documents/{low}/export",
    "/api/documents/{high}/export",
    "/api/documents/{low}/versions",
    "/api/documents/{low}/backlinks",
    "/api/documents/{high}/versions?view=summary",
    "/api/archive/sections",
    "/api/archive/documents/{section}?limit=10",
    "/api/templates",
];

/// A site with documents of several levels, one of them archived and one unreleased.
struct Records {
    paths: Vec<String>,
    low: String,
}

async fn records(site: &Site, admin: &Caller<'_>) -> Records {
    let publish = async |title: &str, level: u8, release: Option<&str>| {
        let body = json!({ "title": title, "content": format!("A lantern in {title}."), "category": "OTHER",
            "scheduledReleaseAt": release });
        let submission = admin.post("/api/submissions", body).await.text("id");
        admin.publish(&submission, level).await
    };
    let low = publish("The cellar", 1, None).await;
    publish("The stairs", 2, None).await;
    let high = publish("The vault", 4, None).await;
    let unreleased = publish("The opening", 1, Some("2126-01-01T00:00:00.000Z")).await;
    let section = admin.post("/api/archive/sections", json!({ "name": "Winter" })).await.text("id");
    for (title, level) in [("The old cellar", 1), ("The old vault", 4)] {
        let id = publish(title, level, None).await;
        let path = format!("/api/documents/{id}/request-archive");
        assert_eq!(admin.post(&path, json!({ "sectionId": section })).await.status, 200);
    }
    let template = json!({ "name": "Deep", "category": "SITE", "content": "A", "requiredClearanceLevel": 4 });
    assert_eq!(admin.post("/api/templates", template).await.status, 201);
    assert!(site.audited("template_created").await == 1);
    let label = high.get(..6).unwrap().to_owned();
    let fill = |path: &str| {
        let filled = [("low", &low), ("high", &high), ("unreleased", &unreleased), ("section", &section)];
        let path = filled.iter().fold(path.to_owned(), |path, (name, id)| path.replace(&format!("{{{name}}}"), id));
        path.replace("{label}", &label)
    };
    Records { paths: READINGS.map(fill).to_vec(), low }
}

fn with(path: &str, read_as: &str) -> String {
    format!("{path}{}as={read_as}", if path.contains('?') { '&' } else { '?' })
}

/// Returns the parts of a response that must be the same for both readers. Omits what differs between any two requests,
/// and what the reader has opened before, because the stand-in has opened nothing.
fn seen(answer: &Answer) -> (u16, Value, Vec<(String, String)>) {
    let names = ["x-total-count", "x-total-count-relation", "x-accessible-count", "link", "content-type"];
    let headers = names.map(|name| (name.to_owned(), answer.header(name).replace("as=level:2&", "")));
    let mut body = answer.body.clone();
    let items = match &mut body {
        Value::Array(items) => items.iter_mut().collect(),
        item => vec![item],
    };
    for item in items.into_iter().filter_map(Value::as_object_mut) {
        item.remove("mark");
        item.remove("openedVersion");
    }
    (answer.status, body, headers.to_vec())
}

async fn an_administrator_reads_what_a_reader_of_the_level_reads(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let records = records(&site, &admin).await;
    let reader = site.user(&admin, "reader", 2).await;
    let mut differ = 0;
    for path in &records.paths {
        let real = reader.get(path).await;
        assert_eq!(seen(&admin.get(&with(path, "level:2")).await), seen(&real), "{path}");
        differ += usize::from(seen(&admin.get(path).await) != seen(&real));
    }
    assert!(differ >= 8, "the administrator reads {differ} of them differently");
    let opened = admin.get(&with(&format!("/api/documents/{}", records.low), "level%3A2")).await;
    assert_eq!(opened.status, 200, "an encoded colon");
}

async fn reading_as_another_level_is_not_recorded(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let records = records(&site, &admin).await;
    let last = admin.publish(&admin.submit("Last", "OTHER").await, 1).await;
    let (of_last, others) = (
        format!("SELECT count(*) AS n FROM document_access_log WHERE document_id = '{last}'"),
        format!("SELECT count(*) AS n FROM document_access_log WHERE document_id <> '{last}'"),
    );
    // Accesses are written in the background in order, so once the last one is written, all of them are.
    let logged = async || {
        let seen = site.count(&of_last).await;
        assert_eq!(admin.get(&format!("/api/documents/{last}")).await.status, 200);
        until("the access is written", async || site.count(&of_last).await > seen).await;
        site.count(&others).await
    };
    let before = logged().await;
    for path in &records.paths {
        admin.get(&with(path, "level:2")).await;
    }
    assert_eq!(logged().await, before);
    assert_eq!(admin.get(&format!("/api/documents/{}", records.low)).await.status, 200);
    assert_eq!(logged().await, before + 1, "the administrator's own reading is noted");
}

async fn reading_as_a_level_is_refused_for_others_and_for_invalid_values(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let id = admin.publish(&admin.submit("The cellar", "OTHER").await, 1).await;
    let path = format!("/api/documents/{id}");
    for read_as in ["", "2", "level:", "level:0", "level:6", "level:02", "Level:2", "level:2&as=level:2"] {
        let answer = admin.get(&with(&path, read_as)).await;
        assert_eq!(answer.refusal(), (400, "validation_failed"), "{read_as}: {}", answer.body);
        assert_eq!(answer.body["fields"][0]["field"], "as");
    }
    let third = site.admin_of(&admin, "third", 3).await;
    assert_eq!(third.get(&with(&path, "level:3")).await.status, 200);
    assert_eq!(third.get(&with(&path, "level:4")).await.status, 400, "above the caller's own level");

    let user = site.user(&admin, "somebody", 4).await;
    for read_as in ["level:1", "level:4", "level:5", "nonsense"] {
        assert_eq!(user.get(&with(&path, read_as)).await.refusal(), (403, "admin_only"), "{read_as}");
    }
    assert_eq!(site.anonymous().get(&with(&path, "level:1")).await.status, 401);
}

async fn operations_that_do_not_declare_the_parameter_refuse_it(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let described = admin.get("/api/openapi.json").await.body;
    let none = "00000000-0000-4000-8000-00000000ffff";
    let (mut declaring, mut refusing) = (0, 0);
    for (path, item) in described["paths"].as_object().unwrap() {
        let Some(call) = item.get("get") else { continue };
        // Operations without a session have no caller to replace.
        if call["responses"].get("401").is_none() {
            continue;
        }
        let declares = call["parameters"].as_array().into_iter().flatten().any(|given| given["name"] == "as");
        let filled = path.split('/').map(|part| if part.starts_with('{') { none } else { part });
        let answer = admin.get(&with(&filled.collect::<Vec<_>>().join("/"), "level:2")).await;
        let is_refused = answer.status == 400 && answer.body["fields"][0]["field"] == "as";
        assert_eq!(is_refused, !declares, "{path}: {} {}", answer.status, answer.body);
        *(if declares { &mut declaring } else { &mut refusing }) += 1;
    }
    assert!(declaring >= 8 && refusing >= 20, "{declaring} declare it, {refusing} refuse it");
}
