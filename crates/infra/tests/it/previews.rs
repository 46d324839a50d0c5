//! Previews: the start of a document as plain text, as lists show it.

use crate::documents::{owners, publish, typed};
use crate::harness::{Fixture, on_each_database};
use facility_audit::action::Action;
use facility_documents::change::{DocumentChange, Revision};
use facility_documents::document::Document;
use facility_documents::ports::{DocumentQueries, DocumentRepository, VersionRepository};
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::view::view;
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor, numbered};
use facility_kernel::{Clearance, PageRequest, VersionId};

on_each_database![every_level_has_its_own_preview, page_size_depends_only_on_text_that_the_reader_may_read,];

fn everything() -> DocumentFilter {
    DocumentFilter::all(Shelf::Everything(Clearance::MAX))
}

fn reader(level: i64) -> Visibility {
    Visibility::of(&actor(9, level, true), TEST_NOW)
}

/// The preview is stored with the document, with a new version, or after an import.
async fn every_level_has_its_own_preview(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let first = document(1, 1, 1).saying("The {{3|south}} gate.\n:::level 4\nIt *opens*.\n:::\n");
    publish(&f, &first).await;
    let starts = async || {
        let listed = repo.summaries(everything(), PageRequest::FIRST).await.unwrap().items;
        [1, 3, 4].map(|level| view(listed[0].clone(), &reader(level)).text.unwrap().preview)
    };
    let expected = ["The ███ gate. ███", "The south gate. ███", "The south gate. It opens."];
    assert_eq!(starts().await, expected);
    f.execute("UPDATE documents SET preview = ''; DELETE FROM document_texts; DELETE FROM document_variants")
        .await
        .unwrap();
    facility_infra::testing::index_documents(&f.db).await.unwrap();
    assert_eq!(starts().await, expected);

    // A search result without a stored plain text shows the preview.
    f.execute("DELETE FROM document_texts").await.unwrap();
    for (level, start) in [(1, "The ███ gate. ███"), (4, "The south gate. It opens.")] {
        let shelf = Shelf::Repository(reader(level));
        let filter = DocumentFilter { search: typed("gate"), ..DocumentFilter::all(shelf) };
        let found = repo.summaries(filter, PageRequest::FIRST).await.unwrap().items;
        let text = view(found[0].clone(), &reader(level)).text.unwrap();
        assert_eq!((text.snippet.unwrap().text, text.preview.as_str()), (start.to_owned(), start));
    }
    f.execute("DELETE FROM document_variants").await.unwrap();
    facility_infra::testing::index_documents(&f.db).await.unwrap();

    let after = Document { version: 2, ..first.clone() }.saying("By {{3|night}}.");
    let revision = Revision {
        before: 1,
        after,
        version: VersionId::from_uuid(numbered(70)),
        author: first.owner,
        description: None,
    };
    let change = DocumentChange::Revise(Box::new(revision));
    repo.commit(f.audited_as(Action::DocumentReverted, change)).await.unwrap();
    assert_eq!(starts().await, ["By ███.", "By night.", "By night."]);
    let versions = f.db.clone();
    let listed = versions.list(first.id, Clearance::MAX, false, PageRequest::FIRST).await.unwrap().items;
    let starts = [1, 4].map(|level| view(listed[1].document.clone(), &reader(level)).text.unwrap().preview);
    assert_eq!(starts, ["The ███ gate. ███", "The south gate. It opens."]);
}

/// The end of a page must not depend on text that its reader may not read.
async fn page_size_depends_only_on_text_that_the_reader_may_read(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let long = format!("a {{{{4|{}}}}}", "x ".repeat(300_000));
    for (n, of) in [
        (1, document(1, 1, 1).saying(long.clone())),
        (2, document(2, 1, 1).saying(long)),
        (3, document(3, 4, 1).saying("y ".repeat(500_000))),
    ] {
        assert_eq!(of.id, document(n, 1, 1).id);
        publish(&f, &of).await;
    }
    for (level, expected) in [(1, 3), (3, 3), (4, 1)] {
        let shelf = Shelf::Everything(Clearance::parse(level).unwrap());
        let page = repo.records(DocumentFilter::all(shelf), PageRequest::FIRST).await.unwrap();
        assert_eq!((page.items.len(), page.next.is_some()), (expected, expected < 3), "level {level}");
        let lowest = DocumentFilter::all(Shelf::Repository(reader(level)));
        let page = repo.records(lowest, PageRequest::FIRST).await.unwrap();
        assert_eq!(page.items.len(), if level < 4 { 2 } else { 1 }, "level {level}");
    }
}
