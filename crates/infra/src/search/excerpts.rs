//! Excerpts of the documents that a search found.

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{Nullable, Text};
use documents::{Snippet, Words};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Number of characters at the start of each document that the statement for the page reads. It bounds the memory of a
/// page, and few documents are longer.
const HEAD_CHARS: usize = 20_000;
/// Time limit for computing excerpts. The remaining documents of the page show their start.
const PATIENCE: Duration = Duration::from_millis(300);

/// Selects the start of a document's plain text, from which its excerpt is cut, if the list has words. Null for a document
/// without a stored plain text, which a node of an older release wrote.
pub(crate) fn head(is_wanted: bool) -> Phrase<Nullable<Text>> {
    Phrase::sql(if is_wanted {
        // HEAD_CHARS.
        "(SELECT substr(document_texts.plain, 1, 20000) FROM document_texts \
         WHERE document_texts.position = documents.position)"
    } else {
        "CAST(NULL AS TEXT)"
    })
}

/// Returns the excerpt of each of these documents from its head. Documents for which the time does not suffice are left
/// out, and so are those without a head.
///
/// Reads the whole of a long document only if a word does not occur in its start: one at a time, because a list of long
/// documents would use too much memory.
pub(crate) fn excerpts(
    conn: &mut AnyConn,
    words: &Words,
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
            let whole = Phrase::<Text>::sql("SELECT plain FROM document_texts WHERE position = ");
            let whole: String = on_both!(conn, |c| whole.number(position).statement().get_result(c))?;
            Snippet::of(words, &whole)
        } else {
            Snippet::of_start(words, &head, is_cut)
        };
        found.insert(position, snippet);
    }
    Ok(found)
}
