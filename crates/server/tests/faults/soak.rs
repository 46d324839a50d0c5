//! Many users for a long time: readers, writers with files and drafts, and reviewers, each with an open page. No
//! acknowledged write is lost, no response is an error, and memory does not grow.

use crate::caller::{Answer, Caller};
use crate::figures::resident_kib;
use crate::harness::{Site, on_each_database};
use crate::socket::Socket;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

on_each_database!(no_write_is_lost_and_memory_does_not_grow);

/// Number of users; every eighth is an administrator.
const USERS: usize = 50;
/// Share of requests that read, in percent.
const READS: u64 = 80;
/// Mean time between the requests of a user. It varies from half to one and a half times this value.
const PAUSE: Duration = Duration::from_secs(1);
/// Interval between measurements of the memory.
const MEASURE_EVERY: Duration = Duration::from_secs(5);
/// Maximum growth of the memory per minute in the last two thirds of the run, in percent of its mean.
const GROWTH: f64 = 1.0;

/// The acknowledged writes, and the unexpected responses.
#[derive(Default)]
struct Ledger {
    /// Ids and texts of submissions.
    submissions: RefCell<Vec<(String, String)>>,
    /// Ids of published documents.
    documents: RefCell<Vec<String>>,
    /// Paths of comments and their texts.
    comments: RefCell<Vec<(String, String)>>,
    /// Paths of uploaded files and their bytes.
    files: RefCell<Vec<(String, Vec<u8>)>>,
    /// Number of saved drafts.
    drafts: Cell<usize>,
    reads: Cell<usize>,
    writes: Cell<usize>,
    messages: Cell<usize>,
    wrong: RefCell<Vec<String>>,
}

impl Ledger {
    /// Records a response, and returns it if it has the expected status. A refusal because another reviewer was faster
    /// is not an error.
    fn record(&self, answer: Answer, expected: u16, what: &str) -> Option<Answer> {
        if answer.status == expected {
            return Some(answer);
        }
        if answer.status != 409 || what != "review" {
            self.wrong.borrow_mut().push(format!("{what}: {} {}", answer.status, answer.body));
        }
        None
    }
}

/// Random numbers that are the same in each run (splitmix64).
struct Random(u64);

impl Random {
    const fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn of<T: Clone>(&mut self, all: &RefCell<Vec<T>>) -> Option<T> {
        let all = all.borrow();
        let place = usize::try_from(self.below(u64::try_from(all.len().max(1)).unwrap())).unwrap();
        all.get(place).cloned()
    }
}

async fn no_write_is_lost_and_memory_does_not_grow(database: TestDatabase) {
    let name = match database.target() {
        Target::Sqlite(_) => "SQLite",
        Target::Postgres(_) => "PostgreSQL",
    };
    let lasting = Duration::from_secs(60 * u64::try_from(crate::times("SOAK_MINUTES", 30)).unwrap());
    let site = Site::start_with(database, &[("RATE_LIMITS", "open"), ("LOG_FILTER", "warn")]).await;
    let admin = site.administrator().await;
    let ledger = Ledger::default();
    let mut users = Vec::new();
    for n in 0..USERS {
        let name = format!("soaked-{n}");
        users.push(if n.is_multiple_of(8) {
            site.admin_of(&admin, &name, 5).await
        } else {
            site.user(&admin, &name, u8::try_from(1 + n % 4).unwrap()).await
        });
    }
    let until = Instant::now() + lasting;
    let lives =
        futures_util::future::join_all(users.iter().enumerate().map(|(n, user)| live(&site, user, n, &ledger, until)));
    let (_, (), memory) = tokio::join!(lives, pages(&users, &ledger, until), memory(site.pid(), until));

    assert_eq!(*ledger.wrong.borrow(), Vec::<String>::new());
    let (published, files) = (ledger.documents.borrow().len(), ledger.files.borrow().len());
    // The first session was idle in the meantime and may have ended.
    let admin = site.administrator().await;
    let lost = lost(&admin, &users, &ledger).await;
    assert_eq!(lost, Vec::<String>::new());
    let verified = site.facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let (mean, slope) = slope(&memory[memory.len() / 3..]);
    let growth = slope / mean * 100.0;
    assert!(ledger.messages.get() > 0 && ledger.comments.borrow().len() > 1, "the load is too low");
    crate::figure(&format!(
        "soak, {name}: {USERS} users with sockets, {} min; {} reads, {} writes ({} submissions, {} published, {} comments, {} \
         files, {} saved drafts), {} live messages; 0 lost, 0 unexpected answers; memory {:.0} MiB, {growth:+.2} % a minute; \
         audit chain whole",
        lasting.as_secs() / 60,
        ledger.reads.get(),
        ledger.writes.get(),
        ledger.submissions.borrow().len(),
        published,
        ledger.comments.borrow().len(),
        files,
        ledger.drafts.get(),
        ledger.messages.get(),
        mean / 1024.0,
    ));
    assert!(growth < GROWTH, "memory grows by {growth:.2} % a minute");
}

