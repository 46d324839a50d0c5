//! Mail over a real connection to a mail server: sent once, retried, withheld, and without a mail server.

use crate::caller::{Caller, members};
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::post_office::{PostOffice, Treatment};
use facility_infra::testing::TestDatabase;
use facility_infra::testing::port::TestPort;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

on_each_database!(
    a_decision_is_mailed_once_without_text_that_others_wrote,
    refused_mail_is_retried_and_stalled_mail_holds_up_nobody,
    rights_and_mail_settings_are_checked_when_mail_is_sent,
    administrators_get_one_message_about_an_alert,
    without_a_mail_server_messages_are_unsent_until_one_is_configured,
    failed_message_is_sent_again_when_an_administrator_asks,
);

/// A title that would add a header and a recipient to a carelessly built message. Titles have one line, so it contains
/// no line breaks.
const TITLE: &str = "Tide<x@evil.example> Bcc: spy@evil.example";

pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waited = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_mins(1), waited).await;
    assert!(waited.is_ok(), "not reached: {what}");
}

pub fn settings(office: &PostOffice) -> Vec<(&'static str, String)> {
    vec![
        ("RATE_LIMITS", "open".to_owned()),
        ("SMTP_URL", office.url()),
        ("MAIL_FROM", "Facility Terminal <terminal@facility.example>".to_owned()),
    ]
}

async fn start(database: TestDatabase, office: &PostOffice) -> Site {
    Site::start_node(Arc::new(database), 1, settings(office)).await
}

/// Creates an approved user with an address of their name.
pub async fn reader<'a>(site: &'a Site, admin: &Caller<'_>, name: &str, level: u8) -> Caller<'a> {
    let caller = site.user(admin, name, level).await;
    address(&caller, name).await;
    caller
}

async fn address(caller: &Caller<'_>, name: &str) {
    let answer = caller.patch("/api/user/settings", json!({ "email": of(name) })).await;
    assert_eq!((answer.status, &answer.body["emailNotifications"]), (200, &json!(true)));
}

pub fn of(name: &str) -> String {
    format!("{name}@readers.example")
}

pub async fn reject(admin: &Caller<'_>, author: &Caller<'_>, title: &str) -> String {
    let id = author.submit(title, "OTHER").await;
    let body = json!({ "status": "rejected", "comments": "The third gate is at 51.2 degrees." });
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{id}"), body).await.status, 200);
    id
}

/// Returns the newest message to this user, as administrators see it.
pub async fn newest(admin: &Caller<'_>, name: &str) -> Value {
    let listed = admin.get("/api/admin/mail?limit=50").await;
    let items = listed.body.as_array().unwrap().clone();
    items.into_iter().find(|mail| mail["recipientUsername"] == name).unwrap_or_default()
}

async fn a_decision_is_mailed_once_without_text_that_others_wrote(database: TestDatabase) {
    let office = PostOffice::open().await;
    let database = Arc::new(database);
    let site = Site::start_node(Arc::clone(&database), 1, settings(&office)).await;
    // On PostgreSQL a second node sends from the same queue.
    let is_shared = matches!(database.target(), facility_infra::db::conn::Target::Postgres(_));
    let _other = if is_shared { Some(Site::start_node(database, 2, settings(&office)).await) } else { None };
    let admin = site.administrator().await;
    let author = reader(&site, &admin, "author", 1).await;
    let document = admin.publish(&author.submit(TITLE, "OTHER").await, 1).await;
    let arrived = || office.received_by(&of("author"));
    until("the approval arrives", async || arrived().len() == 1).await;
    let mail = arrived().remove(0);
    assert_eq!(mail.from, "terminal@facility.example");
    assert_eq!(mail.to, [of("author")]);
    assert!(mail.text.contains(&format!("/documents/{document}\n")), "{}", mail.text);
    assert!(mail.text.contains("Auto-Submitted: auto-generated\n"), "{}", mail.text);
    let label = document[..6].to_uppercase();
    assert!(mail.text.contains(&format!("Subject: [Facility Terminal] Your submission was approved as DOC-{label}\n")));
    for foreign in ["Tide", "evil", "spy", "administrator approved \"", "What "] {
        assert!(!mail.text.contains(foreign), "{foreign}: {}", mail.text);
    }
    let rejected = reject(&admin, &author, "Another tale").await;
    until("the rejection arrives", async || arrived().len() == 2).await;
    let mail = arrived().remove(1);
    assert!(mail.text.contains(&format!("SUB-{}", rejected[..6].to_uppercase())));
    assert!(!mail.text.contains("gate") && !mail.text.contains("tale"), "{}", mail.text);

    until("both are settled", async || newest(&admin, "author").await["sent"] == json!(true)).await;
    let listed = admin.get("/api/admin/mail").await;
    assert_eq!((listed.header("x-mail"), listed.header("x-total-count")), ("on", "2"));
    let shown = &listed.body[1];
    assert_eq!((&shown["state"], &shown["tries"], &shown["lastError"]), (&json!("sent"), &json!(1), &Value::Null));
    assert_eq!((&shown["entityType"], &shown["entityId"]), (&json!("document"), &json!(document)));
    assert_eq!(shown["notificationType"], "item_reviewed");
    assert!(shown["sentAt"].is_string() && shown["nextTryAt"].is_null());
    assert_eq!(arrived().len(), 2, "each once");
    // The password was used, and the log does not contain it.
    assert!(!office.commands("AUTH PLAIN").is_empty());
    assert!(!site.logged().contains("hunter2"));
}

