//! One archive of a pair: a server, its administrator and its reader, and the ids of its records.

use crate::caller::{Answer, Caller};
use crate::chance::Chance;
use crate::events::{Above, Below, Quote};
use crate::harness::Site;
use crate::text::Text;
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

/// The release date of records that are not released while the test runs.
const NEVER: &str = "2126-01-01T00:00:00.000Z";

/// A record that is visible to the reader.
pub struct Record {
    pub id: String,
    pub title: String,
    by_reader: bool,
    archived: bool,
    text: Text,
    /// The text of its portions in this archive.
    secret: String,
}

/// One archive of a pair.
pub struct Archive {
    site: Site,
    admin: Option<String>,
    reader: Option<String>,
    /// The reader's level.
    pub level: u8,
    /// The records that the reader may read, in the order of their events.
    pub below: Vec<Record>,
    /// The reader's own records above their level.
    raised: Vec<String>,
    /// The records that the reader could read when they were moved to the trash.
    trashed: Vec<Record>,
    /// The records above the reader's level that are not deleted.
    above: Vec<String>,
    /// The records above the reader's level in the trash.
    trashed_above: Vec<String>,
    /// A record above the reader's level that exists in both archives of a pair, with different texts.
    pub known: String,
    /// The readable record with the newest comment.
    pub discussed: String,
    /// The sections of the archive.
    pub sections: Vec<String>,
    /// A picture above the reader's level, in another size in each archive of a pair.
    pub hidden_picture: String,
    /// A file of the known record, with another text in each archive of a pair.
    pub hidden_file: String,
    /// A picture that the known record shows too, and records that the reader may read.
    shown_picture: String,
    /// Number of events above the reader's level.
    pub events: usize,
}

impl Record {
    fn new(id: String, by_reader: bool, title: &str, text: &Text, secret: &str) -> Self {
        let (title, secret) = (title.to_owned(), secret.to_owned());
        Self { id, title, by_reader, archived: false, text: text.clone(), secret }
    }
}

fn ok(answer: &Answer) {
    assert!((200..300).contains(&answer.status), "{} {}", answer.status, answer.body);
}

impl Archive {
    /// Starts a server for a reader of this level. `secret` is the text of the known record above it.
    pub async fn start(database: TestDatabase, level: u8, secret: &str) -> Self {
        let site = Site::start(database).await;
        let admin = site.administrator().await;
        let reader = site.user(&admin, "reader", level).await;
        let mut sections = Vec::new();
        for name in ["Winter", "Summer"] {
            sections.push(admin.post("/api/archive/sections", json!({ "name": name })).await.text("id"));
        }
        let (admin, reader) = (admin.cookie, reader.cookie);
        let mut made = Self {
            site,
            admin,
            reader,
            level,
            below: Vec::new(),
            raised: Vec::new(),
            trashed: Vec::new(),
            above: Vec::new(),
            trashed_above: Vec::new(),
            known: String::new(),
            discussed: String::new(),
            sections,
            hidden_picture: String::new(),
            hidden_file: String::new(),
            shown_picture: String::new(),
            events: 0,
        };
        let side = 8 + u32::try_from(secret.len() % 50).unwrap();
        made.hidden_picture = made.picture(side).await;
        made.shown_picture = made.picture(16).await;
        let content = format!("{secret} ![{secret}](file:{}) ![](file:{})", made.hidden_picture, made.shown_picture);
        made.hidden_file = made.file(&format!("{secret} obsidian")).await;
        let body = json!({ "title": secret, "content": content, "category": "OTHER", "filePath": made.hidden_file });
        made.known = made.review(&made.submit(false, body).await, level + 1).await;
        made
    }

