//! Suggests similar words for words of a search that occur nowhere.

use super::matching::find;
use super::postings::{in_file, of_level};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::Text;
use facility_documents::search::near::{MAX_SUGGESTIONS, near};
use facility_documents::search::terms::{Term, Terms};
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::visibility::Visibility;
use facility_kernel::Clearance;
use std::cmp::Reverse;

/// Maximum number of documents counted per word. Words that reach it are not ordered by frequency.
const MAX_COUNTED: usize = 100;

/// Returns up to three words that differ by a single typing error from words of the search that occur in no document
/// that `visibility` admits. Each of them occurs in one that it admits, and the order depends on no other document.
pub(crate) fn suggestions(conn: &mut AnyConn, terms: &Terms, visibility: Visibility) -> Result<Vec<String>, DbError> {
    let filter = DocumentFilter::all(Shelf::Repository(visibility));
    let mut suggested: Vec<String> = Vec::new();
    for term in terms.required() {
        for word in term.words() {
            let typed = match term {
                Term::Start(_) => Terms::only(Term::Start(word.clone())),
                Term::Word(_) | Term::Phrase(_) => Terms::only(Term::Word(word.clone())),
            };
            if suggested.len() < MAX_SUGGESTIONS && find(conn, &filter, &typed, i64::MAX, 1)?.is_empty() {
                // Two words of the search may have the same neighbor.
                let near = known_near(conn, &filter, word)?;
                let more = near.into_iter().filter(|word| !suggested.contains(word)).collect::<Vec<_>>();
                suggested.extend(more);
            }
        }
    }
    suggested.truncate(MAX_SUGGESTIONS);
    Ok(suggested)
}

/// Returns the similar words that occur in a document that the filter admits, most frequent first.
fn known_near(conn: &mut AnyConn, filter: &DocumentFilter, word: &str) -> Result<Vec<String>, DbError> {
    let mut known = Vec::new();
    for near in indexed(conn, &near(word), filter.shelf.reader_level())? {
        let found = find(conn, filter, &Terms::only(Term::Word(near.clone())), i64::MAX, MAX_COUNTED)?.len();
        if found > 0 {
            known.push((Reverse(found), near));
        }
    }
    known.sort();
    Ok(known.into_iter().map(|(_, word)| word).collect())
}

/// Returns those of these words that the index holds for readers of this level, in any document.
fn indexed(conn: &mut AnyConn, words: &[String], reader: Clearance) -> Result<Vec<String>, DbError> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let phrase = Phrase::<Text>::sql("SELECT near.value FROM ");
    // Words have letters, digits and marks only, so they need no escaping.
    let quoted = format!("\"{}\"", words.join("\",\""));
    let phrase = match conn {
        AnyConn::Sqlite(_) => phrase.then("json_each(").text(format!("[{quoted}]")).then(") AS near"),
        AnyConn::Pg(_) => {
            phrase.then("unnest(CAST(").text(format!("{{{quoted}}}")).then(" AS text[])) AS near (value)")
        }
    };
    let statement = phrase
        .then(" WHERE EXISTS (SELECT 1 FROM search_words WHERE search_words.word IN (near.value, ")
        // The form of a word of this level.
        .text(of_level("", reader))
        .then(" || near.value, ")
        .text(in_file(""))
        .then(" || near.value))")
        .statement();
    Ok(on_both!(conn, |c| statement.load(c))?)
}
