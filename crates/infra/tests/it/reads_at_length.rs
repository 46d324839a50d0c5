//! The cost of a page does not depend on the length of its list: no plan scans all documents of a level, an author or a
//! section. PostgreSQL counts the rows that are read.

use crate::documents::owners;
use crate::harness::Fixture;
use crate::reads_by_level::{ARCHIVE, Counting, SECTION};
use crate::users::{create, user};
use facility_archive::ports::ArchiveQueries as _;
use facility_archive::shelf::SectionShelf;
use facility_documents::ports::DocumentQueries as _;
use facility_documents::search::{DocumentFilter, Search, Shelf};
use facility_documents::visibility::Visibility;
use facility_infra::db::Database;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Cursor, Limit, PageRequest, StoreError};

/// Inserts 100,000 unarchived documents and 2,000 of a section, from position 1 on. The oldest hundred have another
/// author, and three of five of the others belong to the first.
fn documents(level: &str) -> String {
    let id = |owner| format!("(SELECT id FROM users WHERE username_key = '{owner}')");
    let (most, few, rest) = (id("owner-1"), id("owner-2"), id("owner-3"));
    format!(
        "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, archive_requested, version, \
         created_at, updated_at, archived_at, archived_by, archive_section) \
         SELECT '00000000-0000-4000-9000-' || LPAD(CAST(n AS text), 12, '0'), 'Document ' || n, repeat('Text ', 100), 'OTHER', {level}, \
         CASE WHEN n <= 100 THEN {few} WHEN n / 5 % 5 < 3 THEN {most} ELSE {rest} END, n % 51 = 0, FALSE, 1, n, n, \
         CASE WHEN n % 51 = 0 THEN n END, CASE WHEN n % 51 = 0 THEN {most} END, CASE WHEN n % 51 = 0 THEN '{SECTION}' END \
         FROM generate_series(1, 102000) AS n"
    )
}

/// The middle position, and the time at which its document would be archived.
const MIDDLE: Cursor = Cursor::after(51_000);

/// The maximum of rows and index entries for a page of 50: up to 51 documents of each of five levels, and then the
/// first 51 of them, each as an index entry and as a row, are 612.
const PAGE: i64 = 1000;

/// The additional maximum for finding the start of a page: the index entries of one block of positions.
const BLOCK: i64 = 2048;

fn page(after: Option<Cursor>) -> PageRequest {
    PageRequest { limit: Limit::parse(50).unwrap(), after }
}

/// Reads the page that skips this many documents after the cursor.
async fn read(db: Database, list: DocumentFilter, after: Option<Cursor>, skip: u32) -> Result<usize, StoreError> {
    let repo = DocumentStore::new(db);
    let after = repo.cursor_after_skip(list.clone(), after, skip).await?;
    Ok(repo.summaries(list, page(after)).await?.items.len())
}

/// Asserts that a read finds something and reads at most this many rows and index entries of documents.
async fn touches(
    counting: &mut Counting,
    (name, most): (&str, i64),
    read: impl AsyncFn(Database) -> Result<usize, StoreError>,
) {
    let (touched, found) = counting.touched(read).await;
    let touched = touched.get("documents").copied().unwrap_or_default();
    assert!(found > 0 && touched <= most, "{name}: {found} found, {touched} touched, at most {most} expected");
}

async fn every_page_touches_little(level: &str) {
    let Some(f) = Fixture::postgres() else { return };
    owners(&f).await;
    create(&f, user(3, "owner-3")).await;
    f.execute(ARCHIVE).await.unwrap();
    let mut counting = Counting::of(f);
    counting.execute(&documents(level));
    counting.settle().await;
    for level in [1, 3, 5] {
        let reader = Visibility::of(&actor(9, level, false), TEST_NOW);
        let list = DocumentFilter::all(Shelf::Repository(reader));
        let (_touched, all) = counting
            .touched(async |db| Ok(usize::try_from(DocumentStore::new(db).count(list.clone()).await?).unwrap()))
            .await;
        for percent in [1, 50, 99] {
            let name = format!("level {level}, behind {percent} % of {all}");
            let skip = u32::try_from(all * percent / 100).unwrap();
            let behind = async |db| read(db, list.clone(), None, skip).await;
            touches(&mut counting, (&name, PAGE + BLOCK), behind).await;
        }
        for after in [None, Some(MIDDLE)] {
            for author in ["owner-1", "owner-2"] {
                let name = format!("level {level}, after {after:?}, of {author}");
                let search = Some(Search { author: Some(author.to_owned()), ..Search::default() });
                let of_author = DocumentFilter { search, ..list.clone() };
                let first = async |db| read(db, of_author.clone(), after, 0).await;
                touches(&mut counting, (&name, PAGE), first).await;
            }
            let name = format!("level {level}, after {after:?}, of the section");
            let shelf = SectionShelf { section: SECTION.parse().unwrap(), reader };
            let first = async |db: Database| Ok(db.summaries(shelf, page(after)).await?.items.len());
            touches(&mut counting, (&name, PAGE), first).await;
        }
    }
}

/// Runs while no other test runs: filling in 100,000 documents takes long, and other connections can prevent VACUUM
/// from marking their pages all-visible.
mod timed {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_page_of_a_long_list_touches_little() {
        every_page_touches_little("1 + n % 5").await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_page_touches_little_where_two_levels_are_empty() {
        every_page_touches_little("1 + n % 5 / 2 * 2").await;
    }
}
