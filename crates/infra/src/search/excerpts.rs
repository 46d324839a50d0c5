//! Excerpts of the documents that a search found.

use super::files;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use crate::storage::documents::published::NO_TEXT;
use diesel::RunQueryDsl;
use diesel::sql_types::{Nullable, Text};
use facility_documents::finder::Finder;
use facility_documents::plain::show_bars;
use facility_documents::snippet::{FileMatch, Snippet};
use facility_kernel::Clearance;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Time limit for computing excerpts. The remaining documents of the page show their start.
const PATIENCE: Duration = Duration::from_millis(300);

/// Selects the plain text of a document for a reader of this level, from which its excerpt is cut. A text of more than
/// 50,000 bytes is selected as empty, which bounds the memory of a page; both databases know the length of a text
/// without reading it. Null without a reader, and for a document whose plain text is missing, which then shows its
/// start.
pub(crate) fn short_text(reader: Option<Clearance>) -> Phrase<Nullable<Text>> {
    let Some(reader) = reader else { return Phrase::sql(NO_TEXT) };
    Phrase::sql(
        "COALESCE((SELECT CASE WHEN octet_length(variant.plain) <= 50000 THEN variant.plain ELSE '' END \
         FROM document_variants AS variant WHERE variant.position = documents.position AND variant.level <= ",
    )
    .number(reader.level().into())
    .then(
        " ORDER BY variant.level DESC LIMIT 1), (SELECT CASE WHEN octet_length(document_texts.plain) <= 50000 \
         THEN document_texts.plain ELSE '' END FROM document_texts \
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

/// A document whose excerpts are wanted.
pub(crate) struct Wanted<'t> {
    pub(crate) position: i64,
    pub(crate) title: &'t str,
    /// Its plain text: see [`short_text`].
    pub(crate) text: Option<String>,
}

/// The excerpts of a document.
pub(crate) struct Excerpts {
    pub(crate) text: Snippet,
    /// Of a file, if only it has some of the words.
    pub(crate) file: Option<FileMatch>,
}

/// Returns the excerpts of these documents for a reader of this level. Omits documents without a text, and those that
/// the time limit does not allow for.
///
/// Long texts, passed as empty, are read one at a time: a list of long documents would use too much memory.
pub(crate) fn excerpts(
    conn: &mut AnyConn,
    words: &Finder<'_>,
    reader: Clearance,
    documents: Vec<Wanted<'_>>,
) -> Result<HashMap<i64, Excerpts>, DbError> {
    let begun = Instant::now();
    let mut found = HashMap::with_capacity(documents.len());
    for Wanted { position, title, text } in documents {
        let Some(text) = text else { continue };
        if begun.elapsed() > PATIENCE {
            break;
        }
        let text = if text.is_empty() { whole(conn, position, reader)? } else { text };
        let missing = words.missing(&[title, &text]);
        let file = if missing == 0 { None } else { files::first_match(conn, words, missing, position)? };
        found.insert(position, Excerpts { text: Snippet::of(words, &show_bars(text)), file });
    }
    Ok(found)
}
