//! SQLite's FTS5.
//!
//! Every statement asks `search_goes_on()` for each document it walks past (`db/deadline.rs`), which ends the statement
//! when its time is over or its caller has gone.

use crate::db::phrase::Phrase;
use diesel::sql_types::{BigInt, Bool, Nullable};
use documents::visibility::Visibility;
use documents::{Category, Words};
use kernel::Clearance;

/// The condition that a document is one of the newest of a page of the repository with these words.
///
/// FTS5 hands out what it finds newest first, so a page of a common word ends after as many as the page holds. Finding
/// all of them first takes memory and time for each document that has the word.
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

/// The condition that a document has these words, whatever else is asked of it.
pub(super) fn condition(words: &Words) -> Phrase<Bool> {
    Phrase::sql("documents.position IN (SELECT rowid FROM documents_search WHERE documents_search MATCH ")
        .text(query(words))
        .then(" AND search_goes_on())")
}

/// How many documents of the repository have all these words, as a subquery.
///
/// Common words are in most documents, and looking each of those up in the table reads most of the database. So the
/// words come first, and an index that holds no text answers for each document whether the reader sees it.
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

/// The position of the document of the repository before which `over` others stand in the list below `before`, as a
/// subquery; null when there are not so many. Walks the index that holds no text.
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

/// Goes on with the condition that a document of `documents_shown` is one of those that are listed.
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

/// Every word in quotes, so that none is an operator; a star after the last.
fn query(words: &Words) -> String {
    let quoted: Vec<String> = words.as_slice().iter().map(|word| format!("\"{word}\"")).collect();
    format!("{} *", quoted.join(" "))
}