    pub fn reader(&self) -> Caller<'_> {
        Caller { site: &self.site, cookie: self.reader.clone() }
    }

    pub fn admin(&self) -> Caller<'_> {
        Caller { site: &self.site, cookie: self.admin.clone() }
    }

    /// Uploads a square picture as the administrator and returns its id.
    async fn picture(&self, side: u32) -> String {
        let admin = self.admin();
        let url = admin.post("/api/objects/upload?kind=picture", json!({})).await.text("uploadURL");
        let mut bytes = Vec::new();
        let mut writer = png::Encoder::new(&mut bytes, side, side).write_header().unwrap();
        let shades = usize::try_from(side * side).unwrap();
        writer.write_image_data(&vec![7; shades]).unwrap();
        writer.finish().unwrap();
        ok(&admin.send(Method::PUT, &url, &[], Some(bytes)).await);
        admin.put("/api/submission-files", json!({ "fileURL": url })).await.text("fileId")
    }

    /// Uploads a file with this text as the administrator, waits until it was read, and returns its path.
    async fn file(&self, text: &str) -> String {
        let admin = self.admin();
        let path = admin.attach("plan.txt", text.as_bytes()).await;
        let state = async || admin.get(&format!("/api{path}/text")).await.text("state");
        until("the file was read", async || state().await == "ready").await;
        path
    }

    /// Returns the text of an event in the administrator's words: a picture that everybody sees, and in each passage
    /// above the reader's level one that only this archive has.
    fn illustrated(&self, content: &Text, secret: &str) -> String {
        let hidden = format!("{secret} ![{secret}](file:{})", self.hidden_picture);
        format!("{} ![shown|{}](file:{})", content.with(&hidden), content.words.len() % 300, self.shown_picture)
    }

    async fn submit(&self, by_reader: bool, body: Value) -> String {
        let author = if by_reader { self.reader() } else { self.admin() };
        let sent = author.post("/api/submissions", body).await;
        ok(&sent);
        sent.text("id")
    }

    async fn publish(&self, by_reader: bool, level: u8, category: &str, title: &str, content: &str) -> String {
        let body = json!({ "title": title, "content": content, "category": category });
        let submission = self.submit(by_reader, body).await;
        self.review(&submission, level).await
    }

    /// Approves a submission, with a second step if the top level requires one. Returns the document's id.
    async fn review(&self, submission: &str, level: u8) -> String {
        let body = json!({ "status": "approved", "clearanceLevel": level });
        let reviewed = self.admin().patch(&format!("/api/admin/submissions/{submission}"), body).await;
        ok(&reviewed);
        reviewed.text("documentId")
    }

    /// Proposes an edit as the owner and approves it.
    async fn revise(&self, by_reader: bool, id: &str, level: u8, title: &str, content: &str) {
        let owner = if by_reader { self.reader() } else { self.admin() };
        let body = json!({ "title": title, "content": content, "category": "OTHER", "clearanceLevel": level });
        let proposed = owner.post(&format!("/api/documents/{id}/edit"), body).await;
        ok(&proposed);
        let path = format!("/api/document-edits/{}", proposed.text("id"));
        ok(&self.admin().patch(&path, json!({ "status": "approved" })).await);
    }

    async fn archive(&self, id: &str, section: usize) {
        let body = json!({ "sectionId": self.sections[section] });
        ok(&self.admin().post(&format!("/api/documents/{id}/request-archive"), body).await);
    }

    async fn comment(&self, by_reader: bool, id: &str, body: Value) {
        let author = if by_reader { self.reader() } else { self.admin() };
        ok(&author.post(&format!("/api/documents/{id}/comments"), body).await);
    }

    async fn restore(&self, id: &str) {
        ok(&self.admin().post(&format!("/api/admin/trash/{id}/restore"), json!({})).await);
    }

    async fn delete(&self, id: &str) {
        ok(&self.admin().delete(&format!("/api/admin/documents/{id}")).await);
    }

    /// Applies an event of both archives. `secret` is its text above the reader's level.
    pub async fn below(&mut self, event: &Below, secret: &str) {
        let count = self.below.len();
        match event {
            Below::Publish { by_reader, level, category, title, content } => {
                let written = if *by_reader { content.with(secret) } else { self.illustrated(content, secret) };
                let id = self.publish(*by_reader, *level, category, title, &written).await;
                self.below.push(Record::new(id, *by_reader, title, content, secret));
            }
            Below::Lower { level, title, content } => {
                let id = self.publish(false, self.level + 1, "OTHER", secret, secret).await;
                for _ in 0..secret.len() % 3 {
                    self.comment(false, &id, json!({ "content": secret, "quote": secret })).await;
                }
                self.revise(false, &id, *level, title, &self.illustrated(content, secret)).await;
                self.below.push(Record::new(id, false, title, content, secret));
            }
            Below::Submit { title } => {
                let body = json!({ "title": title, "content": "It waits.", "category": "OTHER" });
                self.submit(true, body).await;
            }
            Below::Raise { title } => {
                let id = self.publish(true, self.level + 1, "OTHER", title, "It rises.").await;
                self.raised.push(id);
            }
            Below::Draft { title } => {
                let body = json!({ "title": title, "content": "It grows." });
                ok(&self.reader().post("/api/user/drafts", body).await);
            }
            Below::Restore { which } => {
                if !self.trashed.is_empty() {
                    let back = self.trashed.remove(which % self.trashed.len());
                    self.restore(&back.id).await;
                    self.below.push(back);
                }
            }
            _ if count == 0 => {}
            Below::Revise { which, level, title, content } => {
                let record = &self.below[which % count];
                let (text, sent) = if record.by_reader && record.text.is_cut() {
                    let kept = record.text.rewritten(&content.words);
                    (kept.clone(), kept.withheld())
                } else {
                    (content.clone(), content.with(secret))
                };
                self.revise(record.by_reader, &record.id, *level, title, &sent).await;
                let record = &mut self.below[which % count];
                if !(record.by_reader && record.text.is_cut()) {
                    record.secret = secret.to_owned();
                }
                record.text = text;
                record.title.clone_from(title);
            }
            Below::Comment { which, by_reader, content, quote } => {
                let order = self.below.iter().cycle().skip(which % count).take(count);
                let withheld = matches!(quote, Quote::Withheld) && !by_reader;
                // A text that contains a secret word, as a link to nothing, may contain the text of a whole passage, so
                // do not quote it.
                let is_quotable = |text: &Text| text.is_cut() && !Chance::names_a_secret(&text.words);
                let record = order.clone().find(|record| withheld && is_quotable(&record.text));
                let record = record.or_else(|| order.clone().next()).unwrap();
                let quote = match quote {
                    Quote::Open => Some(record.text.words.as_str()),
                    Quote::Withheld if withheld && is_quotable(&record.text) => Some(record.secret.as_str()),
                    _ => None,
                };
                let body = json!({ "content": content.with(secret), "quote": quote });
                let discussed = record.id.clone();
                self.comment(*by_reader, &discussed, body).await;
                self.discussed = discussed;
            }
            Below::Archive { which, section } => {
                if !self.below[which % count].archived {
                    self.archive(&self.below[which % count].id, *section).await;
                    self.below[which % count].archived = true;
                }
            }
            Below::Delete { which } => {
                let gone = self.below.remove(which % count);
                self.delete(&gone.id).await;
                self.trashed.push(gone);
            }
        }
    }

    /// Applies an event of this archive only.
    pub async fn above(&mut self, event: &Above) {
        self.events += 1;
        let count = self.above.len();
        match event {
            Above::Publish { level, category, title, content } => {
                let id = self.publish(false, *level, category, title, content).await;
                self.above.push(id);
            }
            Above::Schedule { level, title, content } => {
                let lore = json!({ "title": title, "content": content, "category": "OTHER",
                    "scheduledReleaseAt": NEVER });
                let submission = self.submit(false, lore).await;
                self.review(&submission, *level).await;
            }
            Above::Submit { title, content } => {
                let body = json!({ "title": title, "content": content, "category": "INCIDENT" });
                self.submit(false, body).await;
            }
            Above::Template { level, name, content } => {
                let body = json!({ "name": name, "category": "SITE", "content": content,
                    "requiredClearanceLevel": level });
                ok(&self.admin().post("/api/templates", body).await);
            }
            Above::Draft { title } => {
                ok(&self.admin().post("/api/user/drafts", json!({ "title": title })).await);
            }
            Above::Touch { which, delete } => {
                if self.raised.is_empty() {
                    return;
                }
                let id = self.raised.remove(which % self.raised.len());
                if *delete { self.delete(&id).await } else { self.archive(&id, 0).await }
            }
            Above::Empty { which, restore } => {
                if self.trashed_above.is_empty() {
                    return;
                }
                let id = self.trashed_above.remove(which % self.trashed_above.len());
                if *restore {
                    self.restore(&id).await;
                } else {
                    ok(&self.admin().delete(&format!("/api/admin/trash/{id}")).await);
                }
            }
            Above::Link { which, level, name } => {
                let to = self.below.get(which % self.below.len().max(1));
                let label = to.map_or("0".repeat(6), |record| record.id.chars().take(6).collect());
                let content = format!("[[DOC-{label}]] and {{{{5|[[DOC-{label}]]}}}}");
                let id = self.publish(false, *level, "OTHER", name, &content).await;
                self.above.push(id);
            }
            Above::Comment { which, content } => {
                let id = self.above.get(which % count.max(1)).unwrap_or(&self.known);
                self.comment(false, id, json!({ "content": content })).await;
            }
            Above::Revise { .. } | Above::Archive { .. } | Above::Delete { .. } if count == 0 => {}
            Above::Revise { which, title, content } => {
                self.revise(false, &self.above[which % count], 5, title, content).await;
            }
            // A record can be archived only once, so remove it from the list.
            Above::Archive { which, section } => {
                let id = self.above.remove(which % count);
                self.archive(&id, *section).await;
            }
            Above::Delete { which } => {
                let id = self.above.remove(which % count);
                self.delete(&id).await;
                self.trashed_above.push(id);
            }
        }
    }
}
