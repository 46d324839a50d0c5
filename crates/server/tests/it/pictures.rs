//! Pictures in texts: how they are stored, and who may see them.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![
    a_picture_is_stored_anew_in_three_sizes,
    unreadable_pictures_are_refused,
    readers_see_the_pictures_of_what_they_may_read,
    naming_a_picture_gives_nobody_a_right_to_it,
    every_kind_of_text_shows_its_pictures,
    author_sees_the_pictures_of_a_submission_before_its_release,
    a_purged_document_takes_its_pictures_along,
];

/// Returns a PNG of this size with a text in its metadata.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.add_text_chunk("Comment".to_owned(), "taken-at-the-secret-place".to_owned()).unwrap();
    let mut writer = encoder.write_header().unwrap();
    let shades: Vec<u8> = (0..width * height).map(|n| u8::try_from(n % 251).unwrap()).collect();
    writer.write_image_data(&shades).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Returns the width and height of a PNG.
fn size_of(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(&png[..4], b"\x89PNG");
    (number(16), number(20))
}

async fn sent(by: &Caller<'_>, name: &str, bytes: Vec<u8>) -> (String, Answer) {
    let url = by.post("/api/objects/upload?kind=picture", json!({})).await.text("uploadURL");
    let put = by.send(Method::PUT, &format!("{url}?filename={name}"), &[], Some(bytes)).await;
    (url, put)
}

/// Uploads and claims a picture, and returns the answer to the claim.
async fn claimed(by: &Caller<'_>, bytes: Vec<u8>) -> Value {
    let (url, put) = sent(by, "gate.png", bytes).await;
    assert_eq!(put.status, 200, "{}", put.body);
    let claimed = by.put("/api/submission-files", json!({ "fileURL": url })).await;
    assert_eq!(claimed.status, 200, "{}", claimed.body);
    claimed.body
}

/// Uploads a picture and returns its id.
async fn picture(by: &Caller<'_>) -> String {
    claimed(by, png(40, 30)).await["fileId"].as_str().unwrap().to_owned()
}

fn lore(content: &str) -> Value {
    json!({ "title": "The gate", "content": content, "category": "SITE" })
}

async fn publish(author: &Caller<'_>, admin: &Caller<'_>, content: &str, level: u8) -> String {
    let sent = author.post("/api/submissions", lore(content)).await;
    assert_eq!(sent.status, 201, "{}", sent.body);
    admin.publish(&sent.text("id"), level).await
}

async fn status_of(by: &Caller<'_>, picture: &str) -> u16 {
    let plain = by.get(&format!("/objects/{picture}")).await.status;
    assert_eq!(by.get(&format!("/objects/{picture}?size=small")).await.status, plain);
    plain
}

fn ids(shown: &Value) -> Vec<&str> {
    shown["files"].as_array().unwrap().iter().map(|file| file["fileId"].as_str().unwrap()).collect()
}

async fn a_picture_is_stored_anew_in_three_sizes(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let claimed = claimed(&author, png(2000, 100)).await;
    assert_eq!(
        (&claimed["width"], &claimed["height"], &claimed["kind"]),
        (&2000.into(), &100.into(), &"picture".into())
    );
    let path = claimed["objectPath"].as_str().unwrap();
    assert_eq!(path, format!("/objects/{}", claimed["fileId"].as_str().unwrap()));
    let full = author.get(path).await;
    assert_eq!((full.status, full.header("content-type"), size_of(&full.bytes)), (200, "image/png", (2000, 100)));
    assert!(full.header("content-disposition").starts_with("inline; filename=\"gate.png\""), "{:?}", full.headers);
    assert!(full.header("content-security-policy").ends_with("sandbox"));
    assert_eq!((full.header("x-content-type-options"), full.header("cache-control")), ("nosniff", "private, no-cache"));
    assert!(!full.bytes.windows(6).any(|window| window == b"secret"), "metadata");
    for (size, expected) in [("medium", (1280, 64)), ("small", (480, 24))] {
        let path = format!("{path}?size={size}");
        let smaller = author.get(&path).await;
        assert_eq!((smaller.status, size_of(&smaller.bytes)), (200, expected));
        let known = [("if-none-match", smaller.header("etag"))];
        assert_eq!(author.send(Method::GET, &path, &known, None).await.status, 304);
    }
    assert_eq!(author.get(&format!("{path}?size=huge")).await.status, 400);
    let known = author.send(Method::GET, path, &[("if-none-match", full.header("etag"))], None).await;
    assert_eq!(known.status, 304);
    assert_eq!(admin.get(path).await.status, 404, "no text shows it yet");
    let attached = json!({ "title": "Gate", "content": "It is attached.", "category": "SITE", "filePath": path });
    assert_eq!(author.post("/api/submissions", attached).await.status, 400, "a picture is not attached");
    let folder = site.database.folder().join("data/objects/uploads");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 3);
}

