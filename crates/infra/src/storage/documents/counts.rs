//! Counts documents with counters that database triggers maintain, so that a list with its total length does not have
//! to count rows.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::storage::documents::levels;
use crate::storage::exact;
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use facility_documents::search::{DocumentFilter, Shelf};
use facility_kernel::{Clearance, Timestamp};
use std::ops::RangeInclusive;

/// The filter of a sum. An empty category means every category.
struct Bounds {
    levels: RangeInclusive<u8>,
    category: &'static str,
}

impl Bounds {
    fn of(filter: &DocumentFilter) -> Self {
        let readable = match &filter.shelf {
            Shelf::Repository(visibility) => visibility.max_level,
            Shelf::Everything(_) => Clearance::MAX,
        };
        Self {
            levels: levels::levels(readable, filter.level),
            category: filter.category.map_or("", |category| category.as_str()),
        }
    }

    fn restrict(&self, phrase: Phrase<BigInt>) -> Phrase<BigInt> {
        levels::among(phrase, self.levels.clone()).then(" AND ").text(self.category).then(" IN ('', category)")
    }
}

/// Counts the documents that a filter without a search admits. A single statement, so that both of its parts see the
/// same state.
pub(crate) fn count(conn: &mut AnyConn, filter: &DocumentFilter) -> Result<u64, DbError> {
    let bounds = Bounds::of(filter);
    let sum = Phrase::sql("(SELECT CAST(COALESCE(SUM(documents), 0) AS BIGINT) FROM document_counts WHERE ");
    let phrase = match &filter.shelf {
        Shelf::Everything(_) => bounds.restrict(sum).then(")"),
        Shelf::Repository(visibility) => {
            let listed = bounds.restrict(sum.then("NOT is_archived AND ")).then(")");
            if visibility.sees_unreleased { listed } else { minus_unreleased(listed, &bounds, visibility.now) }
        }
    };
    Ok(exact(diesel::select(phrase).get_result::<i64>(conn)?))
}

fn minus_unreleased(listed: Phrase<BigInt>, bounds: &Bounds, now: Timestamp) -> Phrase<BigInt> {
    if bounds.levels.is_empty() {
        return listed;
    }
    let counted = listed.then(" - (SELECT COUNT(*) FROM (");
    levels::unreleased(counted, "SELECT category FROM documents WHERE NOT is_archived", bounds.levels.clone(), now)
        .then(") AS unreleased WHERE ")
        .text(bounds.category)
        .then(" IN ('', category))")
}