/// Sends the requests of one user until the time is over.
async fn live(site: &Site, user: &Caller<'_>, n: usize, ledger: &Ledger, until: Instant) {
    let mut random = Random(u64::try_from(n).unwrap());
    let is_admin = n.is_multiple_of(8);
    let mut draft = None;
    let mut count = 0;
    while Instant::now() < until {
        let millis = u64::try_from(PAUSE.as_millis()).unwrap();
        tokio::time::sleep(Duration::from_millis(millis / 2 + random.below(millis))).await;
        if random.below(100) < READS {
            read(user, &mut random, ledger).await;
            ledger.reads.set(ledger.reads.get() + 1);
            continue;
        }
        count += 1;
        let text = format!("Entry {count} of {n}: the lantern at berth {} burns.", random.below(10_000));
        match random.below(10) {
            _ if is_admin => review(user, &mut random, ledger).await,
            0 | 1 => comment(user, &mut random, text, ledger).await,
            2..=5 => save_draft(user, &mut draft, &text, ledger).await,
            6 => submit(user, &text, attach(site, user, &text, ledger).await, ledger).await,
            _ => submit(user, &text, None, ledger).await,
        }
        ledger.writes.set(ledger.writes.get() + 1);
    }
}

async fn read(user: &Caller<'_>, random: &mut Random, ledger: &Ledger) {
    let document = random.of(&ledger.documents);
    let path = match (random.below(10), document) {
        (0..=2, Some(id)) => format!("/api/documents/{id}"),
        (3, Some(id)) => format!("/api/documents/{id}/comments"),
        (4 | 5, _) => "/api/user/board".to_owned(),
        (6, _) => "/api/documents?search=lantern&limit=50&view=summary".to_owned(),
        (7, _) => "/api/user/notifications".to_owned(),
        _ => "/api/documents?limit=50&view=summary".to_owned(),
    };
    // A document above the reader's level may look like one that does not exist.
    let answer = user.get(&path).await;
    if !(answer.status == 403 || answer.status == 404) || !path.starts_with("/api/documents/") {
        ledger.record(answer, 200, &path);
    }
}

async fn submit(user: &Caller<'_>, text: &str, file: Option<String>, ledger: &Ledger) {
    let mut body = json!({ "title": text, "content": text, "category": "SITE" });
    if let Some(path) = file {
        body["filePath"] = json!(path);
    }
    if let Some(sent) = ledger.record(user.post("/api/submissions", body).await, 201, "submission") {
        ledger.submissions.borrow_mut().push((sent.text("id"), text.to_owned()));
    }
}

async fn attach(site: &Site, user: &Caller<'_>, text: &str, ledger: &Ledger) -> Option<String> {
    let granted = ledger.record(user.post("/api/objects/upload", json!({})).await, 200, "grant")?;
    let url = granted.text("uploadURL");
    let bytes = text.repeat(200).into_bytes();
    let put = user.send(Method::PUT, &format!("{url}?filename=log.txt"), &[], Some(bytes.clone())).await;
    ledger.record(put, 200, "upload")?;
    let claimed = user.put("/api/submission-files", json!({ "fileURL": url })).await;
    let path = ledger.record(claimed, 200, "claim")?.text("objectPath");
    assert!(!path.contains(&site.url));
    ledger.files.borrow_mut().push((path.clone(), bytes));
    Some(path)
}

async fn comment(user: &Caller<'_>, random: &mut Random, text: String, ledger: &Ledger) {
    let Some(id) = random.of(&ledger.documents) else { return };
    let path = format!("/api/documents/{id}/comments");
    let answer = user.post(&path, json!({ "content": text })).await;
    // The document may be above the user's level.
    if answer.status != 403 && answer.status != 404 && ledger.record(answer, 201, "comment").is_some() {
        ledger.comments.borrow_mut().push((path, text));
    }
}