async fn refused_mail_is_retried_and_stalled_mail_holds_up_nobody(database: TestDatabase) {
    let office = PostOffice::open().await;
    let port = TestPort::claim().unwrap();
    let metrics = port.address();
    let mut settings = settings(&office);
    settings.push(("METRICS_LISTEN", metrics.clone()));
    let site = Site::start_node(Arc::new(database), 1, settings).await;
    let admin = site.administrator().await;
    let busy = reader(&site, &admin, "busy", 1).await;
    let unknown = reader(&site, &admin, "unknown", 1).await;
    let slow = reader(&site, &admin, "slow", 1).await;
    let lucky = reader(&site, &admin, "lucky", 1).await;
    office.treat(&of("busy"), Some(Treatment::Refuses("451 4.7.1 greylisted\u{7}, come back")));
    office.treat(&of("unknown"), Some(Treatment::Refuses("550 5.1.1 no such person")));
    office.treat(&of("slow"), Some(Treatment::Stalls));
    reject(&admin, &slow, "One").await;
    until("the slow one is being sent", async || newest(&admin, "slow").await["tries"] == json!(1)).await;
    for (author, title) in [(&busy, "Two"), (&unknown, "Three"), (&lucky, "Four")] {
        reject(&admin, author, title).await;
    }
    until("the refusal is recorded", async || newest(&admin, "busy").await["lastError"].is_string()).await;
    until("the unknown one is given up", async || newest(&admin, "unknown").await["state"] == "failed").await;
    until("the other messages are sent", async || office.received_by(&of("lucky")).len() == 1).await;
    assert_eq!(office.received_by(&of("slow")).len(), 0);
    let refused = newest(&admin, "busy").await;
    assert_eq!((&refused["state"], &refused["tries"], &refused["sent"]), (&json!("waiting"), &json!(1), &json!(false)));
    let error = refused["lastError"].as_str().unwrap();
    assert!(error.contains("greylisted") && !error.contains('\u{7}'), "{error}");
    let error = newest(&admin, "unknown").await["lastError"].to_string();
    assert!(error.contains("no such person"), "{error}");

    // It is retried only after a minute, and then arrives once.
    office.treat(&of("busy"), None);
    let asked = office.commands("RCPT TO:<busy@").len();
    assert_eq!(asked, 1, "it is not tried every second");
    site.set_clock(Duration::from_mins(2));
    until("it arrives", async || office.received_by(&of("busy")).len() == 1).await;
    until("it is settled", async || newest(&admin, "busy").await["tries"] == json!(2)).await;
    assert_eq!(newest(&admin, "unknown").await["tries"], 1);
    // A run updates the metrics when it has ended.
    let counted = async |line: &str| {
        let response = site.anonymous().get(&format!("http://{metrics}/metrics")).await;
        let text = String::from_utf8(response.bytes).unwrap();
        assert!(text.contains("facility_mail_queued ") && !text.contains("hunter2"), "{text}");
        text.contains(line)
    };
    for line in ["facility_mail_tries_total{outcome=\"sent\"} 2\n", "facility_mail_tries_total{outcome=\"failed\"} 1\n"]
    {
        until(line, async || counted(line).await).await;
    }
}

