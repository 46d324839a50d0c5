//! The cost of every read of documents depends only on what its reader may see. PostgreSQL counts the rows that are
//! read, and SQLite names the index that it uses.

use crate::documents::{owners, typed};
use crate::harness::{Fixture, batch};
use crate::statements::{recorded, recording};
use diesel::connection::SimpleConnection as _;
use diesel::sql_types::{BigInt, Text};
use diesel::{Connection as _, PgConnection, QueryableByName, RunQueryDsl as _};
use facility_archive::ports::ArchiveQueries as _;
use facility_archive::shelf::SectionShelf;
use facility_documents::label::ShortLabel;
use facility_documents::ports::DocumentQueries as _;
use facility_documents::search::{DocumentFilter, Order, Search, Shelf};
use facility_documents::text::Category;
use facility_documents::visibility::Visibility;
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_infra::storage::documents::store::DocumentStore;
use facility_infra::testing::{TestDatabase, index_documents};
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Clearance, Cursor, Limit, PageRequest, StoreError, Timestamp};
use std::collections::BTreeMap;
use std::time::Duration;

pub const SECTION: &str = "00000000-0000-4000-8000-00000000000a";

/// A section of the archive.
pub const ARCHIVE: &str = "INSERT INTO archive_sections (id, name, name_key, description, section_type, display_order, is_active, \
     created_by, created_at, updated_at) SELECT '00000000-0000-4000-8000-00000000000a', 'A', 'a', '', 'custom', 1, TRUE, id, 1, 1 \
     FROM users WHERE username_key = 'owner-1'";

/// Inserts documents at these positions, of these levels in turn. Some are archived, and some are not released yet.
fn documents(positions: impl Iterator<Item = u32>, levels: [u32; 2], is_sqlite: bool) -> String {
    let rows = positions.map(|n| {
        let level = levels[usize::from(n % 4 > 1)];
        let category = if n % 3 == 0 { "SITE" } else { "OTHER" };
        let archived = n % 5 == 0;
        let (at, section) = if archived {
            (n.to_string(), format!("'{SECTION}'"))
        } else {
            ("NULL".to_owned(), "NULL".to_owned())
        };
        let release = if n % 7 == 0 { "9000000000000000" } else { "NULL" };
        let owner = "(SELECT id FROM users WHERE username_key = 'owner-1')";
        let by = if archived { owner } else { "NULL" };
        format!(
            "({n}, '{n:08x}-0000-4000-9000-000000000000', 'Gate {n}', 'gate {n:04}', 'The lantern burns at gate {} of {}.', '{category}', {level}, \
             {owner}, {archived}, FALSE, 1, {n}, {n}, {at}, {by}, {section}, {release})",
            n % 40,
            n % 3
        )
    });
    let overriding = if is_sqlite { "" } else { "OVERRIDING SYSTEM VALUE" };
    format!(
        "INSERT INTO documents (position, id, title, title_key, content, category, clearance_level, submitted_by, is_archived, archive_requested, \
         version, created_at, updated_at, archived_at, archived_by, archive_section, scheduled_release_at) {overriding} VALUES {}",
        rows.collect::<Vec<_>>().join(", ")
    )
}