async fn unreadable_pictures_are_refused(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let whole = png(300, 200);
    let mut huge = whole.clone();
    huge[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
    for (bytes, refusal) in [
        (svg, (415, "unsupported_type")),
        (b"%PDF-1.7".to_vec(), (415, "unsupported_type")),
        (whole[..whole.len() / 2].to_vec(), (400, "damaged_picture")),
        (Vec::new(), (415, "unsupported_type")),
    ] {
        let (url, put) = sent(&admin, "gate.png", bytes).await;
        assert_eq!(put.refusal(), refusal, "{}", put.body);
        assert_eq!(admin.put("/api/submission-files", json!({ "fileURL": url })).await.code(), refusal.1);
    }
    let (_, put) = sent(&admin, "gate.png", huge).await;
    assert!(put.status == 413 || put.code() == "damaged_picture", "{}", put.body);
    let folder = site.database.folder().join("data/objects/uploads");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    assert_eq!(site.audited("upload_refused").await, 5);
    assert_eq!(admin.post("/api/objects/upload?kind=video", json!({})).await.status, 400);
}

async fn readers_see_the_pictures_of_what_they_may_read(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    let (open, hidden) = (picture(&author).await, picture(&author).await);
    let content = format!("![The gate](file:{open})\n\n:::level 4\n![The key|20](file:{hidden})\n:::");
    let document = publish(&author, &admin, &content, 2).await;
    let path = format!("/api/documents/{document}");
    for (name, level, expected, statuses) in
        [("two", 2, vec![open.as_str()], [200, 404]), ("four", 4, vec![&open, &hidden], [200, 200])]
    {
        let reader = site.user(&admin, name, level).await;
        let listed = reader.get("/api/documents?view=summary").await.body;
        assert_eq!(listed[0]["pictures"], expected.len(), "{listed}");
        let shown = reader.get(&path).await.body;
        assert_eq!(ids(&shown), expected, "{shown}");
        assert_eq!([status_of(&reader, &open).await, status_of(&reader, &hidden).await], statuses);
    }
    let low = site.user(&admin, "one", 1).await;
    assert_eq!([status_of(&low, &open).await, status_of(&low, &hidden).await], [404, 404]);
    // The rights at the moment of the request count, also for the uploader.
    let author = site.at_level(&admin, &author, 3).await;
    assert_eq!([status_of(&author, &open).await, status_of(&author, &hidden).await], [200, 404]);
    let file = &author.get(&path).await.body["files"][0];
    assert_eq!((&file["name"], &file["kind"]), (&json!("gate.png"), &json!("picture")));
    assert_eq!((&file["width"], &file["height"]), (&json!(40), &json!(30)));
    // In an earlier version, the picture is shown to those who may read that version.
    let edit = json!({ "title": "The gate", "content": ":::withheld 4\n:::\nIt is gone.", "category": "SITE",
        "clearanceLevel": 2 });
    let proposed = author.post(&format!("{path}/edit"), edit).await;
    assert_eq!(proposed.status, 201, "{}", proposed.body);
    let review = format!("/api/document-edits/{}", proposed.text("id"));
    assert_eq!(admin.patch(&review, json!({ "status": "approved" })).await.status, 200);
    assert_eq!(ids(&author.get(&path).await.body), [""; 0]);
    assert_eq!([status_of(&author, &open).await, status_of(&low, &open).await], [200, 404]);
    let versions = author.get(&format!("{path}/versions")).await.body;
    assert_eq!(ids(&versions[1]), [open.as_str()], "{versions}");
    let version = |n: usize| versions[n]["id"].as_str().unwrap().to_owned();
    let compared = author.get(&format!("{path}/versions/compare?from={}&to={}", version(1), version(0))).await;
    assert_eq!(ids(&compared.body), [open.as_str()], "{}", compared.body);
}

async fn naming_a_picture_gives_nobody_a_right_to_it(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 2).await;
    let secret = picture(&admin).await;
    publish(&admin, &admin, &format!("![The key](file:{secret})"), 4).await;
    let public = publish(&admin, &admin, "Nothing to see.", 1).await;
    let comments = format!("/api/documents/{public}/comments");
    let unknown = "00000000-0000-7000-8000-000000000001";
    let mut refusals = Vec::new();
    for named in [secret.as_str(), unknown] {
        let text = format!("It shows ![it](file:{named})");
        for (path, body) in [("/api/submissions", lore(&text)), (&comments, json!({ "content": text }))] {
            let refused = reader.post(path, body).await;
            assert_eq!(refused.refusal(), (400, "validation_failed"), "{}", refused.body);
            refusals.push(refused.body["fields"].clone());
        }
    }
    assert_eq!(refusals[..2], refusals[2..], "a picture above the reader is like one that does not exist");
    // A draft is saved whatever it names, and shows nothing more than before.
    let draft = reader.post("/api/user/drafts", json!({ "content": format!("![it](file:{secret})") })).await;
    assert_eq!((draft.status, ids(&draft.body)), (201, vec![]), "{}", draft.body);
    assert_eq!(status_of(&reader, &secret).await, 404);
    let drafts = format!("/api/user/drafts/{}", draft.text("id"));
    let refused = reader.post(&format!("{drafts}/submit"), json!({ "revision": draft.text("revision") })).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    // The same picture may be shown again by those who see it, and then by its readers.
    let again = publish(&admin, &admin, &format!("Again: ![The key](file:{secret})"), 2).await;
    assert_eq!(ids(&reader.get(&format!("/api/documents/{again}")).await.body), [secret.as_str()]);
    assert_eq!(status_of(&reader, &secret).await, 200);
    assert_eq!(reader.post(&comments, json!({ "content": format!("![it](file:{secret})") })).await.status, 201);
    assert_eq!(status_of(&site.user(&admin, "low", 1).await, &secret).await, 200, "the comment shows it");
}

