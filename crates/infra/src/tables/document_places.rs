//! Finds a place far down the list of the repository by counters, which database triggers maintain, of the documents in
//! each block of positions.

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use crate::tables::document_levels;
use ::documents::visibility::Visibility;
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use kernel::Clearance;

/// Number of positions in a block, as in the triggers of the database.
const BLOCK: i64 = 2048;
/// A block and its count in one number: a count is at most [`BLOCK`].
const PACKED: i64 = 2 * BLOCK;

/// Where in the list to look for a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Start {
    /// Above all positions of the block that holds the document.
    pub(super) before: i64,
    /// The lowest position of that block.
    pub(super) from: i64,
    /// The number of listed documents of that block that precede it.
    pub(super) over: i64,
}

/// Finds the block of the document that `over` others of the repository precede in the reader's list, which may be that
/// of one level. `None` if the list is shorter.
pub(super) fn start(
    conn: &mut AnyConn,
    visibility: Visibility,
    level: Option<Clearance>,
    over: i64,
) -> Result<Option<Start>, DbError> {
    let statement = blocks(visibility, level).statement();
    let packed: Vec<i64> = on_both!(conn, |c| statement.load(c))?;
    Ok(find(&packed, over))
}

/// The blocks with listed documents, the highest first, each with its count. One statement, so that both of its parts
/// see the same state.
fn blocks(visibility: Visibility, level: Option<Clearance>) -> Phrase<BigInt> {
    let levels = document_levels::levels(visibility.max_level, level);
    let counted = Phrase::sql("SELECT CAST(block * ")
        .number(PACKED)
        .then(" + SUM(documents) AS BIGINT) FROM (SELECT block, documents FROM document_places WHERE ");
    let counted = document_levels::among(counted, levels.clone());
    let counted = if visibility.sees_unreleased || levels.is_empty() {
        counted
    } else {
        let row = "SELECT position >> 11, -1 FROM documents WHERE NOT is_archived";
        document_levels::unreleased(counted.then(" UNION ALL "), row, levels, visibility.now)
    };
    counted.then(") AS counted GROUP BY block ORDER BY block DESC")
}

fn find(packed: &[i64], over: i64) -> Option<Start> {
    let mut left = over;
    for packed in packed {
        let (block, count) = (packed.div_euclid(PACKED), packed.rem_euclid(PACKED));
        if left < count {
            return Some(Start { before: (block + 1) * BLOCK, from: block * BLOCK, over: left });
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
                expected.map(|(block, over)| Start {
                    before: block * BLOCK,
                    from: (block - 1) * BLOCK,
                    over
                }),
                "{over}"
            );
        }
        assert_eq!(find(&[], 0), None);
    }
}