/// Returns every kind of list for a reader of level 3.
fn lists() -> Vec<(String, DocumentFilter)> {
    let mut all = Vec::new();
    for is_admin in [false, true] {
        let shelf = Shelf::Repository(Visibility::of(&actor(3, 3, is_admin), TEST_NOW));
        let list = || DocumentFilter::all(shelf);
        let search = |text: &str| DocumentFilter { search: typed(text), ..list() };
        let narrowed = |search: Search| DocumentFilter { search: Some(search), ..list() };
        let relevance = |text| DocumentFilter { order: Order::Relevance, ..search(text) };
        let by = |order, list| DocumentFilter { order, ..list };
        let archived = |text| Search { archived: true, ..typed(text).unwrap() };
        let author = || Search { author: Some("owner-1".to_owned()), ..Search::default() };
        let of_time = Search {
            since: Some(Timestamp::from_micros(500)),
            until: Some(Timestamp::from_micros(2500)),
            ..Search::default()
        };
        let named = [
            ("all", list()),
            ("level", DocumentFilter { level: Some(Clearance::parse(2).unwrap()), ..list() }),
            ("category", DocumentFilter { category: Some(Category::Site), ..list() }),
            ("common word", search("\"lantern\"")),
            ("start of words", search("lan")),
            ("phrase", search("\"lantern burns at\"")),
            ("words", search("gate \"8\"")),
            ("refused word", search("\"lantern\" -8")),
            ("no document", search("\"nightingale\"")),
            ("relevance", relevance("gate \"8\"")),
            ("words of an author", narrowed(Search { author: Some("owner-1".to_owned()), ..typed("lan").unwrap() })),
            ("words of a time", narrowed(Search { terms: typed("lan").unwrap().terms, ..of_time.clone() })),
            ("words in the archive", narrowed(archived("lan"))),
            ("rare words in the archive", narrowed(archived("\"10\" \"1\""))),
            ("time", narrowed(of_time)),
            ("author", narrowed(author())),
            ("author, in the archive", narrowed(Search { archived: true, ..author() })),
            ("archive", narrowed(Search { archived: true, ..Search::default() })),
            ("oldest", by(Order::Oldest, list())),
            ("oldest of an author", by(Order::Oldest, narrowed(author()))),
            ("by level", by(Order::Level, list())),
            ("by level, of an author", by(Order::Level, narrowed(author()))),
            ("by title", by(Order::Title, list())),
            ("by title, of an author", by(Order::Title, narrowed(author()))),
        ];
        all.extend(named.map(|(name, filter)| (format!("{name}, administrator: {is_admin}"), filter)));
    }
    all
}

/// Reads a list in every available way.
async fn read_list(db: Database, filter: DocumentFilter) -> Result<usize, StoreError> {
    let repo = DocumentStore::new(db);
    let page = |after| PageRequest { limit: Limit::parse(40).unwrap(), after };
    let listed = repo.summaries(filter.clone(), page(None)).await?.items.len();
    repo.summaries(filter.clone(), page(Some(Cursor::after(1500)))).await?;
    repo.records(filter.clone(), page(None)).await?;
    repo.cursor_after_skip(filter.clone(), None, 60).await?;
    repo.cursor_after_skip(filter.clone(), Some(Cursor::after(1500)), 30).await?;
    repo.count(filter).await?;
    Ok(listed)
}

/// Reads the archive in every available way.
async fn read_archive(db: Database, is_admin: bool) -> Result<usize, StoreError> {
    let repo = db;
    let reader = Visibility::of(&actor(3, 3, is_admin), TEST_NOW);
    let shelf = SectionShelf { section: SECTION.parse().unwrap(), reader };
    let page = |after| PageRequest { limit: Limit::parse(40).unwrap(), after };
    let listed = repo.summaries(shelf, page(None)).await?.items.len();
    repo.records(shelf, page(Some(Cursor::after(1500)))).await?;
    repo.cursor_after_skip(shelf, None, 20).await?;
    repo.count(shelf).await?;
    repo.counts(reader).await?;
    Ok(listed)
}

/// Corrects the words of a search.
async fn suggest(db: Database) -> Result<usize, StoreError> {
    let repo = DocumentStore::new(db);
    let reader = Visibility::of(&actor(3, 3, false), TEST_NOW);
    let suggested = repo.suggestions(typed("lantarn gatee").unwrap().terms.unwrap(), reader).await?;
    Ok(suggested.len())
}

/// Finds documents by a label.
async fn read_label(db: Database) -> Result<usize, StoreError> {
    let reader = Visibility::of(&actor(3, 3, false), TEST_NOW);
    Ok(DocumentStore::new(db).labelled(ShortLabel::parse("00000004").unwrap(), reader).await?.len())
}

#[derive(QueryableByName, Debug)]
struct Touched {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// The rows of each table and the entries of its indexes that closed connections have read.
const TOUCHED: &str = "SELECT CAST(relname AS text) AS name, CAST(pg_stat_get_tuples_returned(oid) + pg_stat_get_tuples_fetched(oid) + \
     COALESCE((SELECT SUM(pg_stat_get_tuples_returned(indexrelid) + pg_stat_get_tuples_fetched(indexrelid)) FROM pg_index \
     WHERE indrelid = pg_class.oid), 0) AS BIGINT) AS n FROM pg_class \
     WHERE relkind = 'r' AND relnamespace = CAST('public' AS regnamespace)";

/// Tables whose size does not depend on the number of documents, which PostgreSQL scans while they are small: counters,
/// the sequence index, and tables of other records.
const SHARED: [&str; 6] =
    ["archive_counts", "document_counts", "document_places", "search_sequences", "users", "facility_migrations"];

const OPEN: &str = "SELECT 'open' AS name, count(*) AS n FROM pg_stat_activity \
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()";

/// Tables with pages that are not marked all-visible, so that index-only scans have to read their rows. A connection of
/// another test that is just starting can prevent VACUUM from marking them.
const UNSETTLED: &str = "SELECT 'unsettled' AS name, count(*) AS n FROM pg_class \
     WHERE relkind = 'r' AND relnamespace = CAST('public' AS regnamespace) AND relallvisible < relpages";

/// Counts the rows that reads access.
pub struct Counting {
    database: TestDatabase,
    conn: PgConnection,
}

impl Counting {
    /// Closes the connections of the fixture and opens one of its own, which is not counted. PostgreSQL only.
    pub fn of(f: Fixture) -> Self {
        let database = f.database;
        drop(f.db);
        let Target::Postgres(url) = database.target() else { panic!("PostgreSQL") };
        let conn = PgConnection::establish(url).unwrap();
        Self { database, conn }
    }

