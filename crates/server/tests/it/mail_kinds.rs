//! The kinds of mail: each can be turned off, and none contains text that a user wrote.

use crate::archive::section;
use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::mail::{newest, of, reader, reject, settings, until};
use crate::post_office::{PostOffice, Received, Treatment};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

on_each_database!(each_kind_can_be_turned_off, no_mail_depends_on_what_people_wrote,);

const SWITCHES: &str = "/api/user/mail-settings";

async fn each_kind_can_be_turned_off(database: TestDatabase) {
    let office = PostOffice::open().await;
    let site = Site::start_node(database.into(), 1, settings(&office)).await;
    let admin = site.administrator().await;
    let author = reader(&site, &admin, "author", 1).await;
    let all = json!({ "accountApproved": true, "itemReviewed": true, "timedOut": true, "securityAlert": true,
        "deadline": true, "resetRequested": true, "talk": true });
    assert_eq!(author.get(SWITCHES).await.body, all);
    let off = author.patch(SWITCHES, json!({ "itemReviewed": false })).await;
    let mut expected = all.clone();
    expected["itemReviewed"] = json!(false);
    assert_eq!((off.status, &off.body), (200, &expected));
    assert_eq!(author.get(SWITCHES).await.body, expected);
    assert_eq!(admin.get(SWITCHES).await.body, all, "another person's are their own");
    assert_eq!(author.patch(SWITCHES, json!({ "weather": false })).await.code(), "unknown_field");
    assert_eq!(author.patch(SWITCHES, json!({ "deadline": "no" })).await.status, 400);

    // No message of that kind is created, but those of other kinds are.
    reject(&admin, &author, "One").await;
    let id = author.get("/api/user").await.text("id");
    let reset = async || admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
    office.treat(&of("author"), Some(Treatment::Refuses("451 later")));
    assert_eq!(reset().await.status, 200);
    until("it is refused", async || newest(&admin, "author").await["lastError"].is_string()).await;
    let mail = newest(&admin, "author").await;
    assert_eq!(mail["notificationType"], "reset_requested");
    assert_eq!(admin.get("/api/admin/mail").await.header("x-total-count"), "1");

    // The setting is checked again when the message is sent.
    author.patch(SWITCHES, json!({ "resetRequested": false, "itemReviewed": true })).await;
    office.treat(&of("author"), None);
    site.set_clock(Duration::from_mins(3));
    until("it is given up", async || newest(&admin, "author").await["state"] == "failed").await;
    let mail = newest(&admin, "author").await;
    assert_eq!(mail["lastError"], "Not sent: the recipient turned this mail off or has no address");
    assert_eq!(office.received_by(&of("author")).len(), 0);
    let author = site.sign_in("author", PASSWORD).await;
    reject(&site.administrator().await, &author, "Two").await;
    until("the other kind arrives", async || office.received_by(&of("author")).len() == 1).await;
    assert_eq!(site.audited("user_settings_updated").await, 3);
}

/// The texts that users write in one scenario.
struct Words {
    title: &'static str,
    content: &'static str,
    reason: &'static str,
}

const ONE: Words = Words {
    title: "Obsidian gate",
    content: "The lantern hangs low.\n\n:::level 5\nThe cellar floods at four.\n:::",
    reason: "The meridian line is at {{5|51.2 degrees}}.",
};

const OTHER: Words = Words {
    title: "What the seventh tide of the basin hides",
    content: "Nobody {{4|from the north}} answers. {{3|Brass bells}} ring.\n\nThree doors remain.",
    reason: "Shorter, please; signal four goes unanswered by {{2|the garden}} crew.",
};

impl Words {
    /// Returns the words of at least five letters. No message may contain them.
    fn secrets(&self) -> Vec<&str> {
        let all = [self.title, self.content, self.reason];
        let words = all.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
        words.filter(|word| word.len() > 4 && !["level", "doors", "Three"].contains(word)).collect()
    }
}

/// Causes mail of each kind, and returns the messages as they arrived, with ids, labels, URLs of the site and dates
/// replaced.
async fn messages_of(database: TestDatabase, words: &Words) -> Vec<String> {
    let office = PostOffice::open().await;
    let site = Site::start_node(database.into(), 1, settings(&office)).await;
    let admin = site.administrator().await;
    admin.patch("/api/user/settings", json!({ "email": of("warden") })).await;
    let body = json!({ "username": "newcomer", "password": PASSWORD, "accessKey": "subject", "email": of("newcomer") });
    let id = site.anonymous().post("/api/register", body).await.text("id");
    let level = json!({ "clearanceLevel": 1, "accessKey": "subject" });
    assert_eq!(admin.patch(&format!("/api/admin/users/{id}/approve"), level).await.status, 200);
    let author = reader(&site, &admin, "author", 2).await;
    let id = author.get("/api/user").await.text("id");
    let code = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await.text("resetCode");
    let release = site.now().plus(Duration::from_hours(49)).to_string();
    items(&admin, &author, words, &release).await;
    for _ in 0..9 {
        let body = json!({ "username": "author", "password": words.title });
        site.anonymous().post("/api/login", body).await;
    }
    let warden_got = async |words: &str| office.received_by(&of("warden")).iter().any(|mail| mail.text.contains(words));
    // The job for alerts and deadlines runs every 15 s.
    site.set_clock(Duration::from_secs(70));
    until("an alert is sent", async || warden_got("] Security alert").await).await;
    site.set_clock(Duration::from_hours(50));
    until("a deadline is sent", async || warden_got("for a decision").await).await;
    let arrived = async |count| office.received_by(&of("author")).len() == count;
    until("the release is announced", async || arrived(EVENTS - 4).await).await;
    site.set_clock(Duration::from_hours(61));
    until("the author is reminded", async || arrived(EVENTS - 2).await).await;
    site.set_clock(Duration::from_hours(73));
    until("the timeouts are announced", async || arrived(EVENTS).await).await;
    let listed = site.administrator().await.get("/api/admin/mail").await.each("notificationType");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>().len(), 6, "all kinds");

    let mut shown = Vec::new();
    let mut deadlines = 0;
    for mail in ["author", "newcomer", "warden"].into_iter().flat_map(|name| office.received_by(&of(name))) {
        for secret in words.secrets().into_iter().chain([code.as_str()]) {
            assert!(!mail.text.contains(secret), "{secret}: {}", mail.text);
        }
        assert!(mail.text.lines().all(|line| line.len() <= 78), "{}", mail.text);
        let page = format!("\nList-Unsubscribe: <{}/settings>\n", site.url);
        assert!(mail.text.contains(&page) && mail.text.contains("\nMessage-ID: <"), "{}", mail.text);
        // The number of days of the scenario depends on the hour at which it starts.
        let is_deadline = mail.text.contains("for a decision");
        deadlines += usize::from(is_deadline);
        if !is_deadline || deadlines == 1 {
            shown.push(masked(&mail, &site.url));
        }
    }
    shown.sort();
    shown
}

