//! Lists of documents in each order that a reader may choose. The time of a page depends only on what its reader may
//! see, as in `levels`.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::documents;
use crate::on_both;
use crate::search::ranks::Rank;
use crate::storage::documents::levels::{ByLevel, First, Window};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use facility_documents::search::Order;
use facility_kernel::{Clearance, Cursor};

/// A document in a list: the cursor after it, and its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListEntry {
    pub(crate) cursor: Cursor,
    pub(crate) position: i64,
}

impl ListEntry {
    /// A document in a list that is ordered by positions.
    const fn of(position: i64) -> Self {
        Self { cursor: Cursor::after(position), position }
    }
}

impl From<Rank> for ListEntry {
    fn from(rank: Rank) -> Self {
        Self { cursor: Cursor::after(rank.number()), position: rank.position() }
    }
}

/// Returns up to `limit` documents of the list after this cursor, without the first `over`.
pub(crate) fn find(
    conn: &mut AnyConn,
    (listed, order): (ByLevel<'_>, Order),
    after: Option<Cursor>,
    (over, limit): (i64, i64),
) -> Result<Vec<ListEntry>, DbError> {
    if after == Some(Cursor::END) {
        return Ok(Vec::new());
    }
    let position = after.map(Cursor::position);
    let positions = match order {
        Order::Newest | Order::Relevance => {
            let at = Window { before: position.unwrap_or(i64::MAX), over, ..Window::WHOLE };
            listed.positions(conn, at, limit)?
        }
        Order::Oldest => {
            let from = position.map_or(0, |position| position.saturating_add(1));
            let at = Window { from, over, ..Window::WHOLE };
            listed.positions_from(conn, First::Oldest, at, limit)?
        }
        Order::Level => return by_level(conn, listed, after, (over, limit)),
        Order::Title => return by_title(conn, listed, after, (over, limit)),
    };
    Ok(positions.into_iter().map(ListEntry::of).collect())
}

/// The highest level first, and newest first within a level. A cursor holds the level and the position.
fn by_level(
    conn: &mut AnyConn,
    listed: ByLevel<'_>,
    after: Option<Cursor>,
    (mut over, limit): (i64, i64),
) -> Result<Vec<ListEntry>, DbError> {
    let (last, position) = after.map_or((i64::MAX, i64::MAX), Cursor::both);
    let mut found: Vec<ListEntry> = Vec::new();
    for level in listed.levels().rev().filter(|level| i64::from(*level) <= last) {
        let Ok(clearance) = Clearance::parse(level.into()) else { continue };
        let of_level = listed.of_level(clearance);
        let level = i64::from(level);
        let before = if level == last { position } else { i64::MAX };
        let left = limit.saturating_sub(found.len().try_into().unwrap_or(i64::MAX));
        let positions = of_level.positions(conn, Window { before, over, ..Window::WHOLE }, left)?;
        if positions.is_empty() && over > 0 {
            let skipped = of_level.positions(conn, Window { before, ..Window::WHOLE }, over)?.len();
            over = over.saturating_sub(skipped.try_into().unwrap_or(i64::MAX));
            continue;
        }
        over = 0;
        let entry = |position| ListEntry { cursor: Cursor::after_both(level, position), position };
        found.extend(positions.into_iter().map(entry));
        if i64::try_from(found.len()).is_ok_and(|found| found >= limit) {
            break;
        }
    }
    Ok(found)
}

/// Bytes of a title's key in a cursor.
const PREFIX: usize = 8;

/// By the keys of the titles, then by position. A cursor holds the start of the key and the position.
fn by_title(
    conn: &mut AnyConn,
    listed: ByLevel<'_>,
    after: Option<Cursor>,
    (over, limit): (i64, i64),
) -> Result<Vec<ListEntry>, DbError> {
    let Some(author) = listed.author_of(conn)? else { return Ok(Vec::new()) };
    let after = after.map(|cursor| last_title(conn, cursor)).transpose()?;
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let most = over.saturating_add(limit);
    let branches = listed.levels().map(|level| {
        let select: Phrase<(Text, BigInt)> = Phrase::sql(if is_sqlite {
            "SELECT documents.title_key, documents.position"
        } else {
            "(SELECT documents.title_key, documents.position"
        });
        let of_level =
            listed.titled(select, is_sqlite, &author).then(" AND documents.clearance_level = ").number(level.into());
        let of_level = match &after {
            Some((key, position)) => of_level
                .then(" AND (documents.title_key, documents.position) > (")
                .text(key.as_str())
                .then(", ")
                .number(*position)
                .then(")"),
            None => of_level,
        };
        let filtered = listed.filtered(of_level);
        if is_sqlite {
            return filtered;
        }
        filtered.then(" ORDER BY documents.title_key, documents.position LIMIT ").number(most).then(")")
    });
    let Some(union) = branches.reduce(|merged, branch| merged.then(" UNION ALL ").and(branch)) else {
        return Ok(Vec::new());
    };
    // PostgreSQL would take a single list in parentheses for the whole statement, which already has an order.
    let merged = if is_sqlite {
        union
    } else {
        Phrase::sql("SELECT title_key, position FROM (").and(union).then(") AS merged (title_key, position)")
    };
    let statement = merged.then(" ORDER BY 1, 2 LIMIT ").number(limit).then(" OFFSET ").number(over).statement();
    let found: Vec<(String, i64)> = on_both!(conn, |c| statement.load(c))?;
    let entry =
        |(key, position): (String, i64)| ListEntry { cursor: Cursor::after_both(prefix(&key), position), position };
    Ok(found.into_iter().map(entry).collect())
}

/// Returns the title key and the position after which the next page begins. If the last document of the page before was
/// deleted or renamed, the cursor has only the beginning of its old title. The page then starts with the first title
/// with that beginning: readers may see some titles again, but miss none.
fn last_title(conn: &mut AnyConn, cursor: Cursor) -> Result<(String, i64), DbError> {
    let (start, position) = cursor.both();
    let at = documents::table.filter(documents::position.eq(position));
    let key: Option<String> = on_both!(conn, |c| at.select(documents::title_key).first(c)).optional()?;
    let start_of = |key: &String| prefix(key) == start;
    Ok(key.filter(start_of).map_or_else(|| (text_of(start), -1), |key| (key, position)))
}

/// Returns the first bytes of a text as a number.
fn prefix(key: &str) -> i64 {
    let end = key.floor_char_boundary(PREFIX);
    let mut bytes = [0; PREFIX];
    for (byte, of_key) in bytes.iter_mut().zip(key.bytes().take(end)) {
        *byte = of_key;
    }
    i64::from_be_bytes(bytes)
}

/// Returns the text whose [`prefix`] this is.
fn text_of(prefix: i64) -> String {
    let bytes = prefix.to_be_bytes();
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_holds_the_start_of_a_title() {
        for (key, start) in [("", ""), ("abel", "abel"), ("the lantern", "the lant"), ("1234567é", "1234567")] {
            assert_eq!(text_of(prefix(key)), start);
        }
    }
}