/// Saves the user's only draft, as a page does while its author writes.
async fn save_draft(user: &Caller<'_>, draft: &mut Option<(String, String)>, text: &str, ledger: &Ledger) {
    let body = |revision: &str| json!({ "title": "Soaked", "content": text, "category": "SITE", "clearanceLevel": 1, "revision": revision });
    let saved = if let Some((path, revision)) = draft {
        let saved = ledger.record(user.put(path, body(revision)).await, 200, "draft");
        saved.map(|saved| (path.clone(), saved))
    } else {
        let made = ledger.record(user.post("/api/user/drafts", json!({})).await, 201, "new draft");
        made.map(|made| (format!("/api/user/drafts/{}", made.text("id")), made))
    };
    if let Some((path, saved)) = saved {
        *draft = Some((path, saved.text("revision")));
        ledger.drafts.set(ledger.drafts.get() + 1);
    }
}

/// Approves one of the oldest cases, or rejects one in ten.
async fn review(admin: &Caller<'_>, random: &mut Random, ledger: &Ledger) {
    let queue = admin.get("/api/admin/submissions?limit=20").await;
    let Some(queue) = ledger.record(queue, 200, "queue") else { return };
    let Some(id) = random.of(&RefCell::new(queue.each("id"))) else { return };
    let level = 1 + random.below(3);
    let body = if random.below(10) == 0 {
        json!({ "status": "rejected", "comments": "Not enough." })
    } else {
        json!({ "status": "approved", "clearanceLevel": level })
    };
    let answer = admin.patch(&format!("/api/admin/submissions/{id}"), body).await;
    if let Some(decided) = ledger.record(answer, 200, "review")
        && let Some(document) = decided.body["documentId"].as_str()
    {
        ledger.documents.borrow_mut().push(document.to_owned());
    }
}

/// Keeps one socket open for each user, like an open page. The sockets must stay open.
async fn pages(users: &[Caller<'_>], ledger: &Ledger, until: Instant) {
    let listen = users.iter().map(async |user| {
        let mut page = Socket::open(user).await;
        while Instant::now() < until {
            match page.message(MEASURE_EVERY).await {
                Some(Message::Text(_)) => ledger.messages.set(ledger.messages.get() + 1),
                Some(other) => ledger.wrong.borrow_mut().push(format!("a socket said {other:?}")),
                None => {}
            }
        }
    });
    futures_util::future::join_all(listen).await;
}

/// Measures the resident memory of a process. Returns pairs of the seconds since the start and the size in KiB.
async fn memory(pid: u32, until: Instant) -> Vec<(f64, f64)> {
    let started = Instant::now();
    let mut sizes = Vec::new();
    while Instant::now() < until {
        let kib = u32::try_from(resident_kib(pid)).unwrap();
        sizes.push((started.elapsed().as_secs_f64(), f64::from(kib)));
        tokio::time::sleep(MEASURE_EVERY).await;
    }
    sizes
}

/// Returns the mean of the sizes, and their slope per minute by least squares.
fn slope(sizes: &[(f64, f64)]) -> (f64, f64) {
    let count = f64::from(u32::try_from(sizes.len()).unwrap());
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| sizes.iter().map(of).sum::<f64>();
    let (at, mean) = (sum(&|size| size.0) / count, sum(&|size| size.1) / count);
    let together = sum(&|size| (size.0 - at) * (size.1 - mean));
    (mean, together / sum(&|size| (size.0 - at).powi(2)) * 60.0)
}

/// Returns the acknowledged writes that are missing.
async fn lost(admin: &Caller<'_>, users: &[Caller<'_>], ledger: &Ledger) -> Vec<String> {
    let mut lost = Vec::new();
    let mut own = Vec::new();
    for user in users {
        let listed = user.get("/api/user/submissions").await;
        assert_eq!(listed.status, 200, "{}", listed.body);
        own.extend(listed.body.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()));
    }
    lost.extend(ledger.submissions.borrow().iter().filter(|(id, _)| !own.contains(id)).map(|(_, text)| text.clone()));
    for id in ledger.documents.take() {
        let found = admin.get(&format!("/api/documents/{id}")).await;
        let text = found.body["content"].as_str().unwrap_or_default().to_owned();
        if found.status != 200 || !ledger.submissions.borrow().iter().any(|(_, sent)| *sent == text) {
            lost.push(format!("document {id}"));
        }
    }
    let mut written: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in ledger.comments.borrow().iter() {
        written.entry(path.clone()).or_default().push(text.clone());
    }
    for (path, texts) in written {
        let found = admin.get(&path).await.each("content");
        lost.extend(texts.into_iter().filter(|text| !found.contains(text)).map(|text| format!("comment {text}")));
    }
    for (path, bytes) in ledger.files.take() {
        if admin.get(&path).await.bytes != bytes {
            lost.push(format!("file {path}"));
        }
    }
    lost
}