/// Number of messages to the author.
const EVENTS: usize = 14;

/// Causes one event of each kind for the author, and creates items that are released or time out later.
async fn items(admin: &Caller<'_>, author: &Caller<'_>, words: &Words, release: &str) {
    let submit = async || {
        let body = json!({ "title": words.title, "content": words.content, "category": "SITE" });
        let answer = author.post("/api/submissions", body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.text("id")
    };
    let decide = async |path: String, mut body: Value| {
        body["comments"] = json!(words.reason);
        let answer = admin.patch(&path, body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer
    };
    let publish = async || {
        let path = format!("/api/admin/submissions/{}", submit().await);
        decide(path, json!({ "status": "approved", "clearanceLevel": 2 })).await.text("documentId")
    };
    let (first, second) = (publish().await, publish().await);
    let later = json!({ "status": "approved", "clearanceLevel": 2, "scheduledReleaseAt": release });
    decide(format!("/api/admin/submissions/{}", submit().await), later).await;
    let path = format!("/api/admin/submissions/{}", submit().await);
    decide(path, json!({ "status": "rejected" })).await;
    let propose = async |document: &str, said: &str| {
        let shown = author.get(&format!("/api/documents/{document}")).await.text("content");
        let content = format!("{shown}\n\n{said}");
        let body = json!({ "title": words.title, "content": content, "category": "SITE", "clearanceLevel": 2 });
        let answer = author.post(&format!("/api/documents/{document}/edit"), body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.text("id")
    };
    let edit = propose(&first, words.title).await;
    decide(format!("/api/document-edits/{edit}"), json!({ "status": "rejected" })).await;
    let edit = propose(&first, words.reason).await;
    let approval = decide(format!("/api/document-edits/{edit}"), json!({ "status": "approved" })).await;
    assert_eq!(approval.text("status"), "approved");
    let section = section(admin, "Amber").await;
    for (document, verdict) in [(&second, "reject"), (&second, "approve")] {
        let request = format!("/api/documents/{document}/request-archive");
        assert_eq!(author.post(&request, json!({ "sectionId": section })).await.status, 202);
        let path = format!("/api/admin/archive-requests/{document}/{verdict}");
        assert_eq!(admin.post(&path, json!({ "comments": words.reason })).await.status, 200);
    }
    submit().await;
    propose(&first, "Once more.").await;
}

fn masked(mail: &Received, url: &str) -> String {
    let text = mail.text.replace(url, "SITE");
    let mut shown = format!("to {}\n", mail.to.join(", "));
    for line in text.lines() {
        let line = match line.split_once(": ") {
            Some((name @ ("Date" | "Message-ID"), _)) => name.to_owned(),
            // The alert is sent as soon as there are enough attempts, while the scenario adds more.
            _ if line.contains(" suspicious ") => "suspicious attempts".to_owned(),
            _ => masked_ids(line),
        };
        shown.push_str(&line);
        shown.push('\n');
    }
    shown
}

/// Replaces sequences of six or more hexadecimal digits and hyphens, which are ids and labels.
fn masked_ids(line: &str) -> String {
    let mut shown = String::new();
    for word in line.split_inclusive(|c: char| !(c.is_ascii_hexdigit() || c == '-')) {
        let digits = word.chars().filter(char::is_ascii_hexdigit).count();
        let has_number = word.chars().any(|c| c.is_ascii_digit());
        if digits >= 6 && (has_number || word.chars().filter(char::is_ascii_uppercase).count() >= 6) {
            shown.push_str("<id>");
            shown.extend(word.chars().last().filter(|c| !(c.is_ascii_hexdigit() || *c == '-')));
        } else {
            shown.push_str(word);
        }
    }
    shown
}

async fn no_mail_depends_on_what_people_wrote(database: TestDatabase) {
    // The second site is always on SQLite, because the messages do not depend on the database.
    let (one, other) = (messages_of(database, &ONE).await, messages_of(Site::database_on_sqlite(), &OTHER).await);
    assert_eq!(one.len(), EVENTS + 3, "{one:#?}");
    assert_eq!(one, other);
}
