//! A purge leaves no trace of a document in the database and the object store.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use diesel::{QueryableByName, RunQueryDsl as _};
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::path::Path;

on_each_database![purge_leaves_no_trace_of_a_document];

/// Words that occur only in the purged document, each in a different part of it.
const PLANTED: [&str; 13] = [
    "zqtitle",
    "zqbody",
    "zqportion",
    "zqfilename",
    "zqfilebytes",
    "zqlatertitle",
    "zqlaterbody",
    "zqlaterportion",
    "zqdescription",
    "zqcomment",
    "zqrejected",
    "zqreason",
    "zqapproval",
];

async fn purge_leaves_no_trace_of_a_document(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 3).await;
    // Another document with the same file, next to the purged one in tables and pages.
    let file = owner.attach("lamp.txt", b"Nobody holds the key.").await;
    let other = publish(&admin, &owner, "Lantern", "A lantern burns. {{3|Quietly.}}", &file).await;
    let file = owner.attach("zqfilename.txt", b"Zqfilebytes.").await;
    let id = publish(&admin, &owner, "Zqtitle", "The zqbody opens. {{3|Zqportion too.}}", &file).await;
    change(&admin, &owner, &id).await;
    assert_eq!(found(&site, &PLANTED).await, PLANTED);

    let submission = owner.get("/api/user/submissions").await.each("id").remove(0);
    assert_eq!(owner.delete(&format!("/api/documents/{id}")).await.status, 204);
    assert_eq!(owner.get("/api/user/submissions").await.each("id").len(), 2);
    assert_eq!(admin.delete(&format!("/api/admin/trash/{id}")).await.status, 204);

    assert!(site.direct().empty_log().await.unwrap());
    assert_eq!(found(&site, &PLANTED).await, Vec::<String>::new());
    // The submission was purged with its document, and the other document is unchanged.
    assert_eq!(owner.get("/api/user/submissions").await.each("title"), ["Lantern"]);
    assert_eq!(admin.get(&format!("/api/admin/submissions/{submission}")).await.code(), "not_found");
    assert_eq!(owner.get("/api/user/notifications").await.each("entityId"), [other.as_str()]);
    assert_eq!(owner.get("/api/documents?q=quietly").await.each("id"), [other.as_str()]);
    assert_eq!(found(&site, &["quietly", "lamp.txt"]).await, ["quietly", "lamp.txt"]);
    assert_eq!(site.count("SELECT count(*) AS n FROM search_words WHERE length(members) = 0").await, 0);
    assert_eq!((site.audited("document_purged").await, site.audited("submission_approved").await), (1, 2));
}

async fn publish(admin: &Caller<'_>, owner: &Caller<'_>, title: &str, content: &str, file: &str) -> String {
    let lore = json!({ "title": title, "content": content, "category": "SITE", "filePath": file });
    admin.publish(&owner.post("/api/submissions", lore).await.text("id"), 2).await
}

/// Gives the document an earlier version, a comment with a quote, a rejected edit and a pending one.
async fn change(admin: &Caller<'_>, owner: &Caller<'_>, id: &str) {
    let path = format!("/api/documents/{id}");
    let comment = json!({ "content": "A zqcomment", "quote": "zqbody opens" });
    assert_eq!(owner.post(&format!("{path}/comments"), comment).await.status, 201);
    let edit = async |title: &str, content: &str| {
        let edit = json!({ "title": title, "content": content, "category": "SITE", "clearanceLevel": 2,
            "changeDescription": "zqdescription" });
        let sent = owner.post(&format!("{path}/edit"), edit).await;
        assert_eq!(sent.status, 201, "{}", sent.body);
        format!("/api/document-edits/{}", sent.text("id"))
    };
    let approved = edit("Zqlatertitle", "The zqlaterbody closes. {{3|Zqlaterportion too.}}").await;
    let verdict = json!({ "status": "approved", "comments": "zqapproval" });
    assert_eq!(admin.patch(&approved, verdict).await.status, 200);
    let rejected = edit("Zqlatertitle", "zqrejected").await;
    let verdict = json!({ "status": "rejected", "comments": "zqreason" });
    assert_eq!(admin.patch(&rejected, verdict).await.status, 200);
    edit("Zqlatertitle", "zqrejected and waiting").await;
}

/// Returns which of these words occur anywhere in the database or in the object store, ignoring case.
pub async fn found(site: &Site, words: &[&str]) -> Vec<String> {
    let mut texts = files_in(&site.database.folder().join("data/objects"));
    match site.database.target() {
        Target::Sqlite(path) => {
            let files = [path.clone(), format!("{path}-wal")];
            texts.extend(files.map(|path| std::fs::read(path).unwrap_or_default()));
        }
        Target::Postgres(_) => texts.extend(columns(site).await),
    }
    for text in &mut texts {
        text.make_ascii_lowercase();
    }
    let is_in = |text: &[u8], word: &str| text.windows(word.len()).any(|part| part == word.as_bytes());
    let found = words.iter().filter(|word| texts.iter().any(|text| is_in(text, word)));
    found.map(|word| (*word).to_owned()).collect()
}

fn files_in(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![std::fs::read(path).unwrap()] }).collect()
}

#[derive(QueryableByName)]
struct Text {
    #[diesel(sql_type = diesel::sql_types::Text)]
    text: String,
}

/// Generates a query for each column of each table. The query returns all values as one text; of bytes, those that are
/// characters.
const QUERIES: &str = "SELECT format('SELECT COALESCE(string_agg(%s, chr(10)), $$$$) AS text FROM %I', \
    CASE data_type WHEN 'bytea' THEN format('encode(%I, $$escape$$)', column_name) \
    ELSE format('%I::text', column_name) END, table_name) AS text \
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name) \
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'";

async fn columns(site: &Site) -> Vec<Vec<u8>> {
    let queries = texts(site, QUERIES.to_owned()).await;
    assert!(queries.len() > 200, "{} columns", queries.len());
    let mut found = Vec::new();
    for query in queries {
        found.extend(texts(site, query).await.into_iter().map(String::into_bytes));
    }
    found
}

async fn texts(site: &Site, sql: String) -> Vec<String> {
    let rows = site.direct().read(move |conn| Ok(diesel::sql_query(sql).load::<Text>(conn)?)).await.unwrap();
    rows.into_iter().map(|row| row.text).collect()
}
