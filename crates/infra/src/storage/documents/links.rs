//! Links between documents, and the titles by which they are found.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{document_links, document_titles, documents};
use crate::on_both;
use crate::storage::documents::levels::admitted;
use crate::storage::{clearance, exact, read};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use facility_documents::links::{LinkedRecord, Target, bit, targets, title_keys};
use facility_documents::ports::DocumentLinks;
use facility_documents::visibility::Visibility;
use facility_kernel::{Clearance, Cursor, DocumentId, Page, PageRequest, StoreError};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Number of documents that are read at a time after an import; each may have a megabyte.
const AT_ONCE: i64 = 50;

/// The lower of the stored and the new level.
const LOWER_LEVEL: &str =
    "CASE WHEN excluded.level < document_titles.level THEN excluded.level ELSE document_titles.level END";

/// Table and columns for inserting links.
const LINKS: &str = "document_links (position, target, levels)";

/// The links of a text: the key of each target, and the levels that see it. In long texts, finding them takes longer
/// than writing them.
pub(crate) struct Links(Vec<(String, u8)>);

impl Links {
    /// Finds the links of a document of this level.
    pub(crate) fn of(content: &str, level: Clearance) -> Self {
        Self(targets(content, level).into_iter().map(|(target, levels)| (target.key(), levels)).collect())
    }
}

/// Writes the links of a document, and adds its title to those that it has had.
pub(crate) fn write(
    conn: &mut AnyConn,
    position: i64,
    level: Clearance,
    title: &str,
    links: &Links,
) -> Result<(), DbError> {
    add_title(conn, position, level.level().into(), title)?;
    let rows: Vec<DocumentRow> =
        links.0.iter().map(|(target, levels)| (position, target.clone(), (*levels).into())).collect();
    insert_all(conn, LINKS, &rows, "")
}

/// Replaces the links of a document, and adds its title to those that it has had.
pub(crate) fn replace(
    conn: &mut AnyConn,
    position: i64,
    level: Clearance,
    title: &str,
    links: &Links,
) -> Result<(), DbError> {
    diesel::delete(document_links::table.filter(document_links::position.eq(position))).execute(conn)?;
    write(conn, position, level, title, links)
}

fn add_title(conn: &mut AnyConn, position: i64, level: i32, title: &str) -> Result<(), DbError> {
    add_titles(conn, of_title(position, title, level))
}

fn json(value: &impl serde::Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Fault(error.to_string()))
}

/// Returns the position of the oldest visible document of each of these labels, with the start of the label's range of
/// ids.
fn of_labels(conn: &mut AnyConn, ranges: &[(&str, String)], reader: Visibility) -> Result<Vec<(String, i64)>, DbError> {
    if ranges.is_empty() {
        return Ok(Vec::new());
    }
    let ranges = json(&ranges)?;
    let (end, start) = match conn {
        AnyConn::Sqlite(_) => (
            ") AS wanted CROSS JOIN documents INDEXED BY documents_labels ON documents.id >= wanted.value ->> 0 \
             AND documents.id < wanted.value ->> 1 WHERE TRUE",
            "SELECT wanted.value ->> 0, MIN(documents.position) FROM json_each(",
        ),
        AnyConn::Pg(_) => (
            " AS json)) AS wanted (value) JOIN documents ON documents.id ~>=~ (wanted.value ->> 0) \
             AND documents.id ~<~ (wanted.value ->> 1) WHERE TRUE",
            "SELECT wanted.value ->> 0, MIN(documents.position) FROM json_array_elements(CAST(",
        ),
    };
    let phrase = Phrase::<(Text, BigInt)>::sql(start).text(ranges).then(end);
    let statement = admitted(phrase, reader).then(" GROUP BY wanted.value ->> 0").statement();
    Ok(on_both!(conn, |c| statement.load(c))?)
}

/// Returns the position of the oldest visible document for each of these title keys.
fn of_titles(conn: &mut AnyConn, keys: &[&str], reader: Visibility) -> Result<Vec<(String, i64)>, DbError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let keys = json(&keys)?;
    let (start, end) = match conn {
        AnyConn::Sqlite(_) => ("json_each(", ") AS wanted CROSS JOIN document_titles "),
        AnyConn::Pg(_) => ("json_array_elements_text(CAST(", " AS json)) AS wanted (value) JOIN document_titles "),
    };
    let phrase = Phrase::<(Text, BigInt)>::sql("SELECT document_titles.title_key, MIN(documents.position) FROM ")
        .then(start)
        .text(keys)
        .then(end)
        .then(
            "ON document_titles.title_key = wanted.value \
             JOIN documents ON documents.position = document_titles.position WHERE document_titles.level <= ",
        )
        .number(reader.max_level.level().into());
    let statement = admitted(phrase, reader).then(" GROUP BY document_titles.title_key").statement();
    Ok(on_both!(conn, |c| statement.load(c))?)
}

