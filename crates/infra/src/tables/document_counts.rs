//! How many documents there are, from counters that the database's own triggers keep: a list that says how long it is
//! must not have to count.

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::tables::exact;
use ::documents::{DocumentFilter, Shelf};
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use kernel::{Clearance, Timestamp};

/// What a sum is narrowed to. An empty category is every category.
struct Bounds {
    lowest: i64,
    highest: i64,
    category: &'static str,
}

impl Bounds {
    fn of(filter: &DocumentFilter) -> Self {
        let readable = match &filter.shelf {
            Shelf::Repository(visibility) => visibility.max_level,
            Shelf::Everything => Clearance::MAX,
        };
        // Of a level above the reader's own nothing is between the two.
        let lowest = filter.level.unwrap_or(Clearance::MIN);
        let highest = filter.level.map_or(readable, |level| level.min(readable));
        Self {
            lowest: lowest.level().into(),
            highest: highest.level().into(),
            category: filter.category.map_or("", |category| category.as_str()),
        }
    }

    fn narrow(&self, phrase: Phrase<BigInt>) -> Phrase<BigInt> {
        // The plus keeps the databases from looking documents up by their level, under which nearly all of them are,
        // where they can look them up by their release.
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

/// How many documents a filter without words admits. One statement, so that both parts of it see the same documents.
pub(crate) fn count(conn: &mut AnyConn, filter: &DocumentFilter) -> Result<u64, DbError> {
    let bounds = Bounds::of(filter);
    let sum = Phrase::sql("(SELECT CAST(COALESCE(SUM(documents), 0) AS BIGINT) FROM document_counts WHERE ");
    let phrase = match &filter.shelf {
        Shelf::Everything => bounds.narrow(sum).then(")"),
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