async fn every_kind_of_text_shows_its_pictures(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let other = site.user(&admin, "other", 2).await;
    let text = |id: &str| format!("Look: ![it|200](file:{id})");
    // A draft, then the submission that it becomes.
    let one = picture(&author).await;
    let draft =
        author.post("/api/user/drafts", json!({ "title": "T", "category": "SITE", "content": text(&one) })).await;
    assert_eq!(ids(&draft.body), [one.as_str()], "{}", draft.body);
    let path = format!("/api/user/drafts/{}", draft.text("id"));
    assert_eq!(ids(&author.get(&path).await.body), [one.as_str()]);
    assert_eq!(status_of(&admin, &one).await, 404, "drafts are private");
    let sent = author.post(&format!("{path}/submit"), json!({ "revision": draft.text("revision") })).await;
    assert_eq!((sent.status, ids(&sent.body)), (201, vec![one.as_str()]), "{}", sent.body);
    assert_eq!([status_of(&admin, &one).await, status_of(&other, &one).await], [200, 404]);
    let case = admin.get(&format!("/api/admin/submissions/{}", sent.text("id"))).await;
    assert_eq!(ids(&case.body), [one.as_str()]);
    let document = admin.publish(&sent.text("id"), 2).await;
    assert_eq!(status_of(&other, &one).await, 200);
    // An edit.
    let two = picture(&author).await;
    let body = json!({ "title": "T", "content": format!("{} {}", text(&one), text(&two)), "category": "SITE",
        "clearanceLevel": 2 });
    let kept = author.put(&format!("/api/documents/{document}/edit-draft"), body.clone()).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    let kept = author.get(&format!("/api/documents/{document}/edit-draft")).await;
    assert_eq!(ids(&kept.body), [one.as_str(), &two]);
    let edit = author.post(&format!("/api/documents/{document}/edit"), body).await;
    assert_eq!((edit.status, ids(&edit.body)), (201, vec![one.as_str(), &two]), "{}", edit.body);
    let case = admin.get(&format!("/api/document-edits/{}", edit.text("id"))).await.body;
    assert_eq!((ids(&case), ids(&case["currentDocument"])), (vec![one.as_str(), &two], vec![one.as_str()]));
    assert_eq!([status_of(&admin, &two).await, status_of(&other, &two).await], [200, 404]);
    // A comment, and a template.
    let three = picture(&other).await;
    let comments = format!("/api/documents/{document}/comments");
    let comment = other.post(&comments, json!({ "content": text(&three) })).await;
    assert_eq!((comment.status, ids(&comment.body)), (201, vec![three.as_str()]));
    assert_eq!(ids(&author.get(&comments).await.body[0]), [three.as_str()]);
    assert_eq!(status_of(&author, &three).await, 200);
    // What an edited comment no longer shows belongs to its uploader again.
    let edited = other.patch(&format!("{comments}/{}", comment.text("id")), json!({ "content": "None." })).await;
    assert_eq!((edited.status, ids(&edited.body)), (200, vec![]), "{}", edited.body);
    assert_eq!([status_of(&author, &three).await, status_of(&other, &three).await], [404, 200]);
    let back = json!({ "content": text(&three) });
    assert_eq!(other.patch(&format!("{comments}/{}", comment.text("id")), back).await.status, 200);
    assert_eq!(other.delete(&format!("{comments}/{}", comment.text("id"))).await.status, 204);
    assert_eq!(status_of(&other, &three).await, 404, "it is deleted with the comment");
    let four = picture(&admin).await;
    let template = json!({ "name": "Gate", "category": "SITE", "content": text(&four), "requiredClearanceLevel": 2 });
    let made = admin.post("/api/templates", template).await;
    assert_eq!((made.status, ids(&made.body)), (201, vec![four.as_str()]), "{}", made.body);
    let low = site.user(&admin, "low", 1).await;
    assert_eq!([status_of(&author, &four).await, status_of(&low, &four).await], [200, 404]);
    let used = author.post("/api/submissions", lore(&text(&four))).await;
    assert_eq!((used.status, ids(&used.body)), (201, vec![four.as_str()]), "{}", used.body);
}

