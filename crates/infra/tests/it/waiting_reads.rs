//! The cost of a queue depends on its pending items, not on decided ones. PostgreSQL counts the rows that are read, and
//! SQLite names the index that it uses.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, batch};
use crate::reads_by_level::Counting;
use crate::statements::{recorded, recording};
use diesel::sql_types::{Integer, Text};
use diesel::{QueryableByName, RunQueryDsl as _};
use facility_documents::visibility::testing::document;
use facility_infra::db::Database;
use facility_infra::testing::TestDatabase;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Clearance, PageRequest, StoreError};
use facility_submissions::case::REVIEW_WINDOW;
use facility_submissions::ports::{EditRepository, SubmissionRepository};

/// Inserts submissions and edits of an author with these numbers, sent at this time.
fn items(author: &str, status: &str, numbers: std::ops::RangeInclusive<u32>, since: i64) -> String {
    let (first, last) = (numbers.start(), numbers.end());
    let numbered = format!(
        "WITH RECURSIVE numbers (n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM numbers WHERE n < {last}), \
         owner (id) AS (SELECT id FROM users WHERE username_key = '{author}')"
    );
    format!(
        "INSERT INTO submissions (id, title, content, category, status, submitted_by, approval_step, \
         max_approval_steps, created_at, preview) {numbered} \
         SELECT '00000000-0000-4000-8000-' || (100000000000 + n), 'Sent', 'Text', 'OTHER', '{status}', owner.id, 1, 1, {since}, 'Text' FROM numbers, owner; \
         INSERT INTO document_edits (id, document_id, title, category, clearance_level, base_version, base_clearance, status, \
         submitted_by, approval_step, max_approval_steps, created_at, preview, content) {numbered} \
         SELECT '00000000-0000-4000-8000-' || (200000000000 + n), (SELECT id FROM documents WHERE position % 50 = n % 50), 'Changed', 'OTHER', 1, 1, 1, '{status}', owner.id, 1, 1, {since}, \
         'Text', 'Text' FROM numbers, owner;"
    )
}

/// Reads both queues and an author's own pending edits.
async fn read(db: Database) -> Result<usize, StoreError> {
    let since = TEST_NOW.minus(REVIEW_WINDOW);
    let author = actor(1, 1, false).user_id;
    let (sent, edits): (&dyn SubmissionRepository, &dyn EditRepository) = (&db, &db);
    let listed = sent.pending(since, Clearance::MAX, PageRequest::FIRST).await?.items.len();
    let whole = edits.pending(since, Clearance::MAX, true, PageRequest::FIRST).await?.items.len();
    let short = edits.pending(since, Clearance::MAX, false, PageRequest::FIRST).await?.items.len();
    let own = edits.pending_of(author, since, PageRequest::FIRST).await?.items.len();
    Ok(listed + whole + short + own)
}

/// Inserts this many decided submissions and edits, and ten pending ones of another author.
async fn fill(f: &Fixture, decided: u32) {
    owners(f).await;
    for n in 1..=50 {
        publish(f, &document(n, 1, 1)).await;
    }
    let since = TEST_NOW.minus(REVIEW_WINDOW).as_micros();
    let sql = items("owner-2", "rejected", 1..=decided, since + 1)
        + &items("owner-1", "pending", decided + 1..=decided + 10, since + 1);
    f.db.write(move |conn| batch(conn, &sql)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queues_on_postgresql_read_only_pending_items() {
    let Some(f) = Fixture::postgres() else { return };
    fill(&f, 3000).await;
    let mut counting = Counting::of(f);
    counting.settle().await;
    let (touched, listed) = counting.touched(read).await;
    assert_eq!(listed, 40);
    assert!(touched["submissions"] < 200 && touched["document_edits"] < 200, "{touched:?}");
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct Operation {
    #[diesel(sql_type = Text)]
    opcode: String,
    #[diesel(sql_type = Integer)]
    p1: i32,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queues_on_sqlite_use_the_indexes_of_pending_items() {
    let f = recording(TestDatabase::sqlite().unwrap());
    fill(&f, 10).await;
    recorded();
    assert_eq!(read(f.db.clone()).await.unwrap(), 40);
    let statements: Vec<String> = recorded().into_iter().filter(|sql| sql.starts_with("SELECT")).collect();
    let mut found = 0;
    for sql in statements {
        let explained = format!("EXPLAIN QUERY PLAN {sql}");
        let plan: Vec<Step> = f.db.read(move |conn| Ok(diesel::sql_query(explained).load(conn)?)).await.unwrap();
        for Step { detail } in plan {
            let is_of = |table: &str| detail.contains(&format!(" {table} "));
            if is_of("submissions") || is_of("document_edits") {
                let is_own = detail.contains("document_edits_author (submitted_by=?");
                assert!(is_own || detail.contains("_waiting"), "{detail}");
                found += 1;
            }
        }
    }
    assert_eq!(found, 7);
    // The pending items of one author are counted from an index alone: cursor 0 would be the table itself.
    for table in ["submissions", "document_edits"] {
        let sql = format!(
            "EXPLAIN SELECT COUNT(*), SUM(octet_length(content)) FROM {table} \
             WHERE submitted_by = 'a' AND {table}.status = 'pending'"
        );
        let plan: Vec<Operation> = f.db.read(move |conn| Ok(diesel::sql_query(sql).load(conn)?)).await.unwrap();
        let read: Vec<i32> = plan.iter().filter(|one| one.opcode == "Column").map(|one| one.p1).collect();
        assert_eq!(read, [1], "{table}");
    }
}
