//! One archive of a pair: a server, its administrator and its reader, and the ids of its records.

use crate::caller::{Answer, Caller};
use crate::events::{Above, Below};
use crate::harness::Site;
use infra::testing::TestDatabase;
use serde_json::{Value, json};

/// The release date of records that are not released while the test runs.
const NEVER: &str = "2126-01-01T00:00:00.000Z";

/// A record that the reader may know of.
pub struct Record {
    pub id: String,
    by_reader: bool,
    archived: bool,
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
    /// The records above the reader's level that nobody has deleted.
    above: Vec<String>,
    /// A record above the reader's level that both archives of a pair have, with different texts.
    pub known: String,
    /// The sections of the archive.
    pub sections: Vec<String>,
    /// Number of events above the reader's level.
    pub events: usize,
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
        let (below, raised, above) = (Vec::new(), Vec::new(), Vec::new());
        let known = String::new();
        let mut made = Self { site, admin, reader, level, below, raised, above, known, sections, events: 0 };
        made.known = made.publish(false, level + 1, "OTHER", secret, secret).await;
        made
    }

    pub fn reader(&self) -> Caller<'_> {
        Caller { site: &self.site, cookie: self.reader.clone() }
    }

    pub fn admin(&self) -> Caller<'_> {
        Caller { site: &self.site, cookie: self.admin.clone() }
    }

    async fn submit(&self, by_reader: bool, body: Value) -> String {
        let author = if by_reader { self.reader() } else { self.admin() };
        let sent = author.post("/api/submissions", body).await;
        ok(&sent);
        sent.text("id")
    }

    async fn publish(
        &self,
        by_reader: bool,
        level: u8,
        category: &str,
        title: &str,
        content: &str,
    ) -> String {
        let body = json!({ "title": title, "content": content, "category": category });
        let submission = self.submit(by_reader, body).await;
        self.review(&submission, level).await
    }

    /// Approves a submission, with a second step where the top level needs one, and returns the document's id.
    async fn review(&self, submission: &str, level: u8) -> String {
        let body = json!({ "status": "approved", "clearanceLevel": level });
        let reviewed = self.admin().patch(&format!("/api/admin/submissions/{submission}"), body).await;
        ok(&reviewed);
        reviewed.text("documentId")
    }

    /// Proposes an edit as the owner and approves it.
    async fn revise(&self, by_reader: bool, id: &str, level: u8, title: &str, content: &str) {
        let owner = if by_reader { self.reader() } else { self.admin() };
        let body =
            json!({ "title": title, "content": content, "category": "OTHER", "clearanceLevel": level });
        let proposed = owner.post(&format!("/api/documents/{id}/edit"), body).await;
        ok(&proposed);
        let path = format!("/api/document-edits/{}", proposed.text("id"));
        ok(&self.admin().patch(&path, json!({ "status": "approved" })).await);
    }

    async fn archive(&self, id: &str, section: usize) {
        let body = json!({ "sectionId": self.sections[section] });
        ok(&self.admin().post(&format!("/api/documents/{id}/request-archive"), body).await);
    }

    async fn delete(&self, id: &str) {
        ok(&self.admin().delete(&format!("/api/admin/documents/{id}")).await);
    }

    /// Applies an event of both archives. `secret` is the text that is above the reader's level in it.
    pub async fn below(&mut self, event: &Below, secret: &str) {
        let count = self.below.len();
        match event {
            Below::Publish { by_reader, level, category, title, content } => {
                let id = self.publish(*by_reader, *level, category, title, content).await;
                self.below.push(Record { id, by_reader: *by_reader, archived: false });
            }
            Below::Lower { level, title, content } => {
                let id = self.publish(false, self.level + 1, "OTHER", secret, secret).await;
                self.revise(false, &id, *level, title, content).await;
                self.below.push(Record { id, by_reader: false, archived: false });
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
            Below::Revise { .. } | Below::Archive { .. } | Below::Delete { .. } if count == 0 => {}
            Below::Revise { which, level, title, content } => {
                let Record { id, by_reader, .. } = &self.below[which % count];
                self.revise(*by_reader, id, *level, title, content).await;
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
            Above::Revise { .. } | Above::Archive { .. } | Above::Delete { .. } if count == 0 => {}
            Above::Revise { which, title, content } => {
                self.revise(false, &self.above[which % count], 5, title, content).await;
            }
            // Archived once, so it leaves the list of those that can be.
            Above::Archive { which, section } => {
                let id = self.above.remove(which % count);
                self.archive(&id, *section).await;
            }
            Above::Delete { which } => {
                let id = self.above.remove(which % count);
                self.delete(&id).await;
            }
        }
    }
}
