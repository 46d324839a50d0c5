//! Links between documents: their targets, and the documents that link to one, for readers of each level.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, on_each_database};
use crate::search_index::revise;
use facility_documents::change::DocumentChange;
use facility_documents::document::Document;
use facility_documents::links::links;
use facility_documents::ports::DocumentLinks;
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor, numbered};
use facility_kernel::{Clearance, DocumentId, Limit, PageRequest};
use std::time::Duration;

on_each_database![
    links_lead_to_the_oldest_visible_document,
    titles_and_links_match_in_every_spelling,
    titles_of_versions_above_the_readers_level_are_not_resolved,
    backlinks_come_from_text_that_the_reader_can_see,
    links_are_written_with_the_document_and_its_entry,
    links_of_documents_inserted_without_them_are_written,
    whole_label_is_a_title_before_its_target_is,
];

fn visibility(level: i64) -> Visibility {
    Visibility::of(&actor(3, level, false), TEST_NOW)
}

fn level(level: i64) -> Clearance {
    Clearance::parse(level).unwrap()
}

/// Returns the titles of the documents to which the links of a text resolve for this reader.
async fn leads(f: &Fixture, text: &str, level: i64) -> Vec<Option<String>> {
    let mut found = Vec::new();
    for link in links(text) {
        let records = f.db.resolve(link.targets, visibility(level)).await.unwrap();
        found.push(records.into_iter().flatten().next().map(|record| record.title));
    }
    found
}

/// Returns the titles of the documents that link to the `n`th.
async fn linking(f: &Fixture, n: u64, level: i64) -> Vec<String> {
    let id = DocumentId::from_uuid(numbered(n));
    let (whole, total) = f.db.backlinks(id, visibility(level), PageRequest::FIRST).await.unwrap();
    let titles: Vec<String> = whole.items.into_iter().map(|record| record.title).collect();
    assert_eq!(total, titles.len() as u64);
    // Resolving them one by one gives the same.
    let mut page = PageRequest { limit: Limit::parse(1).unwrap(), after: None };
    let mut paged = Vec::new();
    loop {
        let (part, total) = f.db.backlinks(id, visibility(level), page).await.unwrap();
        assert_eq!(total, titles.len() as u64);
        paged.extend(part.items.into_iter().map(|record| record.title));
        if part.next.is_none() {
            break;
        }
        page.after = part.next;
    }
    assert_eq!(paged, titles);
    titles
}

async fn links_lead_to_the_oldest_visible_document(f: Fixture) {
    owners(&f).await;
    let later = TEST_NOW.plus(Duration::from_secs(9));
    publish(&f, &Document { release_at: Some(later), ..document(1, 1, 1).titled("The Gate") }).await;
    publish(&f, &document(2, 4, 1).titled("The Gate")).await;
    publish(&f, &document(3, 2, 1).titled("the  gate").archived()).await;
    publish(&f, &document(4, 1, 1).titled("THE GATE")).await;
    publish(&f, &document(5, 1, 1).titled("Été: \"one\", [two]")).await;
    let text = "[[The Gate]] [[ the  GATE ]] [[ÉTÉ: \"one\", {two}]] [[Gate]] [[DOC-00000000]]";
    let named = |title: &str| Some(title.to_owned());
    for (reader, expected) in [(1, "THE GATE"), (3, "the  gate"), (4, "The Gate")] {
        let found = leads(&f, text, reader).await;
        assert_eq!(found[..2], [named(expected), named(expected)], "{reader}");
        assert_eq!(found[2..4], [None, None]);
        // All ids of the test have the same beginning, so the oldest document that the reader may see is found.
        assert_eq!(found[4], named(expected));
    }
    assert!(leads(&f, "", 1).await.is_empty());
}

async fn titles_and_links_match_in_every_spelling(f: Fixture) {
    owners(&f).await;
    let curly = "Don\u{2019}t open the caf\u{e9}";
    publish(&f, &document(1, 1, 1).titled(curly)).await;
    let spellings = [curly, "Don't open the cafe\u{301}", "DON\u{2019}T open\u{a0}the caf\u{e9}"];
    for (n, spelling) in (2..).zip(spellings) {
        publish(&f, &document(n, 1, 1).titled("Log").saying(format!("[[{spelling}]]"))).await;
        assert_eq!(leads(&f, &format!("[[{spelling}]]"), 1).await, [Some(curly.to_owned())], "{spelling}");
    }
    assert_eq!(linking(&f, 1, 1).await.len(), 3);
    // Rows that were written before signs and normal forms were unified.
    f.execute("DELETE FROM document_titles WHERE title_key LIKE 'don''t%'").await.unwrap();
    f.execute("UPDATE document_links SET target = '=don\u{2019}t open the caf\u{e9}'").await.unwrap();
    assert_eq!(leads(&f, &format!("[[{curly}]]"), 1).await, [Some(curly.to_owned())]);
    assert_eq!(linking(&f, 1, 1).await.len(), 3);
}

async fn titles_of_versions_above_the_readers_level_are_not_resolved(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let first = document(1, 4, 1).titled("Codename");
    publish(&f, &first).await;
    revise(&repo, &f, Document { version: 2, clearance: level(1), ..first.clone().titled("Cellar") }).await.unwrap();
    revise(&repo, &f, Document { version: 3, clearance: level(1), ..first.clone().titled("Kitchen") }).await.unwrap();
    let cut = |title: &str| Some(title.to_owned());
    assert_eq!(leads(&f, "[[codename]] [[cellar]] [[kitchen]]", 3).await, [None, cut("Kitchen"), cut("Kitchen")]);
    assert_eq!(leads(&f, "[[codename]]", 4).await, [cut("Kitchen")]);
    // A title that a lower version also has is not secret.
    revise(&repo, &f, Document { version: 4, clearance: level(2), ..first.titled("Codename") }).await.unwrap();
    assert_eq!(leads(&f, "[[codename]]", 2).await, [cut("Codename")]);
    assert_eq!(leads(&f, "[[codename]]", 1).await, [None]);
}

