//! Documents of a release without portions, links, comments and trash, opened by this version.

use crate::comments::create as comment_on;
use crate::documents::{deletion, everything, searching};
use crate::harness::{Fixture, postgres_url};
use documents::ports::{
    CommentRepository as _, DocumentLinks as _, DocumentQueries as _, DocumentRepository as _,
    TrashRepository as _,
};
use documents::visibility::Visibility;
use documents::{DocumentFilter, Restoration, Shelf, view};
use infra::repos::{CommentRepo, DocumentRepo, TrashRepo};
use infra::testing::TestDatabase;
use kernel::testing::{TEST_NOW, actor};
use kernel::{Clearance, DocumentId, PageRequest};

/// Data that a server could have written at migration 0030: texts in which the marks of portions and links mean nothing yet,
/// whose starts and plain texts show everything.
const FILLED: &str = include_str!("filled_0030.sql");

const GATE: &str = "00000000-0000-7000-8000-000000000001";
const FLOOR: &str = "00000000-0000-7000-8000-000000000002";

fn id(text: &str) -> DocumentId {
    text.parse().unwrap()
}

fn reader(level: i64) -> Visibility {
    Visibility::of(&actor(9, level, false), TEST_NOW)
}

fn at(level: i64, filter: DocumentFilter) -> DocumentFilter {
    DocumentFilter { shelf: Shelf::Repository(reader(level)), ..filter }
}

async fn assert_upgraded(f: Fixture) {
    portions_are_cut_from_what_was_stored(&f).await;
    links_and_titles_are_found(&f).await;
    lists_are_counted(&f).await;
    drafts_comments_and_trash_work(&f).await;
}

/// 0031 and 0032.
async fn portions_are_cut_from_what_was_stored(f: &Fixture) {
    let repo = DocumentRepo::new(f.db.clone());
    for (level, hits, starts) in
        [(1, 0, "The gate opens."), (2, 0, "The gate opens."), (3, 1, "The gate opens. Buried key.")]
    {
        let page = repo.summaries(at(level, everything()), PageRequest::FIRST).await.unwrap();
        let gate = page.items.into_iter().find(|item| item.document.id == id(GATE)).unwrap();
        let preview = view(gate, &reader(level)).text().unwrap().preview.clone();
        assert_eq!(
            (preview.starts_with(starts), preview.contains("Buried")),
            (true, level >= 3),
            "{level}: {preview}"
        );
        assert_eq!(repo.count(at(level, searching("buried"))).await.unwrap(), hits, "{level}");
        assert_eq!(repo.count(at(level, searching("opens"))).await.unwrap(), 1, "{level}");
    }
    // What was stored of marked texts is gone, and of the others is as it was.
    for (table, kept) in [("document_versions", 1), ("submissions", 1), ("document_edits", 1)] {
        let count = async |condition: &str| {
            f.count(format!("SELECT count(*) AS n FROM {table} WHERE preview LIKE '{condition}'")).await
        };
        assert_eq!((count("%Buried%").await, count("Plain").await), (0, kept), "{table}");
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM document_edits WHERE preview = ''").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM document_texts WHERE plain LIKE '%Buried%'").await, 0);
    assert_eq!(f.count("SELECT count(*) AS n FROM document_variants WHERE plain LIKE '%Buried%'").await, 2);
}

/// 0033.
async fn links_and_titles_are_found(f: &Fixture) {
    let repo = DocumentRepo::new(f.db.clone());
    let backlinks = async |to: &str, level: i64| {
        let (found, _total) = repo.backlinks(id(to), reader(level), PageRequest::FIRST).await.unwrap();
        found.items.into_iter().map(|record| record.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(backlinks(GATE, 2).await, [FLOOR]);
    assert_eq!(backlinks(GATE, 1).await, Vec::<String>::new(), "its level is 2");
    // By the title that it had, from the level of the portion on.
    assert_eq!(backlinks(FLOOR, 3).await, Vec::<String>::new());
    assert_eq!(backlinks(FLOOR, 4).await, [GATE]);
    assert_eq!(f.count("SELECT count(*) AS n FROM document_titles").await, 4);
    let earlier = "SELECT level AS n FROM document_titles WHERE title_key LIKE 'former%'";
    assert_eq!(f.count(format!("SELECT CAST(n AS bigint) AS n FROM ({earlier}) AS found")).await, 1);
}

/// 0040.
async fn lists_are_counted(f: &Fixture) {
    for level in 1..=5 {
        let counted = f.count(format!(
            "SELECT CAST(COALESCE(SUM(documents), 0) AS bigint) AS n FROM document_places WHERE clearance_level = {level}"
        ));
        let present = f.count(format!(
            "SELECT count(*) AS n FROM documents WHERE NOT is_archived AND clearance_level = {level}"
        ));
        assert_eq!(counted.await, present.await, "{level}");
    }
    assert_eq!(DocumentRepo::new(f.db.clone()).count(at(5, everything())).await.unwrap(), 2);
}

/// 0034, 0035 and 0038.
async fn drafts_comments_and_trash_work(f: &Fixture) {
    let untouched = "SELECT count(*) AS n FROM drafts WHERE revises IS NULL AND scheduled_release_at IS NULL";
    assert_eq!(f.count(untouched).await, 2);
    let (documents, trash) = (DocumentRepo::new(f.db.clone()), TrashRepo::new(f.db.clone()));
    let comments = CommentRepo::new(f.db.clone());
    comment_on(f, &comments, 1, 1).await.unwrap();
    let before = documents.find(id(GATE)).await.unwrap().unwrap();
    documents.commit(f.audited(deletion(&before.document))).await.unwrap();
    assert_eq!(documents.count(at(5, everything())).await.unwrap(), 1);
    assert_eq!(documents.count(searching("buried")).await.unwrap(), 0);
    trash.restore(f.audited(Restoration { id: id(GATE) })).await.unwrap();
    assert_eq!(documents.find(id(GATE)).await.unwrap(), Some(before));
    assert_eq!(documents.count(at(3, searching("buried"))).await.unwrap(), 1);
    let (_, total) = comments.list(id(GATE), Clearance::MAX, PageRequest::FIRST).await.unwrap();
    assert_eq!(total, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_of_a_sqlite_database_get_portions_and_links() {
    let database = TestDatabase::empty_sqlite().unwrap();
    database.fill_at("0030", FILLED).unwrap();
    assert_upgraded(Fixture::over(database)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_of_a_postgresql_database_get_portions_and_links() {
    let Some(url) = postgres_url() else { return };
    let database = TestDatabase::empty_postgres(&url).unwrap();
    database.fill_at("0030", FILLED).unwrap();
    assert_upgraded(Fixture::over(database)).await;
}
