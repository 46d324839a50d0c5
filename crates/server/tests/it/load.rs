//! Continuous writers during a failure, and checks that every acknowledged write survived.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, signal};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// State shared by the writers and the test that controls them.
#[derive(Default)]
pub struct LoadState {
    /// Set to stop the writers.
    pub stop: AtomicBool,
    /// Number of acknowledged writes so far.
    pub acknowledged: AtomicU64,
    /// Number of refused writes so far.
    pub refused: AtomicU64,
}

/// The results of a writer's requests.
#[derive(Default)]
pub struct WriteResults {
    /// Acknowledged submissions.
    pub sent: Vec<String>,
    /// Submissions whose approval was acknowledged.
    pub approved: Vec<String>,
    /// Number of writes refused because a dependency was unavailable.
    pub refused: usize,
    /// Number of writes without a response.
    pub unanswered: usize,
}

impl WriteResults {
    pub fn add(&mut self, other: Self) {
        self.sent.extend(other.sent);
        self.approved.extend(other.approved);
        self.refused += other.refused;
        self.unanswered += other.unanswered;
    }

    pub const fn acknowledged(&self) -> usize {
        self.sent.len() + self.approved.len()
    }

    /// Records a write. Returns its response if it has the status `status`. Fails the test for any other response
    /// except a refusal as unavailable.
    async fn record(&mut self, answer: Option<Answer>, status: u16, state: &LoadState) -> Option<Answer> {
        let Some(answer) = answer else {
            self.unanswered += 1;
            return None;
        };
        if answer.status == status {
            state.acknowledged.fetch_add(1, Ordering::Relaxed);
            return Some(answer);
        }
        assert_refused(&answer);
        self.refused += 1;
        state.refused.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(10)).await;
        None
    }
}

/// Asserts that a refusal reports unavailability and when to retry.
pub fn assert_refused(answer: &Answer) {
    assert_eq!(answer.refusal(), (503, "unavailable"), "{}", answer.body);
    assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
}

/// Submits incidents and approves every other one, until asked to stop or until the server does not respond. Rejects
/// the rest, because the number of pending submissions is limited.
pub async fn write_on(admin: &Caller<'_>, state: &LoadState) -> WriteResults {
    let mut writes = WriteResults::default();
    let incident = json!({ "title": "x", "content": "What happened.", "category": "INCIDENT" });
    while !state.stop.load(Ordering::Relaxed) && writes.unanswered == 0 {
        let answer = attempt(admin, Method::POST, "/api/submissions", &incident).await;
        let Some(sent) = writes.record(answer, 201, state).await else { continue };
        let id = sent.text("id");
        writes.sent.push(id.clone());
        let is_approved = writes.sent.len() % 2 == 0;
        let verdict = if is_approved {
            json!({ "status": "approved", "clearanceLevel": 1 })
        } else {
            json!({ "status": "rejected", "comments": "Not this one." })
        };
        let path = format!("/api/admin/submissions/{id}");
        let answer = attempt(admin, Method::PATCH, &path, &verdict).await;
        if writes.record(answer, 200, state).await.is_some() && is_approved {
            writes.approved.push(id);
        }
    }
    writes
}

async fn attempt(admin: &Caller<'_>, method: Method, path: &str, body: &Value) -> Option<Answer> {
    let json = [("content-type", "application/json")];
    let sent = admin.try_send(method, path, &json, Some(body.to_string().into_bytes()));
    // A commit may take its limit of 5 s, and the wait for a connection as long.
    tokio::time::timeout(Duration::from_secs(15), sent).await.ok()?.ok()
}

/// Runs several writers concurrently, until asked to stop or until the server does not respond.
pub async fn write_together(admin: &Caller<'_>, writers: usize, state: &LoadState) -> WriteResults {
    let mut writes = WriteResults::default();
    for each in futures_util::future::join_all((0..writers).map(|_| write_on(admin, state))).await {
        writes.add(each);
    }
    writes
}

/// Kills the server after `writers` have written for a while, and restarts it. Returns the acknowledged writes.
pub async fn kill_under_load(site: &mut Site, writers: usize, after: Duration) -> WriteResults {
    let admin = site.administrator().await;
    let pid = site.pid();
    let state = LoadState::default();
    let (writes, ()) = tokio::join!(write_together(&admin, writers, &state), async {
        tokio::time::sleep(after).await;
        signal(pid, "-KILL");
    });
    assert_eq!(writes.refused, 0, "no dependency was unavailable");
    site.kill();
    site.restart().await;
    writes
}

/// Asserts that every acknowledged write exists once, with its audit entry, and that nothing is incomplete. Returns the
/// number of submissions. Only writers of this module may have created submissions.
pub async fn assert_kept(site: &Site, writes: &WriteResults) -> i64 {
    let sent = "SELECT count(*) AS n FROM submissions WHERE id IN";
    assert_eq!(count_of(site, sent, &writes.sent).await, writes.sent.len(), "submissions were lost");
    let approved = "SELECT count(*) AS n FROM submissions s JOIN documents d ON d.id = s.document_id \
                    WHERE s.status = 'approved' AND s.id IN";
    assert_eq!(count_of(site, approved, &writes.approved).await, writes.approved.len(), "reviews were lost");

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
