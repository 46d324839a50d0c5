//! The texts of files in the index. Their words and sequences have keys of their own, so a change of a document's text
//! does not touch them, nor the other way around. Everyone who may read a document may read its files, so the keys do
//! not depend on the level.

use super::postings::in_file;
use super::replacing;
use super::rows::Rows;
use super::sequences::Sequence;
use super::words::{Indexed, Words};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};
use facility_documents::finder::Finder;
use facility_documents::snippet::{FileMatch, Snippet};
use facility_kernel::UploadId;

/// The keys of the files of a document. For long texts, making them takes longer than writing them.
#[derive(Clone)]
pub(crate) struct FileWords(Indexed);

impl Default for FileWords {
    fn default() -> Self {
        Self(Words::default().into())
    }
}

impl FileWords {
    /// Returns the keys of files with these texts.
    pub(crate) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut keys = Words::default();
        for text in texts {
            let Words { words, sequences } = Words::of_plain(text);
            keys.words.extend(words.iter().map(|word| in_file(word)));
            keys.sequences.extend(sequences.into_iter().map(Sequence::in_file));
        }
        Self(keys.into())
    }
}

/// Adds the words of files to documents.
pub(crate) fn add(conn: &mut AnyConn, positions: &[i64], words: &FileWords) -> Result<(), DbError> {
    let words = &words.0.certain;
    if words.words.is_empty() {
        return Ok(());
    }
    let mut rows = Rows::default();
    for position in positions {
        rows.add(*position, words);
    }
    rows.write(conn)
}

/// Replaces the words of a document's files.
pub(crate) fn replace(conn: &mut AnyConn, position: i64, before: &FileWords, after: &FileWords) -> Result<(), DbError> {
    replacing::replace(conn, position, &before.0, &after.0.certain)
}

/// Adds the words of the files that were read before, for the documents after this position.
pub(super) fn index_inserted(conn: &mut AnyConn, after: i64) -> Result<(), DbError> {
    let positions = Phrase::<BigInt>::sql(
        "SELECT DISTINCT documents.position FROM file_texts \
         JOIN file_refs ON file_refs.upload_id = file_texts.upload_id AND file_refs.holder_kind = 'document' \
         JOIN documents ON documents.id = file_refs.holder_id \
         WHERE file_texts.state = 'ready' AND documents.position > ",
    )
    .number(after)
    .statement();
    let positions: Vec<i64> = on_both!(conn, |c| positions.load(c))?;
    for position in positions {
        let texts = texts(conn, position)?;
        add(conn, &[position], &FileWords::of(texts.iter().map(|(.., plain)| plain.as_str())))?;
    }
    Ok(())
}

/// A file's id, name and text.
type Row = (String, String, String);

/// Returns the files of a document that have a text.
fn texts(conn: &mut AnyConn, position: i64) -> Result<Vec<Row>, DbError> {
    let statement = Phrase::<(Text, Text, Text)>::sql(
        "SELECT uploads.id, COALESCE(uploads.filename, ''), file_texts.plain FROM documents \
         JOIN file_refs ON file_refs.holder_kind = 'document' AND file_refs.holder_id = documents.id \
         JOIN file_texts ON file_texts.upload_id = file_refs.upload_id AND file_texts.state = 'ready' \
         JOIN uploads ON uploads.id = file_refs.upload_id WHERE documents.position = ",
    )
    .number(position)
    .then(" ORDER BY uploads.id")
    .statement();
    Ok(on_both!(conn, |c| statement.load(c))?)
}

/// Whether a file of the document satisfies the condition.
pub(super) fn any(conn: &mut AnyConn, position: i64, is_met: impl Fn(&str) -> bool) -> Result<bool, DbError> {
    Ok(texts(conn, position)?.iter().any(|(.., plain)| is_met(plain)))
}

/// Returns the first file of a document with any of these words, which its other texts lack, and the part around them.
pub(super) fn first_match(
    conn: &mut AnyConn,
    words: &Finder<'_>,
    missing: u32,
    position: i64,
) -> Result<Option<FileMatch>, DbError> {
    let found = texts(conn, position)?.into_iter().find(|(.., plain)| words.has_any(plain, missing));
    let Some((id, name, plain)) = found else { return Ok(None) };
    let inconsistent = |_refused| DbError::Inconsistent { table: "file_texts", column: "upload_id", row: id.clone() };
    let file: UploadId = id.parse().map_err(inconsistent)?;
    // Excerpts are one line.
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Some(FileMatch { file, name, snippet: Snippet::of(words, &line) }))
}
