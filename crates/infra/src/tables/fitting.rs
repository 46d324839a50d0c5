//! Limits pages of full texts by bytes: 200 documents can have 200 MB, which would stay in memory until a slow reader
//! has received them.

use crate::db::DbError;
use kernel::{Cursor, Page};

/// Maximum bytes of text on a page. A longer text gets a page of its own.
const PAGE_BYTES: i64 = 1024 * 1024;

/// Length of each row's text in bytes. Neither database reads the text to compute it.
pub(crate) const CONTENT_BYTES: &str = "CAST(octet_length(content) AS BIGINT)";

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

/// Builds the page from rows, each with its position in the list.
pub(crate) fn page<T>(
    rows: impl Iterator<Item = Result<(i64, T), DbError>>,
    more: bool,
) -> Result<Page<T>, DbError> {
    let (positions, items): (Vec<i64>, Vec<T>) = rows.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let next = positions.last().filter(|_| more).map(|position| Cursor::after(*position));
    Ok(Page { items, next })
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