async fn author_sees_the_pictures_of_a_submission_before_its_release(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let (other, reviewer) = (site.user(&admin, "other", 5).await, site.admin_of(&admin, "reviewer", 5).await);
    let (open, hidden) = (picture(&author).await, picture(&admin).await);
    let at = site.now().plus(Duration::from_hours(1)).to_string();
    let mut text = lore(&format!("![it](file:{open})"));
    text["scheduledReleaseAt"] = json!(at);
    let sent = author.post("/api/submissions", text).await.text("id");
    let document = reviewer.publish(&sent, 2).await;
    let listed = author.get("/api/user/submissions").await.body;
    assert_eq!(ids(&listed[0]), [open.as_str()], "{listed}");
    assert_eq!([status_of(&author, &open).await, status_of(&reviewer, &open).await], [200, 200]);
    assert_eq!(status_of(&other, &open).await, 404);
    // What administrators add to the document meanwhile is not in the submission.
    let comment = json!({ "content": format!("![it](file:{hidden})") });
    assert_eq!(admin.post(&format!("/api/documents/{document}/comments"), comment).await.status, 201);
    assert_eq!([status_of(&author, &hidden).await, status_of(&reviewer, &hidden).await], [404, 200]);
    assert_eq!(status_of(&site.at_level(&admin, &author, 1).await, &open).await, 404);
}

async fn a_purged_document_takes_its_pictures_along(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let shown = claimed(&author, png(600, 40)).await["fileId"].as_str().unwrap().to_owned();
    let content = format!("![The gate](file:{shown})");
    let document = publish(&author, &admin, &content, 2).await;
    let commented = picture(&admin).await;
    let comment = json!({ "content": format!("![it](file:{commented})") });
    assert_eq!(admin.post(&format!("/api/documents/{document}/comments"), comment).await.status, 201);
    // An edit that waits is withdrawn when its document goes to the trash.
    let proposed = picture(&author).await;
    let edit = json!({ "title": "T", "content": format!("![it](file:{proposed})"), "category": "SITE",
        "clearanceLevel": 2 });
    assert_eq!(author.post(&format!("/api/documents/{document}/edit"), edit).await.status, 201);
    let draft = json!({ "title": "T", "content": content, "category": "SITE", "clearanceLevel": 2 });
    assert_eq!(author.put(&format!("/api/documents/{document}/edit-draft"), draft).await.status, 200);
    assert_eq!(author.delete(&format!("/api/documents/{document}")).await.status, 204);
    for (who, id) in [(&author, &shown), (&admin, &shown), (&admin, &commented)] {
        assert_eq!(status_of(who, id).await, 404, "nobody sees what is in the trash");
    }
    let restore = format!("/api/admin/trash/{document}/restore");
    assert_eq!(admin.post(&restore, json!({})).await.status, 200);
    assert_eq!([status_of(&author, &shown).await, status_of(&author, &commented).await], [200, 200]);
    assert_eq!(author.delete(&format!("/api/documents/{document}")).await.status, 204);
    assert_eq!(admin.delete(&format!("/api/admin/trash/{document}")).await.status, 204);
    assert_eq!(site.count("SELECT count(*) AS n FROM file_refs").await, 0);
    assert_eq!([status_of(&author, &shown).await, status_of(&admin, &commented).await], [404, 404]);
    let folder = site.database.folder().join("data/objects/uploads");
    // The picture of the withdrawn edit waits for the next sweep.
    until("the objects are deleted", async || std::fs::read_dir(&folder).unwrap().count() == 1).await;
}
