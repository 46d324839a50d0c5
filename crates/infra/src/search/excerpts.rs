//! Excerpts of the documents that a search found.

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{Nullable, Text};
use documents::{Snippet, Words, without_bars};
use kernel::Clearance;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Number of characters at the start of each document that the statement for the page reads. It bounds the memory of a
/// page, and few documents are longer.
const HEAD_CHARS: usize = 20_000;
/// Time limit for computing excerpts. The remaining documents of the page show their start.
const PATIENCE: Duration = Duration::from_millis(300);

/// Selects the start of a document's plain text for a reader of this level, from which its excerpt is cut. Without a reader it
/// is null. Null also for a document without a stored plain text, which a node of an older release wrote.
pub(crate) fn head(reader: Option<Clearance>) -> Phrase<Nullable<Text>> {
    let Some(reader) = reader else { return Phrase::sql("CAST(NULL AS TEXT)") };
    // HEAD_CHARS.
    Phrase::sql(
        "COALESCE((SELECT substr(variant.plain, 1, 20000) FROM document_variants AS variant \
         WHERE variant.position = documents.position AND variant.level <= ",
    )
    .number(reader.level().into())
    .then(
        " ORDER BY variant.level DESC LIMIT 1), (SELECT substr(document_texts.plain, 1, 20000) FROM document_texts \
         WHERE document_texts.position = documents.position))",
    )
}

/// Returns the whole plain text of a document for a reader of this level.
fn whole(conn: &mut AnyConn, position: i64, reader: Clearance) -> Result<String, DbError> {
    let phrase = Phrase::<Text>::sql(
        "SELECT COALESCE((SELECT variant.plain FROM document_variants AS variant \
         WHERE variant.position = document_texts.position AND variant.level <= ",
    )
    .number(reader.level().into())
    .then(
        " ORDER BY variant.level DESC LIMIT 1), document_texts.plain) FROM document_texts \
         WHERE document_texts.position = ",
    )
    .number(position);
    let statement = phrase.statement();
    Ok(on_both!(conn, |c| statement.get_result(c))?)
}

/// Returns the excerpt of each of these documents for a reader of this level, from its head. Documents for which the time does not suffice are left
/// out, and so are those without a head.
///
/// Reads the whole of a long document only if a word does not occur in its start: one at a time, because a list of long
/// documents would use too much memory.
pub(crate) fn excerpts(
    conn: &mut AnyConn,
    words: &Words,
    reader: Clearance,
    heads: Vec<(i64, Option<String>)>,
) -> Result<HashMap<i64, Snippet>, DbError> {
    let begun = Instant::now();
    let mut found = HashMap::with_capacity(heads.len());
    for (position, head) in heads {
        let Some(head) = head else { continue };
        if begun.elapsed() > PATIENCE {
            break;
        }
        // Fewer bytes than characters of a full head: the whole text, without counting its characters.
        let is_cut = head.len() >= HEAD_CHARS && head.chars().count() >= HEAD_CHARS;
        let snippet = if is_cut && !words.all_occur_in(&head) {
            Snippet::of(words, &without_bars(whole(conn, position, reader)?))
        } else {
            Snippet::of_start(words, &without_bars(head), is_cut)
        };
        found.insert(position, snippet);
    }
    Ok(found)
}
