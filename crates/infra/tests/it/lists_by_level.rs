//! The cost of a list depends only on what its reader may see. Otherwise its duration would reveal how much exists
//! above their level.

use crate::documents::owners;
use crate::harness::Fixture;
use facility_archive::shelf::SectionShelf;
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::text::Category;
use facility_documents::visibility::Visibility;
use facility_infra::testing::touched::{touched_by_list, touched_by_section};
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Clearance, Cursor, Limit, PageRequest};

const SECTION: &str = "00000000-0000-4000-8000-00000000000a";

/// Publishes documents of these levels in turn and archives them; some of them are not released yet.
async fn publish(f: &Fixture, from: u32, to: u32, level: &str) {
    let sql = format!(
        "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, archive_requested, \
         version, created_at, updated_at, scheduled_release_at) \
         SELECT '00000000-0000-4000-9000-' || LPAD(CAST(n AS text), 12, '0'), 'Document ' || n, 'Text', \
         CASE WHEN n % 3 = 0 THEN 'SITE' ELSE 'OTHER' END, {level}, (SELECT id FROM users ORDER BY id LIMIT 1), FALSE, FALSE, \
         1, 1, 1, CASE WHEN {level} > 3 AND n % 4 = 0 THEN 9000000000000000 END FROM generate_series({from}, {to}) AS n; \
         INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, archive_requested, \
         version, created_at, updated_at, archived_at, archived_by, archive_section) \
         SELECT '00000000-0000-4000-a000-' || LPAD(CAST(n AS text), 12, '0'), 'Archived ' || n, 'Text', 'OTHER', {level}, \
         (SELECT id FROM users ORDER BY id LIMIT 1), TRUE, FALSE, 1, 1, 1, n, (SELECT id FROM users ORDER BY id LIMIT 1), '{SECTION}' FROM generate_series({from}, {to}) AS n; \
         ANALYZE documents; ANALYZE document_places"
    );
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
}

/// Returns how many rows each list of a reader of level 3 reads, and how many documents its page has.
async fn touched(f: &Fixture) -> Vec<(String, i64, usize)> {
    let all = DocumentFilter::all(Shelf::Repository(Visibility::of(&actor(3, 3, false), TEST_NOW)));
    let filters = [
        all.clone(),
        DocumentFilter { level: Some(Clearance::parse(2).unwrap()), ..all.clone() },
        DocumentFilter { category: Some(Category::Site), ..all },
    ];
    let mut touched = Vec::new();
    for filter in filters {
        for (after, skip) in [(None, 0), (None, 60), (Some(Cursor::after(2500)), 0), (Some(Cursor::after(2500)), 30)] {
            let page = PageRequest { limit: Limit::parse(40).unwrap(), after };
            let name = format!("{:?} {:?} {after:?} {skip}", filter.level, filter.category);
            let (rows, listed) = touched_by_list(&f.db, filter.clone(), page, skip).await.unwrap();
            touched.push((name, rows, listed));
        }
    }
    let shelf =
        SectionShelf { section: SECTION.parse().unwrap(), reader: Visibility::of(&actor(3, 3, false), TEST_NOW) };
    for (after, skip) in [(None, 0), (Some(Cursor::after(2500)), 30)] {
        let page = PageRequest { limit: Limit::parse(40).unwrap(), after };
        let (rows, listed) = touched_by_section(&f.db, shelf, page, skip).await.unwrap();
        touched.push((format!("archive {after:?} {skip}"), rows, listed));
    }
    touched
}

#[tokio::test]
async fn rows_above_the_readers_level_are_not_touched() {
    // PostgreSQL counts the rows it reads. SQLite has the same lists, in statements that name their index.
    let Some(f) = Fixture::postgres() else { return };
    owners(&f).await;
    let section = format!(
        "INSERT INTO archive_sections (id, name, name_key, description, section_type, display_order, is_active, created_by, created_at, updated_at) \
         SELECT '{SECTION}', 'A', 'a', '', 'custom', 1, TRUE, id, 1, 1 FROM users ORDER BY id LIMIT 1"
    );
    f.db.write(move |conn| crate::harness::batch(conn, &section)).await.unwrap();
    publish(&f, 1, 3000, "1 + n % 3").await;
    let before = touched(&f).await;
    assert!(before.iter().all(|(_, rows, listed)| *rows > 0 && *listed > 0), "{before:?}");
    publish(&f, 3001, 7000, "4 + n % 2").await;
    assert_eq!(touched(&f).await, before);
}
