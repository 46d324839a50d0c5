//! Counts documents with counters that database triggers maintain, so that a list with its total length does not have
//! to count rows.

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::tables::exact;
use ::documents::{DocumentFilter, Shelf};
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use kernel::{Clearance, Timestamp};

/// The filter of a sum. An empty category means every category.
struct Bounds {
    lowest: i64,
    highest: i64,
    category: &'static str,
}

impl Bounds {
    fn of(filter: &DocumentFilter) -> Self {
        let readable = match &filter.shelf {
            Shelf::Repository(visibility) => visibility.max_level,
            Shelf::Everything(_) => Clearance::MAX,
        };
        // Above the reader's own level the range is empty.
        let lowest = filter.level.unwrap_or(Clearance::MIN);
        let highest = filter.level.map_or(readable, |level| level.min(readable));
        Self {
            lowest: lowest.level().into(),
            highest: highest.level().into(),
            category: filter.category.map_or("", |category| category.as_str()),
        }
    }

    fn narrow(&self, phrase: Phrase<BigInt>) -> Phrase<BigInt> {
        // The plus prevents the databases from choosing the index by level, which matches nearly all documents, over
        // the one by release date.
        phrase
            .then("+clearance_level BETWEEN ")
            .number(self.lowest)
            .then(" AND ")
            .number(self.highest)
            .then(" AND ")
            .text(self.category)
            .then(" IN ('', category)")
    }
}

/// Counts the documents that a filter without a search admits. A single statement, so that both of its parts see the
/// same state.
pub(crate) fn count(conn: &mut AnyConn, filter: &DocumentFilter) -> Result<u64, DbError> {
    let bounds = Bounds::of(filter);
    let sum = Phrase::sql("(SELECT CAST(COALESCE(SUM(documents), 0) AS BIGINT) FROM document_counts WHERE ");
    let phrase = match &filter.shelf {
        Shelf::Everything(_) => bounds.narrow(sum).then(")"),
        Shelf::Repository(visibility) => {
            let listed = bounds.narrow(sum.then("NOT is_archived AND ")).then(")");
            if visibility.sees_unreleased { listed } else { less_unreleased(listed, &bounds, visibility.now) }
        }
    };
    Ok(exact(diesel::select(phrase).get_result::<i64>(conn)?))
}

fn less_unreleased(listed: Phrase<BigInt>, bounds: &Bounds, now: Timestamp) -> Phrase<BigInt> {
    let unreleased = listed
        .then(" - (SELECT COUNT(*) FROM documents WHERE NOT is_archived AND scheduled_release_at > ")
        .number(now.as_micros())
        .then(" AND ");
    bounds.narrow(unreleased).then(")")
}
