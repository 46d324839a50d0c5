//! Many users for a long time: readers, writers with files and drafts, reviewers, each with an open page. Nothing that
//! was acknowledged is lost, no answer is a fault, and memory does not grow.

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

on_each_database!(nothing_is_lost_and_memory_does_not_grow);

/// Number of users; every eighth is an administrator.
const USERS: usize = 50;
/// Share of requests that read, in percent.
const READS: u64 = 80;
/// Time between the requests of a user, from half of it to one and a half.
const PAUSE: Duration = Duration::from_secs(1);
/// Time between two looks at the memory.
const LOOK: Duration = Duration::from_secs(5);
/// Limit on the growth of the memory in the last two thirds of the run, in percent of its mean a minute.
const GROWTH: f64 = 1.0;

/// What was acknowledged, and what must not have happened.
#[derive(Default)]
struct Book {
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

impl Book {
    /// Notes an answer, and returns it if its status is the expected one. Of two reviewers of one case, the second is
    /// told.
    fn judged(&self, answer: Answer, expected: u16, what: &str) -> Option<Answer> {
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
struct Chance(u64);

impl Chance {
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

async fn nothing_is_lost_and_memory_does_not_grow(database: TestDatabase) {
    let name = match database.target() {
        Target::Sqlite(_) => "SQLite",
        Target::Postgres(_) => "PostgreSQL",
    };
    let lasting = Duration::from_secs(60 * u64::try_from(crate::times("SOAK_MINUTES", 30)).unwrap());
    let site = Site::start_with(database, &[("RATE_LIMITS", "open"), ("LOG_FILTER", "warn")]).await;
    let admin = site.administrator().await;
    let book = Book::default();
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
        futures_util::future::join_all(users.iter().enumerate().map(|(n, user)| live(&site, user, n, &book, until)));
    let (_, (), memory) = tokio::join!(lives, pages(&users, &book, until), memory(site.pid(), until));

    assert_eq!(*book.wrong.borrow(), Vec::<String>::new());
    let (published, files) = (book.documents.borrow().len(), book.files.borrow().len());
    // The first session has not been used since, and may have ended.
    let admin = site.administrator().await;
    let lost = lost(&admin, &users, &book).await;
    assert_eq!(lost, Vec::<String>::new());
    let verified = site.facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let (mean, slope) = slope(&memory[memory.len() / 3..]);
    let growth = slope / mean * 100.0;
    assert!(book.messages.get() > 0 && book.comments.borrow().len() > 1, "the load is too low");
    crate::figure(&format!(
        "soak, {name}: {USERS} users with sockets, {} min; {} reads, {} writes ({} submissions, {} published, {} comments, {} \
         files, {} saved drafts), {} live messages; 0 lost, 0 unexpected answers; memory {:.0} MiB, {growth:+.2} % a minute; \
         audit chain whole",
        lasting.as_secs() / 60,
        book.reads.get(),
        book.writes.get(),
        book.submissions.borrow().len(),
        published,
        book.comments.borrow().len(),
        files,
        book.drafts.get(),
        book.messages.get(),
        mean / 1024.0,
    ));
    assert!(growth < GROWTH, "memory grows by {growth:.2} % a minute");
}

/// One user's requests, until the time is over.
async fn live(site: &Site, user: &Caller<'_>, n: usize, book: &Book, until: Instant) {
    let mut chance = Chance(u64::try_from(n).unwrap());
    let is_admin = n.is_multiple_of(8);
    let mut draft = None;
    let mut count = 0;
    while Instant::now() < until {
        let millis = u64::try_from(PAUSE.as_millis()).unwrap();
        tokio::time::sleep(Duration::from_millis(millis / 2 + chance.below(millis))).await;
        if chance.below(100) < READS {
            read(user, &mut chance, book).await;
            book.reads.set(book.reads.get() + 1);
            continue;
        }
        count += 1;
        let text = format!("Entry {count} of {n}: the lantern at berth {} burns.", chance.below(10_000));
        match chance.below(10) {
            _ if is_admin => review(user, &mut chance, book).await,
            0 | 1 => comment(user, &mut chance, text, book).await,
            2..=5 => save_draft(user, &mut draft, &text, book).await,
            6 => submit(user, &text, attach(site, user, &text, book).await, book).await,
            _ => submit(user, &text, None, book).await,
        }
        book.writes.set(book.writes.get() + 1);
    }
}

async fn read(user: &Caller<'_>, chance: &mut Chance, book: &Book) {
    let document = chance.of(&book.documents);
    let path = match (chance.below(10), document) {
        (0..=2, Some(id)) => format!("/api/documents/{id}"),
        (3, Some(id)) => format!("/api/documents/{id}/comments"),
        (4 | 5, _) => "/api/user/board".to_owned(),
        (6, _) => "/api/documents?search=lantern&limit=50&view=summary".to_owned(),
        (7, _) => "/api/user/notifications".to_owned(),
        _ => "/api/documents?limit=50&view=summary".to_owned(),
    };
    // A document that is above the reader's level is one that does not exist.
    let answer = user.get(&path).await;
    if !(answer.status == 403 || answer.status == 404) || !path.starts_with("/api/documents/") {
        book.judged(answer, 200, &path);
    }
}

async fn submit(user: &Caller<'_>, text: &str, file: Option<String>, book: &Book) {
    let mut body = json!({ "title": text, "content": text, "category": "SITE" });
    if let Some(path) = file {
        body["filePath"] = json!(path);
    }
    if let Some(sent) = book.judged(user.post("/api/submissions", body).await, 201, "submission") {
        book.submissions.borrow_mut().push((sent.text("id"), text.to_owned()));
    }
}

async fn attach(site: &Site, user: &Caller<'_>, text: &str, book: &Book) -> Option<String> {
    let granted = book.judged(user.post("/api/objects/upload", json!({})).await, 200, "grant")?;
    let url = granted.text("uploadURL");
    let bytes = text.repeat(200).into_bytes();
    let put = user.send(Method::PUT, &format!("{url}?filename=log.txt"), &[], Some(bytes.clone())).await;
    book.judged(put, 200, "upload")?;
    let claimed = user.put("/api/submission-files", json!({ "fileURL": url })).await;
    let path = book.judged(claimed, 200, "claim")?.text("objectPath");
    assert!(!path.contains(&site.url));
    book.files.borrow_mut().push((path.clone(), bytes));
    Some(path)
}

async fn comment(user: &Caller<'_>, chance: &mut Chance, text: String, book: &Book) {
    let Some(id) = chance.of(&book.documents) else { return };
    let path = format!("/api/documents/{id}/comments");
    let answer = user.post(&path, json!({ "content": text })).await;
    // The document may be above the user's level.
    if answer.status != 403 && answer.status != 404 && book.judged(answer, 201, "comment").is_some() {
        book.comments.borrow_mut().push((path, text));
    }
}

/// Saves the user's one draft, as a page does while its author writes.
async fn save_draft(user: &Caller<'_>, draft: &mut Option<(String, String)>, text: &str, book: &Book) {
    let body = |revision: &str| json!({ "title": "Soaked", "content": text, "category": "SITE", "clearanceLevel": 1, "revision": revision });
    let saved = if let Some((path, revision)) = draft {
        let saved = book.judged(user.put(path, body(revision)).await, 200, "draft");
        saved.map(|saved| (path.clone(), saved))
    } else {
        let made = book.judged(user.post("/api/user/drafts", json!({})).await, 201, "new draft");
        made.map(|made| (format!("/api/user/drafts/{}", made.text("id")), made))
    };
    if let Some((path, saved)) = saved {
        *draft = Some((path, saved.text("revision")));
        book.drafts.set(book.drafts.get() + 1);
    }
}

/// Approves one of the oldest cases, or rejects one in ten.
async fn review(admin: &Caller<'_>, chance: &mut Chance, book: &Book) {
    let queue = admin.get("/api/admin/submissions?limit=20").await;
    let Some(queue) = book.judged(queue, 200, "queue") else { return };
    let Some(id) = chance.of(&RefCell::new(queue.each("id"))) else { return };
    let level = 1 + chance.below(3);
    let body = if chance.below(10) == 0 {
        json!({ "status": "rejected", "comments": "Not enough." })
    } else {
        json!({ "status": "approved", "clearanceLevel": level })
    };
    let answer = admin.patch(&format!("/api/admin/submissions/{id}"), body).await;
    if let Some(decided) = book.judged(answer, 200, "review")
        && let Some(document) = decided.body["documentId"].as_str()
    {
        book.documents.borrow_mut().push(document.to_owned());
    }
}

/// The open pages: one socket for each user, which has to stay open.
async fn pages(users: &[Caller<'_>], book: &Book, until: Instant) {
    let listen = users.iter().map(async |user| {
        let mut page = Socket::open(user).await;
        while Instant::now() < until {
            match page.message(LOOK).await {
                Some(Message::Text(_)) => book.messages.set(book.messages.get() + 1),
                Some(other) => book.wrong.borrow_mut().push(format!("a socket said {other:?}")),
                None => {}
            }
        }
    });
    futures_util::future::join_all(listen).await;
}

/// The resident memory of a process, in KiB, at each look: seconds since the start, and size.
async fn memory(pid: u32, until: Instant) -> Vec<(f64, f64)> {
    let started = Instant::now();
    let mut sizes = Vec::new();
    while Instant::now() < until {
        let kib = u32::try_from(resident_kib(pid)).unwrap();
        sizes.push((started.elapsed().as_secs_f64(), f64::from(kib)));
        tokio::time::sleep(LOOK).await;
    }
    sizes
}

/// The mean of the sizes, and their slope a minute by least squares.
fn slope(sizes: &[(f64, f64)]) -> (f64, f64) {
    let count = f64::from(u32::try_from(sizes.len()).unwrap());
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| sizes.iter().map(of).sum::<f64>();
    let (at, mean) = (sum(&|size| size.0) / count, sum(&|size| size.1) / count);
    let together = sum(&|size| (size.0 - at) * (size.1 - mean));
    (mean, together / sum(&|size| (size.0 - at).powi(2)) * 60.0)
}

/// What was acknowledged and is not there.
async fn lost(admin: &Caller<'_>, users: &[Caller<'_>], book: &Book) -> Vec<String> {
    let mut lost = Vec::new();
    let mut own = Vec::new();
    for user in users {
        let listed = user.get("/api/user/submissions").await;
        assert_eq!(listed.status, 200, "{}", listed.body);
        own.extend(listed.body.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()));
    }
    lost.extend(book.submissions.borrow().iter().filter(|(id, _)| !own.contains(id)).map(|(_, text)| text.clone()));
    for id in book.documents.take() {
        let found = admin.get(&format!("/api/documents/{id}")).await;
        let text = found.body["content"].as_str().unwrap_or_default().to_owned();
        if found.status != 200 || !book.submissions.borrow().iter().any(|(_, sent)| *sent == text) {
            lost.push(format!("document {id}"));
        }
    }
    let mut written: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in book.comments.borrow().iter() {
        written.entry(path.clone()).or_default().push(text.clone());
    }
    for (path, texts) in written {
        let found = admin.get(&path).await.each("content");
        lost.extend(texts.into_iter().filter(|text| !found.contains(text)).map(|text| format!("comment {text}")));
    }
    for (path, bytes) in book.files.take() {
        if admin.get(&path).await.bytes != bytes {
            lost.push(format!("file {path}"));
        }
    }
    lost
}