/// Returns, for each of these targets, the position of the document to which it leads this reader.
fn positions(conn: &mut AnyConn, targets: &[Target], reader: Visibility) -> Result<Vec<Option<i64>>, DbError> {
    let (mut ranges, mut keys) = (Vec::new(), Vec::new());
    for target in targets {
        match target {
            Target::Label(label) => ranges.push((label.as_prefix(), label.end())),
            Target::Title(key) => keys.extend(title_keys(key)),
        }
    }
    keys.sort_unstable();
    keys.dedup();
    ranges.sort_unstable();
    ranges.dedup();
    let labelled: HashMap<String, i64> = of_labels(conn, &ranges, reader)?.into_iter().collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let titled: HashMap<String, i64> = of_titles(conn, &keys, reader)?.into_iter().collect();
    let position = |target: &Target| match target {
        Target::Label(label) => labelled.get(label.as_prefix()).copied(),
        Target::Title(key) => title_keys(key).iter().filter_map(|key| titled.get(key)).min().copied(),
    };
    Ok(targets.iter().map(position).collect())
}

type Row = (i64, String, String, i32);

fn record((_, id, title, level): Row) -> Result<LinkedRecord, DbError> {
    let clearance = clearance(level, "documents", "clearance_level", &id)?;
    Ok(LinkedRecord { id: read(&id, "documents", "id", &id)?, title, clearance })
}

/// Appends FROM and WHERE for the documents, except the one at `own`, whose text as the reader sees it links to one of
/// `keys`. `keys` is a JSON array, and `wanted` the SQL before and after it.
fn linking<ST>(
    selected: Phrase<ST>,
    keys: &str,
    wanted: (&'static str, &'static str),
    (own, reader): (i64, Visibility),
) -> Phrase<ST> {
    let phrase = selected
        .then(
            " FROM documents WHERE documents.position IN (SELECT document_links.position FROM document_links \
             WHERE document_links.target IN ",
        )
        .then(wanted.0)
        .text(keys)
        .then(wanted.1)
        .then(" AND (document_links.levels & CAST(")
        .number(bit(reader.max_level).into())
        .then(" AS INTEGER)) <> 0) AND documents.position <> ")
        .number(own);
    admitted(phrase, reader)
}

named_row! { struct Unlinked { position: i64, title: String, clearance_level: i32, content: String } }

named_row! { struct Titled { position: i64, title: String, clearance_level: i32 } }

/// Returns the titles of the versions of the documents from one position to another.
fn earlier_titles(conn: &mut AnyConn, first: i64, last: i64) -> Result<Vec<DocumentRow>, DbError> {
    let earlier: Vec<Titled> = diesel::sql_query(
        "SELECT documents.position, document_versions.title, document_versions.clearance_level \
         FROM documents JOIN document_versions ON document_versions.document_id = documents.id \
         WHERE documents.position BETWEEN $1 AND $2",
    )
    .bind::<BigInt, _>(first)
    .bind::<BigInt, _>(last)
    .load(conn)?;
    Ok(earlier.iter().flat_map(|one| of_title(one.position, &one.title, one.clearance_level)).collect())
}

/// Writes the links of a document that is restored with its versions, and all titles that it has had.
pub(crate) fn restore(
    conn: &mut AnyConn,
    position: i64,
    level: Clearance,
    title: &str,
    links: &Links,
) -> Result<(), DbError> {
    let earlier = earlier_titles(conn, position, position)?;
    add_titles(conn, earlier)?;
    write(conn, position, level, title, links)
}

/// Writes the links and titles of the documents after this position that were inserted without them.
pub(crate) fn index_inserted(conn: &mut AnyConn, mut after: i64) -> Result<(), DbError> {
    // Does not look for missing titles: PostgreSQL would join all documents with all titles for each of these pages.
    let sql = format!(
        "SELECT position, title, clearance_level, content FROM documents WHERE position > $1 \
         ORDER BY position LIMIT {AT_ONCE}"
    );
    loop {
        let mut rows: Vec<Unlinked> = diesel::sql_query(&sql).bind::<BigInt, _>(after).load(conn)?;
        let Some(last) = rows.last().map(|row| row.position) else { return Ok(()) };
        let titled: HashSet<i64> = document_titles::table
            .filter(document_titles::position.eq_any(rows.iter().map(|row| row.position)))
            .select(document_titles::position)
            .load(conn)?
            .into_iter()
            .collect();
        rows.retain(|row| !titled.contains(&row.position));
        after = last;
        let Some(first) = rows.first().map(|row| row.position) else { continue };
        let mut titles = earlier_titles(conn, first, last)?;
        let mut links = Vec::new();
        for Unlinked { position, title, clearance_level, content } in &rows {
            titles.extend(of_title(*position, title, *clearance_level));
            // The column has a constraint.
            let level = Clearance::parse((*clearance_level).into()).unwrap_or(Clearance::MAX);
            let found = targets(content, level).into_iter();
            links.extend(found.map(|(target, levels)| (*position, target.key(), i32::from(levels))));
        }
        let positions = rows.iter().map(|row| row.position);
        diesel::delete(document_links::table.filter(document_links::position.eq_any(positions))).execute(conn)?;
        add_titles(conn, titles)?;
        insert_all(conn, LINKS, &links, "")?;
    }
}

