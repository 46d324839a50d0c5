//! Finds documents far down the list of the repository with counters of the documents in each block of positions, which
//! database triggers maintain.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use crate::storage::documents::levels::{self, Window};
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use facility_documents::visibility::Visibility;
use facility_kernel::Clearance;

/// Number of positions in a block, as in the triggers of the database.
const BLOCK: i64 = 2048;
/// Multiplier that packs a block and its count into one number: a count is at most [`BLOCK`].
const PACKED: i64 = 2 * BLOCK;

/// Finds the block of the document that follows the first `over` documents of the repository in the reader's list,
/// which may be restricted to one level. `None` if the list is shorter.
pub(crate) fn window(
    conn: &mut AnyConn,
    visibility: Visibility,
    level: Option<Clearance>,
    over: i64,
) -> Result<Option<Window>, DbError> {
    let statement = blocks(visibility, level).statement();
    let packed: Vec<i64> = on_both!(conn, |c| statement.load(c))?;
    let Some(window) = find(&packed, over) else { return Ok(None) };
    let AnyConn::Pg(postgres) = conn else { return Ok(Some(window)) };
    let statement = of_block(visibility, level, window.from / BLOCK).statement();
    let of_levels: Vec<(i64, i64)> = statement.load(postgres)?;
    let mut listed = [0; 5];
    for (level, count) in of_levels {
        if let Some(listed) = usize::try_from(level - 1).ok().and_then(|n| listed.get_mut(n)) {
            *listed = count;
        }
    }
    Ok(Some(Window { listed, ..window }))
}

/// The blocks with listed documents, highest first, each with its count. One statement, so that both of its parts see
/// the same state.
fn blocks(visibility: Visibility, level: Option<Clearance>) -> Phrase<BigInt> {
    let select = Phrase::sql("SELECT CAST(block * ").number(PACKED).then(" + SUM(n) AS BIGINT)");
    counted(select, visibility, level).then(" GROUP BY block ORDER BY block DESC")
}

/// The levels of a block, each with the number of its listed documents there.
fn of_block(visibility: Visibility, level: Option<Clearance>, block: i64) -> Phrase<(BigInt, BigInt)> {
    let select = Phrase::sql("SELECT CAST(level AS BIGINT), CAST(SUM(n) AS BIGINT)");
    counted(select, visibility, level).then(" WHERE block = ").number(block).then(" GROUP BY level")
}

/// Selects from the numbers of documents by block and level: the counters, and -1 for each document that is not
/// released.
fn counted<ST>(select: Phrase<ST>, visibility: Visibility, level: Option<Clearance>) -> Phrase<ST> {
    let levels = levels::levels(visibility.max_level, level);
    let counters =
        select.then(" FROM (SELECT block, clearance_level AS level, documents AS n FROM document_places WHERE ");
    let counters = levels::among(counters, levels.clone());
    let counted = if visibility.sees_unreleased || levels.is_empty() {
        counters
    } else {
        let row = "SELECT position >> 11, clearance_level, -1 FROM documents WHERE NOT is_archived";
        levels::unreleased(counters.then(" UNION ALL "), row, levels, visibility.now)
    };
    counted.then(") AS counted")
}

fn find(packed: &[i64], over: i64) -> Option<Window> {
    let mut left = over;
    for packed in packed {
        let (block, count) = (packed.div_euclid(PACKED), packed.rem_euclid(PACKED));
        if left < count {
            return Some(Window { before: (block + 1) * BLOCK, from: block * BLOCK, over: left, ..Window::WHOLE });
        }
        left -= count;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_that_holds_the_document_is_found() {
        let packed = [7 * PACKED + 3, 5 * PACKED, 4 * PACKED + BLOCK];
        for (over, expected) in [
            (0, Some((8, 0))),
            (2, Some((8, 2))),
            (3, Some((5, 0))),
            (BLOCK + 2, Some((5, BLOCK - 1))),
            (BLOCK + 3, None),
        ] {
            let found = find(&packed, over);
            assert_eq!(
                found,
                expected.map(|(block, over)| Window {
                    before: block * BLOCK,
                    from: (block - 1) * BLOCK,
                    over,
                    ..Window::WHOLE
                }),
                "{over}"
            );
        }
        assert_eq!(find(&[], 0), None);
    }
}