async fn rights_and_mail_settings_are_checked_when_mail_is_sent(database: TestDatabase) {
    let office = PostOffice::open().await;
    let site = start(database, &office).await;
    let admin = site.administrator().await;
    let names = ["lowered", "unwilling", "moved", "removed"];
    let mut authors = Vec::new();
    for name in names {
        authors.push(reader(&site, &admin, name, 3).await);
        office.treat(&of(name), Some(Treatment::Refuses("450 later")));
    }
    for author in &authors {
        admin.publish(&author.submit("Deep water", "OTHER").await, 3).await;
    }
    for name in names {
        until(name, async || newest(&admin, name).await["lastError"].is_string()).await;
        office.treat(&of(name), None);
    }
    let user = async |caller: &Caller<'_>| caller.get("/api/user").await.text("id");
    let lowered = format!("/api/admin/users/{}/update-clearance", user(&authors[0]).await);
    let level = json!({ "clearanceLevel": 2, "accessKey": "innovation" });
    assert_eq!(admin.patch(&lowered, level).await.status, 200);
    let off = authors[1].patch("/api/user/settings", json!({ "emailNotifications": false })).await;
    assert_eq!((off.status, &off.body["emailNotifications"]), (200, &json!(false)));
    authors[2].patch("/api/user/settings", json!({ "email": "new@readers.example" })).await;
    let removed = format!("/api/admin/users/{}", user(&authors[3]).await);
    assert_eq!(admin.delete(&removed).await.status, 204);
    site.set_clock(Duration::from_mins(2));
    until("it follows the new address", async || office.received_by("new@readers.example").len() == 1).await;
    for (name, reason) in [
        ("lowered", "Not sent: the recipient no longer has access"),
        ("unwilling", "Not sent: the recipient turned this mail off or has no address"),
        ("removed", "Not sent: the account was deleted"),
    ] {
        until(name, async || newest(&admin, name).await["state"] == "failed").await;
        assert_eq!(newest(&admin, name).await["lastError"], reason);
        assert_eq!(office.received_by(&of(name)).len(), 0, "{name}");
    }
    let moved = newest(&admin, "moved").await["id"].as_str().unwrap().to_owned();
    let shown = admin.get(&format!("/api/admin/mail/{moved}")).await;
    assert_eq!((shown.status, &shown.body["recipientEmail"]), (200, &json!("new@readers.example")));
}

async fn administrators_get_one_message_about_an_alert(database: TestDatabase) {
    let office = PostOffice::open().await;
    let site = start(database, &office).await;
    let admin = site.administrator().await;
    address(&admin, "warden").await;
    reader(&site, &admin, "author", 1).await;
    for _ in 0..9 {
        let body = json!({ "username": "author", "password": "wrong words" });
        site.anonymous().post("/api/login", body).await;
    }
    // The job runs every 15 s of the system time.
    site.set_clock(Duration::from_secs(70));
    let arrived = || office.received_by(&of("warden"));
    until("the alert arrives", async || arrived().len() == 1).await;
    assert!(arrived()[0].text.contains("suspicious sign-in attempts in the last 24 hours"));
    assert!(arrived()[0].text.contains(&format!("{}/security-monitoring", site.url)));
    assert!(!arrived()[0].text.contains("author"), "{}", arrived()[0].text);
    let author = site.sign_in("administrator", crate::harness::ADMIN_PASSWORD).await;
    author.submit("Waiting", "OTHER").await;
    site.set_clock(Duration::from_hours(50));
    until("the deadline arrives", async || arrived().len() == 2).await;
    assert!(arrived()[1].text.contains("1 item waits for a decision"), "{}", arrived()[1].text);
    site.set_clock(Duration::from_hours(50) + Duration::from_mins(3));
    let admin = site.administrator().await;
    let other = reader(&site, &admin, "later", 1).await;
    reject(&admin, &other, "After").await;
    until("later mail arrives", async || office.received_by(&of("later")).len() == 1).await;
    assert_eq!(arrived().len(), 2, "no message is sent twice");
    assert_eq!(office.received_by(&of("author")).len(), 0);
}

/// Registers an account with an email address, and approves it with another access key. Its owner gets a message.
async fn approve(site: &Site, admin: &Caller<'_>, name: &str) {
    let body = json!({ "username": name, "password": PASSWORD, "accessKey": "subject", "email": of(name) });
    let registered = site.anonymous().post("/api/register", body).await;
    assert_eq!((registered.status, &registered.body["email"]), (201, &json!(of(name))));
    let approve = format!("/api/admin/users/{}/approve", registered.text("id"));
    let level = json!({ "clearanceLevel": 1, "accessKey": "security" });
    assert_eq!(admin.patch(&approve, level).await.status, 200);
}