/// A row about a document: its position, a text, and a number.
type DocumentRow = (i64, String, i32);

/// Returns the rows of a title of a document.
fn of_title(position: i64, title: &str, level: i32) -> impl Iterator<Item = DocumentRow> + use<> {
    title_keys(title).into_iter().map(move |key| (position, key, level))
}

/// Adds titles to those that documents have had.
fn add_titles(conn: &mut AnyConn, titles: impl IntoIterator<Item = DocumentRow>) -> Result<(), DbError> {
    // A statement may change each row only once.
    let mut lowest = BTreeMap::new();
    for (position, key, level) in titles {
        lowest.entry((position, key)).and_modify(|least| *least = level.min(*least)).or_insert(level);
    }
    let rows: Vec<DocumentRow> = lowest.into_iter().map(|((position, key), level)| (position, key, level)).collect();
    let conflict = format!(" ON CONFLICT (position, title_key) DO UPDATE SET level = {LOWER_LEVEL}");
    insert_all(conn, "document_titles (position, title_key, level)", &rows, &conflict)
}

/// Inserts rows into a table with one statement. After each statement of a transaction, SQLite walks through the
/// rollback data of the earlier ones, so thousands of statements would take many times as long.
fn insert_all(conn: &mut AnyConn, into: &str, rows: &[DocumentRow], conflict: &str) -> Result<(), DbError> {
    if rows.is_empty() {
        return Ok(());
    }
    // The WHERE tells SQLite's parser that ON does not belong to a join.
    let values = match conn {
        AnyConn::Sqlite(_) => "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) WHERE TRUE",
        AnyConn::Pg(_) => {
            "SELECT CAST(value ->> 0 AS bigint), value ->> 1, CAST(value ->> 2 AS integer) \
             FROM json_array_elements(CAST($1 AS json))"
        }
    };
    diesel::sql_query(format!("INSERT INTO {into} {values}{conflict}")).bind::<Text, _>(json(&rows)?).execute(conn)?;
    Ok(())
}

#[async_trait]
impl DocumentLinks for Database {
    async fn resolve(
        &self,
        targets: Vec<Target>,
        visibility: Visibility,
    ) -> Result<Vec<Option<LinkedRecord>>, StoreError> {
        self.read(move |conn| {
            let positions = positions(conn, &targets, visibility)?;
            let wanted: HashSet<i64> = positions.iter().flatten().copied().collect();
            let rows: Vec<Row> = documents::table
                .filter(documents::position.eq_any(wanted))
                .select((documents::position, documents::id, documents::title, documents::clearance_level))
                .load(conn)?;
            let mut found = HashMap::with_capacity(rows.len());
            for row in rows {
                found.insert(row.0, record(row)?);
            }
            Ok(positions.into_iter().map(|position| found.get(&position?).cloned()).collect())
        })
        .await
    }

    async fn backlinks(
        &self,
        id: DocumentId,
        visibility: Visibility,
        page: PageRequest,
    ) -> Result<(Page<LinkedRecord>, u64), StoreError> {
        self.read(move |conn| {
            let own: Option<i64> = documents::table
                .filter(documents::id.eq(id.to_string()))
                .select(documents::position)
                .first(conn)
                .optional()?;
            let Some(own) = own else { return Ok((Page { items: Vec::new(), next: None }, 0)) };
            let titles: Vec<String> = document_titles::table
                .filter(document_titles::position.eq(own))
                .filter(document_titles::level.le(i32::from(visibility.max_level.level())))
                .select(document_titles::title_key)
                .load(conn)?;
            let named: Vec<Target> =
                Target::of_id(id).into_iter().chain(titles.into_iter().map(Target::Title)).collect();
            let leads = positions(conn, &named, visibility)?;
            let keys = named.iter().zip(leads).filter(|(_, position)| *position == Some(own));
            let keys = json(&keys.map(|(target, _)| target.key()).collect::<Vec<_>>())?;
            let wanted = match conn {
                AnyConn::Sqlite(_) => ("(SELECT value FROM json_each(", "))"),
                AnyConn::Pg(_) => ("(SELECT json_array_elements_text(CAST(", " AS json)))"),
            };
            let total = linking(Phrase::<BigInt>::sql("SELECT count(*)"), &keys, wanted, (own, visibility)).statement();
            let total: i64 = on_both!(conn, |c| total.get_result(c))?;
            let selected = Phrase::<(BigInt, Text, Text, Integer)>::sql(
                "SELECT documents.position, documents.id, documents.title, documents.clearance_level",
            );
            let statement = linking(selected, &keys, wanted, (own, visibility))
                .then(" AND documents.position < ")
                .number(page.after.map_or(i64::MAX, Cursor::position))
                .then(" ORDER BY documents.position DESC LIMIT ")
                .number(i64::from(page.limit.get()) + 1)
                .statement();
            let rows: Vec<Row> = on_both!(conn, |c| statement.load(c))?;
            let rows = rows.into_iter().map(|row| Ok((row.0, record(row)?)));
            Ok((Page::from_rows(rows.collect::<Result<_, DbError>>()?, page.limit), exact(total)))
        })
        .await
    }
}
