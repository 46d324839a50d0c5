//! Links between documents, and search in documents with portions, over HTTP.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    links_lead_each_reader_only_to_documents_that_they_may_see,
    a_search_matches_only_text_that_the_reader_may_read
];

async fn publish(admin: &Caller<'_>, title: &str, content: &str, level: u8) -> String {
    let body = json!({ "title": title, "content": content, "category": "SITE" });
    let submitted = admin.post("/api/submissions", body).await;
    assert_eq!(submitted.status, 201, "{}", submitted.body);
    admin.publish(&submitted.text("id"), level).await
}

fn link(label: &str, record: Option<(&str, &str, u8)>) -> Value {
    json!({ "label": label, "id": record.map(|(id, ..)| id), "title": record.map(|(_, title, _)| title),
        "clearanceLevel": record.map(|(.., level)| level) })
}

async fn links_lead_each_reader_only_to_documents_that_they_may_see(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (low, high) = (site.user(&admin, "low", 1).await, site.user(&admin, "high", 4).await);
    let gate = publish(&admin, "The gate", "It is shut.", 1).await;
    let vault = publish(&admin, "The vault", "It is deep.", 4).await;
    let text =
        format!("See [[The Gate]], [[DOC-{}]] and [[The vault]].\n\n:::level 3\nAlso [[Nowhere]].\n:::\n", &gate[..8]);
    let guide = publish(&admin, "Guide", &text, 1).await;
    let path = format!("/api/documents/{guide}");
    let by_id = format!("DOC-{}", &gate[..8]);
    let to_gate = Some((gate.as_str(), "The gate", 1));
    let expected = |is_high: bool| {
        let vault = is_high.then_some((vault.as_str(), "The vault", 4));
        let mut links = vec![link("The Gate", to_gate), link(&by_id, to_gate), link("The vault", vault)];
        if is_high {
            links.push(link("Nowhere", None));
        }
        Value::from(links)
    };
    assert_eq!(high.get(&path).await.body["links"], expected(true));
    assert_eq!(low.get(&path).await.body["links"], expected(false));
    assert_eq!(admin.get(&format!("{path}?as=level:1")).await.body["links"], expected(false));

    // The documents that link to a document.
    let backlinks = async |reader: &Caller<'_>, id: &str| reader.get(&format!("/api/documents/{id}/backlinks")).await;
    let from_guide = json!([{ "id": guide, "title": "Guide", "clearanceLevel": 1 }]);
    assert_eq!(backlinks(&low, &gate).await.body, from_guide);
    assert_eq!(backlinks(&high, &vault).await.body, from_guide);
    assert_eq!(backlinks(&low, &vault).await.code(), "insufficient_clearance");
    assert_eq!(backlinks(&low, &guide).await.body, json!([]));
    assert_eq!(backlinks(&low, "0").await.code(), "validation_failed");
    assert_eq!(backlinks(&low, "00000000-0000-4000-8000-000000000000").await.code(), "not_found");

    // A new title does not break links.
    let renamed = json!({ "title": "The wall", "content": "It is shut.", "category": "SITE", "clearanceLevel": 1 });
    let edit = admin.post(&format!("/api/documents/{gate}/edit"), renamed).await.text("id");
    let approved = admin.patch(&format!("/api/document-edits/{edit}"), json!({ "status": "approved" })).await;
    assert_eq!(approved.status, 200, "{}", approved.body);
    let links = low.get(&path).await.body["links"].clone();
    assert_eq!(links[0], link("The Gate", Some((gate.as_str(), "The wall", 1))));
    assert_eq!(backlinks(&low, &gate).await.body, from_guide);
    let deleted = admin.delete(&format!("/api/documents/{gate}")).await;
    assert!(deleted.status < 300, "{}", deleted.body);
    assert_eq!(low.get(&path).await.body["links"][0], link("The Gate", None));
}

async fn a_search_matches_only_text_that_the_reader_may_read(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (low, high) = (site.user(&admin, "low", 1).await, site.user(&admin, "high", 3).await);
    let text = "The red {{3|zeppelin}} door.\n\n:::level 4\nA lantern burns.\n:::\nNothing else.";
    publish(&admin, "Hall", text, 1).await;
    for (query, in_low, in_high) in [
        ("zeppelin", 0, 1),
        ("%22red%20zeppelin%22", 0, 1),
        ("%22red%20door%22", 0, 0),
        ("door%20-zeppelin", 1, 0),
        ("lantern", 0, 0),
        ("zep", 0, 1),
    ] {
        for (reader, expected) in [(&low, in_low), (&high, in_high)] {
            let found = reader.get(&format!("/api/documents?q={query}&view=summary&limit=5")).await;
            assert_eq!(found.body.as_array().unwrap().len(), expected, "{query}");
            assert_eq!(found.header("x-total-count"), expected.to_string(), "{query}");
        }
    }
    for (reader, snippet, suggested) in [
        (&low, "The red ███ door. ███ Nothing else.", json!([])),
        (&high, "The red zeppelin door. ███ Nothing else.", json!(["zeppelin"])),
    ] {
        let found = reader.get("/api/documents?q=red&view=summary&limit=5").await;
        assert_eq!((&found.body[0]["snippet"], &found.body[0]["matches"]), (&json!(snippet), &json!([[4, 7]])));
        assert_eq!(reader.get("/api/documents/suggestions?q=zepelin").await.body, suggested);
    }
}
