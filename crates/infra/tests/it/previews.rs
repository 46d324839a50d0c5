//! The start of a document as plain text, as lists show it.

use crate::documents::{owners, publish, shown};
use crate::harness::{Fixture, on_each_database};
use documents::ports::{DocumentQueries, DocumentRepository};
use documents::visibility::testing::document;
use documents::{DocumentFilter, Shelf};
use infra::repos::DocumentRepo;
use kernel::{Page, PageRequest};

on_each_database![summaries_have_a_preview_and_no_content, missing_stored_start_is_computed];

fn everything() -> DocumentFilter {
    DocumentFilter::all(Shelf::Everything(kernel::Clearance::MAX))
}

async fn summaries_have_a_preview_and_no_content(f: Fixture) {
    owners(&f).await;
    let repo = DocumentRepo::new(f.db.clone());
    publish(&f, &document(1, 1, 2).saying("# Gate\n\n**é**\n\n".repeat(300))).await;
    let Page { items, .. } = repo.summaries(everything(), PageRequest::FIRST).await.unwrap();
    let text = shown(items[0].clone());
    assert_eq!(text.preview, format!("{}…", "Gate é ".repeat(28).trim_end()));
    assert_eq!((&text.title_matches, &text.content, &text.snippet), (&None, &None, &None));
    assert_eq!(items[0].submitted_by_username, "owner-2");
}

/// Rows of older nodes, or written by SQL only, have no stored start yet: lists compute it, and the migration step
/// stores it.
async fn missing_stored_start_is_computed(f: Fixture) {
    owners(&f).await;
    let repo = DocumentRepo::new(f.db.clone());
    let content = format!("[w](https://example.com/{}) {}", "x".repeat(6000), "word ".repeat(100));
    publish(&f, &document(1, 1, 1).saying(content)).await;
    let kept = async || f.count("SELECT count(*) AS n FROM documents WHERE preview IS NOT NULL").await;
    assert_eq!(kept().await, 1);
    let expected = format!("w {}…", "word ".repeat(39).trim_end());
    for remake in [false, true] {
        if remake {
            f.execute("UPDATE documents SET preview = NULL").await.unwrap();
        }
        let listed = repo.summaries(everything(), PageRequest::FIRST).await.unwrap().items;
        let found = repo.find(listed[0].document.id).await.unwrap().unwrap();
        let whole = repo.records(everything(), PageRequest::FIRST).await.unwrap().items;
        for text in [shown(listed[0].clone()), shown(found), shown(whole[0].clone())] {
            assert_eq!(text.preview, expected);
        }
    }
    infra::testing::index_documents(&f.db).await.unwrap();
    assert_eq!(kept().await, 1);
}
