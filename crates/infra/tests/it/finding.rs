//! What users expect of a search: the exact title comes first, and any part of a text without spaces is found.

use crate::documents::{owners, publish, shown};
use crate::harness::{Fixture, on_each_database};
use crate::queries::{asked, found};
use crate::search_index::revise;
use facility_documents::document::Document;
use facility_documents::ports::DocumentQueries;
use facility_documents::search::Order;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::{Limit, PageRequest};

on_each_database![exact_title_comes_before_titles_that_start_with_it, text_without_spaces_is_found_at_any_position,];

/// This holds for long titles and for later documents with similar titles.
async fn exact_title_comes_before_titles_that_start_with_it(f: Fixture) {
    owners(&f).await;
    for (n, title) in [
        (1, "Site 19"),
        (2, "The Red Door"),
        (3, "The Red Door Annex"),
        (4, "Standing Protocol for the Red Door"),
        (5, "Annex of Site 19"),
        (6, "Site 190"),
        (7, "Site 191, Gate"),
        (8, "The Red Door of the Northern Annex"),
        (9, "Annex, the Northern of the Red Door"),
        (10, "東京都"),
        (11, "東京都庁"),
        (12, "新東京都"),
    ] {
        publish(&f, &document(n, 1, 1).titled(title).saying("site 19, the red door, 東京都")).await;
    }
    publish(&f, &document(20, 3, 1).titled("Site 19").saying("x")).await;
    let revised = document(3, 1, 1).titled("Red Door Annex").saying("x");
    revise(&DocumentStore::new(f.db.clone()), &f, Document { version: 2, ..revised }).await.unwrap();
    for (query, expected) in [
        ("Site 19", vec![1, 7, 6, 5]),
        ("\u{ff33}ite  \u{201C}19\u{201D}", vec![1, 5]),
        ("site 1", vec![7, 6, 1, 5]),
        ("The Red", vec![8, 2, 9, 4]),
        ("the red door", vec![2, 8, 9, 4]),
        ("the red door of the northern annex", vec![8, 9]),
        ("the red door of the northern an", vec![8, 9]),
        ("red door -annex", vec![4, 2]),
        ("red door an", vec![3, 9, 8]),
        ("東京都", vec![10, 11, 12]),
        ("東", vec![11, 10, 12]),
        ("\"red door annex\"", vec![3]),
    ] {
        for limit in [200, 1] {
            let mut found = found(&f, &asked(query, 1, Order::Relevance), limit).await;
            found.truncate(expected.len());
            assert_eq!(found, expected, "{query}");
        }
    }
}

/// This also holds if a redacted passage splits the text.
async fn text_without_spaces_is_found_at_any_position(f: Fixture) {
    owners(&f).await;
    for (n, title, content) in [
        (1, "東京都庁舎の記録", "第3収容室でｶﾞｽ漏れ。担当：山田太郎"),
        (2, "คู่มือ", "ห้ามเปิดประตูสีแดงหลังเที่ยงคืน"),
        (3, "中文", "他打开了{{3|红}}色的门"),
        (4, "ພາສາລາວ", "សួស្តីពិភពលោក မင်္ဂလာပါ"),
    ] {
        publish(&f, &document(n, 1, 1).titled(title).saying(content)).await;
    }
    for (query, level, expected) in [
        ("都庁", 1, vec![1]),
        ("庁舎の記", 1, vec![1]),
        ("京庁", 1, vec![]),
        ("録", 1, vec![1]),
        ("ガス漏れ", 1, vec![1]),
        ("太郎", 1, vec![1]),
        ("郎", 1, vec![1]),
        ("収容室 山田", 1, vec![1]),
        ("\"第3収容\"", 1, vec![1]),
        ("ประตูสีแดง", 1, vec![2]),
        ("เที่ยงคืน", 1, vec![2]),
        ("打开了", 1, vec![3]),
        ("红色的门", 3, vec![3]),
        ("了红", 3, vec![3]),
        ("红色", 1, vec![]),
        ("红", 1, vec![]),
        ("了色", 1, vec![]),
        ("色的门", 1, vec![3]),
        ("了", 1, vec![3]),
        ("ລາວ", 1, vec![4]),
        ("ពិភព", 1, vec![4]),
        ("လာပါ", 1, vec![4]),
        ("記 -都庁", 1, vec![]),
        ("门 -红", 1, vec![3]),
        ("门 -红", 3, vec![]),
    ] {
        let filter = asked(query, level, Order::Newest);
        assert_eq!(found(&f, &filter, 200).await, expected, "{query} {level}");
        let page = PageRequest { limit: Limit::MAX, after: None };
        let listed = DocumentStore::new(f.db.clone()).summaries(filter.clone(), page).await.unwrap().items;
        for item in listed.into_iter().map(shown) {
            let marks = item.title_matches.unwrap().len() + item.snippet.unwrap().matches.len();
            assert!(marks > 0, "{query} {level}");
        }
    }
}