    fn rows(&mut self, sql: &str) -> Vec<Touched> {
        diesel::sql_query(sql).load(&mut self.conn).unwrap()
    }

    /// Waits until all connections are closed, because PostgreSQL may report a connection's reads only then.
    async fn until_closed(&mut self) {
        for _ in 0..1000 {
            if self.rows(OPEN)[0].n == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("a connection is still open");
    }

    /// Returns how much a read accesses in each table, and its result. A search that ended at its deadline on a busy
    /// machine is repeated.
    pub async fn touched(
        &mut self,
        read: impl AsyncFn(Database) -> Result<usize, StoreError>,
    ) -> (BTreeMap<String, i64>, usize) {
        for _ in 0..50 {
            self.until_closed().await;
            let before: BTreeMap<_, _> = self.rows(TOUCHED).into_iter().map(|row| (row.name, row.n)).collect();
            let found = match read(self.database.open().unwrap()).await {
                Err(StoreError::TooSlow) => continue,
                found => found.unwrap(),
            };
            self.until_closed().await;
            let touched = self.rows(TOUCHED).into_iter().map(|row| (row.n - before[&row.name], row.name));
            let touched = touched.filter(|(n, name)| *n > 0 && !SHARED.contains(&name.as_str()));
            return (touched.map(|(n, name)| (name, n)).collect(), found);
        }
        panic!("every attempt ended at its deadline");
    }

    async fn all(&mut self) -> Vec<(String, BTreeMap<String, i64>, usize)> {
        let mut all = Vec::new();
        for (name, filter) in lists() {
            let (touched, found) = self.touched(async |db| read_list(db, filter.clone()).await).await;
            all.push((name, touched, found));
        }
        for is_admin in [false, true] {
            let (touched, found) = self.touched(async |db| read_archive(db, is_admin).await).await;
            all.push((format!("archive, administrator: {is_admin}"), touched, found));
        }
        let (touched, found) = self.touched(suggest).await;
        all.push(("suggestions".to_owned(), touched, found));
        let (touched, found) = self.touched(read_label).await;
        all.push(("label".to_owned(), touched, found));
        all
    }

    /// Runs statements without a time limit.
    pub fn execute(&mut self, sql: &str) {
        self.conn.batch_execute(sql).unwrap();
    }

    /// Adds documents, and leaves no dead rows, so that equal reads access equally many rows.
    async fn publish(&mut self, sql: &str) {
        self.execute(sql);
        index_documents(&self.database.open().unwrap()).await.unwrap();
        self.settle().await;
    }

    /// Collects the statistics, removes dead rows, and marks all pages as all-visible.
    pub async fn settle(&mut self) {
        self.until_closed().await;
        for _ in 0..100 {
            // Without the option, VACUUM may skip pages with few dead rows.
            self.conn.batch_execute("VACUUM (ANALYZE, INDEX_CLEANUP ON)").unwrap();
            if self.rows(UNSETTLED)[0].n == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("some pages are still not marked all-visible");
    }
}

/// Runs while no other test runs: a search that ends at its deadline has to be counted again, which would take minutes
/// on a busy machine.
mod timed {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_read_touches_documents_above_the_level_of_its_reader() {
        let Some(f) = Fixture::postgres() else { return };
        owners(&f).await;
        f.execute(ARCHIVE).await.unwrap();
        let mut counting = Counting::of(f);
        counting.publish(&documents((2..5000).step_by(2), [2, 3], false)).await;
        let before = counting.all().await;
        for (name, touched, found) in &before {
            let expects_none = name.starts_with("no document");
            assert_eq!(*found == 0, expects_none, "{name}");
            assert!(expects_none || touched.contains_key("documents"), "{name}: {touched:?}");
        }
        // Positions between the others and after them.
        counting.publish(&documents((1..6000).step_by(2), [4, 5], false)).await;
        let after = counting.all().await;
        let differ: Vec<_> = before.iter().zip(&after).filter(|(before, after)| before != after).collect();
        assert!(differ.is_empty(), "{differ:#?}");
    }
}

/// Before the first vacuum, for example after an import, PostgreSQL expects index scans to be expensive. Without
/// statistics on how few documents have a release date, it chooses the wrong index.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counting_unreleased_documents_reads_no_released_ones() {
    let Some(f) = Fixture::postgres() else { return };
    owners(&f).await;
    f.execute(
        "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, archive_requested, version, \
         created_at, updated_at) SELECT '00000000-0000-4000-9000-' || LPAD(CAST(n AS text), 12, '0'), 'Document ' || n, \
         repeat('Text ', 200), 'OTHER', 1 + n % 5, (SELECT id FROM users WHERE username_key = 'owner-1'), FALSE, FALSE, 1, 1, 1 \
         FROM generate_series(1, 20000) AS n",
    )
    .await
    .unwrap();
    f.execute("ANALYZE documents").await.unwrap();
    let mut counting = Counting::of(f);
    let list = DocumentFilter::all(Shelf::Repository(Visibility::of(&actor(3, 3, false), TEST_NOW)));
    let count = async |db| Ok(usize::try_from(DocumentStore::new(db).count(list.clone()).await?).unwrap());
    let (touched, found) = counting.touched(count).await;
    assert_eq!((touched.get("documents"), found), (None, 12_000));
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// Returns whether a step of a plan reads documents or their counters of all levels, that is, without a condition on
/// the level or on a single document. Labels count as single documents: they are prefixes of random ids, which rarely
/// coincide.
fn is_of_all_levels(step: &str) -> bool {
    let tables = ["documents", "archive_counts", "document_counts", "document_places"];
    let mut words = step.split(' ');
    let reads = matches!(words.next(), Some("SCAN" | "SEARCH"));
    let of_level = [
        "(clearance_level=?",
        "(clearance_level<?",
        "(submitted_by=? AND is_archived=? AND clearance_level=?",
        "(clearance_level>? AND clearance_level<?)",
        "((clearance_level,scheduled_release_at)>(?,?) AND (clearance_level,scheduled_release_at)<(?,?))",
    ];
    let of_one = ["(rowid=?)", "(id=?)", "(position=?", "(archive_section=? AND archived_at=?"];
    let is_narrow = of_level.iter().chain(&of_one).any(|by| step.contains(by));
    reads && words.next().is_some_and(|table| tables.contains(&table)) && !is_narrow
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_read_on_sqlite_finds_documents_by_level() {
    let f = recording(TestDatabase::sqlite().unwrap());
    owners(&f).await;
    f.execute(ARCHIVE).await.unwrap();
    let sql = documents((2..3000).step_by(2), [2, 3], true);
    f.db.write(move |conn| batch(conn, &sql)).await.unwrap();
    index_documents(&f.db).await.unwrap();
    let mut refused = Vec::new();
    let mut check = async |name: String| {
        let statements: Vec<String> = recorded().into_iter().filter(|sql| sql.starts_with("SELECT")).collect();
        for sql in statements {
            let explained = format!("EXPLAIN QUERY PLAN {sql}");
            let plan: Vec<Step> = f.db.read(move |conn| Ok(diesel::sql_query(explained).load(conn)?)).await.unwrap();
            let steps = plan.into_iter().filter(|step| is_of_all_levels(&step.detail));
            refused.extend(steps.map(|step| (name.clone(), step.detail, sql.clone())));
        }
        recorded();
    };
    recorded();
    for (name, filter) in lists() {
        let listed = read_list(f.db.clone(), filter.clone()).await;
        assert!(listed.is_ok() || matches!(listed, Err(StoreError::TooSlow)), "{listed:?}");
        check(name).await;
    }
    for is_admin in [false, true] {
        read_archive(f.db.clone(), is_admin).await.unwrap();
        check("archive".to_owned()).await;
    }
    suggest(f.db.clone()).await.unwrap();
    check("suggestions".to_owned()).await;
    assert!(refused.is_empty(), "{refused:#?}");
}