async fn without_a_mail_server_messages_are_unsent_until_one_is_configured(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    approve(&site, &admin, "early").await;
    approve(&site, &admin, "retried").await;
    let listed = admin.get("/api/admin/mail").await;
    assert_eq!((listed.status, listed.header("x-mail")), (200, "off"));
    let mail = &listed.body[0];
    assert_eq!((&mail["notificationType"], &mail["state"]), (&json!("account_approved"), &json!("unsent")));
    assert_eq!((&mail["tries"], &mail["sent"], &mail["nextTryAt"]), (&json!(0), &json!(false), &Value::Null));
    assert_eq!(
        members(mail),
        "createdAt entityId entityType id lastError nextTryAt notificationType recipientId \
         recipientUsername sent sentAt state subject tries"
    );
    let path = format!("/api/admin/mail/{}", mail["id"].as_str().unwrap());
    let one = admin.get(&path).await;
    assert_eq!((one.status, &one.body["recipientEmail"]), (200, &json!(of("retried"))));
    assert!(one.text("body").contains(&format!("{}/auth\n", site.url)), "{}", one.body);
    // The lines of the body are wrapped.
    let words = one.text("body").replace('\n', " ");
    assert!(words.contains("Your access key is Security Department."), "{words}");
    assert!(one.text("messageId").starts_with(&format!("{}@", one.text("id"))), "{}", one.body);
    assert_eq!(admin.get("/api/admin/mail/none").await.status, 400);

    // A day later one of them is queued again, and a third one is written.
    site.set_clock(Duration::from_hours(24));
    let admin = site.administrator().await;
    assert_eq!(newest(&admin, "early").await["state"], "unsent", "however old");
    let retried = admin.post(&format!("{path}/retry"), json!({})).await;
    assert_eq!((retried.status, &retried.body["state"]), (202, &json!("unsent")));
    assert_eq!(site.audited("mail_retried").await, 1);
    approve(&site, &admin, "late").await;
    site.terminate();
    let office = PostOffice::open().await;
    site.settings = settings(&office);
    site.restart().await;
    for name in ["retried", "late"] {
        until(name, async || office.received_by(&of(name)).len() == 1).await;
    }
    let admin = site.administrator().await;
    until("the old one fails", async || newest(&admin, "early").await["state"] == "failed").await;
    assert_eq!(newest(&admin, "early").await["lastError"], "Not sent in time");
    assert_eq!(office.received_by(&of("early")).len(), 0);
    assert_eq!(admin.get("/api/admin/mail").await.header("x-mail"), "on");
}

async fn failed_message_is_sent_again_when_an_administrator_asks(database: TestDatabase) {
    let office = PostOffice::open().await;
    let site = start(database, &office).await;
    let admin = site.administrator().await;
    office.treat(&of("author"), Some(Treatment::Refuses("550 5.1.1 no such person")));
    approve(&site, &admin, "author").await;
    until("it is given up", async || newest(&admin, "author").await["state"] == "failed").await;
    office.treat(&of("author"), None);
    let path = format!("/api/admin/mail/{}/retry", newest(&admin, "author").await["id"].as_str().unwrap());
    let retried = admin.post(&path, json!({})).await;
    assert_eq!((retried.status, &retried.body["state"]), (202, &json!("waiting")), "{}", retried.body);
    until("it arrives", async || office.received_by(&of("author")).len() == 1).await;
    until("it is settled", async || newest(&admin, "author").await["sent"] == json!(true)).await;
    let refused = admin.post(&path, json!({})).await;
    assert_eq!((refused.status, refused.text("code").as_str()), (409, "not_failed"));
    assert_eq!(site.audited("mail_retried").await, 1);
    let author = site.sign_in("author", PASSWORD).await;
    assert_eq!(author.post(&path, json!({})).await.text("code"), "admin_only");
}

/// A server with unusable settings fails before it creates anything, and never repeats the password.
#[test]
fn unusable_mail_settings_prevent_the_start() {
    for (url, from, message) in [
        ("smtp://robot:hunter2@mail.example.org", "a@example.org", "smtp_url: would send the password unencrypted"),
        ("mail.example.org:25", "a@example.org", "smtp_url: must be smtp://"),
        ("smtps://robot:hunter2@mail.example.org", "nobody", "mail_from: nobody: must be an email address"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let ended = Command::new(env!("CARGO_BIN_EXE_facility"))
            .args(["serve", "--listen", "127.0.0.1:0", "--mail-from", from])
            .env("FACILITY_SMTP_URL", url)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(!ended.status.success());
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(said.contains(message) && !said.contains("hunter2"), "{said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a file was created");
    }
}
