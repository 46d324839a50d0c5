//! A database that an older release filled, opened by this version.

#[path = "upgrade/portions.rs"]
mod portions;
#[path = "upgrade/purges.rs"]
mod purges;

use crate::documents::{publish, typed};
use crate::harness::{Fixture, on_each_database, postgres_url};
use crate::logs::trail;
use audit::{Action, AuditLog as _};
use documents::ports::{DocumentQueries as _, DocumentRepository as _};
use documents::visibility::Visibility;
use documents::visibility::testing::document;
use documents::{Document, DocumentFilter, Shelf, ShortLabel};
use infra::repos::{AuditLogRepo, DocumentRepo, SiteRepo};
use infra::testing::TestDatabase;
use kernel::testing::{TEST_NOW, actor};
use kernel::{Limit, PageRequest};
use users::ports::SiteRepository as _;

/// Data that a server wrote at migration 0004.
const FILLED: &str = include_str!("upgrade/filled_0004.sql");

on_each_database![a_database_newer_than_the_binary_is_refused];

async fn assert_all_data_survived(f: Fixture) {
    for (table, rows) in [
        ("users", 4),
        ("sessions", 2),
        ("credentials", 2),
        ("login_attempts", 4),
        ("documents", 2),
        ("submissions", 5),
        ("approval_steps", 3),
        ("uploads", 1),
        ("document_access_log", 1),
        ("audit_log", 21),
        ("file_refs", 1),
    ] {
        assert_eq!(f.count(format!("SELECT count(*) AS n FROM {table}")).await, rows, "{table}");
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts WHERE count = 1").await, 4);
    let repo = DocumentRepo::new(f.db.clone());
    let page = PageRequest { limit: Limit::MAX, after: None };
    let all = DocumentFilter::all(Shelf::Everything(kernel::Clearance::MAX));
    let listed = repo.records(all.clone(), page).await.unwrap().items;
    let titles: Vec<&str> = listed.iter().map(|record| record.document.text.title.as_str()).collect();
    assert_eq!(titles, ["Lower floor", "ΣΊΣΥΦΟΣ and the stone"]);
    assert_eq!(repo.count(all.clone()).await.unwrap(), 2);
    for record in &listed {
        let found = repo.find(record.document.id).await.unwrap().unwrap();
        assert_eq!(found.document.text, record.document.text);
        assert_eq!(found.submitted_by_username, "Mercer");
    }
    for (words, hits) in [("lantern", 1), ("caf", 1), ("stone", 1), ("nothing", 0)] {
        let filter = DocumentFilter { search: typed(words), ..all.clone() };
        assert_eq!(repo.summaries(filter, page).await.unwrap().items.len(), hits, "{words}");
    }
    // 0014 to 0016: labels, holders of files, stored starts as plain text, and unique positions.
    let visibility = Visibility::of(&actor(9, 5, true), TEST_NOW);
    let label = ShortLabel::parse("DOC-01A200").unwrap();
    assert_eq!(repo.labelled(label, visibility).await.unwrap().len(), 2);
    assert_eq!(f.count("SELECT count(*) AS n FROM file_refs WHERE holder_kind = 'document'").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM documents WHERE preview IS NOT NULL").await, 2);
    let summaries = repo.summaries(all.clone(), page).await.unwrap().items;
    assert_eq!(summaries[0].preview, "See the attached plan. The red lantern burns.".into());
    // The log takes over the content-changed timestamp from the settings.
    let site = SiteRepo::new(f.db.clone());
    let before = site.settings().await.unwrap().content_changed_at;
    assert_eq!(before.as_micros(), 1_795_310_688_053_160);
    let shared = f.audited_as(Action::DocumentDeleted, ());
    AuditLogRepo::new(f.db.clone()).record(shared).await.unwrap();
    assert!(site.settings().await.unwrap().content_changed_at > before);
    let newest = f.count("SELECT max(position) AS n FROM documents").await;
    f.execute("DELETE FROM documents").await.unwrap();
    publish(&f, &Document { owner: listed[0].document.owner, ..document(1, 1, 1) }).await;
    assert!(f.count("SELECT max(position) AS n FROM documents").await > newest);
    let verified = trail(&f).verify().await.unwrap();
    assert_eq!((verified.entries, verified.first_broken), (23, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_filled_sqlite_database_is_upgraded() {
    let database = TestDatabase::empty_sqlite().unwrap();
    database.fill_at("0004", FILLED).unwrap();
    assert_all_data_survived(Fixture::over(database)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_filled_postgresql_database_is_upgraded() {
    let Some(url) = postgres_url() else { return };
    let database = TestDatabase::empty_postgres(&url).unwrap();
    database.fill_at("0004", FILLED).unwrap();
    assert_all_data_survived(Fixture::over(database)).await;
}

/// Imitates a later release: a migration that this binary does not know.
const FROM_THE_FUTURE: &str =
    "INSERT INTO __diesel_schema_migrations (version, run_on) VALUES ('9001', CURRENT_TIMESTAMP)";

async fn a_database_newer_than_the_binary_is_refused(f: Fixture) {
    f.execute(FROM_THE_FUTURE).await.unwrap();
    let target = f.database.target().clone();
    let refused = tokio::task::spawn_blocking(move || infra::testing::open(&target).map(drop));
    let message = refused.await.unwrap().unwrap_err().to_string();
    assert!(
        message.starts_with("the database is newer than this program: it holds migration 9001"),
        "{message}"
    );
    assert_eq!(f.count("SELECT count(*) AS n FROM users").await, 0);
}
