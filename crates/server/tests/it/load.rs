//! Continuous writers during a failure, and checks that every acknowledged write survived.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, signal};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Signals between writers and the test that watches them.
#[derive(Default)]
pub struct Signals {
    /// Set to stop the writers.
    pub stop: AtomicBool,
    /// Number of acknowledged writes so far.
    pub acknowledged: AtomicU64,
    /// Number of refused writes so far.
    pub refused: AtomicU64,
}

/// The responses that a writer received.
#[derive(Default)]
pub struct Promises {
    /// Acknowledged submissions.
    pub sent: Vec<String>,
    /// Submissions whose approval was acknowledged.
    pub approved: Vec<String>,
    /// Number of writes refused because a dependency was unavailable.
    pub refused: usize,
    /// Number of writes without a response.
    pub unanswered: usize,
}

impl Promises {
    pub fn add(&mut self, other: Self) {
        self.sent.extend(other.sent);
        self.approved.extend(other.approved);
        self.refused += other.refused;
        self.unanswered += other.unanswered;
    }

    pub const fn acknowledged(&self) -> usize {
        self.sent.len() + self.approved.len()
    }

    /// Returns the response to a write if it has the status `status`. Any response other than that, a refusal as
    /// unavailable, or none fails the test.
    async fn note(&mut self, answer: Option<Answer>, status: u16, signals: &Signals) -> Option<Answer> {
        let Some(answer) = answer else {
            self.unanswered += 1;
            return None;
        };
        if answer.status == status {
            signals.acknowledged.fetch_add(1, Ordering::Relaxed);
            return Some(answer);
        }
        assert_refused(&answer);
        self.refused += 1;
        signals.refused.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(10)).await;
        None
    }
}

/// Asserts that a refusal reports unavailability and when to retry.
pub fn assert_refused(answer: &Answer) {
    assert_eq!(answer.refusal(), (503, "unavailable"), "{}", answer.body);
    assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
}

/// Submits incidents, approves every other one and rejects the rest, of which only so many may wait, until told to stop
/// or until the server does not respond.
pub async fn write_on(admin: &Caller<'_>, signals: &Signals) -> Promises {
    let mut promises = Promises::default();
    let incident = json!({ "title": "x", "content": "What happened.", "category": "INCIDENT" });
    while !signals.stop.load(Ordering::Relaxed) && promises.unanswered == 0 {
        let answer = attempt(admin, Method::POST, "/api/submissions", &incident).await;
        let Some(sent) = promises.note(answer, 201, signals).await else { continue };
        let id = sent.text("id");
        promises.sent.push(id.clone());
        let is_approved = promises.sent.len() % 2 == 0;
        let verdict = if is_approved {
            json!({ "status": "approved", "clearanceLevel": 1 })
        } else {
            json!({ "status": "rejected", "comments": "Not this one." })
        };
        let path = format!("/api/admin/submissions/{id}");
        let answer = attempt(admin, Method::PATCH, &path, &verdict).await;
        if promises.note(answer, 200, signals).await.is_some() && is_approved {
            promises.approved.push(id);
        }
    }
    promises
}

async fn attempt(admin: &Caller<'_>, method: Method, path: &str, body: &Value) -> Option<Answer> {
    let json = [("content-type", "application/json")];
    let sent = admin.try_send(method, path, &json, Some(body.to_string().into_bytes()));
    // A commit may take its limit of 5 s, and the wait for a connection as long.
    tokio::time::timeout(Duration::from_secs(15), sent).await.ok()?.ok()
}

/// Runs several writers concurrently, until told to stop or until the server does not respond.
pub async fn write_together(admin: &Caller<'_>, writers: usize, signals: &Signals) -> Promises {
    let mut promises = Promises::default();
    for each in futures_util::future::join_all((0..writers).map(|_| write_on(admin, signals))).await {
        promises.add(each);
    }
    promises
}

/// Kills the server after `writers` have written for a while and starts it again. Returns what was acknowledged.
pub async fn kill_under_load(site: &mut Site, writers: usize, after: Duration) -> Promises {
    let admin = site.administrator().await;
    let pid = site.pid();
    let signals = Signals::default();
    let (promises, ()) = tokio::join!(write_together(&admin, writers, &signals), async {
        tokio::time::sleep(after).await;
        signal(pid, "-KILL");
    });
    assert_eq!(promises.refused, 0, "no dependency was unavailable");
    site.kill();
    site.restart().await;
    promises
}

/// Asserts that everything acknowledged exists once, with its audit entry, and that nothing is incomplete. Returns
/// the number of submissions. Only writers of this module may have created submissions.
pub async fn assert_kept(site: &Site, promises: &Promises) -> i64 {
    let sent = "SELECT count(*) AS n FROM submissions WHERE id IN";
    assert_eq!(count_of(site, sent, &promises.sent).await, promises.sent.len(), "submissions were lost");
    let approved = "SELECT count(*) AS n FROM submissions s JOIN documents d ON d.id = s.document_id \
                    WHERE s.status = 'approved' AND s.id IN";
    assert_eq!(count_of(site, approved, &promises.approved).await, promises.approved.len(), "reviews were lost");

    // Ids are unique, so equal totals mean exactly one entry each.
    let total = site.count("SELECT count(*) AS n FROM submissions").await;
    let reviewed = site.count("SELECT count(*) AS n FROM submissions WHERE status = 'approved'").await;
    for (action, rows) in [("submission_created", total), ("submission_approved", reviewed)] {
        let paired = format!(
            "SELECT count(DISTINCT s.id) AS n FROM submissions s JOIN audit_log a ON a.entity_id = s.id \
             WHERE a.action = '{action}'"
        );
        assert_eq!((site.audited(action).await, site.count(&paired).await), (rows, rows), "{action}");
    }
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, reviewed);
    let numbers = site.count("SELECT count(DISTINCT title) AS n FROM submissions").await;
    let last = "SELECT CAST(max(CAST(substr(title, 4) AS INTEGER)) AS BIGINT) AS n FROM submissions";
    assert_eq!((numbers, site.count(last).await), (total, total), "the incident numbers have gaps");
    let verified = site.facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    total
}

async fn count_of(site: &Site, query: &str, ids: &[String]) -> usize {
    let mut found = 0;
    for some in ids.chunks(500) {
        let list: Vec<String> = some.iter().map(|id| format!("'{id}'")).collect();
        found += site.count(&format!("{query} ({})", list.join(", "))).await;
    }
    usize::try_from(found).unwrap()
}
