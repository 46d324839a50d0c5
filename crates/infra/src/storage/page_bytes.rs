//! Limits pages of full texts by bytes: 200 documents can have 200 MB, which would stay in memory until a slow reader
//! has received them.

use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use diesel::sql_types::{Nullable, Text};
use facility_documents::previews::bytes_for;
use facility_kernel::{Clearance, Cursor, Page};

/// Maximum bytes of text on a page. A longer text gets a page of its own.
const PAGE_BYTES: i64 = 1024 * 1024;

/// Length of each row's text in bytes. Neither database reads the text to compute it.
pub(crate) const CONTENT_BYTES: &str = "CAST(octet_length(content) AS BIGINT)";

/// Selects the stored previews of a text with portions, which have its length for each level. Null for other texts.
pub(crate) fn variants(column: &'static str) -> Phrase<Nullable<Text>> {
    Phrase::sql("CASE WHEN substr(").then(column).then(", 1, 1) = '\n' THEN ").then(column).then(" END")
}

/// The length of a text in bytes, and its stored previews if it has portions.
pub(crate) type Length = (i64, Option<String>);

/// Returns the length of a text as a reader of this level sees it, so that the end of a page reveals nothing about
/// withheld portions. `needed` is the level that is required to read any of it.
pub(crate) fn visible_bytes((bytes, variants): Length, needed: Option<i32>, reader: Clearance) -> i64 {
    if needed.is_some_and(|needed| needed > reader.level().into()) {
        return 0;
    }
    let of_variant = variants.and_then(|variants| bytes_for(&variants, reader));
    of_variant.map_or(bytes, |bytes| i64::try_from(bytes).unwrap_or(i64::MAX))
}

/// Returns how many rows fit on a page, given the lengths of their texts, and whether more follow. `lengths` holds at
/// most `limit` rows of the page and one more.
pub(crate) fn fitting(lengths: &[i64], limit: u16) -> (usize, bool) {
    let mut bytes: i64 = 0;
    let fitting = lengths
        .iter()
        .take(limit.into())
        .take_while(|length| {
            let is_first = bytes == 0;
            bytes = bytes.saturating_add((**length).max(1));
            is_first || bytes <= PAGE_BYTES
        })
        .count();
    (fitting, lengths.len() > fitting)
}

/// Builds the page from rows, each with its cursor.
pub(crate) fn page<P: Into<Cursor>, T>(
    rows: impl Iterator<Item = Result<(P, T), DbError>>,
    more: bool,
) -> Result<Page<T>, DbError> {
    let (mut cursors, items): (Vec<P>, Vec<T>) = rows.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    Ok(Page { items, next: cursors.pop().filter(|_| more).map(Into::into) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_at_most_a_mebibyte_or_one_text() {
        assert_eq!(fitting(&[10; 201], 200), (200, true));
        assert_eq!(fitting(&[10; 200], 200), (200, false));
        assert_eq!(fitting(&[195_000; 60], 200), (5, true));
        assert_eq!(fitting(&[PAGE_BYTES, 1], 200), (1, true));
        assert_eq!(fitting(&[3 * PAGE_BYTES, 1, 1], 200), (1, true), "a long text gets a page of its own");
        assert_eq!(fitting(&[1, 3 * PAGE_BYTES], 200), (1, true));
        assert_eq!(fitting(&[3 * PAGE_BYTES], 200), (1, false));
        assert_eq!(fitting(&[], 200), (0, false));
    }
}
