//! The most expensive searches possible, while an honest reader searches for a rare word.

use crate::caller::Caller;
use crate::figures::{at_share, figure};
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use serde_json::json;
use std::time::{Duration, Instant};

/// Number of documents that repeat one word, and the number of matches in each: the maximum for a document.
const DOCUMENTS: usize = 6;
const HITS: usize = 66_000;
/// Number of concurrent searches in the attacker's single session, and their duration.
const AT_ONCE: usize = 20;
const LASTING: Duration = Duration::from_secs(8);
/// Maximum response time of a search, including transfer on a busy machine.
const LONGEST: Duration = Duration::from_millis(1200);
/// The queries: frequent words, prefixes and many words, with and without matches.
const SEARCHES: [&str; 5] = [
    "ab",
    "a",
    "ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20ab%20a",
    "ab%20lantern",
    "ab%20cd%20a",
];

on_each_database!(expensive_searches_do_not_block_other_searches);

async fn expensive_searches_do_not_block_other_searches(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let attacker = site.user(&admin, "attacker", 1).await;
    let reader = site.user(&admin, "reader", 1).await;
    for n in 0..DOCUMENTS {
        publish(&admin, &attacker, &format!("Full {n}"), &"ab ".repeat(HITS)).await;
    }
    publish(&admin, &attacker, "Rare", "a red lantern").await;
    let quiet = search_for(&reader, &["lantern"], Duration::from_secs(2)).await;
    let attacks = join_all((0..AT_ONCE).map(|n| {
        let from = n % SEARCHES.len();
        let searches = [&SEARCHES[from..], &SEARCHES[..from]].concat();
        let attacker = &attacker;
        async move { search_for(attacker, &searches, LASTING).await }
    }));
    let (attacks, honest) = tokio::join!(attacks, search_for(&reader, &["lantern"], LASTING));
    let attacked = SearchTimes::all(attacks);
    figure(&format!(
        "search: {AT_ONCE} searches at once among {DOCUMENTS} documents of {HITS} hits each: {} answered, {} cut with 503, \
         the slowest after {} ms; a rare word in the meantime: {} answered, {} cut, p99 {} ms (quiet: {} ms)",
        attacked.answered,
        attacked.cut,
        attacked.longest().as_millis(),
        honest.answered,
        honest.cut,
        at_share(&honest.took, 0.99).as_millis(),
        at_share(&quiet.took, 0.99).as_millis(),
    ));
    assert!(attacked.longest() < LONGEST && honest.longest() < LONGEST);
    assert!(honest.answered > 0 && honest.cut == 0, "{} of {} cut", honest.cut, honest.took.len());
}

async fn publish(admin: &Caller<'_>, author: &Caller<'_>, title: &str, content: &str) {
    let body = json!({ "title": title, "content": content, "category": "RESEARCH" });
    let answer = author.post("/api/submissions", body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    admin.publish(&answer.text("id"), 1).await;
}

#[derive(Default)]
struct SearchTimes {
    answered: usize,
    cut: usize,
    /// Response times, sorted.
    took: Vec<Duration>,
}

impl SearchTimes {
    fn all(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.answered += part.answered;
            all.cut += part.cut;
            all.took.extend(part.took);
        }
        all.took.sort_unstable();
        all
    }

    fn longest(&self) -> Duration {
        self.took.last().copied().unwrap_or_default()
    }
}

async fn search_for(caller: &Caller<'_>, searches: &[&str], lasting: Duration) -> SearchTimes {
    let begun = Instant::now();
    let mut measured = SearchTimes::default();
    for words in searches.iter().cycle() {
        if begun.elapsed() > lasting {
            break;
        }
        let asked = Instant::now();
        let answer = caller.get(&format!("/api/documents?view=summary&limit=200&q={words}")).await;
        measured.took.push(asked.elapsed());
        match (answer.status, answer.code()) {
            (200, _) => measured.answered += 1,
            (503, "search_too_slow" | "unavailable") => measured.cut += 1,
            (status, _) => panic!("{words}: {status} {}", answer.body),
        }
    }
    measured.took.sort_unstable();
    measured
}
