//! SQLite's FTS5.
//!
//! Every statement calls `search_goes_on()` for each document it scans (`db/deadline.rs`), which ends the statement
//! when its time is over or its caller has gone away.

use crate::db::phrase::Phrase;
use diesel::sql_types::{BigInt, Bool, Nullable};
use documents::visibility::Visibility;
use documents::{Category, Words};
use kernel::Clearance;

/// Returns the condition that a document is one of the newest of a page of the repository with these words.
///
/// FTS5 returns matches newest first, so a page for a frequent word stops when it is full. Finding all matches first
/// takes memory and time for each document with the word.
pub(super) fn newest(
    words: &Words,
    visibility: Visibility,
    (level, category): (Option<Clearance>, Option<Category>),
    (before, limit): (i64, i64),
) -> Phrase<Bool> {
    let found = Phrase::sql(
        "documents.position IN (SELECT documents_search.rowid FROM documents_search \
         CROSS JOIN documents INDEXED BY documents_shown ON documents.position = documents_search.rowid \
         WHERE documents_search MATCH ",
    )
    .text(query(words))
    .then(" AND search_goes_on() AND documents_search.rowid < ")
    .number(before)
    .then(" AND ");
    shown(found, visibility, level, category)
        .then(" ORDER BY documents_search.rowid DESC LIMIT ")
        .number(limit)
        .then(")")
}

/// Returns the condition that a document has these words, whatever the other filters.
pub(super) fn condition(words: &Words) -> Phrase<Bool> {
    Phrase::sql("documents.position IN (SELECT rowid FROM documents_search WHERE documents_search MATCH ")
        .text(query(words))
        .then(" AND search_goes_on())")
}

/// Returns a subquery that counts the documents of the repository with all these words.
///
/// Frequent words are in most documents, and looking each up in the table reads most of the database. So the words
/// come first, and an index without text decides for each document whether the reader sees it.
pub(crate) fn count(
    words: &Words,
    visibility: Visibility,
    level: Option<Clearance>,
    category: Option<Category>,
) -> Phrase<BigInt> {
    let matching = Phrase::sql(
        "(SELECT COUNT(*) FROM documents_search CROSS JOIN documents INDEXED BY documents_shown \
         ON documents.position = documents_search.rowid WHERE documents_search MATCH ",
    );
    shown(matching.text(query(words)).then(" AND search_goes_on() AND "), visibility, level, category)
        .then(")")
}

/// Returns a subquery for the position of the document that `over` others of the repository precede in the list below
/// `before`; null when there are not so many. It scans the index without text.
pub(crate) fn nth(
    words: Option<&Words>,
    visibility: Visibility,
    (level, category): (Option<Clearance>, Option<Category>),
    before: i64,
    over: i64,
) -> Phrase<Nullable<BigInt>> {
    let listed = match words {
        None => Phrase::sql(
            "(SELECT documents.position FROM documents INDEXED BY documents_shown WHERE documents.position < ",
        ),
        Some(words) => Phrase::sql(
            "(SELECT documents_search.rowid FROM documents_search CROSS JOIN documents INDEXED BY documents_shown \
             ON documents.position = documents_search.rowid WHERE documents_search MATCH ",
        )
        .text(query(words))
        .then(" AND search_goes_on() AND documents_search.rowid < "),
    };
    let listed = shown(listed.number(before).then(" AND "), visibility, level, category);
    let ordered = match words {
        None => listed.then(" ORDER BY documents.position DESC LIMIT 1 OFFSET "),
        Some(_) => listed.then(" ORDER BY documents_search.rowid DESC LIMIT 1 OFFSET "),
    };
    ordered.number(over).then(")")
}

/// Appends the condition that a document of `documents_shown` is in the list.
fn shown<ST>(
    phrase: Phrase<ST>,
    visibility: Visibility,
    level: Option<Clearance>,
    category: Option<Category>,
) -> Phrase<ST> {
    let highest = level.map_or(visibility.max_level, |level| level.min(visibility.max_level));
    let released = if visibility.sees_unreleased { i64::MAX } else { visibility.now.as_micros() };
    phrase
        .then("NOT documents.is_archived AND documents.clearance_level BETWEEN ")
        .number(level.unwrap_or(Clearance::MIN).level().into())
        .then(" AND ")
        .number(highest.level().into())
        .then(" AND (documents.scheduled_release_at IS NULL OR documents.scheduled_release_at <= ")
        .number(released)
        .then(") AND ")
        .text(category.map_or("", Category::as_str))
        .then(" IN ('', documents.category)")
}

/// Quotes every word, so that none is an operator, and adds a star to the last.
fn query(words: &Words) -> String {
    let quoted: Vec<String> = words.as_slice().iter().map(|word| format!("\"{word}\"")).collect();
    format!("{} *", quoted.join(" "))
}