async fn backlinks_come_from_text_that_the_reader_can_see(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    publish(&f, &document(1, 1, 1).titled("The Gate").saying("[[The Gate]] is this.")).await;
    publish(&f, &document(2, 1, 1).titled("Plain").saying("By [[the gate]].")).await;
    publish(&f, &document(3, 1, 1).titled("Portion").saying("By {{3|[[The Gate]]}}.\n:::level 5\n[[x]]\n:::")).await;
    publish(&f, &document(4, 4, 1).titled("High").saying("By [[The Gate]].")).await;
    publish(&f, &document(5, 1, 1).titled("Code").saying("By `[[The Gate]]`.")).await;
    let later = TEST_NOW.plus(Duration::from_secs(9));
    let unreleased = document(6, 1, 1).titled("Later").saying("[[The Gate]]");
    publish(&f, &Document { release_at: Some(later), ..unreleased }).await;
    for (reader, expected) in [(1, &["Plain"][..]), (3, &["Portion", "Plain"]), (5, &["High", "Portion", "Plain"])] {
        assert_eq!(linking(&f, 1, reader).await, expected, "{reader}");
    }
    // A renamed document keeps its links, and a title that resolves to another document for this reader is no link to
    // this one.
    revise(&repo, &f, Document { version: 2, ..document(1, 1, 1).titled("The Wall") }).await.unwrap();
    assert_eq!(linking(&f, 1, 1).await, ["Plain"]);
    publish(&f, &document(7, 1, 1).titled("The Gate")).await;
    assert!(linking(&f, 7, 1).await.is_empty());
    // An edit removes its old links and adds its new ones.
    let by_id = format!("See [[DOC-{}]].", &numbered(1).simple().to_string()[..12]);
    revise(&repo, &f, Document { version: 2, ..document(2, 1, 1).titled("Plain").saying("Nothing.") }).await.unwrap();
    revise(&repo, &f, Document { version: 2, ..document(5, 1, 1).titled("Code").saying(by_id) }).await.unwrap();
    assert_eq!(linking(&f, 1, 1).await, ["Code"]);
    // A deleted document leaves no links.
    let id = DocumentId::from_uuid(numbered(5));
    let deletion = DocumentChange::Trash { id, version: 2, by: document(1, 1, 1).owner, at: TEST_NOW };
    facility_documents::ports::DocumentRepository::commit(&repo, f.audited(deletion)).await.unwrap();
    assert!(linking(&f, 1, 1).await.is_empty());
    assert_eq!(f.count("SELECT count(*) AS n FROM document_links WHERE target LIKE '#%'").await, 0);
}

async fn links_are_written_with_the_document_and_its_entry(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    publish(&f, &document(1, 1, 1).saying("[[a]]")).await;
    let rows = "SELECT (SELECT count(*) FROM document_titles) + (SELECT count(*) FROM document_links) AS n";
    assert_eq!(f.count(rows).await, 2);
    f.break_audit_log().await;
    let after = document(1, 1, 1).titled("New").saying("[[a]] [[b]]");
    assert!(revise(&repo, &f, Document { version: 2, ..after }).await.is_err());
    assert_eq!(f.count(rows).await, 2);
}

async fn links_of_documents_inserted_without_them_are_written(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    publish(&f, &document(1, 1, 1).titled("The Gate")).await;
    publish(&f, &document(2, 1, 1).titled("Plain").saying("By [[The Gate]] {{3|[[The Wall]]}}.")).await;
    revise(&repo, &f, Document { version: 2, ..document(1, 1, 1).titled("The Wall") }).await.unwrap();
    let all = "SELECT (SELECT count(*) FROM document_titles) * 100 + (SELECT sum(levels) FROM document_links) AS n";
    let before = f.count(all).await;
    f.execute("DELETE FROM document_titles; DELETE FROM document_links").await.unwrap();
    facility_infra::testing::link_documents(&f.db).await.unwrap();
    assert_eq!(f.count(all).await, before);
    assert_eq!(linking(&f, 1, 1).await, ["Plain"]);
}

async fn whole_label_is_a_title_before_its_target_is(f: Fixture) {
    owners(&f).await;
    publish(&f, &document(1, 1, 1).titled("The Gate")).await;
    publish(&f, &document(2, 3, 1).titled("The Gate#Keys")).await;
    publish(&f, &document(3, 1, 1).titled("C#")).await;
    let text = "[[the gate#keys]] [[The Gate#Keys|words]] [[The Gate#Lock]] [[C#]] [[C#|words]] [[C# guide]]";
    publish(&f, &document(4, 1, 1).titled("Guide").saying(text)).await;
    let named = |titles: [&str; 5]| titles.map(|title| Some(title.to_owned()));
    let low = leads(&f, text, 1).await;
    assert_eq!(low[..5], named(["The Gate", "The Gate", "The Gate", "C#", "C#"]));
    let high = leads(&f, text, 3).await;
    assert_eq!(high[..5], named(["The Gate#Keys", "The Gate#Keys", "The Gate", "C#", "C#"]));
    assert_eq!((&low[5], &high[5]), (&None, &None));
    for n in 1..=3 {
        assert_eq!(linking(&f, n, 3).await, ["Guide"], "{n}");
    }
}
